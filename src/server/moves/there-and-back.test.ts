import { expect } from 'vitest';
import type { CalendarDay, WeekDay } from '#domain/calendar.ts';
import { advanceFor, buildEngagement, claimEngagement } from '../testing/engagement-factories.ts';
import { mailsTo, type Person } from '../testing/factories.ts';
import { type MarchPeople, march, marchTest as test } from '../testing/march-business.ts';

const monday: WeekDay = 'DAY_OF_WEEK_MONDAY';
const tuesday: WeekDay = 'DAY_OF_WEEK_TUESDAY';
const wednesday: WeekDay = 'DAY_OF_WEEK_WEDNESDAY';
const thursday: WeekDay = 'DAY_OF_WEEK_THURSDAY';
const friday: WeekDay = 'DAY_OF_WEEK_FRIDAY';

/** What office, customer and worker do to a service of Wren's with visits on two weekdays. */
async function serve(people: MarchPeople, weekDays: WeekDay[]) {
  const { yardpack, customer, office, wren, walt } = people;
  const engagement = await buildEngagement(yardpack, customer, { frequency: weekDays.length });
  await claimEngagement(yardpack, wren, engagement, weekDays);
  await yardpack.drain();
  const params = { engagementId: engagement.id };
  const done = (answer: { status: number }) => expect(answer.status).toBe(200);
  return {
    service: engagement,
    move: async (from: number, to: number, who: Person) => {
      const body = {
        ...{ date: march(from), workerProfileId: wren.profileId },
        ...{ toDate: march(to), toWorkerProfileId: who.profileId },
      };
      done(await yardpack.call('moveVisit', { as: office.accessToken, params, body }));
    },
    takeOff: async (by: Person, day: number) =>
      done(
        await yardpack.call('createSkip', { as: by.accessToken, params, body: { date: march(day), reason: 'Ill' } }),
      ),
    hold: async (day: number) => {
      const body = { firstDay: march(day), lastDay: march(day) };
      const made = await yardpack.call('createHold', { as: customer.accessToken, params, body });
      const { holds } = (await yardpack.call('listVisits', { as: customer.accessToken, params })).body;
      done(made);
      const holdId = holds.at(-1)?.id ?? '';
      return async () =>
        done(await yardpack.call('endHold', { as: customer.accessToken, params: { ...params, holdId } }));
    },
    dayOff: async (day: number, to: number) => {
      const body = { day: march(day), name: 'Parade', movedTo: march(to) };
      const made = await yardpack.call('setHoliday', { as: office.accessToken, body });
      done(made);
      const back = { holidayId: made.body.holiday.id };
      return async () => done(await yardpack.call('takeBackHoliday', { as: office.accessToken, params: back }));
    },
    setStatus: async (status: string) =>
      done(await yardpack.call('updateEngagement', { as: customer.accessToken, params, body: { status } as never })),
    /** The worker comes on another weekday. */
    plan: async (from: WeekDay, to: WeekDay) => {
      const { body } = await yardpack.call('getEngagement', { as: wren.accessToken, params });
      const places = body.engagement.scheduleTemplate.scheduleTemplateDays;
      const place = places.find(({ dayOfWeek }) => dayOfWeek === from);
      const days = [{ ...place, dayOfWeek: to, sequence: 0 }];
      const call = { as: wren.accessToken, body: { scheduleTemplateDays: days } };
      done(await yardpack.call('updateScheduleTemplateDays', call as never));
    },
    tell: () => advanceFor(yardpack, 'PT61S', [customer, office, wren, walt]),
    /** The next visits, each with the day on which the plan would have it. */
    visits: async () => {
      const { body } = await yardpack.call('listVisits', { as: office.accessToken, params });
      const isOff = ({ month, day }: CalendarDay) =>
        body.skips.some(({ date }) => date.month === month && date.day === day);
      const days = body.upcoming.filter((day) => !isOff(day));
      return {
        days: days.map(({ day }) => day),
        moved: body.moved.map(({ originalDay, date }) => [originalDay.day, date.day]),
      };
    },
  };
}

