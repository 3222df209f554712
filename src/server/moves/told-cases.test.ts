import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Engagement } from '#contract/engagements.ts';
import { businessDay, type CalendarDay, calendarDay, dayLabel, type WeekDay } from '#domain/calendar.ts';
import { businessTimeZone } from '#domain/time-zone.ts';
import { profiles } from '../database/schema/profiles.ts';
import { moveEngagement } from '../testing/engagement-calls.ts';
import {
  advanceFor,
  buildEngagement,
  buildOnboardedWorker,
  buildProduct,
  claimEngagement,
  workUntil,
} from '../testing/engagement-factories.ts';
import { agreeToAll, buildCustomer, buildEmployee, mailsTo, type Person } from '../testing/factories.ts';
import { createTestWorld, type TestWorld } from '../testing/world.ts';

// What testers found people were told wrongly. The tests share one business; each has a customer and a worker of its own, and begins
// on a Monday morning.
const tuesday: WeekDay = 'DAY_OF_WEEK_TUESDAY';
const wednesday: WeekDay = 'DAY_OF_WEEK_WEDNESDAY';
const thursday: WeekDay = 'DAY_OF_WEEK_THURSDAY';
const friday: WeekDay = 'DAY_OF_WEEK_FRIDAY';
const saturday: WeekDay = 'DAY_OF_WEEK_SATURDAY';

let yardpack: TestWorld;
let office: Person;
let wren: Person;
let walt: Person;
let casey: Person;
let monday: Temporal.PlainDate;

beforeAll(async () => {
  yardpack = await createTestWorld();
  await yardpack.advance('2027-03-01T09:00:00-06:00');
  office = await buildEmployee(yardpack);
});
afterAll(() => yardpack.close());
beforeEach(async () => {
  const today = businessDay(yardpack.world.clock.now());
  monday = today.add({ days: 8 - today.dayOfWeek });
  await goTo(0, '09:00');
  wren = await buildOnboardedWorker(yardpack, { firstName: 'Wren', lastName: 'Okafor' });
  walt = await buildOnboardedWorker(yardpack, { firstName: 'Walt', lastName: 'Berg' });
  casey = await buildCustomer(yardpack, { firstName: 'Casey' });
});

/** Goes to a time of the day that is so many days after this Monday. */
async function goTo(ahead: number, plainTime: string) {
  const moment = monday.add({ days: ahead }).toZonedDateTime({ timeZone: businessTimeZone, plainTime });
  await advanceFor(yardpack, moment.toInstant().toString(), [office]);
}
/** @returns the day that is so many days after this Monday */
const day = (ahead: number): CalendarDay => calendarDay(monday.add({ days: ahead }));
const isoDay = (ahead: number) => monday.add({ days: ahead }).toString();
const label = (ahead: number) => dayLabel(monday.add({ days: ahead }));

async function serve(weekDays: WeekDay[], details: { productId?: string } = {}): Promise<Engagement> {
  const engagement = await buildEngagement(yardpack, casey, { frequency: weekDays.length, ...details });
  await claimEngagement(yardpack, wren, engagement, weekDays);
  await yardpack.drain();
  return engagement;
}
const params = ({ id }: Engagement) => ({ engagementId: id });
const version = async (engagement: Engagement) =>
  (await yardpack.call('getEngagement', { as: office.accessToken, params: params(engagement) })).body.engagement
    .version;
async function assign(engagement: Engagement, worker: Person, weekDays: WeekDay[], from: number) {
  const body = { workerProfileId: worker.profileId, weekDays, from: day(from), version: await version(engagement) };
  const answer = await yardpack.call('assignWorker', { as: office.accessToken, params: params(engagement), body });
  expect(answer.status).toBe(200);
  return answer.body.told;
}
async function move(engagement: Engagement, [from, by]: [number, Person], [to, who]: [number, Person]) {
  const body = {
    date: day(from),
    workerProfileId: by.profileId,
    toDate: day(to),
    toWorkerProfileId: who.profileId,
  };
  const answer = await yardpack.call('moveVisit', { as: office.accessToken, params: params(engagement), body });
  expect(answer.status).toBe(200);
}
async function dayOff(off: number, to?: number) {
  const body = { day: day(off), name: 'Parade', ...(to !== undefined && { movedTo: day(to) }) };
  const { body: made } = await yardpack.call('setHoliday', { as: office.accessToken, body });
  const takeBack = async () => {
    const back = { holidayId: made.holiday.id };
    expect((await yardpack.call('takeBackHoliday', { as: office.accessToken, params: back })).status).toBe(200);
  };
  return takeBack;
}
const upcoming = async (engagement: Engagement) => {
  const { body } = await yardpack.call('listVisits', { as: office.accessToken, params: params(engagement) });
  const ahead = (one: CalendarDay) => monday.until(Temporal.PlainDate.from(one)).days;
  return { days: body.upcoming.map(ahead), moved: body.moved.map(({ date }) => ahead(date)) };
};
/** What somebody reads from now on, a minute later. */
async function read(people: Person[], act: () => Promise<unknown>): Promise<string[][]> {
  const all = () => Promise.all(people.map((person) => mailsTo(yardpack, person)));
  await yardpack.advance('PT61S');
  const before = (await all()).map(({ length }) => length);
  await act();
  await yardpack.advance('PT61S');
  // The newest come first.
  const subjects = (await all()).map((mails) => mails.map(({ subject }) => subject).reverse());
  return subjects.map((some, index) => some.slice(before[index]));
}
/** Their links lead to a page of the reader's. */
const texts = async ({ profileId }: Person, about: RegExp) =>
  (await yardpack.messages({ channel: 'text' })).filter(({ text }) => text.includes(profileId) && about.test(text));

