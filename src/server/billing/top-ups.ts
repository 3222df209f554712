import { topUpOf } from '#domain/credit.ts';
import { record } from '../changes/record.ts';
import type { Transaction } from '../database/connection.ts';
import type { Caller } from '../http/access.ts';
import { notFound } from '../http/errors.ts';
import type { World } from '../world.ts';
import { type PaymentRow, selectVisitsOfBill } from './store.ts';
import { insertTopUp, reopenTopUp } from './top-up-store.ts';

/**
 * Commits what the worker is to get besides the card's part of a bill that credit has paid as well, so that the pay is the
 * same whoever has paid; a job then passes it on.
 */
export async function writeTopUp(
  world: World,
  transaction: Transaction,
  { billId, stripeDestinationAccountId }: PaymentRow,
): Promise<void> {
  if (billId === null) return;
  const visits = await selectVisitsOfBill(transaction, billId);
  const amount = visits.reduce((sum, visit) => sum + topUpOf(visit), 0);
  if (amount === 0) return;
  const now = world.clock.now();
  const topUp = { billId, amount, stripeDestinationAccountId, createdAt: now, dueAt: now };
  const topUpId = await insertTopUp(transaction, topUp);
  await world.jobs.enqueue(transaction, 'make-top-up', { topUpId });
}

/**
 * Has a top-up that was refused asked for again; one that is under way or done stays as it is.
 * @throws ApiError NOT_FOUND
 */
export async function sendTopUpAgain(world: World, caller: Caller, topUpId: string): Promise<void> {
  await world.database.transaction(async (transaction) => {
    const isReopened = await reopenTopUp(transaction, topUpId, world.clock.now());
    if (isReopened === undefined) throw notFound('Top-up');
    if (!isReopened) return;
    await record(world, transaction, { kind: 'top-up-sent-again', by: caller.userId, subjectId: topUpId });
    await world.jobs.enqueue(transaction, 'make-top-up', { topUpId });
  });
}
