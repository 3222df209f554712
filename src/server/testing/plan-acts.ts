import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm';
import fc from 'fast-check';
import type { Engagement } from '#contract/engagements.ts';
import {
  businessDay,
  type CalendarDay,
  calendarDay,
  isVisitDue,
  type WeekDay,
  weekDayOf,
  weekDaysInOrder,
} from '#domain/calendar.ts';
import { enumLabel } from '#domain/labels.ts';
import { businessTimeZone } from '#domain/time-zone.ts';
import { holds } from '../database/schema/calendar.ts';
import { engagements, scheduleTemplateDays, scheduleTemplates } from '../database/schema/engagements.ts';
import { messages } from '../database/schema/messages.ts';
import { visits } from '../database/schema/visits.ts';
import { skip, skipsOfVisits } from '../database/skips.ts';
import { selectTenures } from '../plans/plans.ts';
import { lockSchedule } from '../plans/schedules-store.ts';
import { sweep } from '../sweep.ts';
import { moveEngagement, stepWork } from './engagement-calls.ts';
import { advanceFor, buildEngagement, buildOnboardedWorker, claimEngagement, place } from './engagement-factories.ts';
import { buildCustomer, buildEmployee, type Person } from './factories.ts';
import { createTestWorld, type TestWorld } from './world.ts';

export const names = ['Wren O.', 'Theo L.', 'Walt B.'] as const;
export type Name = (typeof names)[number];
export type Business = {
  yardpack: TestWorld;
  customer: Person;
  office: Person;
  workers: Record<Name, Person>;
  engagement: Engagement;
};

/** A customer whose service is on weekdays of Wren's, on the morning of Monday, March 8, 2027; an office; and two more workers. */
export async function openBusiness(frequency: number, weekDays: WeekDay[]): Promise<Business> {
  const yardpack = await createTestWorld();
  await yardpack.advance('2027-03-08T09:00:00-06:00');
  const customer = await buildCustomer(yardpack, { firstName: 'Casey' });
  const build = async (firstName: string, lastName: string) =>
    await buildOnboardedWorker(yardpack, { firstName, lastName });
  const workers = {
    'Wren O.': await build('Wren', 'Okafor'),
    'Theo L.': await build('Theo', 'Lund'),
    'Walt B.': await build('Walt', 'Berg'),
  };
  const office = await buildEmployee(yardpack);
  const engagement = await buildEngagement(yardpack, customer, { frequency });
  await claimEngagement(yardpack, workers['Wren O.'], engagement, weekDays);
  await yardpack.drain();
  return { yardpack, customer, office, workers, engagement };
}

const monday = Temporal.PlainDate.from('2027-03-08');
export const dayAt = (ahead: number) => monday.add({ days: ahead });
export const move = (
  { yardpack, office, engagement, workers }: Business,
  from: CalendarDay,
  by: Name,
  to: CalendarDay,
  who: Name,
) =>
  yardpack.call('moveVisit', {
    as: office.accessToken,
    params: { engagementId: engagement.id },
    body: {
      date: from,
      workerProfileId: workers[by].profileId,
      toDate: to,
      toWorkerProfileId: workers[who].profileId,
    },
  });
export async function assign(
  { yardpack, office, engagement, workers }: Business,
  who: Name,
  weekDays: WeekDay[],
  from: CalendarDay,
) {
  const as = office.accessToken;
  const params = { engagementId: engagement.id };
  const { version } = (await yardpack.call('getEngagement', { as, params })).body.engagement;
  const body = { workerProfileId: workers[who].profileId, weekDays, from, version };
  return await yardpack.call('assignWorker', { as, params, body });
}
export const setHoliday = ({ yardpack, office }: Business, day: CalendarDay, movedTo?: CalendarDay) =>
  yardpack.call('setHoliday', { as: office.accessToken, body: { day, name: 'Storm', ...(movedTo && { movedTo }) } });
export async function takeBackHolidays({ yardpack, office }: Business) {
  const { body } = await yardpack.call('listHolidays', { as: office.accessToken });
  for (const { id: holidayId } of body.holidays)
    await yardpack.call('takeBackHoliday', { as: office.accessToken, params: { holidayId } });
}
/** Lets a minute pass, in which everybody is told. */
export async function tellAll({ yardpack }: Business) {
  await yardpack.advance('PT61S');
  await sweep(yardpack.world);
  await yardpack.drain();
}

