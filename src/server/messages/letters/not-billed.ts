import { dayLabel } from '#domain/calendar.ts';
import { moneyLabel } from '#domain/labels.ts';
import type { Letter } from '../letter.ts';
import type { Named } from './shared/bill.ts';

/** For the customer. */
export function notBilledLetter(
  { firstName }: Named,
  { amount, date, reason }: { amount: number; date: Temporal.PlainDate; reason: string },
): Letter {
  const money = moneyLabel(amount);
  return {
    subject: `You do not pay for the visit on ${dayLabel(date)}`,
    paragraphs: [
      `Hi ${firstName}, we do not bill the ${money} for ${dayLabel(date)}: you do not have to pay it.`,
      `The reason: ${reason}`,
    ],
    short: `%businessName%: you do not have to pay the ${money} for ${dayLabel(date)}.`,
  };
}