/** A worker puts a service on another weekday. */
async function plan(engagement: Engagement, to: WeekDay) {
  await advanceFor(yardpack, 'PT1S', [wren]);
  const { body } = await yardpack.call('getEngagement', { as: wren.accessToken, params: params(engagement) });
  const [place] = body.engagement.scheduleTemplate.scheduleTemplateDays;
  const days = [{ ...place, dayOfWeek: to, sequence: 0 }];
  const call = { as: wren.accessToken, body: { scheduleTemplateDays: days } };
  expect((await yardpack.call('updateScheduleTemplateDays', call as never)).status).toBe(200);
}

test('a weekday that a worker changes takes along what a day off moved, told or not', async () => {
  const engagement = await serve([wednesday]);
  const takeBack = await dayOff(16, 17);
  const [customer] = await read([casey, wren], () => plan(engagement, saturday));
  expect(await upcoming(engagement)).toEqual({ days: [5, 12, 19, 26, 33], moved: [] });
  expect(customer).toEqual([`Your visits from ${label(0)} on`]);
  await takeBack();
  // Told, it is where the new plan has it too, and stays there when the day off is taken back.
  await plan(engagement, wednesday);
  await yardpack.advance('PT61S');
  const takeBackTold = await dayOff(2, 4);
  await yardpack.advance('PT61S');
  expect((await upcoming(engagement)).days[0]).toBe(4);
  await plan(engagement, thursday);
  await yardpack.advance('PT61S');
  const [again, worker] = await read([casey, wren], takeBackTold);
  expect([(await upcoming(engagement)).days[0], again, worker]).toEqual([3, [], []]);
});

test('a weekday that is changed after this week’s visit was made is told from the week after, and not to its worker', async () => {
  const engagement = await serve([wednesday]);
  await goTo(2, '10:00');
  await advanceFor(yardpack, 'PT1S', [wren]);
  await workUntil(yardpack, wren, engagement, 'WORK_STATUS_WORK_COMPLETED');
  const [customer, worker] = await read([casey, wren], () => plan(engagement, saturday));
  expect(customer?.filter((subject) => /visits? /.test(subject) && !/done/.test(subject))).toEqual([
    `Your visits from ${label(7)} on`,
  ]);
  expect(worker).toEqual([]);
});

test('who has a day off taken back reads how many visits they have then, without one that was taken off', async () => {
  const engagement = await serve([wednesday]);
  await serve([wednesday]);
  const takeBack = await dayOff(2, 3);
  await yardpack.advance('PT61S');
  const body = { date: day(3), reason: 'Storm' };
  const skipped = await yardpack.call('createSkip', { as: office.accessToken, params: params(engagement), body });
  expect(skipped.status).toBe(200);
  await yardpack.advance('PT61S');
  await takeBack();
  await yardpack.advance('PT61S');
  const [mail] = await mailsTo(yardpack, wren, /after all$/);
  expect(mail?.text).toContain('You have 1 visit on that day.');
});

test('a cover has no reason where nobody was told of the day off that moved the visit', async () => {
  const engagement = await serve([wednesday]);
  const takeBack = await dayOff(16, 18);
  await assign(engagement, walt, [wednesday], 14);
  const theo = await buildOnboardedWorker(yardpack, { firstName: 'Theo', lastName: 'Lund' });
  await assign(engagement, theo, [wednesday], 21);
  await yardpack.advance('PT61S');
  const mails = await mailsTo(yardpack, casey, new RegExp(label(16)));
  expect(mails.map(({ subject }) => subject)).toEqual([`Walt B. makes your visit on ${label(16)}`]);
  expect(mails[0]?.text).not.toContain('Parade');
  await takeBack();
});

test('who goes on after a day off was told, and their worker, read where the visit is', async () => {
  const engagement = await serve([wednesday]);
  await dayOff(2, 3).then(async (takeBack) => {
    await moveEngagement(yardpack, casey, engagement.id, 'PAUSED');
    await yardpack.advance('PT61S');
    const [customer, worker] = await read([casey, wren], () =>
      moveEngagement(yardpack, casey, engagement.id, 'ACCEPTED'),
    );
    expect(customer).toContain(`No visit on ${label(2)}: Parade`);
    expect(worker?.join()).toMatch(new RegExp(label(3)));
    await takeBack();
  });
});

test('of the visits of a day off a worker reads how many are moved, without one whose customer is away then', async () => {
  const away = await serve([wednesday]);
  await serve([wednesday]);
  const body = { firstDay: day(10), lastDay: day(10) };
  await yardpack.call('createHold', { as: casey.accessToken, params: params(away), body });
  const takeBack = await dayOff(9, 10);
  await goTo(2, '11:00');
  const [mail] = await mailsTo(yardpack, wren, /^Day off/);
  expect(mail?.text).toMatch(/1 of your visits is moved to .* and 1 of your visits is left out/);
  await takeBack();
});

test('a proposal whose first day is a day off that was told begins with the visit that it has moved, and nothing is said of that day', async () => {
  const other = await serve([wednesday]);
  const takeBack = await dayOff(2, 3);
  await yardpack.advance('PT61S');
  expect((await upcoming(other)).days[0]).toBe(3);
  const { id: productId } = await buildProduct(yardpack);
  const proposal = await buildEngagement(yardpack, casey, { productId });
  const [customer, worker] = await read([casey, walt], () => assign(proposal, walt, [wednesday], 1));
  expect(customer).toEqual(['Walt B. will take care of your yard']);
  expect(worker).toEqual([expect.stringMatching(new RegExp(`Wednesday from ${label(3)} on$`))]);
  const [mail] = await mailsTo(yardpack, casey, /^Walt B\./);
  expect(mail?.text).toContain(`for the first time on ${label(3)}`);
  await takeBack();
});

