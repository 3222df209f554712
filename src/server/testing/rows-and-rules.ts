import { and, asc, between, eq, inArray, isNull } from 'drizzle-orm';
import { isBefore } from '#domain/calendar.ts';
import { firstDayToCome } from '#domain/visit-class.ts';
import { later } from '#domain/visit-plan.ts';
import type { Database } from '../database/connection.ts';
import { holidays } from '../database/schema/calendar.ts';
import { engagements, scheduleTemplates, skips, works } from '../database/schema/engagements.ts';
import { profiles } from '../database/schema/profiles.ts';
import { plans, visitHistory, visits } from '../database/schema/visits.ts';
import { hasVisitOn, lockVisits, workerOn } from '../engagements/schedule.ts';
import type { World } from '../world.ts';
import type { TestWorld } from './world.ts';

/** A visit as rows and rules both know it. */
type Comes = { worker: string | null; state: string };

/** @returns the 13 weeks from the first day on of which a visit is still to come */
export const daysToCome = (clock: World['clock']): Temporal.PlainDate[] =>
  Array.from({ length: 91 }, (_, ahead) => firstDayToCome(clock.now()).add({ days: ahead }));

/** @returns the visits of a service on these days, by the plan and what differs from it, those that are off left out */
export async function visitsByRules(
  database: Database,
  engagementId: string,
  days: readonly Temporal.PlainDate[],
): Promise<Map<string, Comes>> {
  const [first] = days;
  const schedule =
    first && (await database.transaction(async (transaction) => await lockVisits(transaction, engagementId, first)));
  if (!schedule) throw new Error('The service is gone');
  const isOne = (table: typeof works | typeof skips) => eq(table.engagementId, engagementId);
  const begun = await database.select().from(works).where(isOne(works));
  const off = await database.select({ date: skips.date }).from(skips).where(isOne(skips));
  const found = days.flatMap((day): [string, Comes][] => {
    if (off.some(({ date }) => date.equals(day))) return [];
    const work = begun.find(({ date }) => date.equals(day));
    const state = work?.status === 'WORK_STATUS_WORK_COMPLETED' ? 'done' : work ? 'begun' : 'planned';
    if (!work && !hasVisitOn(schedule, day)) return [];
    return [[day.toString(), { worker: work ? work.workerProfileId : workerOn(schedule, day), state }]];
  });
  return new Map(found);
}

type Row = Comes & Pick<typeof visits.$inferSelect, 'id' | 'home' | 'setDay'> & { setWorker: string | null };

/** @returns the visits of a service on these days, by their rows, those that are off left out */
async function visitsByRows(
  database: Database,
  engagementId: string,
  days: readonly Temporal.PlainDate[],
): Promise<Map<string, Row>> {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return new Map();
  const rows = await database
    .select({
      id: visits.id,
      day: visits.day,
      home: visits.home,
      setDay: visits.setDay,
      setWorker: visits.setWorkerProfileId,
      worker: visits.workerProfileId,
      state: visits.state,
    })
    .from(visits)
    .where(and(eq(visits.engagementId, engagementId), between(visits.day, first, last)));
  const isThere = ({ state }: Comes) => state === 'planned' || state === 'begun' || state === 'done';
  return new Map(rows.filter(isThere).map(({ day, ...row }) => [day.toString(), row]));
}

/** A day on which a service has another visit by its rows than by the rules, with what else may be the reason. */
type Difference = {
  day: string;
  /** Of the 13 weeks. */
  first: Temporal.PlainDate;
  rule: Comes | undefined;
  row: Row | undefined;
  /** All visits by rows. */
  rows: Row[];
  daysOff: { day: Temporal.PlainDate; movedTo: Temporal.PlainDate | null }[];
  /** Where visits were taken off by people. */
  takenOff: { visitId: string; day: Temporal.PlainDate }[];
  /** The first days of its plans. */
  beginnings: Temporal.PlainDate[];
};

const mondayOf = (day: Temporal.PlainDate) => day.subtract({ days: day.dayOfWeek - 1 });

/** What is to be otherwise than it was, with how often it was met: docs/decisions/039-visits-become-rows.md. */
const meant: { name: string; is(difference: Difference): boolean; count?: number }[] = [
  {
    name: 'The visit of a day off is moved with all others, also if its service was claimed later',
    is: ({ rule, row, daysOff }) =>
      !rule && row?.setDay === null && daysOff.some(({ day, movedTo }) => movedTo && day.equals(row.home)),
  },
  {
    name: 'In a week in which another plan begins a visit stays whose new day is over by then, and a new one comes besides',
    is: ({ rule, row, beginnings }) =>
      !rule &&
      row?.state === 'planned' &&
      beginnings.some((first) => first.dayOfWeek > 1 && mondayOf(first).equals(mondayOf(row.home))),
  },
  {
    name: 'In such a week no visit comes besides for one whose day is over by then',
    is: ({ day, rule, row, beginnings }) =>
      rule?.state === 'planned' &&
      !row &&
      beginnings.length > 1 &&
      beginnings.some((first) => first.dayOfWeek > 1 && mondayOf(first).equals(mondayOf(Temporal.PlainDate.from(day)))),
  },
  {
    name: 'A visit for which staff chose a day is its plan’s worker’s, whoever had the service then',
    is: ({ rule, row }) => rule?.state === 'planned' && row?.setDay !== null && row?.setWorker === null,
  },
  {
    name: 'A visit that staff put somewhere stays there when the service has other weekdays, and is one of those of its week',
    is: ({ day, rule, row, rows }) =>
      rule && !row
        ? rows.some(({ home, setDay }) => setDay && home.toString() === day)
        : !rule && row?.setDay != null && !row.home.equals(day),
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
    is: ({ rule, row, first }) => !rule && row?.setDay === null && isBefore(row.home, first),
  },
  {
    name: 'Of too many visits of a week those stay that staff put somewhere',
    is: ({ day, rule, row, rows, beginnings }) => {
      const isOfWeek = ({ setDay, home }: Row) =>
        setDay !== null && mondayOf(home).equals(mondayOf(Temporal.PlainDate.from(day)));
      const [isMore, isLess] = [!rule && row?.setDay, rule?.state === 'planned' && !row && rows.some(isOfWeek)];
      return beginnings.length > 1 && Boolean(isMore || isLess);
    },
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
    const rows = await visitsByRows(database, id, days);
    const versions = await database.select().from(plans).where(eq(plans.engagementId, id));
    const isTakenOff = inArray(visitHistory.offBy, ['customer', 'worker', 'employee']);
    const takenOff = await database
      .select({ visitId: visitHistory.visitId, day: visitHistory.day })
      .from(visitHistory)
      .where(and(eq(visitHistory.engagementId, id), isTakenOff));
    const beginnings = versions.map(({ firstDay, startDay }) => later(firstDay, startDay));
    for (const day of [...new Set([...rules.keys(), ...rows.keys()])].sort()) {
      const [rule, row] = [rules.get(day), rows.get(day)];
      if (wordsOf(rule) === wordsOf(row)) continue;
      const first = days[0] ?? Temporal.PlainDate.from(day);
      const one = { day, first, rule, row, rows: [...rows.values()], daysOff, takenOff, beginnings };
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
