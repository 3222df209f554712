import { and, asc, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import type { Transaction } from '../database/connection.ts';
import { eraseWholeNames } from '../database/erased-names.ts';
import { eraseOrders, gone } from '../database/erased-words.ts';
import { orders } from '../database/schema/orders.ts';
import { isStuckOrder } from '../database/schema/states.ts';
import type { OrderRow } from './store.ts';

/** @returns the orders that wait for staff since then or longer, locked until the transaction ends */
export async function takeLongStuck(transaction: Transaction, before: Temporal.Instant, limit: number) {
  return await transaction
    .select({ id: orders.id })
    .from(orders)
    .where(and(isStuckOrder(orders), lte(orders.stuckSince, before)))
    .orderBy(asc(orders.stuckSince), asc(orders.id))
    .limit(limit)
    .for('update', { skipLocked: true });
}

/**
 * Erases whose an order was that has ended and has no account, with what was written of it.
 * @param order all that ended before a moment when undefined
 * @returns whether there was anything
 */
export async function eraseEnded(
  transaction: Transaction,
  order: Pick<OrderRow, 'id'> | undefined,
  now: Temporal.Instant,
  before = now,
): Promise<boolean> {
  const known = await transaction
    .select({ id: orders.id, first: orders.firstName, last: orders.lastName })
    .from(orders)
    .where(
      and(
        isNull(orders.userId),
        lte(orders.endedAt, before),
        sql`${orders.firstName} <> ${sql.raw(`'${gone}'`)}`,
        order && eq(orders.id, order.id),
      ),
    );
  const ids = known.map(({ id }) => id);
  if (ids.length === 0) return false;
  await eraseOrders(transaction, inArray(orders.id, ids), now);
  await eraseWholeNames(transaction, known);
  return true;
}