test('two moves at night are one to who reads only texts, and what is back by the morning is none', async () => {
  casey = await buildCustomer(yardpack, {
    firstName: 'Tamika',
    notificationPreference: 'NOTIFICATION_PREFERENCE_TEXT',
  });
  const engagement = await serve([friday]);
  await goTo(0, '22:05');
  await move(engagement, [11, wren], [12, walt]);
  await move(engagement, [18, wren], [19, wren]);
  await yardpack.advance('PT2M');
  await goTo(0, '22:26');
  await move(engagement, [12, walt], [13, walt]);
  await move(engagement, [19, wren], [18, wren]);
  await yardpack.advance('PT2M');
  expect(await texts(casey, /Your visit on/)).toEqual([]);
  expect(await mailsTo(yardpack, walt, /visit/)).toEqual([]);
  await goTo(1, '08:01');
  expect((await texts(casey, /Your visit on/)).map(({ text }) => text)).toEqual([
    expect.stringMatching(new RegExp(`Your visit on ${label(11)} at .* is moved to ${label(13)}`)),
  ]);
  expect((await mailsTo(yardpack, walt, /visit/)).map(({ subject }) => subject)).toEqual([
    `A visit more on ${label(13)}: 100 Main St`,
  ]);
});

test('of a day off that is set and taken back at night nobody reads, and of two assignments the last', async () => {
  const engagement = await serve([friday]);
  await goTo(0, '22:05');
  const people = [casey, wren, walt];
  const [customer, old, next] = await read(people, async () => {
    const takeBack = await dayOff(4);
    await assign(engagement, walt, [tuesday], 7);
    await yardpack.advance('PT2M');
    await goTo(0, '22:26');
    await takeBack();
    await assign(engagement, wren, [thursday], 7);
    await yardpack.advance('PT2M');
    expect(await mailsTo(yardpack, casey, /Parade|Your visits from/)).toEqual([]);
    await goTo(1, '08:01');
  });
  expect([customer, old, next]).toEqual([
    [`Your visits from ${label(7)} on`],
    [`Casey at 100 Main St: Thursday from ${label(7)} on`],
    [],
  ]);
});

test('a weekday that its worker changes at night waits for the morning, and changed back is told to nobody', async () => {
  const engagement = await serve([tuesday]);
  await goTo(1, '10:00');
  await advanceFor(yardpack, 'PT1S', [wren]);
  await workUntil(yardpack, wren, engagement, 'WORK_STATUS_WORK_COMPLETED');
  await goTo(2, '22:05');
  const [back] = await read([casey], async () => {
    await plan(engagement, wednesday);
    await goTo(2, '22:30');
    expect(await mailsTo(yardpack, casey, /Your visits/)).toEqual([]);
    await plan(engagement, tuesday);
    await goTo(3, '08:01');
  });
  expect(back).toEqual([]);
  await goTo(3, '22:05');
  const [night] = await read([casey], async () => {
    await plan(engagement, wednesday);
    await goTo(3, '23:00');
  });
  expect(night).toEqual([]);
  const [morning] = await read([casey], () => goTo(4, '08:01'));
  expect(morning).toEqual([`Your visits from ${label(4)} on`]);
});

test('a weekday of a day whose work is over is another from the morning on, and of a day that has begun at once', async () => {
  const engagement = await serve([wednesday]);
  await goTo(2, '21:30');
  const [night] = await read([casey], async () => {
    await plan(engagement, thursday);
    await goTo(2, '22:00');
  });
  expect(night).toEqual([]);
  const [morning] = await read([casey], () => goTo(3, '08:01'));
  expect(morning?.toSorted()).toEqual([`We missed your visit on ${label(2)}`, `Your visits from ${label(7)} on`]);
  await goTo(10, '00:20');
  const [atOnce] = await read([casey], () => plan(engagement, friday));
  expect(atOnce).toEqual([`Your visits from ${label(10)} on`]);
});

test('who covers for the worker of a service that is released at night reads in the morning that the visit is off', async () => {
  const engagement = await serve([friday]);
  await move(engagement, [11, wren], [11, walt]);
  await yardpack.advance('PT61S');
  await goTo(0, '22:05');
  const [night] = await read([walt], async () => {
    await advanceFor(yardpack, 'PT1S', [wren]);
    await moveEngagement(yardpack, wren, engagement.id, 'PROPOSED');
    await goTo(0, '23:00');
  });
  expect(night).toEqual([]);
  const [morning] = await read([walt], () => goTo(1, '08:01'));
  expect(morning).toEqual([`A visit less on ${label(11)}: 100 Main St`]);
});

test('what is about the next day is told in the morning too, and what is about the day that has begun at once', async () => {
  const engagement = await serve([tuesday]);
  await goTo(0, '22:05');
  const night = await read([casey, wren], async () => {
    await move(engagement, [1, wren], [3, wren]);
    await goTo(0, '22:30');
  });
  expect(night).toEqual([[], []]);
  const [customer] = await read([casey], () => goTo(1, '08:01'));
  expect(customer).toEqual([`Your visit on ${label(1)} is moved to ${label(3)}`]);
  await goTo(3, '00:20');
  const [atOnce] = await read([casey], () => move(engagement, [3, wren], [4, wren]));
  expect(atOnce).toEqual([`Your visit on ${label(3)} is moved to ${label(4)}`]);
});