/** What somebody was told, in the order in which it was written, without what was dropped before it went out. */
export async function mailsOf({ yardpack }: Business, { email }: Person) {
  return await yardpack.world.database
    .select({ id: messages.id, subject: messages.subject, text: messages.text })
    .from(messages)
    .where(
      and(
        ...[eq(messages.recipient, email), eq(messages.channel, 'email')],
        sql`${messages.outcome} is distinct from 'dropped'`,
      ),
    )
    .orderBy(asc(messages.createdAt), sql`ctid`);
}
/** The six weeks that are looked at. */
export const horizon = Array.from({ length: 42 }, (_, ahead) => dayAt(ahead));
/** What somebody believes: on which day who comes, the days on which nobody does for now, and whose it is from which day on. */
export type Belief = {
  comes: Map<string, string>;
  away: Set<string>;
  skipped: Set<string>;
  plans: Map<string, string>;
};
/** What somebody knows without a letter, what they have done themselves, and the letters that were written before. */
type Deed = { letters: string[]; learn: (belief: Belief) => void };

/** The visits of a letter's plan: from a day on, somebody comes on these weekdays, in these weeks. */
export function learnPlan(
  belief: Belief,
  from: string,
  who: string | undefined,
  when: string,
  beginning?: string,
): void {
  const { comes } = belief;
  for (const day of horizon.map(String)) if (day >= from) comes.delete(day);
  if (who) belief.plans.set(from, who);
  const startDay = Temporal.PlainDate.from(beginning ?? from);
  for (const day of who ? horizon : []) {
    const isOn = when.includes(enumLabel(weekDayOf(day))) && day.toString() >= from;
    const interval = when.includes('every 2 weeks') ? 2 : 1;
    if (isOn && isVisitDue(day, { startDay, interval, weekOffset: 0 })) comes.set(day.toString(), who ?? '');
  }
}

export type Deeds = Map<Person, Deed[]>;

/** @returns on which day who comes in truth; nobody's name while the service waits for a worker */
export async function truth(
  { yardpack, workers, engagement }: Business,
  days: readonly Temporal.PlainDate[] = horizon,
): Promise<Map<string, string>> {
  const rows = await yardpack.world.database
    .select({ day: visits.day, worker: visits.workerProfileId })
    .from(visits)
    .where(
      and(
        eq(visits.engagementId, engagement.id),
        inArray(visits.state, ['planned', 'begun', 'done']),
        inArray(visits.day, [...days]),
      ),
    )
    .orderBy(asc(visits.day));
  const nameOf = (id: string | null) => names.find((name) => workers[name].profileId === id) ?? '';
  return new Map(rows.map(({ day, worker }) => [day.toString(), nameOf(worker)]));
}

const ahead = (max: number) => fc.integer({ min: 0, max });
const someName = fc.constantFrom(...names);
const skipper = fc.constantFrom('office', 'office', 'customer');
/** What people do to a service that changes when its visits are, or whose. */
export const act = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('move' as const), which: fc.nat(4), to: ahead(18), who: someName }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('assign' as const),
      who: someName,
      weekDays: fc.subarray([...weekDaysInOrder], { minLength: 2, maxLength: 2 }),
      // Days off are on these days too.
      from: fc.oneof(ahead(16), fc.integer({ min: 1, max: 6 })),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('holiday' as const),
      day: fc.integer({ min: 1, max: 6 }),
      to: fc.option(fc.integer({ min: 1, max: 9 })),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('off' as const),
      who: fc.constantFrom(...names),
      day: fc.integer({ min: 1, max: 9 }),
      days: fc.integer({ min: 0, max: 4 }),
      instead: fc.oneof(fc.constantFrom(...names), fc.integer({ min: 1, max: 12 }), fc.constant(null)),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('no-holiday' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('skip' as const), which: fc.nat(4), by: skipper }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('no-skip' as const), which: fc.nat(4), by: skipper }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('hold' as const), from: ahead(14), days: ahead(8) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('no-hold' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('pause' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('resume' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('decline' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('own weekday' as const),
      which: fc.nat(1),
      to: fc.constantFrom(...weekDaysInOrder),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('rhythm' as const),
      frequency: fc.integer({ min: 1, max: 3 }),
      interval: fc.constantFrom(1, 2),
      from: ahead(16),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('tell' as const) }) },
);
export type Act = typeof act extends fc.Arbitrary<infer One> ? One : never;

/** What happens as days pass: visits are made, and a service is given back and taken again. */
export const actOfDays = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('night' as const),
      until: fc.constantFrom(8, 8, 22),
      // All days pass until the next one with a visit.
      isToVisit: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('begin' as const),
      // Without signal the tap may be from before what was done meanwhile.
      minutesAgo: fc.constantFrom(0, 0, 2, 120, 720, 1440),
      who: fc.constantFrom(null, null, null, ...names),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('finish' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('release' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('claim' as const),
      who: someName,
      weekDays: fc.shuffledSubarray([...weekDaysInOrder], { minLength: 3, maxLength: 3 }),
    }),
  },
);
type ActOfDays = typeof actOfDays extends fc.Arbitrary<infer One> ? One : never;

