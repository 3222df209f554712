import { businessDay, dayLabel } from '#domain/calendar.ts';
import { listLabel, moneyLabel } from '#domain/labels.ts';
import type { Letter } from '../messages/letter.ts';
import type { Payer } from './store.ts';

/** @returns the visits' days as people say them; of more than a few, the first and the last */
function visitsOn(days: readonly Temporal.PlainDate[]): string {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return 'your visits';
  if (days.length === 1) return `your visit on ${dayLabel(first)}`;
  const short = (day: Temporal.PlainDate) => day.toLocaleString('en-US', { month: 'short', day: 'numeric' });
  const when = days.length > 5 ? `from ${short(first)} to ${short(last)}` : `on ${listLabel(days.map(short))}`;
  return `your ${days.length} visits ${when}`;
}

/** What a letter about money speaks of: the payment, and the days of its visits. */
export type Bill = {
  id: string;
  /** Integer cents. */
  amount: number;
  days: readonly Temporal.PlainDate[];
  /** 'Visa (4242)'; null when it is not known. */
  card: string | null;
};

function factsOf({ productName, street }: Pick<Payer, 'productName' | 'street'>, bill: Bill, number: string) {
  const { id, amount, days, card } = bill;
  // The end of the id, which is random, as people can say it.
  const spoken = id
    .slice(-8)
    .toUpperCase()
    .replace(/(....)/, '$1-');
  return [
    ['What', productName],
    ['Where', street],
    ...(days.length > 0 ? [['When', listLabel(days.map(dayLabel))] as const] : []),
    ['Amount', moneyLabel(amount)],
    ...(card ? [['Card', card] as const] : []),
    [number, spoken],
  ] as const;
}

const cardOf = ({ card }: Bill) => (card ? `your ${card}` : 'your saved card');

export function receiptLetter(payer: Payer, bill: Bill, url: string): Letter {
  const money = moneyLabel(bill.amount);
  const visits = visitsOn(bill.days);
  return {
    subject: `Your receipt: ${money}`,
    paragraphs: [
      `Hi ${payer.firstName}, thank you for being with us.`,
      `We charged ${money} to ${cardOf(bill)} for ${visits}.`,
      'It is paid, and there is nothing you need to do.',
    ],
    facts: factsOf(payer, bill, 'Receipt number'),
    action: { label: 'See your visits', url },
    short: `Yardpack: ${money} paid${bill.card ? ` with ${bill.card}` : ''} for ${visits}. Thank you!`,
  };
}

/** Why nothing was taken: the bank said no, or waited in vain for the customer's confirmation. */
type Why = 'declined' | 'not-confirmed';

/** @param next when it is tried again */
export function declinedLetter(
  payer: Payer,
  bill: Bill,
  { why, next, url }: { why: Why; next: Temporal.Instant; url: string },
): Letter {
  const { firstName } = payer;
  const money = moneyLabel(bill.amount);
  const facts = factsOf(payer, bill, 'Payment number');
  const day = dayLabel(businessDay(next));
  const again = `We will try again on ${day}.`;
  if (why === 'not-confirmed') {
    return {
      subject: `Your payment of ${money} was not confirmed`,
      paragraphs: [
        `Hi ${firstName}, your bank wanted you to confirm a payment of ${money}, and that was not done in time. Nothing was taken.`,
        `${again} Your bank may ask you again then; with another card it may not.`,
      ],
      facts,
      action: { label: 'Pay now, or choose another card', url },
      short: `Yardpack: your payment of ${money} was not confirmed in time. ${again} Pay now: ${url}`,
    };
  }
  return {
    subject: `Your card was declined for ${money}`,
    paragraphs: [
      `Hi ${firstName}, we could not charge ${money} to ${cardOf(bill)}: your bank declined it. Nothing was taken.`,
      `${again} If the card is out of date, please add another one and pay with it: that works at once.`,
    ],
    facts,
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

export function givenUpLetter(payer: Payer, bill: Bill, { why, isAsked, isPaused, url }: GivenUp): Letter {
  const money = moneyLabel(bill.amount);
  const last = why === 'declined' ? 'it was declined' : 'it was not confirmed with your bank in time';
  const tried = isAsked
    ? `we tried again to charge ${money} to ${cardOf(bill)}, and ${last}.`
    : `we tried four times to charge ${money} to ${cardOf(bill)}; the last time ${last}.`;
  return {
    // That they are paused is news once.
    subject: isPaused && !isAsked ? 'Your visits are paused' : `We could not charge ${money}`,
    paragraphs: [
      `Hi ${payer.firstName}, ${tried} Nothing was taken.`,
      isPaused
        ? 'Your visits are paused. Once the amount is paid they go on by themselves.'
        : 'The amount is still open, and no new service can start until it is paid.',
    ],
    facts: factsOf(payer, bill, 'Payment number'),
    action: { label: 'Pay now', url },
    short: `Yardpack: ${money} could not be charged${isPaused ? ', so your visits are paused' : ''}. Pay now: ${url}`,
  };
}

/** @param days how long it can be confirmed */
export function confirmLetter(payer: Payer, bill: Bill, url: string, days: number): Letter {
  const money = moneyLabel(bill.amount);
  return {
    subject: `Please confirm your payment of ${money}`,
    paragraphs: [
      `Hi ${payer.firstName}, your bank wants to hear from you before it pays ${money} for your yard. Nothing was taken yet.`,
      `Please sign in and confirm the payment within ${days} days.`,
    ],
    facts: factsOf(payer, bill, 'Payment number'),
    action: { label: 'Confirm the payment', url },
    short: `Yardpack: your bank asks you to confirm a payment of ${money}: ${url}`,
  };
}