test('a visit that was kept is so still after a day off is taken back, and the next plan has it', async () => {
  const engagement = await serve([wednesday]);
  const takeBack = await dayOff(2, 3);
  await yardpack.advance('PT61S');
  await assign(engagement, walt, [tuesday], 14);
  await assign(engagement, walt, [thursday], 14);
  await takeBack();
  await yardpack.advance('PT61S');
  expect(await upcoming(engagement)).toMatchObject({ days: [2, 9, 17, 24, 31] });
  await assign(engagement, walt, [friday], 0);
  await yardpack.advance('PT61S');
  expect(await upcoming(engagement)).toEqual({ days: [4, 11, 18, 25, 32], moved: [] });
  expect(await mailsTo(yardpack, casey, /is moved to/)).toEqual([]);
});

test('days away from a service that rests do not say that its visits go on by themselves', async () => {
  const engagement = await serve([wednesday]);
  await moveEngagement(yardpack, casey, engagement.id, 'PAUSED');
  const body = { firstDay: day(9), lastDay: day(9) };
  await yardpack.call('createHold', { as: casey.accessToken, params: params(engagement), body });
  await yardpack.advance('PT61S');
  const all = [...(await mailsTo(yardpack, casey, /^No visits/)), ...(await mailsTo(yardpack, wren, /^No visits/))];
  expect(all.map(({ text }) => /resume automatically|(stay paused|rests) until/.exec(text)?.[0])).toEqual([
    'stay paused until',
    'rests until',
  ]);
  // Who is given it reads of one day as of one.
  await moveEngagement(yardpack, casey, engagement.id, 'ACCEPTED');
  await assign(engagement, walt, [wednesday], 1);
  await yardpack.advance('PT61S');
  const [given] = await mailsTo(yardpack, walt, /^Casey at/);
  expect(given?.text).toContain(`On ${label(9)} they want no visit.`);
});

test('who is given a service whose customer has set days away while nobody had it reads all in one letter', async () => {
  const engagement = await serve([wednesday, friday]);
  await moveEngagement(yardpack, wren, engagement.id, 'PROPOSED');
  await yardpack.advance('PT61S');
  const body = { firstDay: day(9), lastDay: day(13) };
  await yardpack.call('createHold', { as: casey.accessToken, params: params(engagement), body });
  const [customer, worker] = await read([casey, walt], async () => {
    const told = await assign(engagement, walt, [tuesday, friday], 1);
    expect(told.map(({ role }) => role)).toEqual(['customer', 'worker']);
  });
  expect(customer).toEqual(['Walt B. will take care of your yard']);
  expect(worker).toEqual([`Casey at 100 Main St: Tuesday and Friday from ${label(1)} on`]);
  const [given] = await mailsTo(yardpack, walt, /^Casey at/);
  expect(given?.text).toContain(`From ${label(9)} to ${label(13)} they want no visits.`);
});

test('where a customer has two services at one address, every letter says which one', async () => {
  const first = await serve([wednesday]);
  const { id: productId } = await buildProduct(yardpack, { name: 'Deodorizing' });
  await serve([friday], { productId });
  const [yard, other] = [`100 Main St (${first.product.name})`, '100 Main St (Deodorizing)'];
  await move(first, [2, wren], [3, wren]);
  await assign(first, walt, [thursday], 7);
  await yardpack.advance('PT61S');
  const customer = (await mailsTo(yardpack, casey, /^Your visit/)).map(({ text }) => text).join();
  expect(customer).toContain(`at ${yard} is moved to`);
  expect(customer).toContain(`Walt B. comes to ${yard} on Thursday`);
  expect((await mailsTo(yardpack, wren, /Main St/)).map(({ subject }) => subject)).toContain(
    `Moved: ${yard} to ${label(3)}`,
  );
  expect(await mailsTo(yardpack, walt, /./)).toMatchObject([
    { subject: `Casey at ${yard}: Thursday from ${label(7)} on` },
  ]);
  const takeBack = await dayOff(4);
  await yardpack.advance('PT61S');
  const [off] = await mailsTo(yardpack, casey, /Parade/);
  expect(off?.text).toContain(`Your visit at ${other} is left out`);
  await takeBack();
});

test('a visit that nobody knew on its day when it was skipped is told as what it is to each, once it is put back', async () => {
  const engagement = await serve([wednesday]);
  const skip = { as: office.accessToken, params: params(engagement) };
  const [customer, old, next] = await read([casey, wren, walt], async () => {
    await move(engagement, [2, wren], [6, walt]);
    await yardpack.call('createSkip', { ...skip, body: { date: day(6), reason: 'Storm' } });
  });
  expect([customer, old, next]).toEqual([
    [`No visit on ${label(2)}`],
    [`A visit less on ${label(2)}: 100 Main St`],
    [],
  ]);
  const [off] = await mailsTo(yardpack, casey, /^No visit/);
  expect(off?.text).toContain(
    `our office had to take your visit on ${label(2)} at 100 Main St off.\n\nThe reason: Storm`,
  );
  const date = isoDay(6);
  const putBack = async () =>
    expect((await yardpack.call('deleteSkip', { ...skip, params: { ...params(engagement), date } })).status).toBe(200);
  expect(await read([casey, wren, walt], putBack)).toEqual([
    [`Walt B. makes your visit on ${label(6)}`],
    [],
    [`A visit more on ${label(6)}: 100 Main St`],
  ]);
  // From then on it is a visit that all know.
  const again = { ...skip, body: { date: day(6), reason: 'Storm' } };
  const [read2, , next2] = await read([casey, wren, walt], () => yardpack.call('createSkip', again));
  expect([read2, next2]).toEqual([[`No visit on ${label(6)}`], [`Skipped: 100 Main St on ${label(6)}`]]);
  const [read3, , next3] = await read([casey, wren, walt], putBack);
  expect([read3, next3]).toEqual([[`On again: the visit on ${label(6)}`], [`On again: the visit on ${label(6)}`]]);
});

