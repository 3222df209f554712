import { moneyLabel } from '#domain/labels.ts';
import type { Letter } from '../letter.ts';
import type { Refund } from './refund.ts';
import type { Named } from './shared/bill.ts';

/** Staff have not asked for it: somebody at Stripe, or Stripe itself, has taken it. */
export function reversedLetter(
  { firstName }: Named,
  { number, amount }: Pick<Refund, 'number' | 'amount'>,
  call: string,
): Letter {
  const money = moneyLabel(amount);
  return {
    subject: `${money} of your pay was taken back`,
    paragraphs: [
      `Hi ${firstName}, ${money} of your pay for bill ${number} was taken back at Stripe, and nothing more went back to the customer for it.`,
      `We look into it. If you know more, or have not heard of it in a week, please ${call}.`,
    ],
    short: `%businessName%: ${money} of your pay for bill ${number} was taken back at Stripe. We look into it. Please ${call}.`,
  };
}
