import { and, eq, lte, sql } from 'drizzle-orm';
import type { Queryable } from '../database/connection.ts';
import type { refunds } from '../database/schema/billing.ts';
import type { topUps } from '../database/schema/credits.ts';
import { isMoneyMoving } from '../database/schema/standstills.ts';

/**
 * How the rows of a table are taken and changed that Stripe is asked for under keys of their own, try by try, until it is
 * known what became of them.
 */
export function askedRows<Table extends typeof refunds | typeof topUps>(table: Table) {
  type Row = Table['$inferSelect'];
  // Drizzle types a statement by its table; what stands here both tables have.
  const asked = table as typeof topUps;
  const isOne = (id: string, status: 'pending' | 'unknown') => and(eq(asked.id, id), eq(asked.status, status));

  /**
   * Takes a row that is due for one try, unless money stands still; others leave it alone until `until`. From here on only Stripe can say what became
   * of it.
   * @returns the row, and whether Stripe may have been asked before; undefined when it is not due
   */
  async function take(
    database: Queryable,
    id: string,
    now: Temporal.Instant,
    until: Temporal.Instant,
  ): Promise<{ row: Row; askedBefore: boolean } | undefined> {
    const isDue = (status: 'pending' | 'unknown') => and(isOne(id, status), lte(asked.dueAt, now), isMoneyMoving);
    const [first] = await database
      .update(asked)
      // A restore has marked those that Stripe may know already.
      .set({
        status: 'unknown',
        dueAt: until,
        askedAt: sql`coalesce(${asked.askedAt}, ${now.toString()}::timestamptz)`,
      })
      .where(isDue('pending'))
      .returning();
    if (first) return { row: first, askedBefore: !first.askedAt?.equals(now) };
    const [again] = await database.update(asked).set({ dueAt: until }).where(isDue('unknown')).returning();
    return again && { row: again, askedBefore: true };
  }

  /** Changes a row whose outcome is unknown; one that is known by now stays as it is. @returns whether it still was unknown */
  async function moveUnknown(database: Queryable, id: string, changes: Partial<Row>): Promise<boolean> {
    const moved = await database
      .update(asked)
      .set(changes as Partial<typeof topUps.$inferSelect>)
      .where(isOne(id, 'unknown'))
      .returning({ id: asked.id });
    return moved.length > 0;
  }

  return { take, moveUnknown };
}
