import { callUs } from '#domain/settings.ts';
import type { Transaction } from '../database/connection.ts';
import type { Letter } from '../messages/letter.ts';
import type { Bill, Lead } from '../messages/letters/shared/bill.ts';
import { tell } from '../messages/service.ts';
import type { World } from '../world.ts';
import { type Payer, type PaymentRow, selectBillOf, selectPayer } from './store.ts';

/** Somebody who pressed Pay sees the outcome on the page for this long, and gets no letter. */
export const shownOnPage = { minutes: 5 };

/** @returns what a letter about a payment speaks of */
export async function billOf(transaction: Transaction, payment: PaymentRow, card: string | null): Promise<Bill> {
  const { amount } = payment;
  return { ...(await selectBillOf(transaction, payment)), amount, card };
}

/**
 * @param notAfter the moment after which the letter is not sent any more
 * @returns who was told
 */
export async function tellPayer(
  world: World,
  transaction: Transaction,
  payment: Pick<PaymentRow, 'id' | 'engagementId'>,
  event: string,
  letter: (payer: Payer) => Letter,
  notAfter?: Temporal.Instant,
): Promise<Payer> {
  const payer = await selectPayer(transaction, payment.engagementId);
  const options = { class: 'bill', ...(notAfter && { notAfter }) } as const;
  await tell(world, transaction, `${event}:${payment.id}`, payer, letter(payer), options);
  return payer;
}

/** @returns where a letter leads its payer: a page, or for one whose account is closed how to reach us */
export const leadTo = (world: World, { isClosed }: Payer, path: string): Lead =>
  isClosed ? { call: callUs(world.settings.now()) } : { url: `${world.publicUrl}${path}` };
export const cardsLead = (world: World, payer: Payer) => leadTo(world, payer, `/users/${payer.userId}/payment-methods`);
export const engagementLead = (world: World, payer: Payer, payment: PaymentRow) =>
  leadTo(world, payer, `/customers/${payer.profileId}/engagements/${payment.engagementId}`);