/**
 * Who puts a service on other weekdays knows what they say: of this week, as far as it is so. Of those that stay they know what they
 * knew.
 * @param before the weekdays that it had
 */
async function knowsWeekdays(
  { yardpack, engagement, ...business }: Business,
  worker: Name,
  before: readonly WeekDay[],
): Promise<Deed['learn']> {
  const is = await truth({ yardpack, engagement, ...business });
  const { profileId } = business.workers[worker];
  const [schedule, tenure] = await yardpack.world.database.transaction(async (transaction) => [
    await lockSchedule(transaction, engagement.id),
    // A worker who was given it sees from when on it is theirs.
    (await selectTenures(transaction, engagement.id))[0],
  ]);
  const isPlanned = (day: Temporal.PlainDate) =>
    schedule?.weekDays.includes(weekDayOf(day)) === true && isVisitDue(day, schedule);
  const isOn = (day: Temporal.PlainDate) => is.get(day.toString()) === worker;
  const [week, later] = [horizon.slice(0, 7), horizon.slice(7)];
  return ({ comes }) => {
    const isSaid = (day: Temporal.PlainDate) => {
      if (isPlanned(day)) comes.set(day.toString(), worker);
      else comes.delete(day.toString());
    };
    const isOther = (day: Temporal.PlainDate) => before.includes(weekDayOf(day)) !== isPlanned(day);
    for (const day of week.filter(isOther)) if (isPlanned(day) === isOn(day)) isSaid(day);
    for (const day of later.filter(isOther))
      if (tenure?.worker !== profileId || day.toString() >= tenure.firstDay) isSaid(day);
  };
}

