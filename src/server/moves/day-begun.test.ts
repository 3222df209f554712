import { expect } from 'vitest';
import type { WeekDay } from '#domain/calendar.ts';
import { mailsTo } from '../testing/factories.ts';
import { type MarchPeople, marchTest as test } from '../testing/march-business.ts';
import { serve } from '../testing/served-business.ts';

/** What becomes of the visit of a day that has begun when its weekday goes out of the plan. It is Monday, 8 March 2027, at nine. */
const [monday, tuesday, friday]: WeekDay[] = ['DAY_OF_WEEK_MONDAY', 'DAY_OF_WEEK_TUESDAY', 'DAY_OF_WEEK_FRIDAY'];

const desk = async ({ yardpack, office }: MarchPeople) =>
  (await yardpack.call('getStaffDesk', { as: office.accessToken })).body.unreadNotes.rows.map(({ text }) => text);
const planMails = async ({ yardpack, customer }: MarchPeople) =>
  (await mailsTo(yardpack, customer, /^Your visits from/)).map(({ text }) => text);

test('who takes today’s weekday off before the visit leaves nobody to wait: the customer reads that nobody comes, and the office', async ({
  people,
}) => {
  const { yardpack, customer, wren } = people;
  const { tell, replanInSteps } = await serve(people, [monday, tuesday, friday]);
  await replanInSteps(wren, [monday], []);
  expect(await desk(people)).toEqual([]);
  await tell();
  const [mail] = await planMails(people);
  expect(mail).toContain('from Mon, Mar 8 on, Wren O. comes to 100 Main St on Tuesday and Friday.');
  expect(mail).toContain('Nobody comes on Mon, Mar 8.');
  const texts = (await yardpack.messages({ to: customer.phone })).map(({ text }) => text);
  expect(texts.filter((text) => text.includes('From Mon, Mar 8 on'))).toEqual([
    expect.stringContaining('Nobody comes on Mon, Mar 8.'),
  ]);
  expect(await desk(people)).toEqual([expect.stringContaining('Nobody comes on Mon, Mar 8')]);
});

test('of a visit that comes on another day of the week the customer reads so too, and the office has nothing to do', async ({
  people,
}) => {
  const { wren } = people;
  const { tell, replan } = await serve(people, [monday]);
  await replan(wren, monday, friday);
  await tell();
  expect((await planMails(people))[0]).toContain('Nobody comes on Mon, Mar 8.');
  expect(await desk(people)).toEqual([]);
});

test('of tomorrow, of which the customer may have been reminded, it is said as well; of a later day the weekdays say it', async ({
  people,
}) => {
  const { wren } = people;
  const { tell, replanInSteps } = await serve(people, [tuesday, friday]);
  await replanInSteps(wren, [tuesday, friday], [monday]);
  await tell();
  const [mail] = await planMails(people);
  expect(mail).toContain('Nobody comes on Tue, Mar 9.');
  expect(mail).not.toContain('Nobody comes on Fri');
  expect(await desk(people)).toEqual([]);
});

test('of a weekday that is back within the minute nobody reads', async ({ people }) => {
  const { wren } = people;
  const { tell, replanInSteps } = await serve(people, [monday, tuesday]);
  await replanInSteps(wren, [monday], [monday]);
  await tell();
  expect(await planMails(people)).toEqual([]);
  expect(await desk(people)).toEqual([]);
});
