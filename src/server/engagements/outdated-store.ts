import { and, eq, gte } from 'drizzle-orm';
import type { Transaction } from '../database/connection.ts';
import { skips } from '../database/schema/engagements.ts';

/** @returns the ids of what a service's visits to come have been taken off by */
export async function selectSkipsToCome(
  transaction: Transaction,
  engagementId: string,
  today: Temporal.PlainDate,
): Promise<string[]> {
  const rows = await transaction
    .select({ id: skips.id })
    .from(skips)
    .where(and(eq(skips.engagementId, engagementId), gte(skips.date, today), eq(skips.kind, 'skipped')));
  return rows.map(({ id }) => id);
}