test('one that is put back within the minute is told as the move that it is', async () => {
  const engagement = await serve([wednesday]);
  const skip = { as: office.accessToken, params: params(engagement) };
  const date = isoDay(6);
  const said = await read([casey, wren, walt], async () => {
    await move(engagement, [2, wren], [6, walt]);
    await yardpack.call('createSkip', { ...skip, body: { date: day(6), reason: 'Storm' } });
    await yardpack.call('deleteSkip', { ...skip, params: { ...params(engagement), date } });
  });
  expect(said).toEqual([
    [`Your visit on ${label(2)} is moved to ${label(6)}`],
    [`A visit less on ${label(2)}: 100 Main St`],
    [`A visit more on ${label(6)}: 100 Main St`],
  ]);
});

test('a new service whose first visit a day off has moved within the minute is one letter to each', async () => {
  const { id: productId } = await buildProduct(yardpack);
  const proposal = await buildEngagement(yardpack, casey, { productId });
  let takeBack = async () => {};
  const said = await read([casey, walt], async () => {
    await assign(proposal, walt, [wednesday], 1);
    takeBack = await dayOff(2, 4);
  });
  expect(said).toEqual([
    ['Walt B. will take care of your yard'],
    [`Casey at 100 Main St: Wednesday from ${label(4)} on`],
  ]);
  const [toCustomer] = await mailsTo(yardpack, casey, /^Walt B\./);
  expect(toCustomer?.text).toContain(`for the first time on ${label(4)}`);
  const [toWorker] = await mailsTo(yardpack, walt, /Wednesday from/);
  expect(toWorker?.text).toContain(`It begins with ${label(4)}.`);
  await takeBack();
});

test('of a new service whose first visit staff have moved to an earlier day nobody comes on the day that it had', async () => {
  const { id: productId } = await buildProduct(yardpack);
  const proposal = await buildEngagement(yardpack, casey, { productId });
  const said = await read([casey, walt, wren], async () => {
    await assign(proposal, walt, [wednesday], 1);
    await move(proposal, [2, walt], [1, walt]);
    await move(proposal, [9, walt], [9, wren]);
  });
  expect(said).toEqual([
    ['Walt B. will take care of your yard', `No visit on ${label(2)}`, `Wren O. makes your visit on ${label(9)}`],
    [
      `Casey at 100 Main St: Wednesday from ${label(1)} on`,
      `A visit less on ${label(2)}: 100 Main St`,
      `A visit less on ${label(9)}: 100 Main St`,
    ],
    [`A visit more on ${label(9)}: 100 Main St`],
  ]);
});

test('of a service that is canceled at night it is not told in the morning that a visit had been taken off', async () => {
  const byText = { notificationPreference: 'NOTIFICATION_PREFERENCE_TEXT' } as const;
  const customer = await buildCustomer(yardpack, { firstName: 'Opal', ...byText });
  const texted = await buildEngagement(yardpack, customer);
  const other = await buildEngagement(yardpack, customer);
  for (const one of [texted, other]) await claimEngagement(yardpack, wren, one, [friday]);
  await goTo(0, '22:05');
  const skip = (one: Engagement) =>
    yardpack.call('createSkip', {
      as: office.accessToken,
      params: params(one),
      body: { date: day(4), reason: 'Storm' },
    });
  expect((await skip(texted)).status).toBe(200);
  // Of another service of theirs it stays.
  expect((await skip(other)).status).toBe(200);
  await yardpack.advance('PT2M');
  await goTo(0, '22:30');
  expect((await moveEngagement(yardpack, office, texted.id, 'CANCELLED')).status).toBe(200);
  await goTo(1, '08:01');
  expect(await texts(customer, /your visit on/)).toHaveLength(1);
  expect(await texts(customer, /canceled/)).toHaveLength(1);
});

test('of two services of one name at one address it is said since when each is there', async () => {
  const first = await serve([wednesday]);
  const details = { productId: first.product.id };
  await goTo(1, '10:00');
  await advanceFor(yardpack, 'PT1S', [casey, wren]);
  const [second, third] = [await serve([wednesday], details), await serve([wednesday], details)];
  const skip = async (one: Engagement) => {
    const body = { date: day(9), reason: 'Storm' };
    await yardpack.call('createSkip', { as: office.accessToken, params: params(one), body });
    await yardpack.advance('PT61S');
    const [mail] = await mailsTo(yardpack, casey, /^No visit on/);
    return mail?.text.match(/at (.*) off\./)?.[1];
  };
  const { name } = first.product;
  const since = (ahead: number) => `since ${label(ahead).replace(/^\w+, /, '')}`;
  expect(await skip(first)).toBe(`100 Main St (${name}, ${since(0)})`);
  // Of the same day the time tells them apart.
  expect(await skip(second)).toBe(`100 Main St (${name}, ${since(1)}, 10:00 am)`);
  for (const { id } of [first, third])
    expect((await moveEngagement(yardpack, casey, id, 'CANCELLED')).status).toBe(200);
  await yardpack.call('deleteSkip', { as: office.accessToken, params: { ...params(second), date: isoDay(9) } });
  await yardpack.advance('PT61S');
  const [mail] = await mailsTo(yardpack, casey, /^On again/);
  expect(mail?.text).toContain('at 100 Main St takes place');
});

