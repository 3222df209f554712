import type { BillActs } from '#contract/acts.ts';
import { momentLabel } from '#domain/calendar.ts';
import { actsOfBill } from '../acts/record.ts';
import { lockAllOfCustomer } from '../charges/lock-store.ts';
import type { Queryable, Transaction } from '../database/connection.ts';
import { ApiError, notFound, notNow } from '../http/errors.ts';
import type { World } from '../world.ts';
import { type OpenableBill, selectOpenable } from './open-bill-store.ts';
import { whatMayGoBack } from './refunds.ts';

/**
 * @returns what staff have done to a bill, and what they may do now
 * @throws ApiError NOT_FOUND
 */
export async function getBillActs({ database, clock }: World, billId: string): Promise<BillActs> {
  const bill = await requireBill(database, billId);
  const acts = await actsOfBill(database, billId);
  const { obstacle: noRefund, ...mayGoBack } = await whatMayGoBack(database, billId);
  const notOpen = obstacleOf(bill, clock.now());
  const obstacle = isPaid(bill) ? noRefund : notOpen;
  const open = notOpen === null ? { version: versionOf(bill), amount: bill.payment.amount } : null;
  const waiting = isWaiting(bill, clock.now()) ? { version: versionOf(bill), amount: bill.payment.amount } : null;
  return { acts, ...mayGoBack, open, waiting, obstacle };
}

/** @throws ApiError NOT_FOUND for none, and for one that came to nothing */
export async function requireBill(database: Queryable, billId: string): Promise<OpenableBill> {
  const bill = await selectOpenable(database, billId);
  if (!bill) throw notFound('Bill');
  return bill;
}

/** @returns a bill as it is once nobody else can charge or collect anything of its customer */
export async function lockBill(transaction: Transaction, billId: string): Promise<OpenableBill> {
  const { payment } = await requireBill(transaction, billId);
  await lockAllOfCustomer(transaction, payment.engagementId);
  return await requireBill(transaction, billId);
}

const isWaiting = ({ payment: { status, dueAt } }: OpenableBill, now: Temporal.Instant) =>
  status === 'action-required' && dueAt !== null && Temporal.Instant.compare(dueAt, now) > 0;
const isPaid = ({ payment: { status } }: OpenableBill) => status === 'paid' || status === 'refunded';

/** It changes with each attempt, what that asks for, and the card that it asks. */
const versionOf = ({ payment, card }: OpenableBill): string => `${payment.id} ${payment.amount} ${card}`;

export const beingCollected = 'This bill is being charged now. Please wait until that has ended.';
const onItsWay =
  'The customer’s bank has taken this bill on, and says within five business days whether it pays. Please wait until then.';

/** @returns why nothing can be done now to a bill that is to be open and to rest */
function obstacleOf(bill: OpenableBill, now: Temporal.Instant): string | null {
  const { status, dueAt } = bill.payment;
  if (isPaid(bill)) return 'This bill is paid.';
  if (status === 'written-off') return 'This bill was written off. Nobody owes it anymore.';
  if (status === 'declined') return null;
  if (status === 'action-required') {
    return isWaiting(bill, now)
      ? 'The bank waits for the customer to confirm this bill. You can stop that.'
      : 'This attempt is being ended at Stripe. Please wait a moment.';
  }
  if (status === 'processing') return onItsWay;
  const isPlanned = status === 'pending' && dueAt !== null && Temporal.Instant.compare(dueAt, now) > 0;
  return isPlanned ? null : beingCollected;
}

/** @throws ApiError NOT_ALLOWED_NOW; CONFLICT when the bill has changed since it was shown */
export async function requireOpen(
  { clock }: Pick<World, 'clock'>,
  transaction: Transaction,
  bill: OpenableBill,
  version: string,
): Promise<void> {
  const obstacle = obstacleOf(bill, clock.now());
  if (obstacle !== null) throw notNow(obstacle);
  await requireUnchanged(transaction, bill, version);
}

/** @throws ApiError NOT_ALLOWED_NOW unless its bank waits for the customer; CONFLICT as above */
export async function requireWaiting(
  { clock }: Pick<World, 'clock'>,
  transaction: Transaction,
  bill: OpenableBill,
  version: string,
): Promise<void> {
  if (!isWaiting(bill, clock.now())) throw notNow('No bank waits for a confirmation of this bill anymore.');
  await requireUnchanged(transaction, bill, version);
}

async function requireUnchanged(transaction: Transaction, bill: OpenableBill, version: string): Promise<void> {
  if (version === versionOf(bill)) return;
  const last = (await actsOfBill(transaction, bill.billId)).at(-1);
  const who = last ? ` The last to act on it was ${last.by ?? 'somebody at Stripe'}, ${momentLabel(last.at)}.` : '';
  throw new ApiError('CONFLICT', `This bill has changed meanwhile.${who} Please look again.`);
}
