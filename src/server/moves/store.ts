import { and, desc, eq, inArray, isNotNull, or, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../database/connection.ts';
import { contactOf } from '../database/people.ts';
import { users } from '../database/schema/accounts.ts';
import { holds, holidays } from '../database/schema/calendar.ts';
import { engagements } from '../database/schema/engagements.ts';
import { isOnboarded, profiles } from '../database/schema/profiles.ts';
import { isActive, isBegun, isDayOff, isOffByPeople, isToMake, takesPlace } from '../database/schema/states.ts';
import { visitHistory, visits } from '../database/schema/visits.ts';

/** Keeps days off as they are until the transaction ends; several transactions may do so at once. */
export async function holdHolidays(transaction: Transaction): Promise<void> {
  await transaction.execute(sql`lock table ${holidays} in share mode`);
}

/** @returns the services of some visits, and how many of the visits there are */
export async function selectServicesOf(transaction: Transaction, visitIds: readonly string[]) {
  const rows = await transaction
    .select({ engagementId: visits.engagementId })
    .from(visits)
    .where(inArray(visits.id, [...visitIds]));
  return { count: rows.length, engagementIds: [...new Set(rows.map(({ engagementId }) => engagementId))].sort() };
}

const seenVisits = (transaction: Transaction) =>
  transaction
    .select({
      id: visits.id,
      engagementId: visits.engagementId,
      home: visits.home,
      day: visits.day,
      workerProfileId: visits.workerProfileId,
      state: visits.state,
      step: visits.step,
      offBy: visits.offBy,
      offId: visits.offId,
      missedOn: visits.missedOn,
      reason: visits.reason,
      isServed: sql<boolean>`${isActive(engagements)}`,
      firstName: profiles.firstName,
      lastName: profiles.lastName,
    })
    .from(visits)
    .innerJoin(engagements, eq(engagements.id, visits.engagementId))
    .innerJoin(profiles, eq(profiles.id, engagements.customerProfileId));
export type SeenVisit = Awaited<ReturnType<typeof seenVisits>>[number];

/** @returns visits as they are by now, with whose service each is of */
export const selectVisits = async (transaction: Transaction, visitIds: readonly string[]): Promise<SeenVisit[]> =>
  await seenVisits(transaction).where(inArray(visits.id, [...visitIds]));

/** @returns the visits of a service that are on a day, were missed there, or were there before and are still to be made or were missed, the last changed first */
export async function selectVisitsOn(
  transaction: Transaction,
  engagementId: string,
  day: Temporal.PlainDate,
): Promise<SeenVisit[]> {
  const wasThere = sql`exists (
    select from ${visitHistory} past where past.visit_id = ${visits.id} and past.day = ${day} and past.state = 'planned')`;
  return await seenVisits(transaction)
    .where(
      and(
        eq(visits.engagementId, engagementId),
        or(
          eq(visits.day, day),
          eq(visits.missedOn, day),
          and(or(isToMake(visits), eq(visits.state, 'missed')), wasThere),
        ),
      ),
    )
    .orderBy(desc(visits.changedAt));
}

/** @returns which visits services have on some days: those that take place, and those that people took off */
export async function selectTaken(
  transaction: Transaction,
  engagementIds: readonly string[],
  days: readonly Temporal.PlainDate[],
) {
  return await transaction
    .select({ id: visits.id, engagementId: visits.engagementId, day: visits.day, state: visits.state })
    .from(visits)
    .where(
      sql`${inArray(visits.engagementId, [...engagementIds])} and ${inArray(visits.day, [...days])}
        and (${visits.state} <> 'off' or ${isOffByPeople(visits)})`,
    );
}

/** @returns the visits that workers have on some days, each with its id */
export async function selectOnDays(
  transaction: Transaction,
  workerProfileIds: readonly string[],
  days: readonly Temporal.PlainDate[],
) {
  return await transaction
    .select({ id: visits.id, day: visits.day, workerProfileId: visits.workerProfileId })
    .from(visits)
    .where(
      sql`${inArray(visits.workerProfileId, [...workerProfileIds])} and ${inArray(visits.day, [...days])} and ${takesPlace(visits)}`,
    );
}

/**
 * Corrects why staff moved a visit.
 * @returns false when they did not move it, or for that reason
 */
export async function correctReason(transaction: Transaction, visitId: string, reason: string | null) {
  const isOther = and(isNotNull(visits.setDay), sql`${visits.setReason} is distinct from ${reason}`);
  const corrected = await transaction
    .update(visits)
    .set({ setReason: reason })
    .where(and(eq(visits.id, visitId), isOther))
    .returning({ id: visits.id });
  return corrected.length > 0;
}

/** Where a visit of a service is to go. */
export type Aim = { engagementId: string; day: Temporal.PlainDate; workerProfileId: string };
type Rest = { dayOff: string | null; isWorkerOff: boolean; isAway: boolean };

/**
 * @returns for each of them, in their order, the name of the day off of all, null when there is none, and whether the worker is off, or the
 *   customer wants no visit of the service on it
 */
export async function selectRests(transaction: Transaction, aims: readonly Aim[]): Promise<Rest[]> {
  const given = aims.map(({ engagementId, day, workerProfileId }) => ({
    engagementId,
    day: `${day}`,
    workerProfileId,
  }));
  const { rows } = await transaction.execute<Rest>(sql`
    with given as materialized (
      select one.place, (one.value ->> 'engagementId')::uuid as engagement, (one.value ->> 'day')::date as day,
        (one.value ->> 'workerProfileId')::uuid as worker
      from json_array_elements(${JSON.stringify(given)}::json) with ordinality one (value, place)
    ), off as materialized (
      select worker_profile_id as worker, day as first, coalesce(last_day, day) as last, name from ${holidays}
      where ${isDayOff(holidays)} and coalesce(last_day, day) >= (select min(day) from given)
    )
    select (select name from off where worker is null and given.day between first and last limit 1) as "dayOff",
      exists (select from off where off.worker = given.worker and given.day between first and last) as "isWorkerOff",
      exists (select from ${holds} where engagement_id = given.engagement and given.day between first_day and last_day) as "isAway"
    from given order by place`);
  return rows;
}

/** @returns a worker with what decides whether visits can be given to them */
export async function selectWorker(database: Queryable, workerProfileId: string) {
  const [worker] = await selectWorkers(database, [workerProfileId]);
  return worker;
}

/** @returns workers with what decides whether visits can be given to them */
export async function selectWorkers(database: Queryable, workerProfileIds: readonly string[]) {
  return await database
    .select({
      contact: contactOf(profiles),
      name: profiles.displayName,
      userId: profiles.userId,
      isOnboarded: isOnboarded(profiles.userId),
      isApproved: sql<boolean>`coalesce(${profiles.approval} = 'approved', false)`,
      approval: profiles.approval,
      isClosed: sql<boolean>`${users.deactivatedAt} is not null`,
    })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(and(inArray(profiles.id, [...workerProfileIds]), eq(profiles.type, 'PROFILE_TYPE_WORKER')));
}

/** @returns what of an engagement decides whether it can be assigned */
export async function selectStanding(transaction: Transaction, engagementId: string) {
  const [standing] = await transaction
    .select({
      id: engagements.id,
      status: engagements.status,
      version: engagements.version,
      workerProfileId: engagements.workerProfileId,
    })
    .from(engagements)
    .where(eq(engagements.id, engagementId));
  return standing;
}

/** @returns whether a visit of a service on a day is begun */
export async function isBegunOn(transaction: Transaction, engagementId: string, day: Temporal.PlainDate) {
  const isOne = and(eq(visits.engagementId, engagementId), eq(visits.day, day), isBegun(visits));
  return (await transaction.$count(visits, isOne)) > 0;
}
