import { moneyLabel } from '#domain/labels.ts';
import type { Letter } from '../letter.ts';
import {
  type Bill,
  chargedFor,
  exactOf,
  factsOf,
  type Lead,
  leadOn,
  type Payer,
  payByCall,
  payNow,
} from './shared/bill.ts';

/** @param days how long it can be confirmed */
export function confirmPaymentLetter(payer: Payer, bill: Bill, lead: Lead, days: number): Letter {
  const money = moneyLabel(bill.amount);
  return {
    subject: lead.call ? `Your bank holds back ${money}` : `Please confirm your payment of ${money}`,
    paragraphs: [
      `Hi ${payer.firstName}, your bank wants to hear from you before it pays ${money} for ${chargedFor(bill)}. Nothing was taken yet.`,
      lead.call ? payByCall(lead.call) : `Please sign in and confirm the payment within ${days} days.`,
    ],
    facts: factsOf(payer, bill),
    ...exactOf(bill.card),
    ...leadOn(lead, 'Confirm the payment'),
    short: lead.call
      ? `%businessName%: your bank holds back a payment of ${money}. ${payNow(lead)}`
      : `%businessName%: your bank asks you to confirm a payment of ${money}: ${lead.url}`,
  };
}
