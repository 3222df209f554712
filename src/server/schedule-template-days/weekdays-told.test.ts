import { expect } from 'vitest';
import { type WeekDay, weekDaysInOrder } from '#domain/calendar.ts';
import { mailsTo } from '../testing/factories.ts';
import { marchTest as test } from '../testing/march-business.ts';
import { serve } from '../testing/served-business.ts';

const [monday, tuesday, wednesday, thursday, friday] = weekDaysInOrder as [WeekDay, WeekDay, WeekDay, WeekDay, WeekDay];

test('a customer reads of weekdays that a worker puts into the plan some time after others were taken out', async ({
  people,
}) => {
  const { wren, yardpack, customer } = people;
  const { tell, replanInSteps, all } = await serve(people, [monday, thursday]);
  const plansRead = async () => {
    await tell();
    const mails = await mailsTo(yardpack, customer, /^Your visits from/);
    return mails.map(({ text }) => /When: (.*)/.exec(text)?.[1]).reverse();
  };
  await replanInSteps(wren, [monday], []);
  expect(await plansRead()).toEqual(['Thursday']);
  await replanInSteps(wren, [], [friday]);
  expect(await plansRead()).toEqual(['Thursday', 'Thursday and Friday']);
  // While it is on no weekday they read nothing: its worker is choosing.
  await replanInSteps(wren, [thursday, friday], []);
  expect(await plansRead()).toHaveLength(2);
  await replanInSteps(wren, [], [tuesday, friday]);
  expect((await plansRead()).slice(2)).toEqual(['Tuesday and Friday']);
  expect((await all()).days.slice(0, 2)).toEqual(['3/9', '3/12']);
});

test.for([
  { what: 'of today', days: [monday], day: 'Mon, Mar 8', after: 'PT61S' },
  { what: 'of today and of tomorrow', days: [monday, tuesday], day: 'Mon, Mar 8', after: 'PT61S', also: 'Tue, Mar 9' },
  { what: 'of tomorrow', days: [tuesday], day: 'Tue, Mar 9', after: 'PT61S' },
  { what: 'of a later day', days: [friday], day: 'Fri, Mar 12', after: 'PT24H' },
])(
  'a worker takes the last weekdays off, with the visit $what: the customer reads that once, and which weekdays are chosen',
  async ({ days, day, after, also }, { people }) => {
    const { wren, yardpack, customer } = people;
    const { later, tell, replanInSteps } = await serve(people, days);
    const read = async () => (await mailsTo(yardpack, customer)).map(({ subject, text }) => ({ subject, text }));
    const before = (await read()).length;
    const news = async () => (await read()).slice(0, -before).reverse();
    await replanInSteps(wren, days, []);
    await later('PT59S');
    expect(await news()).toEqual([]);
    await later(after);
    const [off, ...more] = await news();
    expect([off?.subject, more]).toEqual([`No visit on ${day}`, []]);
    expect(off?.text).toContain('Wren O. is choosing other weekdays.');
    expect(off?.text.includes('Nobody comes on')).toBe(also !== undefined);
    if (also) expect(off?.text).toContain(`Nobody comes on ${also}.`);
    await later('PT25H');
    expect(await news()).toHaveLength(1);
    await replanInSteps(wren, [], [thursday]);
    await tell();
    const [, chosen, ...rest] = await news();
    expect([chosen?.subject, rest]).toEqual([expect.stringMatching(/^Your visits from/), []]);
    expect(chosen?.text).toContain('on Thursday.');
    expect(chosen?.text).not.toContain('Nobody comes');
  },
);

test.for(['customer', 'office'] as const)(
  'a visit whose weekday its worker changes, and which the %s takes off within the minute, is off to each on the day that they know',
  async (who, { people }) => {
    const { wren, yardpack, customer } = people;
    const { tell, replan, takeOff } = await serve(people, [friday]);
    await replan(wren, friday, wednesday);
    await takeOff(10, people[who]);
    await tell();
    const read = async (person: typeof wren) =>
      (await mailsTo(yardpack, person, /./)).map(({ subject, text }) => `${subject}\n${text}`).join('\n');
    expect(await read(wren)).toMatch(/(Skipped|A visit less).*Mar 10/);
    const toCustomer = await read(customer);
    expect(toCustomer).toMatch(/Your visits from Mon, Mar 15 on/);
    const ofOffice = /take your visit on Fri, Mar 12.* off/;
    expect(toCustomer).toMatch(who === 'office' ? ofOffice : /It is the one of Wed, Mar 10 that you took off/);
  },
);
