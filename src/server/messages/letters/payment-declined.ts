import { businessDay, dayLabel } from '#domain/calendar.ts';
import { moneyLabel } from '#domain/labels.ts';
import { afterOther, type WhyNot } from '#domain/payment-attempts.ts';
import type { Letter } from '../letter.ts';
import {
  type Bill,
  cardOf,
  chargedFor,
  creditWords,
  exactOf,
  factsOf,
  type Lead,
  leadOn,
  owedInAll,
  type Payer,
  payByCall,
  payNow,
} from './shared/bill.ts';

type Declined = {
  why: WhyNot;
  /** What the customer may read of the reason; null where nothing but that the bank declined it is known. */
  sentence?: string | null;
  credit?: number;
  /** The sum of all declined bills, with this one; integer cents. */
  owed?: number;
  /** Undefined while another debit from the same account comes first. */
  next: Temporal.Instant | undefined;
  lead: Lead;
};

/**
 * @param bill as it is now
 * @param about `credit`: what credit has paid since, of what was asked for; `next`: when the rest is tried again
 */
export function declinedLetter(
  payer: Payer,
  bill: Bill,
  { why, sentence = null, credit = 0, owed = 0, next, lead }: Declined,
): Letter {
  const hi = `Hi ${payer.firstName},`;
  const money = moneyLabel(bill.amount + credit);
  const charged = chargedFor(bill);
  const paidSince = `${creditWords(bill, credit)}${owedInAll(bill, owed)}`;
  const facts = factsOf(payer, bill);
  const again = `We will try again ${next ? `on ${dayLabel(businessDay(next))}` : afterOther}.`;
  if (why === 'not-confirmed' || why === 'stopped') {
    const ended = why === 'stopped' ? 'It was not confirmed, we have stopped waiting' : 'That was not done in time';
    const other = lead.call
      ? payByCall(lead.call)
      : 'Your bank may ask you again then; with another payment method it may not.';
    return {
      subject: `Your payment of ${money} was not confirmed`,
      paragraphs: [
        `${hi} your bank wanted you to confirm a payment of ${money} for ${charged}. ${ended}, and nothing was taken.${paidSince}`,
        `${again} ${other}`,
      ],
      facts,
      ...exactOf(bill.card),
      ...leadOn(lead, 'Pay now, or choose another way to pay'),
      short: `%businessName%: your payment of ${money} was not confirmed${why === 'stopped' ? '' : ' in time'}.${creditWords(bill, credit)} ${again} ${payNow(lead)}`,
    };
  }
  const other = lead.call
    ? payByCall(lead.call)
    : `If ${cardOf(bill)} does not work anymore, please add another payment method and pay with it.`;
  return {
    subject: `Your bank declined ${money}`,
    paragraphs: [
      `${hi} we could not charge ${money} to ${cardOf(bill)} for ${charged}${sentence === null ? ': your bank declined it.' : `. ${sentence}`} Nothing was taken.${paidSince}`,
      `${again} ${other}`,
    ],
    facts,
    ...exactOf(bill.card),
    ...leadOn(lead, 'Pay now, or add a way to pay'),
    short: `%businessName%: your bank declined ${money} for ${charged}.${creditWords(bill, credit)} ${again} ${payNow(lead)}`,
  };
}