test('who is given a service on a day that becomes a day off within the minute reads where its visit is', async () => {
  const moved = await serve([tuesday]);
  let takeBack = async () => {};
  const said = await read([casey, wren, walt], async () => {
    await assign(moved, walt, [tuesday], 8);
    takeBack = await dayOff(8, 7);
  });
  expect(said).toEqual([
    [`Your visits from ${label(8)} on`, `No visit on ${label(8)}: Parade`],
    // Until its first day the service is the worker's who has it.
    [`Day off: ${label(8)}, Parade`, `Another worker visits Casey from ${label(8)} on`],
    [`Casey at 100 Main St: Tuesday from ${label(8)} on`, `A visit less on ${label(8)}: 100 Main St`],
  ]);
  const [off] = await mailsTo(yardpack, casey, /Parade/);
  expect(off?.text).toContain(`Your visit at 100 Main St is on ${label(7)} instead, with Wren O.`);
  await takeBack();
});

test('who declines a service before it begins changes nothing of what is known until then', async () => {
  const theo = await buildOnboardedWorker(yardpack, { firstName: 'Theo', lastName: 'Lund' });
  const weekDays = [tuesday, thursday, friday];
  const engagement = await serve(weekDays);
  const takeBack = await dayOff(8, 7);
  await yardpack.advance('PT61S');
  await assign(engagement, walt, weekDays, 14);
  await yardpack.advance('PT61S');
  await move(engagement, [3, wren], [5, theo]);
  const said = await read([casey, wren, walt, theo], () => moveEngagement(yardpack, walt, engagement.id, 'PROPOSED'));
  expect(said).toEqual([
    [`Your visits from ${label(15)} on`],
    [`Casey at 100 Main St: Tuesday, Thursday and Friday from ${label(15)} on`],
    [],
    [],
  ]);
  expect((await upcoming(engagement)).days).toEqual([1, 4, 5, 7, 10]);
  await takeBack();
});

test('a visit that somebody else makes on another day is not told as one that a day off has moved', async () => {
  const theo = await buildOnboardedWorker(yardpack, { firstName: 'Theo', lastName: 'Lund' });
  const weekDays = [tuesday, thursday, friday];
  const engagement = await serve(weekDays);
  const takeBack = await dayOff(8, 7);
  await yardpack.advance('PT61S');
  await move(engagement, [3, wren], [5, theo]);
  const said = await read([casey, walt, theo], () => assign(engagement, walt, weekDays, 1));
  expect(said).toEqual([
    [`Your visits from ${label(1)} on`, `No visit on ${label(8)}: Parade`],
    [`Casey at 100 Main St: Tuesday, Thursday and Friday from ${label(1)} on`],
    [],
  ]);
  const letters = [
    ...(await mailsTo(yardpack, casey, /Parade/)).slice(0, 1),
    ...(await mailsTo(yardpack, walt, /^Casey at/)),
  ];
  expect(letters.map(({ text }) => /on (?:Mon, .*) instead, with .*|Instead of on .*/.exec(text)?.[0])).toEqual([
    `on ${label(7)} instead, with Walt B.`,
    `Instead of on ${label(8)}, you come on ${label(7)}.`,
  ]);
  await takeBack();
});

/** Somebody takes a visit off, or puts it back. */
const skip = (engagement: Engagement, by: Person, ahead: number) =>
  yardpack.call('createSkip', {
    as: by.accessToken,
    params: params(engagement),
    body: { date: day(ahead), reason: 'Storm' },
  });
const putBack = (engagement: Engagement, by: Person, ahead: number) =>
  yardpack.call('deleteSkip', { as: by.accessToken, params: { ...params(engagement), date: isoDay(ahead) } });
/** What each reads of what is done at ten in the evening, until the morning. */
async function overnight(people: Person[], act: () => Promise<unknown>): Promise<string[][]> {
  await goTo(0, '22:00');
  return await read(people, async () => {
    await act();
    await goTo(1, '08:01');
  });
}

test('a visit that is taken off at night, put back and moved is told in the morning as one that was moved', async () => {
  const engagement = await serve([friday]);
  const readings = await overnight([casey, wren, walt], async () => {
    expect((await skip(engagement, office, 4)).status).toBe(200);
    await yardpack.advance('PT3M');
    expect((await putBack(engagement, office, 4)).status).toBe(200);
    await move(engagement, [4, wren], [6, walt]);
  });
  expect(readings).toEqual([
    [`Your visit on ${label(4)} is moved to ${label(6)}`],
    [`A visit less on ${label(4)}: 100 Main St`],
    [`A visit more on ${label(6)}: 100 Main St`],
  ]);
});

test('of a visit that was told to be off, put back and moved within the minute people read where it is', async () => {
  const engagement = await serve([friday]);
  expect((await skip(engagement, office, 4)).status).toBe(200);
  await yardpack.advance('PT61S');
  const readings = await read([casey, wren, walt], async () => {
    expect((await putBack(engagement, office, 4)).status).toBe(200);
    await move(engagement, [4, wren], [6, walt]);
  });
  expect(readings).toEqual([
    [`Walt B. makes your visit on ${label(6)}`],
    [],
    [`A visit more on ${label(6)}: 100 Main St`],
  ]);
});

test('who takes a visit off herself in the second in which the office puts it back reads nothing, nor does its worker', async () => {
  const engagement = await serve([friday]);
  expect((await skip(engagement, office, 4)).status).toBe(200);
  await yardpack.advance('PT61S');
  const readings = await read([casey, wren], async () => {
    expect((await putBack(engagement, office, 4)).status).toBe(200);
    expect((await skip(engagement, casey, 4)).status).toBe(200);
  });
  expect(readings).toEqual([[], []]);
  // Once the office puts it back, both read that it takes place; what she does herself she knows.
  const both = await read([casey, wren], () => putBack(engagement, office, 4));
  expect(both).toEqual([[`On again: the visit on ${label(4)}`], [`A visit more on ${label(4)}: 100 Main St`]]);
  const own = await read([casey, wren], () => skip(engagement, casey, 4));
  expect(own).toEqual([[], [`Skipped: 100 Main St on ${label(4)}`]]);
  const ownBack = await read([casey, wren], () => putBack(engagement, casey, 4));
  expect(ownBack).toEqual([[], [`On again: the visit on ${label(4)}`]]);
});