test('what was taken off stays off when the worker changes a weekday, and back, also where a visit had been moved', async ({
  people,
}) => {
  const { customer, office, walt } = people;
  const { move, takeOff, plan, tell, visits } = await serve(people, [tuesday, friday]);
  await move(16, 17, walt);
  await tell();
  await takeOff(customer, 17);
  await takeOff(office, 19);
  await tell();
  const before = await visits();
  expect(before.days).toEqual([9, 12, 23, 26, 30]);
  await plan(friday, thursday);
  // Of that week no visit is left.
  expect((await visits()).days).toEqual([9, 11, 23, 25, 30]);
  await tell();
  await plan(thursday, friday);
  expect(await visits()).toEqual(before);
});

test('a weekday that is changed and changed back within a minute leaves what was taken off', async ({ people }) => {
  const { customer, office, walt, yardpack, wren } = people;
  const { move, takeOff, plan, tell, visits } = await serve(people, [monday, wednesday]);
  await move(15, 16, walt);
  await tell();
  await takeOff(customer, 16);
  await takeOff(office, 17);
  await tell();
  const before = await visits();
  const letters = async () => (await Promise.all([customer, wren, walt].map((one) => mailsTo(yardpack, one)))).flat();
  const read = (await letters()).length;
  await plan(wednesday, tuesday);
  expect((await visits()).days).not.toContain(15);
  await plan(tuesday, wednesday);
  await tell();
  expect(await visits()).toEqual(before);
  expect((await letters()).slice(0, -read || undefined)).toHaveLength(0);
});

test.for([
  ['days away', 'hold'],
  ['a pause', 'pause'],
] as const)(
  'a visit that staff moved stays there through %s and a weekday that is its day for a while',
  async ([, kind], { people }) => {
    const { customer, yardpack, wren } = people;
    const { move, hold, setStatus, plan, tell, visits } = await serve(people, [monday, thursday]);
    await move(15, 16, wren);
    await tell();
    const before = await visits();
    expect(before).toEqual({ days: [8, 11, 16, 18, 22], moved: [[15, 16]] });
    const end = kind === 'hold' ? await hold(16) : undefined;
    await plan(monday, tuesday);
    await tell();
    if (kind === 'pause') {
      await setStatus('ENGAGEMENT_STATUS_PAUSED');
      await tell();
    }
    await end?.();
    await plan(tuesday, monday);
    if (kind === 'pause') await setStatus('ENGAGEMENT_STATUS_RUNNING');
    await tell();
    expect(await visits()).toEqual(before);
    // Who reads of Mondays again reads that this one's visit is on Tuesday.
    const told = await mailsTo(yardpack, customer, /Mar 1[56]/);
    expect(told.map(({ subject }) => subject).filter((subject) => !/^(?:No visits|Visits at)/.test(subject))).toEqual([
      'Your visit on Mon, Mar 15 is moved to Tue, Mar 16',
    ]);
    const [again] = await mailsTo(yardpack, customer, /^Your visits from/);
    expect(again?.text).toContain(
      'on Monday and Thursday.\n\nNobody comes on Tue, Mar 9.\n\nInstead of on Mon, Mar 15, Wren O. comes on Tue, Mar 16.',
    );
  },
);

test('a visit that a day off moved is where it was once a weekday is changed and changed back', async ({ people }) => {
  const { dayOff, plan, tell, visits } = await serve(people, [monday, wednesday]);
  const takeBack = await dayOff(10, 11);
  await tell();
  const before = await visits();
  expect(before).toEqual({ days: [8, 11, 15, 17, 22], moved: [[10, 11]] });
  for (const other of [thursday, friday]) {
    await plan(wednesday, other);
    await tell();
    expect((await visits()).days.slice(0, 2)).toEqual([8, other === thursday ? 11 : 12]);
    await plan(other, wednesday);
    await tell();
    expect(await visits()).toEqual(before);
  }
  await takeBack();
  await tell();
  expect(await visits()).toEqual({ days: [8, 10, 15, 17, 22], moved: [] });
});

