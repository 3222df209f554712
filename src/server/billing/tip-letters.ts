import { dayLabel } from '#domain/calendar.ts';
import { moneyLabel } from '#domain/labels.ts';
import type { Letter } from '../messages/letter.ts';
import { exactOf, type Lead, leadOn } from './letters.ts';

type Tip = {
  /** Integer cents. */
  amount: number;
  /** The visit's day. */
  date: Temporal.PlainDate;
};

type Named = { firstName: string };
type Paid = Tip & { number: string; card: string | null; workerName: string; lead: Lead };

export function tipReceiptLetter(
  { firstName, street }: Named & { street: string },
  { number, amount, card, date, workerName, lead }: Paid,
): Letter {
  const money = moneyLabel(amount);
  const day = dayLabel(date);
  return {
    subject: `Your receipt: ${money} for ${workerName}`,
    paragraphs: [
      `Hi ${firstName}, thank you for your tip for the visit on ${day}.`,
      `We charged ${money} to ${card ? `your ${card}` : 'your saved payment method'}. All of it goes to ${workerName}.`,
    ],
    facts: [
      ['What', `Tip for ${workerName}`],
      ['Where', street],
      ['When', day],
      ['Amount', money],
      ...(card ? [['Payment method', card] as const] : []),
      ['Bill number', number],
    ],
    ...exactOf(card),
    ...leadOn(lead, 'See your visits'),
    short: `%businessName%: your tip of ${money} for the visit on ${day} is paid. All of it goes to ${workerName}. Thank you!`,
  };
}

/** @param about.why in the bank's words */
export function tipFailedLetter(
  { firstName }: Named,
  { amount, why, lead }: Pick<Tip, 'amount'> & { why: string; lead: Lead },
): Letter {
  const money = moneyLabel(amount);
  return {
    subject: `Your tip of ${money} did not go through`,
    paragraphs: [
      `Hi ${firstName}, your tip of ${money} was not charged: ${why}`,
      'Nothing was taken, and nothing is owed. If you like, you can leave a tip again.',
    ],
    ...leadOn(lead, 'See your visits'),
    short: `%businessName%: your tip of ${money} did not go through. Nothing was taken, and nothing is owed.`,
  };
}

/** @param tip.url the worker's earnings */
export function tipForWorkerLetter(
  { firstName }: Named,
  { amount, date, customerName, street, url }: Tip & { customerName: string; street: string; url: string },
): Letter {
  const money = moneyLabel(amount);
  const day = dayLabel(date);
  return {
    subject: `${customerName} left you ${money}`,
    paragraphs: [
      `Hi ${firstName}, ${customerName} left you ${money} for your visit on ${day} at ${street}.`,
      'All of it is yours: we keep nothing of a tip.',
    ],
    action: { label: 'See your earnings', url },
    short: `${customerName} left you ${money} for your visit on ${day} at ${street}. All of it is yours. ${url}`,
    names: [street, customerName],
  };
}
