import { and, asc, eq, gt, gte, lte } from 'drizzle-orm';
import type { Queryable, Transaction } from '../database/connection.ts';
import { holds } from '../database/schema/calendar.ts';
import { visits } from '../database/schema/visits.ts';

export type HoldRow = typeof holds.$inferSelect;

/** @returns an engagement's holds that end on a day or later */
export async function selectHolds(
  transaction: Transaction,
  engagementId: string,
  from: Temporal.PlainDate,
): Promise<HoldRow[]> {
  return await transaction
    .select()
    .from(holds)
    .where(and(eq(holds.engagementId, engagementId), gte(holds.lastDay, from), lte(holds.firstDay, holds.lastDay)))
    .orderBy(asc(holds.firstDay));
}

/** @returns the day of the first visit to come after a hold; undefined when there is none in the next weeks */
export async function selectNextDay(
  transaction: Transaction,
  { engagementId, lastDay }: HoldRow,
): Promise<Temporal.PlainDate | undefined> {
  const isAfter = and(eq(visits.engagementId, engagementId), gt(visits.day, lastDay), eq(visits.state, 'planned'));
  const [next] = await transaction
    .select({ day: visits.day })
    .from(visits)
    .where(isAfter)
    .orderBy(asc(visits.day))
    .limit(1);
  return next?.day;
}

export async function insertHold(transaction: Transaction, hold: typeof holds.$inferInsert): Promise<HoldRow> {
  const [inserted] = await transaction.insert(holds).values(hold).returning();
  if (!inserted) throw new Error('The hold was not inserted');
  return inserted;
}

export async function selectHold(transaction: Transaction, engagementId: string, id: string) {
  const [hold] = await transaction
    .select()
    .from(holds)
    .where(and(eq(holds.id, id), eq(holds.engagementId, engagementId)));
  return hold;
}

/** @param dueAt when the customer is reminded that visits go on; null for never */
export async function updateLastDay(
  transaction: Transaction,
  id: string,
  lastDay: Temporal.PlainDate,
  dueAt: Temporal.Instant | null = null,
): Promise<void> {
  await transaction.update(holds).set({ lastDay, dueAt }).where(eq(holds.id, id));
}

/** @returns the ids of holds whose customers are to be reminded by now */
export async function selectDueHolds(database: Queryable, now: Temporal.Instant, limit: number): Promise<string[]> {
  const rows = await database.select({ id: holds.id }).from(holds).where(lte(holds.dueAt, now)).limit(limit);
  return rows.map(({ id }) => id);
}

/** @returns the hold, if this call has marked it as reminded of */
export async function markReminded(
  transaction: Transaction,
  id: string,
  now: Temporal.Instant,
): Promise<HoldRow | undefined> {
  const [hold] = await transaction
    .update(holds)
    .set({ dueAt: null })
    .where(and(eq(holds.id, id), lte(holds.dueAt, now)))
    .returning();
  return hold;
}
