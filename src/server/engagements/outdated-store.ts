import { and, eq, gte, isNotNull } from 'drizzle-orm';
import type { Transaction } from '../database/connection.ts';
import { visits } from '../database/schema/visits.ts';

/** @returns of the visits to come of a service that have been taken off, the ids of that */
export async function selectOff(
  transaction: Transaction,
  engagementId: string,
  today: Temporal.PlainDate,
): Promise<string[]> {
  const isToCome = and(eq(visits.engagementId, engagementId), gte(visits.day, today), eq(visits.state, 'off'));
  const rows = await transaction
    .select({ offId: visits.offId })
    .from(visits)
    .where(and(isToCome, isNotNull(visits.offId)));
  return rows.flatMap(({ offId }) => offId ?? []);
}
