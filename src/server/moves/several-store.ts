import { eq, inArray, sql } from 'drizzle-orm';
import type { Transaction } from '../database/connection.ts';
import { engagements } from '../database/schema/engagements.ts';
import { profiles } from '../database/schema/profiles.ts';
import { isActive, isOffByPeople, takesPlace } from '../database/schema/states.ts';
import { visits } from '../database/schema/visits.ts';

/** @returns the services of some visits, and how many of the visits there are */
export async function selectServicesOf(transaction: Transaction, visitIds: readonly string[]) {
  const rows = await transaction
    .select({ engagementId: visits.engagementId })
    .from(visits)
    .where(inArray(visits.id, [...visitIds]));
  return { count: rows.length, engagementIds: [...new Set(rows.map(({ engagementId }) => engagementId))].sort() };
}

/** @returns visits as they are by now, with whose service each is of */
export async function selectVisits(transaction: Transaction, visitIds: readonly string[]) {
  return await transaction
    .select({
      id: visits.id,
      engagementId: visits.engagementId,
      home: visits.home,
      day: visits.day,
      workerProfileId: visits.workerProfileId,
      state: visits.state,
      offBy: visits.offBy,
      offId: visits.offId,
      reason: visits.reason,
      isServed: sql<boolean>`${isActive(engagements)}`,
      firstName: profiles.firstName,
      lastName: profiles.lastName,
    })
    .from(visits)
    .innerJoin(engagements, eq(engagements.id, visits.engagementId))
    .innerJoin(profiles, eq(profiles.id, engagements.customerProfileId))
    .where(inArray(visits.id, [...visitIds]));
}
export type SeenVisit = Awaited<ReturnType<typeof selectVisits>>[number];

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
