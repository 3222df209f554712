import type { VisitTip } from '#contract/tips.ts';
import { type Dispute, heldState } from '#domain/bill-state.ts';
import { tipObstacle } from '#domain/tip.ts';
import type { Transaction } from '../database/connection.ts';
import type { World } from '../world.ts';
import { insertPayment, type PaymentRow } from './attempt-store.ts';
import { numberBills } from './bill-numbers.ts';
import { insertBill } from './bill-store.ts';
import { lockTerms } from './terms-store.ts';

type Tip = {
  /** Becomes the payment's id. */
  id: string;
  /** Integer cents. */
  amount: number;
  workId: string;
  engagementId: string;
  /** Whose it is, and the account that gets it. */
  workerProfileId: string;
  payee: string;
};

/**
 * Makes a bill of a tip, and the one attempt to collect it with the card of the engagement. The caller holds the lock on
 * the customer's engagements.
 * @returns false when Stripe does not know the customer, who has no card then
 */
export async function makeTipBill(world: World, transaction: Transaction, tip: Tip): Promise<boolean> {
  const { id, amount, workId, engagementId, workerProfileId, payee } = tip;
  const terms = await lockTerms(transaction, { engagementId });
  const { customerProfileId, stripeCustomerId, stripePaymentMethodId } = terms;
  if (stripeCustomerId === null) return false;
  const { numbers, createdAt } = await numberBills(world, transaction, 1);
  const [number = ''] = numbers;
  const bill = { number, customerProfileId, workerProfileId, amount, fee: 0, createdAt };
  await insertPayment(transaction, {
    id,
    engagementId,
    billId: await insertBill(transaction, bill),
    tipWorkId: workId,
    amount,
    applicationFee: 0,
    stripeCustomerId,
    stripePaymentMethodId,
    stripeDestinationAccountId: payee,
    attempt: 1,
    // The customer has pressed the button.
    isOnSession: true,
    createdAt,
    dueAt: createdAt,
  });
  return true;
}

type TippedVisit = Parameters<typeof tipObstacle>[0] & { tip: Payment | null };

/**
 * @param visit undefined for one whose tips are not the caller's to see
 * @returns the tip of a visit, and whether its customer can leave one now
 */
export const tipsOf = (visit: TippedVisit | undefined, now: Temporal.Instant) => ({
  tip: visit?.tip ? toVisitTip(visit.tip) : null,
  mayTip: visit !== undefined && visit.tip === null && tipObstacle(visit, now) === undefined,
});

type Payment = Pick<PaymentRow, 'amount' | 'refunded' | 'status'> & { disputes: readonly Dispute[] };

/** @param payment of a tip that has not come to nothing */
export function toVisitTip({ amount, refunded, status, disputes }: Payment): VisitTip {
  const held = heldState(disputes[0]);
  if (held === 'disputed' || held === 'taken-back') return { amount, refunded, state: held };
  if (status === 'paid' || status === 'refunded') return { amount, refunded, state: status };
  return { amount, refunded, state: status === 'action-required' ? 'to-confirm' : 'collecting' };
}
