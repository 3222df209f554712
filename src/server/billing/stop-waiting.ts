import type { ActAnswer, StopWaiting } from '#contract/acts.ts';
import { waitStoppedMessage } from '#domain/payment-attempts.ts';
import { actOnce } from '../acts/record.ts';
import type { Caller } from '../http/access.ts';
import type { World } from '../world.ts';
import { lockBill, requireWaiting } from './open-bill.ts';
import { movePayment } from './store.ts';

/**
 * Ends an attempt that waits for its customer to confirm it, as if the time for that were over: a job cancels it at Stripe,
 * and then it counts as not confirmed, unless the customer was faster. From then on staff may act on the bill.
 * @throws ApiError NOT_FOUND; NOT_ALLOWED_NOW unless the bank waits; CONFLICT when the bill has changed meanwhile
 */
export async function stopWaiting(
  world: World,
  caller: Caller,
  billId: string,
  { version, ...request }: StopWaiting,
): Promise<ActAnswer> {
  return await world.database.transaction(async (transaction) => {
    const bill = await lockBill(transaction, billId);
    const { customerProfileId, payment } = bill;
    const act = { kind: 'stop-waiting', customerProfileId, billId, amount: payment.amount } as const;
    const isDone = await actOnce(world, transaction, caller, request, act, {
      check: () => requireWaiting(world, transaction, bill, version),
      act: async () => {
        const ended = { dueAt: world.clock.now(), declineMessage: waitStoppedMessage };
        await movePayment(transaction, payment.id, ['action-required'], ended);
        await world.jobs.enqueue(transaction, 'collect-payment', { paymentId: payment.id });
      },
    });
    return { effect: { customer: 0, worker: 0, business: 0 }, isDone };
  });
}
