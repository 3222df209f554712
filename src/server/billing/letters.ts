import { businessDay, dayLabel } from '#domain/calendar.ts';
import { listLabel, moneyLabel } from '#domain/labels.ts';
import type { Letter } from '../messages/letter.ts';
import type { Payer } from './store.ts';

type Reader = { firstName: string };

/** @returns the visits' days as people say them; of more than a few, the first and the last */
function visitsOn(days: readonly Temporal.PlainDate[]): string {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return 'your visits';
  if (days.length === 1) return `your visit on ${dayLabel(first)}`;
  const short = (day: Temporal.PlainDate) => day.toLocaleString('en-US', { month: 'short', day: 'numeric' });
  const when = days.length > 5 ? `from ${short(first)} to ${short(last)}` : `on ${listLabel(days.map(short))}`;
  return `your ${days.length} visits ${when}`;
}

type Bill = { id: string; amount: number };

/** What a letter about money is about; `amount` in integer cents. */
export const billFacts = ({ productName, street }: Pick<Payer, 'productName' | 'street'>, { amount }: Bill) =>
  [
    ['What', productName],
    ['Where', street],
    ['Amount', moneyLabel(amount)],
  ] as const;

/** @returns a payment's number as people can say it: the end of its id, which is random */
const numberOf = ({ id }: Bill) =>
  id
    .slice(-8)
    .toUpperCase()
    .replace(/(....)/, '$1-');

/**
 * @param bill the payment, `amount` in integer cents
 * @param days the visits it was for
 */
export function receiptLetter(payer: Payer, bill: Bill, days: readonly Temporal.PlainDate[]): Letter {
  const { amount } = bill;
  const visits = visitsOn(days);
  const { firstName } = payer;
  return {
    subject: `Your receipt: ${moneyLabel(amount)}`,
    paragraphs: [
      `Hi ${firstName}, thank you for being with us.`,
      `We charged ${moneyLabel(amount)} to your saved card for ${visits}.`,
      'It is paid, and there is nothing you need to do.',
    ],
    facts: [
      ...billFacts(payer, bill),
      ['When', days.length > 0 ? listLabel(days.map(dayLabel)) : visits],
      ['Receipt number', numberOf(bill)],
    ],
    short: `Yardpack: ${moneyLabel(amount)} paid for ${visits}. Thank you!`,
  };
}

/** Why nothing was taken: the bank said no, or waited in vain for the customer's confirmation. */
type Why = 'declined' | 'not-confirmed';

/** @param next when it is tried again */
export function declinedLetter(
  { firstName }: Reader,
  amount: number,
  { why, next, url }: { why: Why; next: Temporal.Instant; url: string },
): Letter {
  const money = moneyLabel(amount);
  const day = dayLabel(businessDay(next));
  const again = `We will try again on ${day}.`;
  if (why === 'not-confirmed') {
    return {
      subject: `Your payment of ${money} was not confirmed`,
      paragraphs: [
        `Hi ${firstName}, your bank wanted you to confirm a payment of ${money}, and that was not done in time. Nothing was taken.`,
        `${again} Your bank may ask you again then; with another card it may not.`,
      ],
      action: { label: 'Pay now, or choose another card', url },
      short: `Yardpack: your payment of ${money} was not confirmed in time. ${again} Pay now: ${url}`,
    };
  }
  return {
    subject: `Your card was declined for ${money}`,
    paragraphs: [
      `Hi ${firstName}, we could not charge ${money} to your saved card: your bank declined it. Nothing was taken.`,
      `${again} If the card is out of date, please add another one and pay with it: that works at once.`,
    ],
    action: { label: 'Pay now, or add a card', url },
    short: `Yardpack: your card was declined for ${money}. We try again on ${day}. Pay now: ${url}`,
  };
}

type GivenUp = {
  why: Why;
  /** Whether the customer asked for this attempt. */
  isAsked: boolean;
  /** Whether the engagement is paused now. */
  isPaused: boolean;
  url: string;
};

export function givenUpLetter({ firstName }: Reader, amount: number, { why, isAsked, isPaused, url }: GivenUp): Letter {
  const money = moneyLabel(amount);
  const last = why === 'declined' ? 'it was declined' : 'it was not confirmed with your bank in time';
  const tried = isAsked
    ? `we tried again to charge ${money} to your saved card, and ${last}.`
    : `we tried four times to charge ${money} to your saved card; the last time ${last}.`;
  return {
    // That they are paused is news once.
    subject: isPaused && !isAsked ? 'Your visits are paused' : `We could not charge ${money}`,
    paragraphs: [
      `Hi ${firstName}, ${tried} Nothing was taken.`,
      isPaused
        ? 'Your visits are paused. Once the amount is paid they go on by themselves.'
        : 'The amount is still open, and no new service can start until it is paid.',
    ],
    action: { label: 'Pay now', url },
    short: `Yardpack: ${money} could not be charged${isPaused ? ', so your visits are paused' : ''}. Pay now: ${url}`,
  };
}

/** @param days how long it can be confirmed */
export function confirmLetter({ firstName }: Reader, amount: number, url: string, days: number): Letter {
  return {
    subject: `Please confirm your payment of ${moneyLabel(amount)}`,
    paragraphs: [
      `Hi ${firstName}, your bank wants to hear from you before it pays ${moneyLabel(amount)} for your yard. Nothing was taken yet.`,
      `Please sign in and confirm the payment within ${days} days.`,
    ],
    action: { label: 'Confirm the payment', url },
    short: `Yardpack: your bank asks you to confirm a payment of ${moneyLabel(amount)}: ${url}`,
  };
}
