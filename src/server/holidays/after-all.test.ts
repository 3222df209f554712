import { expect } from 'vitest';
import { weekDaysInOrder } from '#domain/calendar.ts';
import { mailsTo } from '../testing/factories.ts';
import { march, marchTest as test } from '../testing/march-business.ts';
import { serve } from '../testing/served-business.ts';

/** What people read when a day off is taken back that had moved their visit. It is Monday, 8 March 2027. */

const [, , wednesday] = weekDaysInOrder;

test('who is to be visited on the day after all reads that nobody comes on the day that was said instead', async ({
  people,
}) => {
  const { yardpack, customer, wren } = people;
  const { dayOff, tell } = await serve(people, [wednesday]);
  const takeBack = await dayOff(10, 9);
  await tell();
  await takeBack();
  await tell();
  const [mail] = await mailsTo(yardpack, customer, /after all$/);
  expect(mail?.text).toContain(
    'we do work on Wed, Mar 10 after all, and come to 100 Main St as planned.\n\nNobody comes to 100 Main St on Tue, Mar 9.',
  );
  const texts = (await yardpack.messages({ to: customer.phone })).map(({ text }) => text);
  expect(texts[0]).toContain('as planned. Nobody comes to 100 Main St on Tue, Mar 9. http');
  const [ofWren] = await mailsTo(yardpack, wren, /after all$/);
  expect(ofWren?.text).toContain('You have 1 visit on that day. 1 of your visits is no longer on Tue, Mar 9.');
});

test.for([
  ['by herself', true],
  ['by the office', false],
] as const)(
  'a visit that is taken off %s where a day off of which nobody has read has moved it is off on the day that people know',
  async ([, isOwn], { people }) => {
    const { yardpack, customer, office, wren } = people;
    const { dayOff, tell, later, service } = await serve(people, [wednesday]);
    const takeBack = await dayOff(24, 26);
    await tell();
    const known = (await mailsTo(yardpack, customer)).length;
    const body = { date: march(26), reason: 'Storm' };
    const call = { as: (isOwn ? customer : office).accessToken, params: { engagementId: service.id }, body };
    expect((await yardpack.call('createSkip', call)).status).toBe(200);
    await tell();
    const news = async () =>
      (await mailsTo(yardpack, customer)).slice(0, -known).map(({ subject }) => subject.replace(/: Parade$/, ''));
    const off = ['No visit on Wed, Mar 24'];
    expect(await news()).toEqual(off);
    const work = await mailsTo(yardpack, wren, /Mar/);
    expect(work.map(({ subject }) => subject)).toEqual(['Skipped: 100 Main St on Wed, Mar 24']);
    await takeBack();
    // Neither is anything said when the day off would have been told, nor does a reminder say that somebody comes.
    for (const time of ['17T09:02:00', '23T16:01:00', '25T16:01:00']) {
      await later(`2027-03-${time}-05:00`);
      expect((await news()).filter((subject) => !/missed|tomorrow, Wed, Mar 1/.test(subject))).toEqual(off);
    }
  },
);

test.for([
  ['before that', true],
  ['within the same minute', false],
] as const)(
  'who took the visit off where the day off had moved it, %s, reads nothing of it, and it stays off',
  async ([, isTold], { people }) => {
    const { yardpack, customer, wren } = people;
    const { dayOff, takeOff, tell, all, later } = await serve(people, [wednesday]);
    const takeBack = await dayOff(10, 12);
    await tell();
    const before = (await mailsTo(yardpack, customer)).length;
    await takeOff(12);
    if (isTold) await tell();
    await takeBack();
    await tell();
    expect((await mailsTo(yardpack, customer)).length).toBe(before);
    expect(await all()).toMatchObject({ days: ['3/17', '3/24', '3/31', '4/7', '4/14'], skips: [12] });
    // Nor on the evenings before.
    await later('2027-03-13T09:00:00-06:00');
    expect((await mailsTo(yardpack, customer)).length).toBe(before);
    const subjects = (await mailsTo(yardpack, wren, /Mar 1[02]/)).map(({ subject }) => subject);
    expect(subjects).toEqual(['Skipped: 100 Main St on Fri, Mar 12', 'Day off: Wed, Mar 10, Parade']);
  },
);