test('a visit that is taken off in the night of an assignment is told once, with why, and of a release not at all', async () => {
  const engagement = await serve([friday]);
  const [customer, , next] = await overnight([casey, wren, walt], async () => {
    expect((await skip(engagement, office, 4)).status).toBe(200);
    await assign(engagement, walt, [friday], 2);
  });
  expect(customer).toEqual([`Your visits from ${label(2)} on`, `No visit on ${label(4)}`]);
  expect((await mailsTo(yardpack, casey, /^No visit/))[0]?.text).toContain('The reason: Storm');
  expect(next).toEqual([`Casey at 100 Main St: Friday from ${label(2)} on`, `Skipped: 100 Main St on ${label(4)}`]);
  await goTo(1, '22:00');
  await advanceFor(yardpack, 'PT1S', [wren, casey]);
  const other = await serve([friday]);
  const [released] = await read([casey], async () => {
    expect((await skip(other, office, 11)).status).toBe(200);
    const gone = { as: wren.accessToken, params: params(other), body: { status: 'ENGAGEMENT_STATUS_PROPOSED' } };
    expect((await yardpack.call('updateEngagement', gone)).status).toBe(200);
    await goTo(2, '08:01');
  });
  expect(released).toEqual(['We are looking for another keeper']);
});

/** From now on Casey reads only texts. @returns what Casey has got since, oldest first */
async function readsOnlyTexts(): Promise<() => Promise<string[]>> {
  const phone = '+14795550166';
  await agreeToAll(yardpack.world, { email: casey.email, phone });
  await yardpack.world.database
    .update(profiles)
    .set({ phone, notificationPreference: 'NOTIFICATION_PREFERENCE_TEXT' })
    .where(eq(profiles.id, casey.profileId));
  const texts = async () => (await yardpack.messages({ to: phone })).reverse();
  const before = (await texts()).length;
  return async () => (await texts()).slice(before).map(({ text }) => text);
}

test('of tomorrow’s visit that is changed at night and put back nobody reads anything, by mail or text', async () => {
  const engagement = await serve([tuesday]);
  const texts = await readsOnlyTexts();
  const [mails] = await read([wren], async () => {
    await goTo(0, '22:00');
    await move(engagement, [1, wren], [1, walt]);
    await goTo(0, '22:10');
    await move(engagement, [1, walt], [2, walt]);
    await goTo(0, '22:20');
    await move(engagement, [2, walt], [1, wren]);
    expect((await skip(engagement, office, 1)).status).toBe(200);
    await goTo(0, '22:30');
    expect((await putBack(engagement, office, 1)).status).toBe(200);
    await goTo(1, '08:01');
    await yardpack.drain();
  });
  expect(mails).toEqual([]);
  expect((await texts()).filter((text) => /taken|off|takes place|comes|moved/.test(text))).toEqual([]);
});

test('who is back reads which visits there are again and who makes them, whatever was told of them meanwhile', async () => {
  const engagement = await serve([tuesday, friday]);
  const away = await read([wren], async () => {
    await assign(engagement, walt, [tuesday, friday], 8);
    const body = { firstDay: day(8), lastDay: day(11) };
    const held = await yardpack.call('createHold', { as: casey.accessToken, params: params(engagement), body });
    expect(held.status).toBe(200);
  });
  expect(away[0]).toContain(`Another worker visits Casey from ${label(8)} on`);
  await advanceFor(yardpack, 'PT1S', [walt, casey]);
  const declined = { as: walt.accessToken, params: params(engagement), body: { status: 'ENGAGEMENT_STATUS_PROPOSED' } };
  expect((await yardpack.call('updateEngagement', declined)).status).toBe(200);
  await yardpack.advance('PT61S');
  const { holds } = (await yardpack.call('listVisits', { as: office.accessToken, params: params(engagement) })).body;
  const [hold] = holds;
  const end = { as: casey.accessToken, params: { ...params(engagement), holdId: hold?.id ?? '' } };
  expect((await yardpack.call('endHold', end)).status).toBe(200);
  await yardpack.advance('PT61S');
  const last = async (person: Person) => (await mailsTo(yardpack, person, /continue$/))[0]?.text;
  expect(await last(casey)).toContain(`Wren O. comes on ${label(8)} and ${label(11)}.`);
  expect(await last(wren)).toContain(`You come on ${label(8)} and ${label(11)}.`);
});

async function holdDays(engagement: Engagement, first: number, last: number) {
  const body = { firstDay: day(first), lastDay: day(last) };
  const held = await yardpack.call('createHold', { as: casey.accessToken, params: params(engagement), body });
  expect(held.status).toBe(200);
  const end = { as: casey.accessToken, params: { ...params(engagement), holdId: held.body.hold.id } };
  return async () => expect((await yardpack.call('endHold', end)).status).toBe(200);
}

test('who takes a moved visit off herself reads that nobody comes on the day that she knows', async () => {
  const engagement = await serve([wednesday]);
  const [customer] = await read([casey], async () => {
    await move(engagement, [2, wren], [4, wren]);
    expect((await skip(engagement, casey, 4)).status).toBe(200);
  });
  expect(customer).toEqual([`No visit on ${label(2)}`]);
  const [mail] = await mailsTo(yardpack, casey, /^No visit/);
  expect(mail?.text).toContain(`It is the one of ${label(4)} that you took off, and stays off.`);
});