/** What staff, or the worker of the service, do to it. @returns what was done; undefined for an act of another kind */
export async function change(business: Business, deeds: Deeds, one: Act | ActOfDays): Promise<string | undefined> {
  const { yardpack, office, customer, workers, engagement } = business;
  const params = { engagementId: engagement.id };
  const as = office.accessToken;
  const setStatus = async (who: Person, status: string) =>
    (await yardpack.call('updateEngagement', { as: who.accessToken, params, body: { status } as never })).status;
  const standing = async () => {
    const [row] = await yardpack.world.database
      .select({ status: engagements.status, worker: engagements.workerProfileId })
      .from(engagements)
      .where(eq(engagements.id, engagement.id));
    return { status: row?.status, worker: names.find((name) => workers[name].profileId === row?.worker) };
  };
  const done = async (person: Person, learn: Deed['learn']) => {
    const letters = (await mailsOf(business, person)).map(({ id }) => id);
    deeds.set(person, [...(deeds.get(person) ?? []), { letters, learn }]);
  };
  if (one.kind === 'pause' || one.kind === 'resume') {
    const status = one.kind === 'pause' ? 'ENGAGEMENT_STATUS_PAUSED' : 'ENGAGEMENT_STATUS_RUNNING';
    return `${await setStatus(customer, status)}: ${one.kind}`;
  }
  if (one.kind === 'decline') {
    const { worker, status: before } = await standing();
    if (!worker || before === 'ENGAGEMENT_STATUS_PAUSED') return 'nobody to decline';
    await done(workers[worker], ({ comes }) => comes.clear());
    return `${await setStatus(workers[worker], 'ENGAGEMENT_STATUS_PROPOSED')}: ${worker} declines, ${(await standing()).status}`;
  }
  if (one.kind === 'skip' || one.kind === 'no-skip') {
    const due = [...(await truth(business)).keys()];
    if (one.kind === 'skip') {
      const day = due[one.which % Math.max(due.length, 1)];
      if (!day) return 'none to skip';
      const date = calendarDay(Temporal.PlainDate.from(day));
      const by = one.by === 'customer' ? customer : office;
      const call = { as: by.accessToken, params, body: { date, reason: 'Storm' } };
      const { status } = await yardpack.call('createSkip', call);
      if (status === 200 && by === customer) await done(customer, ({ skipped }) => skipped.add(day));
      return `${status}: ${one.by} skips ${day}`;
    }
    const taken = await yardpack.world.database
      .select({ date: skip.date })
      .from(visits)
      .innerJoin(skipsOfVisits, sql`true`);
    const date = taken[one.which % Math.max(taken.length, 1)]?.date.toString();
    if (!date) return 'none skipped';
    const by = one.by === 'customer' ? customer : office;
    const { status } = await yardpack.call('deleteSkip', { as: by.accessToken, params: { ...params, date } });
    const who = (await truth(business)).get(date);
    if (status === 200 && by === customer)
      await done(customer, ({ comes, skipped }) => {
        skipped.delete(date);
        if (who) comes.set(date, 'somebody');
      });
    return `${status}: ${one.by} puts ${date} back`;
  }
  if (one.kind === 'hold') {
    const body = {
      firstDay: calendarDay(dayAt(one.from)),
      lastDay: calendarDay(dayAt(one.from + one.days)),
    };
    return `${(await yardpack.call('createHold', { as, params, body })).status}: away ${dayAt(one.from)}, ${one.days} days`;
  }
  if (one.kind === 'no-hold') {
    const rows = await yardpack.world.database.select({ id: holds.id }).from(holds);
    for (const { id: holdId } of rows) await yardpack.call('endHold', { as, params: { ...params, holdId } });
    return 'not away';
  }
  if (one.kind === 'own weekday') {
    const { worker, status: before } = await standing();
    // Of a service that rests its worker reads the days in the plan.
    if (!worker || before === 'ENGAGEMENT_STATUS_PAUSED') return 'nobody to change weekdays';
    const { accessToken: own, profileId } = workers[worker];
    const plan = await yardpack.world.database
      .select({
        id: scheduleTemplateDays.id,
        scheduleTemplateId: scheduleTemplateDays.scheduleTemplateId,
        dayOfWeek: scheduleTemplateDays.dayOfWeek,
        sequence: scheduleTemplateDays.sequence,
      })
      .from(scheduleTemplateDays)
      .orderBy(asc(scheduleTemplateDays.dayOfWeek));
    const place = plan[one.which % Math.max(plan.length, 1)];
    if (!place) return 'no weekday';
    const days = [{ ...place, dayOfWeek: one.to, sequence: 0 }];
    const { status } = await yardpack.call('updateScheduleTemplateDays', {
      as: own,
      body: { scheduleTemplateDays: days },
    } as never);
    if (status === 200 && one.to !== place.dayOfWeek)
      await done(
        workers[worker],
        await knowsWeekdays(
          business,
          worker,
          plan.map(({ dayOfWeek }) => dayOfWeek),
        ),
      );
    if (status === 200) await tellAll(business);
    return `${status}: ${worker} (${profileId}) puts ${place.dayOfWeek} on ${one.to}`;
  }
  if (one.kind === 'rhythm') {
    const { worker } = await standing();
    const wish = { frequency: one.frequency, interval: one.interval, startDay: calendarDay(dayAt(one.from)) };
    const asked = await yardpack.call('askRhythm', { as, params, body: wish });
    if (!worker || asked.status !== 200) return `${asked.status}: other rhythm`;
    const weekDays = weekDaysInOrder.slice(1, 1 + one.frequency);
    const before = workers[worker].accessToken;
    const accepted = await yardpack.call('acceptRhythm', { as: before, params, body: { ...wish, weekDays } });
    const label = `${weekDays.map((day) => enumLabel(day)).join()}, every ${one.interval} weeks`;
    if (accepted.status === 200)
      await done(workers[worker], (belief) => learnPlan(belief, dayAt(one.from).toString(), worker, label));
    // What staff change of it within the minute its worker sees on the page.
    await tellAll(business);
    return `${accepted.status}: ${label} from ${dayAt(one.from)} by ${worker}`;
  }
  return undefined;
}

