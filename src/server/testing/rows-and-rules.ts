import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { isBefore } from '#domain/calendar.ts';
import { addDays, laterDay, weekOf } from '#domain/iso-days.ts';
import { isThere, type Place } from '#domain/reconcile.ts';
import { firstDayToCome } from '#domain/visit-class.ts';
import { type PlanVersion, planOn, wantedDays } from '#domain/wanted-days.ts';
import { begunFields } from '../database/begun.ts';
import type { Database } from '../database/connection.ts';
import { holidays } from '../database/schema/calendar.ts';
import { engagements, scheduleTemplates } from '../database/schema/engagements.ts';
import { profiles } from '../database/schema/profiles.ts';
import { isBegun } from '../database/schema/states.ts';
import { visitHistory, visits } from '../database/schema/visits.ts';
import { skip, skipsOfVisits } from '../database/skips.ts';
import { hasVisitOn, lockVisits, originalDayOf, workerOn } from '../engagements/schedule.ts';
import { selectRules } from '../visit-rows/fill-store.ts';
import type { World } from '../world.ts';
import type { TestWorld } from './world.ts';

/** A visit as rows and rules both know it. */
type Comes = { worker: string | null; state: Place['state'] };
/** One by the rules, with the day on which the plan has it. */
type ByRule = Comes & { home: string };

/** @returns the 13 weeks from the first day on of which a visit is still to come */
export const daysToCome = (clock: World['clock']): Temporal.PlainDate[] =>
  Array.from({ length: 91 }, (_, ahead) => firstDayToCome(clock.now()).add({ days: ahead }));

/** @returns the visits of a service on these days, by the plan and what differs from it, those that are off left out */
export async function visitsByRules(
  database: Database,
  engagementId: string,
  days: readonly Temporal.PlainDate[],
): Promise<Map<string, ByRule>> {
  const [first] = days;
  const schedule =
    first && (await database.transaction(async (transaction) => await lockVisits(transaction, engagementId, first)));
  if (!schedule) throw new Error('The service is gone');
  const isOne = eq(visits.engagementId, engagementId);
  const begun = await database
    .select(begunFields)
    .from(visits)
    .where(and(isOne, isBegun(visits)));
  const off = await database.select({ date: skip.date }).from(visits).innerJoin(skipsOfVisits, isOne);
  const found = days.flatMap((day): [string, ByRule][] => {
    if (off.some(({ date }) => date.equals(day))) return [];
    const work = begun.find(({ date }) => date.equals(day));
    const state = work?.status === 'WORK_STATUS_WORK_COMPLETED' ? 'done' : work ? 'begun' : 'planned';
    if (!work && !hasVisitOn(schedule, day)) return [];
    const worker = work ? work.workerProfileId : workerOn(schedule, day);
    return [[day.toString(), { worker, state, home: originalDayOf(schedule, day).toString() }]];
  });
  return new Map(found);
}

type Row = Comes &
  Pick<typeof visits.$inferSelect, 'id' | 'home' | 'setDay' | 'offBy'> & {
    setWorker: string | null;
    day: Temporal.PlainDate;
    /** The Monday of its week. */
    week: string;
  };

/** @returns all visits of a service by their rows, but those that the plan wants no more */
async function visitsByRows(database: Database, engagementId: string): Promise<Row[]> {
  const rows = await database
    .select({
      id: visits.id,
      madeFor: visits.madeFor,
      day: visits.day,
      home: visits.home,
      setDay: visits.setDay,
      setWorker: visits.setWorkerProfileId,
      worker: visits.workerProfileId,
      state: visits.state,
      offBy: visits.offBy,
    })
    .from(visits)
    .where(eq(visits.engagementId, engagementId));
  return rows
    .filter(({ offBy }) => offBy !== 'plan')
    .map(({ madeFor, ...row }) => ({ ...row, week: weekOf(madeFor.toString()) }));
}

/** A day on which a service has another visit by its rows than by the rules, with what else may be the reason. */
type Difference = {
  day: string;
  /** Of the 13 weeks. */
  first: Temporal.PlainDate;
  rule: ByRule | undefined;
  /** All of the 13 weeks by rules. */
  rules: ByRule[];
  row: Row | undefined;
  /** All of the 13 weeks by rows that are not off. */
  rows: Row[];
  /** All by rows, whatever happened to them. */
  all: Row[];
  daysOff: { day: Temporal.PlainDate; movedTo: Temporal.PlainDate | null }[];
  /** Where visits were taken off by people. */
  takenOff: { visitId: string; day: Temporal.PlainDate }[];
  plans: readonly PlanVersion[];
};

