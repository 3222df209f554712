import { orderDaysKept } from '#domain/orders.ts';
import { record } from '../changes/record.ts';
import type { Caller } from '../http/access.ts';
import { notFound, notNow } from '../http/errors.ts';
import type { World } from '../world.ts';
import { eraseEnded, takeLongStuck } from './erase-store.ts';
import { endOrder } from './links.ts';
import { lockOrder } from './store.ts';

/** How many orders that nobody answered one sweep ends. */
const mostInOneSweep = 50;

/**
 * Erases the data of somebody who has no account from an order that was taken back, and what was written to them of it.
 * Erasing again does nothing; nothing brings it back.
 * @throws ApiError NOT_FOUND, NOT_ALLOWED_NOW while it waits, and of somebody with an account
 */
export async function eraseOrder(world: World, caller: Caller, orderId: string): Promise<void> {
  await world.database.transaction(async (transaction) => {
    const order = await lockOrder(transaction, orderId);
    if (!order) throw notFound('Order');
    if (order.userId) {
      throw notNow('This person has an account. Erase their data on their own page.');
    }
    if (order.status === 'waiting') throw notNow('This order waits. Take it back before.');
    if (!(await eraseEnded(transaction, order, world.clock.now()))) return;
    await record(world, transaction, { kind: 'order-erased', by: caller.userId, subjectId: orderId });
  });
}

/** Ends orders that nobody has answered for long, and forgets whose those were that ended long ago without an account. */
export async function forgetOldOrders(world: World): Promise<void> {
  const now = world.clock.now();
  const before = now.subtract({ hours: 24 * orderDaysKept });
  await world.database.transaction(async (transaction) => {
    for (const { id } of await takeLongStuck(transaction, before, mostInOneSweep)) {
      await endOrder(world, transaction, id, null, 'Nobody has answered for long.');
    }
    await eraseEnded(transaction, undefined, now, before);
  });
}