/** Lets days pass, and does what people do on them. @returns what was done; undefined for an act of another kind */
async function live(business: Business, one: Act | ActOfDays): Promise<string | undefined> {
  const { yardpack, office, customer, workers, engagement } = business;
  const { clock, database } = yardpack.world;
  if (one.kind === 'night') {
    const now = clock.now().toZonedDateTimeISO(businessTimeZone);
    const then = now.with({ hour: one.until, minute: 1, second: 0 });
    const isPast = Temporal.ZonedDateTime.compare(then, now) <= 0;
    const next = isPast ? then.add({ days: 1 }) : then;
    const week = Array.from({ length: 7 }, (_, ahead) => next.toPlainDate().add({ days: ahead }));
    const [visit] = one.isToVisit ? (await truth(business, week)).keys() : [];
    const to = visit ? next.with(calendarDay(Temporal.PlainDate.from(visit))) : next;
    await advanceFor(yardpack, to.toInstant().toString(), [customer, office, ...Object.values(workers)]);
    return `it is ${to.toPlainDateTime()}`;
  }
  if (one.kind === 'begin') {
    const tappedAt = clock.now().subtract({ minutes: one.minutesAgo });
    const day = businessDay(tappedAt);
    const who = one.who ?? (await truth(business, [day])).get(day.toString());
    if (!who) return 'none to begin';
    const { accessToken: as, profileId: workerProfileId } = workers[who as Name];
    const body = { engagementId: engagement.id, date: calendarDay(day), tappedAt: tappedAt.toString() };
    const { status } = await yardpack.call('createWork', { as, params: { workerProfileId }, body });
    return `${status}: ${who} begins ${day}, ${one.minutesAgo} minutes ago`;
  }
  if (one.kind === 'finish') {
    const begun = await database
      .select({ id: visits.id, workerProfileId: visits.workerProfileId })
      .from(visits)
      .where(ne(visits.step, 'WORK_STATUS_WORK_COMPLETED'));
    for (const { id, workerProfileId } of begun) {
      const worker = Object.values(workers).find(({ profileId }) => profileId === workerProfileId);
      for (const status of worker ? workSteps : []) if (worker) await stepWork(yardpack, worker, id, status);
    }
    return `${begun.length} finished`;
  }
  if (one.kind === 'release') {
    return `${(await moveEngagement(yardpack, office, engagement.id, 'PROPOSED')).status}: released`;
  }
  if (one.kind === 'claim') {
    const [row] = await database
      .select({ frequency: scheduleTemplates.frequency })
      .from(scheduleTemplates)
      .where(eq(scheduleTemplates.engagementId, engagement.id));
    const weekDays = one.weekDays.slice(0, row?.frequency);
    const { status } = await yardpack.call('createScheduleTemplateDays', {
      as: workers[one.who].accessToken,
      body: { scheduleTemplateDays: weekDays.map((day) => place(engagement, day)) },
    });
    return `${status}: ${one.who} claims for ${weekDays.map((day) => enumLabel(day))}`;
  }
  return undefined;
}

const workSteps = [
  'WORK_STATUS_TRAVEL_STARTED',
  'WORK_STATUS_TRAVEL_COMPLETED',
  'WORK_STATUS_WORK_STARTED',
  'WORK_STATUS_WORK_COMPLETED',
] as const;

/** Does one thing to a service. @returns what was done, for whoever reads of a run that failed */
export async function make(business: Business, deeds: Deeds, one: Act | ActOfDays): Promise<string> {
  const changed = (await change(business, deeds, one)) ?? (await live(business, one));
  if (changed !== undefined) return changed;
  if (one.kind === 'tell') {
    await tellAll(business);
    return 'told';
  }
  if (one.kind === 'no-holiday') {
    await takeBackHolidays(business);
    return 'no days off';
  }
  if (one.kind === 'holiday') {
    const to = one.to === null ? undefined : dayAt(one.to);
    const { status } = await setHoliday(business, calendarDay(dayAt(one.day)), to && calendarDay(to));
    return `${status}: ${dayAt(one.day)} off, to ${to}`;
  }
  if (one.kind === 'off') {
    const { yardpack, office, workers } = business;
    const { who, instead, days } = one;
    const [day, lastDay] = [dayAt(one.day), dayAt(one.day + (typeof instead === 'number' ? 0 : days))].map(calendarDay);
    const body = {
      ...{
        name: 'Vacation',
        day: day as CalendarDay,
        lastDay: lastDay as CalendarDay,
        workerProfileId: workers[who].profileId,
      },
      ...(typeof instead === 'string' && { toWorkerProfileId: workers[instead].profileId }),
      ...(typeof instead === 'number' && { movedTo: calendarDay(dayAt(instead)) }),
    };
    const { status } = await yardpack.call('setHoliday', { as: office.accessToken, body });
    return `${status}: ${who} off from ${dayAt(one.day)} for ${days} more days, instead ${instead}`;
  }
  if (one.kind === 'assign') {
    const { status } = await assign(business, one.who, one.weekDays, calendarDay(dayAt(one.from)));
    return `${status}: ${one.who} on ${one.weekDays.map((day) => enumLabel(day))} from ${dayAt(one.from)}`;
  }
  if (one.kind !== 'move') return one.kind;
  const due = [...(await truth(business))];
  const [day = '', who = ''] = due[one.which % Math.max(due.length, 1)] ?? [];
  if (!day) return 'none due';
  const to = dayAt(one.to);
  const { status } = await move(
    business,
    calendarDay(Temporal.PlainDate.from(day)),
    who as Name,
    calendarDay(to),
    one.who,
  );
  return `${status}: ${day} of ${who} to ${to} by ${one.who}`;
}
