import type { FindingKind } from '#domain/findings.ts';
import { balancesOf, collected, movedBetween, unread } from '#domain/ledger.ts';
import type { World } from '../world.ts';
import { retrieveIntent } from './payment-intents.ts';
import { readMoney } from './reading.ts';
import { selectBooked } from './reading-store.ts';
import { reconcilePayment } from './service.ts';
import { mayBeTaken } from './standstill-store.ts';

/** Where Stripe and we do not agree on a payment; integer cents. */
export type Difference = {
  kind: Extract<FindingKind, 'unknown-at-stripe' | 'not-at-stripe' | 'other-at-stripe'>;
  amount: number;
  profileId: string | null;
  billId: string | null;
};

/**
 * Reads a payment again, which mends what we have not heard of, and compares what Stripe then says of its money
 * with what the ledger has.
 * @returns how they differ even so; undefined when they agree
 * @throws StripeError when Stripe cannot be asked
 */
export async function compareWithStripe(world: World, intentId: string): Promise<Difference | undefined> {
  await reconcilePayment(world, intentId);
  const found = await compareOnce(world, intentId);
  // Something may have moved between the two readings.
  return found && (await compareOnce(world, intentId));
}

async function compareOnce(world: World, intentId: string): Promise<Difference | undefined> {
  const intent = await retrieveIntent(world, intentId);
  const charge =
    intent?.status === 'succeeded' && typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
  const booked = await selectBooked(world.database, intentId);
  if (!booked) {
    // After a restore staff are not told of it before the bill that it is for could be made.
    if (await mayBeTaken(world.database, intentId)) return undefined;
    const kept = charge ? charge.amount_captured - charge.amount_refunded : 0;
    return kept > 0 ? { kind: 'unknown-at-stripe', amount: kept, profileId: null, billId: null } : undefined;
  }
  const { payment, billId, profileId } = booked;
  if (!charge) {
    const isPaid = payment.status === 'paid' || payment.status === 'refunded';
    return isPaid ? { kind: 'not-at-stripe', amount: payment.amount, profileId, billId } : undefined;
  }
  const { reading } = await readMoney(world, charge, payment);
  const moves = [
    ...collected({ amount: charge.amount_captured, fee: charge.application_fee_amount ?? 0, creditUsed: 0 }),
    ...movedBetween(unread, reading, { isPaidTwice: payment.isTakenOver, isTip: payment.tipWorkId !== null }),
  ];
  const amount = -balancesOf(moves).provider - booked.moved;
  return amount === 0 ? undefined : { kind: 'other-at-stripe', amount, profileId, billId };
}
