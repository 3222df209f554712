import { toppedDown } from '#domain/ledger.ts';
import { callUs } from '#domain/settings.ts';
import { keepFindings } from '../findings/store.ts';
import { post } from '../ledger/post.ts';
import { reversedLetter } from '../messages/letters/top-up.ts';
import { tell } from '../messages/service.ts';
import { findAtStripe } from '../stripe/ask.ts';
import type { World } from '../world.ts';
import { selectWorkerToTell } from './reading-store.ts';
import { keepReversed } from './top-up-store.ts';

/**
 * Somebody has taken back at Stripe what the business had passed on to a worker itself. It is booked, the worker is told,
 * and staff see it.
 * @param transferId of a transfer that was made for no payment; one that is no top-up is left alone
 * @throws ApiError PAYMENT_PROVIDER_UNAVAILABLE when Stripe cannot be asked
 */
export async function hearReversedTransfer(world: World, transferId: string): Promise<void> {
  const found = await findAtStripe(world, (stripe) => stripe.transfers.retrieve(transferId));
  const topUpId = found?.metadata.topUpId;
  if (!found || topUpId === undefined) return;
  const reversed = found.amount_reversed;
  await world.database.transaction(async (transaction) => {
    const bill = await keepReversed(transaction, topUpId, reversed);
    if (!bill) return;
    const { billId, number, workerProfileId, customerProfileId, paymentId, more } = bill;
    const about = { kind: 'top-up-reversed', subject: topUpId, profileId: workerProfileId, billId } as const;
    await keepFindings(transaction, [{ ...about, amount: reversed }], world.clock.now());
    const worker = await selectWorkerToTell(transaction, workerProfileId);
    const letter = reversedLetter(worker, { number, amount: more }, callUs(world.settings.now()));
    const cause = `top-up:${topUpId}:reversed:${reversed}`;
    await tell(world, transaction, cause, worker, letter, { class: 'bill' });
    await post(world, transaction, [{ cause, moves: toppedDown(more), workerProfileId, customerProfileId, paymentId }]);
  });
}
