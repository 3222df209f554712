import { and, eq } from 'drizzle-orm';
import type { Transaction } from '../database/connection.ts';
import { engagements } from '../database/schema/engagements.ts';
import { isBegun } from '../database/schema/states.ts';
import { visits } from '../database/schema/visits.ts';

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