/** @returns whether a service wants a visit on a day */
const wantedOn = (day: string, plans: readonly PlanVersion[]) =>
  wantedDays(weekOf(day), plans).some((wanted) => wanted.day === day);
/** @returns whether another plan begins or ends within a week */
const isChanged = (week: string, plans: readonly PlanVersion[]) =>
  new Set(Array.from({ length: 7 }, (_, ahead) => planOn(plans, addDays(week, ahead)))).size > 1;
/** @returns whether after a day a version begins of which its worker has changed something before */
const isChosenEarly = (day: string, plans: readonly PlanVersion[]) =>
  plans.some(
    ({ firstDay, worker }, made) =>
      day < firstDay && plans.slice(0, made).some((one) => one.worker === worker && one.firstDay === firstDay),
  );
/** @returns whether a week has the visits of its plans, of whichever day each one is */
const hasAll = (week: string, { all, plans }: Pick<Difference, 'all' | 'plans'>) =>
  all.filter((row) => row.week === week).length >= wantedDays(week, plans).length;

/** @returns whether a visit is on the first day, from its own on, on which no other one is and somebody works */
const isOnNextFreeDay = (row: Row, { first, all, daysOff }: Pick<Difference, 'first' | 'all' | 'daysOff'>) => {
  const isTaken = (day: string) =>
    all.some((one) => one.id !== row.id && isThere(one) && one.day.toString() === day) ||
    daysOff.some((one) => one.day.toString() === day);
  let free = laterDay(row.home.toString(), first.toString());
  while (isTaken(free)) free = addDays(free, 1);
  return row.day.toString() === free;
};

/** What is to be otherwise than it was, with how often it was met: docs/decisions/039-visits-become-rows.md. */
const meant: { name: string; is(difference: Difference): boolean; count?: number }[] = [
  {
    name: 'The visit of a day off is moved with all others, also if its service was claimed later',
    is: ({ rule, row, daysOff }) =>
      !rule && row?.setDay === null && daysOff.some(({ day, movedTo }) => movedTo && day.equals(row.home)),
  },
  {
    name: 'In a week in which another plan begins, or until one does of which its worker has chosen something, all is as wanted',
    is: ({ rule, row, plans, ...is }) => {
      const home = rule?.home ?? String(row?.home);
      if ((rule && row) || !(isChanged(weekOf(home), plans) || isChosenEarly(home, plans))) return false;
      return rule ? hasAll(weekOf(home), { plans, ...is }) : row?.setDay === null && wantedOn(home, plans);
    },
  },
  {
    name: 'A visit for which staff chose a day and somebody who has not left is theirs, whoever else comes to have one on that day',
    is: ({ day, rule, row, plans }) =>
      rule?.state === 'planned' &&
      row?.setDay?.toString() === day &&
      row.setWorker === row.worker &&
      rule.worker === planOn(plans, day)?.worker &&
      !plans.some(({ worker, endedOn }) => worker === row.worker && endedOn !== null),
  },
  {
    name: 'A visit whose day staff gave to another one is on the next free day',
    is: ({ rule, row, rows, ...is }) =>
      !rule &&
      row?.setDay === null &&
      rows.some(({ setDay, day }) => setDay !== null && day.equals(row.home)) &&
      isOnNextFreeDay(row, is),
  },
  {
    name: 'A visit that a day off sends to the day of another one is left out, also if the other one came later',
    is: ({ rule, row, all }) =>
      rule?.state === 'planned' &&
      !row &&
      all.some(({ home, offBy }) => offBy === 'holiday' && home.toString() === rule.home),
  },
  {
    name: 'A visit for which staff chose a day is its plan’s worker’s, whoever had the service then',
    is: ({ rule, row }) => rule?.state === 'planned' && row?.setDay !== null && row?.setWorker === null,
  },
  {
    name: 'A visit that staff put somewhere stays there when the service has other weekdays, and is one of those of its week',
    is: ({ day, rule, row, plans }) => !rule && row?.setDay?.toString() === day && plans.length > 1,
  },
  {
    name: 'A visit that somebody moved, made or took off is one of those of its week, of whichever day; as many others are left',
    is: ({ day, rule, rules, row, rows, ...is }) => {
      if (is.plans.length < 2 || (rule && (row || rule.state !== 'planned'))) return false;
      const week = rule ? weekOf(rule.home) : (row?.week ?? day);
      if (!is.all.some((one) => one.week === week && (one.setDay !== null || one.state !== 'planned'))) return false;
      const [byRules, byRows] = [
        rules.filter(({ home }) => weekOf(home) === week),
        rows.filter((one) => one.week === week),
      ];
      const isOpen = ({ home, setDay, state }: Row) =>
        home.toString() === rule?.home && setDay === null && state === 'planned';
      return rule
        ? hasAll(week, is) && !is.all.some(isOpen)
        : wantedOn(String(row?.home), is.plans) && byRows.length <= byRules.length;
    },
  },
  {
    name: 'A visit that was taken off and is one again is where its plan has it now',
    is: ({ day, rule, row, takenOff }) =>
      rule && !row
        ? takenOff.some((off) => off.day.toString() === day)
        : !rule && takenOff.some(({ visitId }) => visitId === row?.id),
  },
  {
    name: 'A visit whose own day is over is on the next free day once nothing else says where it is',
    is: ({ rule, row, ...is }) =>
      !rule && row?.setDay === null && isBefore(row.home, is.first) && isOnNextFreeDay(row, is),
  },
];

