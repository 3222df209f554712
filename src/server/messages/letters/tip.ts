import { dayLabel } from '#domain/calendar.ts';
import { moneyLabel } from '#domain/labels.ts';
import type { Letter } from '../letter.ts';
import type { Named } from './shared/bill.ts';

export type Tip = {
  /** Integer cents. */
  amount: number;
  /** The visit's day. */
  date: Temporal.PlainDate;
};

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