test('at the end of days away who knows that a visit is off does not read it again, and who does not reads why', async () => {
  const engagement = await serve([tuesday, wednesday, thursday]);
  expect((await skip(engagement, office, 9)).status).toBe(200);
  let end = async () => {};
  await read([casey], async () => {
    expect((await skip(engagement, casey, 8)).status).toBe(200);
    end = await holdDays(engagement, 8, 10);
    expect((await skip(engagement, office, 10)).status).toBe(409);
  });
  const [customer, worker] = await read([casey, wren], () => end());
  expect([customer, worker]).toEqual([
    ['Visits at 100 Main St continue'],
    ['Visits at 100 Main St continue', `Skipped: 100 Main St on ${label(8)}`],
  ]);
  let endSecond = async () => {};
  await read([casey], async () => {
    expect((await skip(engagement, office, 10)).status).toBe(200);
    endSecond = await holdDays(engagement, 10, 11);
  });
  const both = await read([casey, wren], () => endSecond());
  expect(both).toEqual([
    ['Visits at 100 Main St continue', `No visit on ${label(10)}`],
    ['Visits at 100 Main St continue', `Skipped: 100 Main St on ${label(10)}`],
  ]);
  expect((await mailsTo(yardpack, casey, /^No visit on/))[0]?.text).toContain('The reason: Storm');
});

test('of an assignment only the new worker reads of visits that are off as the customer knows, who reads when it begins', async () => {
  const engagement = await serve([wednesday, friday]);
  await read([casey], async () => {
    expect((await skip(engagement, office, 9)).status).toBe(200);
    expect((await skip(engagement, casey, 11)).status).toBe(200);
  });
  const [customer, , next] = await read([casey, wren, walt], () => assign(engagement, walt, [wednesday, friday], 8));
  expect([customer, next]).toEqual([
    [`Your visits from ${label(8)} on`],
    [
      `Casey at 100 Main St: Wednesday and Friday from ${label(8)} on`,
      `Skipped: 100 Main St on ${label(9)}`,
      `Skipped: 100 Main St on ${label(11)}`,
    ],
  ]);
  const [plan] = await mailsTo(yardpack, casey, /^Your visits/);
  expect(plan?.text).toContain(`It begins with ${label(16)}.`);
  const [back, , again] = await read([casey, wren, walt], () => putBack(engagement, office, 9));
  expect([back, again]).toEqual([[`On again: the visit on ${label(9)}`], [`A visit more on ${label(9)}: 100 Main St`]]);
});

test('who has read of a day off does not read of it again when another worker takes the service', async () => {
  const engagement = await serve([tuesday, wednesday]);
  const takeBack = await dayOff(2);
  await yardpack.advance('PT61S');
  expect(await mailsTo(yardpack, casey, /Parade/)).toHaveLength(1);
  await moveEngagement(yardpack, wren, engagement.id, 'PROPOSED');
  const [customer] = await read([casey], () => assign(engagement, walt, [tuesday, wednesday], 1));
  expect(customer).toEqual(['Walt B. will take care of your yard']);
  await takeBack();
});

test('of a visit that they know to be off people read why nobody comes on the day that other weekdays give it', async () => {
  const said = async (person: Person, ahead: number) => {
    const [mail] = await mailsTo(yardpack, person, new RegExp(`${label(ahead)}(: .*)?$`));
    return /does not take place\.\s(.*\.)/.exec(mail?.text.replace(/\s+/g, ' ') ?? '')?.[1]?.split(/(?<=off\.)/)[0];
  };
  const engagement = await serve([wednesday]);
  await read([casey], () => skip(engagement, casey, 9));
  const [own, ofWorker] = await read([casey, wren], () => plan(engagement, saturday));
  expect([own, ofWorker]).toEqual([
    [`Your visits from ${label(0)} on`, `No visit on ${label(12)}`],
    [`A visit less on ${label(12)}: 100 Main St`],
  ]);
  expect(await said(casey, 12)).toBe(`It is the one of ${label(9)} that you took off, and stays off.`);
  expect(await said(wren, 12)).toBe(`It is the one of ${label(9)} that Casey took off, and stays off.`);
  // In the text it says so too, also to a worker who is new.
  await read([casey], () => skip(engagement, office, 19));
  const byText = await readsOnlyTexts();
  const [, , next] = await read([casey, wren, walt], () => assign(engagement, walt, [thursday], 14));
  expect(next).toEqual([
    `Casey at 100 Main St: Thursday from ${label(14)} on`,
    `A visit less on ${label(17)}: 100 Main St`,
  ]);
  expect(await said(walt, 17)).toBe(`It is the one of ${label(19)} that our office took off, and stays off.`);
  expect((await byText()).filter((text) => text.includes(label(17)))).toEqual([
    expect.stringContaining(
      `does not take place. It is the one of ${label(19)} that our office took off, and stays off. `,
    ),
  ]);
});

test('a visit that she takes off in the minute in which her worker changes the weekday is not told bare either', async () => {
  const engagement = await serve([wednesday]);
  const [customer, worker] = await read([casey, wren], async () => {
    expect((await skip(engagement, casey, 9)).status).toBe(200);
    await plan(engagement, saturday);
  });
  expect([customer, worker]).toEqual([
    [`Your visits from ${label(0)} on`, `No visit on ${label(12)}`],
    [`A visit less on ${label(12)}: 100 Main St`],
  ]);
  const [mail] = await mailsTo(yardpack, casey, /^No visit/);
  expect(mail?.text).toContain(`It is the one of ${label(9)} that you took off, and stays off.`);
});