/** @returns how often each difference that is meant was met */
export const countsOfMeant = (): string[] => meant.map(({ name, count = 0 }) => `${count}: ${name}`);

/** @returns each day of the next 13 weeks on which the rows of a service have another visit than the rules; empty when all agree */
export async function rowsUnlikeRules({ clock, database }: Pick<World, 'clock' | 'database'>): Promise<string[]> {
  const days = daysToCome(clock);
  const services = await database
    .select({ id: engagements.id, status: engagements.status })
    .from(engagements)
    .innerJoin(scheduleTemplates, eq(scheduleTemplates.engagementId, engagements.id))
    .orderBy(asc(engagements.id));
  const people = await database.select({ id: profiles.id, name: profiles.displayName }).from(profiles);
  const nameOf = (worker: string | null) => people.find(({ id }) => id === worker)?.name ?? 'nobody';
  const wordsOf = (one: Comes | undefined) => (one ? `${one.state} by ${nameOf(one.worker)}` : 'none');
  const daysOff = await database
    .select({ day: holidays.day, movedTo: holidays.movedTo })
    .from(holidays)
    .where(isNull(holidays.takenBackAt));
  const differences: string[] = [];
  for (const { id, status } of services) {
    const rules = await visitsByRules(database, id, days);
    const all = await visitsByRows(database, id);
    const isAhead = ({ state, day }: Row) =>
      ['planned', 'begun', 'done'].includes(state) && days.some((one) => one.equals(day));
    const rows = new Map(all.filter(isAhead).map((row) => [row.day.toString(), row]));
    const [service] = await selectRules(database, [id], String(days[0]));
    const versions = service?.plans ?? [];
    for (const [week, own] of Map.groupBy(all, (row) => row.week)) {
      const isOpen = ({ state, setDay, day }: Row) => state === 'planned' && !setDay && rows.has(day.toString());
      const touched = own.filter((row) => !isOpen(row)).length;
      const wanted = wantedDays(week, versions).length;
      if (own.length > Math.max(wanted, touched))
        differences.push(`${id} has ${own.length} visits in the week of ${week}, ${wanted} are wanted`);
    }
    const isTakenOff = inArray(visitHistory.offBy, ['customer', 'worker', 'employee']);
    const takenOff = await database
      .select({ visitId: visitHistory.visitId, day: visitHistory.day })
      .from(visitHistory)
      .where(and(eq(visitHistory.engagementId, id), isTakenOff));
    for (const day of [...new Set([...rules.keys(), ...rows.keys()])].sort()) {
      const [rule, row] = [rules.get(day), rows.get(day)];
      if (wordsOf(rule) === wordsOf(row)) continue;
      const first = days[0] ?? Temporal.PlainDate.from(day);
      const one = {
        day,
        first,
        rule,
        rules: [...rules.values()],
        row,
        rows: [...rows.values()],
        all,
        daysOff,
        takenOff,
        plans: versions,
      };
      const known = meant.find(({ is }) => is(one));
      if (known) known.count = (known.count ?? 0) + 1;
      else differences.push(`${id} (${status}) on ${day}: ${wordsOf(rule)} by the rules, ${wordsOf(row)} by its row`);
    }
  }
  return differences;
}

/** Deletes plans and rows, as if nothing had ever kept any, as in a database from before them. */
export async function forgetRows({ unchecked }: Pick<TestWorld, 'unchecked'>): Promise<void> {
  // What has happened to a visit is never deleted otherwise.
  for (const table of ['visits', 'plans', 'visit_history']) await unchecked.query(`delete from ${table}`);
}
