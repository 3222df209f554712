import { and, eq, gt } from 'drizzle-orm';
import type { Queryable, Transaction } from '../database/connection.ts';
import { rhythmRequests, rhythmsBefore } from '../database/schema/rhythms.ts';

export type RhythmBefore = typeof rhythmsBefore.$inferSelect;

/** @returns what a service had before the rhythm that begins on a day to come; undefined when that one is not accepted alone */
export async function selectRhythmBefore(
  database: Queryable,
  { engagementId, startDay }: { engagementId: string; startDay: Temporal.PlainDate },
  today: Temporal.PlainDate,
): Promise<RhythmBefore | undefined> {
  const [row] = await database
    .select()
    .from(rhythmsBefore)
    .where(
      and(
        eq(rhythmsBefore.engagementId, engagementId),
        eq(rhythmsBefore.until, startDay),
        gt(rhythmsBefore.until, today),
      ),
    );
  return row;
}

export async function writeRhythmBefore(transaction: Transaction, row: RhythmBefore): Promise<void> {
  const { engagementId: _, ...changed } = row;
  await transaction
    .insert(rhythmsBefore)
    .values(row)
    .onConflictDoUpdate({ target: rhythmsBefore.engagementId, set: changed });
}

/** Forgets what a service had before an accepted rhythm. */
export async function deleteRhythmBefore(transaction: Transaction, engagementId: string): Promise<void> {
  await transaction.delete(rhythmsBefore).where(eq(rhythmsBefore.engagementId, engagementId));
}

/** Lets a rhythm be wanted of a service, unless yet another one is. */
export async function insertWish(
  transaction: Transaction,
  wish: Omit<typeof rhythmRequests.$inferInsert, 'toldWorkerProfileId'>,
): Promise<void> {
  await transaction.insert(rhythmRequests).values(wish).onConflictDoNothing();
}

/** @returns the other rhythm that is wanted of a service, if one is */
export async function selectWish(transaction: Transaction, engagementId: string) {
  const { frequency, interval, startDay } = rhythmRequests;
  const [wish] = await transaction
    .select({ frequency, interval, startDay })
    .from(rhythmRequests)
    .where(eq(rhythmRequests.engagementId, engagementId));
  return wish;
}
