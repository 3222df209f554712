import { and, eq, gte } from 'drizzle-orm';
import type { Transaction } from '../database/connection.ts';
import { holds } from '../database/schema/calendar.ts';
import { skips } from '../database/schema/engagements.ts';

/** @returns the ids of what a service's visits to come have been taken off by, and of the holds that are not over */
export async function selectToCome(
  transaction: Transaction,
  engagementId: string,
  today: Temporal.PlainDate,
): Promise<{ skipIds: string[]; holdIds: string[] }> {
  const skipped = await transaction
    .select({ id: skips.id })
    .from(skips)
    .where(and(eq(skips.engagementId, engagementId), gte(skips.date, today), eq(skips.kind, 'skipped')));
  const held = await transaction
    .select({ id: holds.id })
    .from(holds)
    .where(and(eq(holds.engagementId, engagementId), gte(holds.lastDay, today)));
  return { skipIds: skipped.map(({ id }) => id), holdIds: held.map(({ id }) => id) };
}