test.for([['customer'], ['office']] as const)(
  'what the %s took off where a day off had moved it stays off once that is taken back and another weekday is changed',
  async ([by], { people }) => {
    const { dayOff, takeOff, plan, tell, visits } = await serve(people, [tuesday, friday]);
    const takeBack = await dayOff(16, 17);
    await tell();
    await takeOff(people[by], 17);
    await takeBack();
    await tell();
    expect((await visits()).days).toEqual([9, 12, 19, 23, 26]);
    await plan(friday, thursday);
    expect((await visits()).days).toEqual([9, 11, 18, 23, 25]);
    await tell();
    await plan(thursday, friday);
    expect((await visits()).days).toEqual([9, 12, 19, 23, 26]);
  },
);

test.for([
  ['one weekday', [tuesday]],
  ['two weekdays', [tuesday, friday]],
] as const)(
  'a day off that is taken back while its visit is on a weekday of its own leaves it there, of %s',
  async ([, weekDays], { people }) => {
    const { dayOff, plan, tell, visits } = await serve(people, [...weekDays]);
    const planned = await visits();
    const takeBack = await dayOff(16, 17);
    await tell();
    await plan(tuesday, wednesday);
    await tell();
    const changed = await visits();
    expect(changed.days).toContain(17);
    await takeBack();
    await tell();
    expect((await visits()).days).toEqual(changed.days);
    await plan(wednesday, tuesday);
    await tell();
    expect((await visits()).days).toEqual(planned.days);
  },
);

test.for([['told'], ['untold']] as const)(
  'a visit that two days off moved is where it was once weekdays are changed and changed back and both are taken back, %s',
  async ([how], { people }) => {
    const { dayOff, plan, tell, visits } = await serve(people, [tuesday, friday]);
    const planned = await visits();
    const takeBack = [await dayOff(16, 17), await dayOff(17, 18)];
    await tell();
    const before = await visits();
    for (const other of [wednesday, thursday, monday]) {
      await plan(tuesday, other);
      if (how === 'told') await tell();
      await plan(other, tuesday);
      if (how === 'told') await tell();
      expect(await visits()).toEqual(before);
    }
    for (const one of takeBack) await one();
    await tell();
    expect((await visits()).days).toEqual(planned.days);
  },
);

test.for([[[0, 1]], [[1, 0]]] as const)(
  'a visit that a weekday puts on a day off is where that one and another one move it, and back with each, %s',
  async ([order], { people }) => {
    const { dayOff, plan, tell, visits } = await serve(people, [monday, friday]);
    const takeBack = [await dayOff(16, 17), await dayOff(17, 18)];
    await tell();
    await plan(monday, tuesday);
    await tell();
    expect((await visits()).moved).toEqual([[16, 18]]);
    await takeBack[order[0]]?.();
    await tell();
    expect((await visits()).moved).toEqual(order[0] === 0 ? [] : [[16, 17]]);
    await takeBack[order[1]]?.();
    await tell();
    expect(await visits()).toEqual({ days: [9, 12, 16, 19, 23], moved: [] });
  },
);

test('a cover that is taken back while the customer is away is refused, as any move onto these days', async ({
  people,
}) => {
  const { yardpack, office, walt, wren } = people;
  const { move, hold, service } = await serve(people, [monday, friday]);
  await move(19, 19, walt);
  await hold(19);
  const call = {
    as: office.accessToken,
    params: { engagementId: service.id },
    body: {
      ...{ date: march(19), workerProfileId: walt.profileId },
      ...{ toDate: march(19), toWorkerProfileId: wren.profileId },
    },
  };
  const { status, error } = await yardpack.call('moveVisit', call);
  expect([status, error.fields]).toEqual([
    400,
    [{ path: 'body.toDate', message: 'The customer is away on this day.' }],
  ]);
});

test('a visit that staff move off the day to which a day off has put it, and back, is where it was once that is taken back', async ({
  people,
}) => {
  const { wren } = people;
  const { move, dayOff, visits } = await serve(people, [monday, thursday]);
  const before = await visits();
  const takeBack = await dayOff(11, 12);
  const off = await visits();
  await move(12, 13, wren);
  await move(13, 12, wren);
  expect(await visits()).toEqual(off);
  await takeBack();
  expect(await visits()).toEqual(before);
});
