import { moneyLabel } from '#domain/labels.ts';
import type { Letter } from '../letter.ts';
import { type Lead, leadOn, type Named } from './shared/bill.ts';

export type Refund = { number: string; amount: number; reason: string | null };

export const because = (reason: string | null) => (reason === null ? [] : [`The reason: ${reason}`]);

const factsOf = ({ number, amount }: Refund) =>
  [
    ['Bill', number],
    ['Amount', moneyLabel(amount)],
  ] as const;

/** A card refund takes 5 to 10 business days: https://docs.stripe.com/refunds#trace-a-refund */
export function sentBackLetter({ firstName }: Named, refund: Refund, lead: Lead): Letter {
  const money = moneyLabel(refund.amount);
  return {
    subject: `We sent back ${money}`,
    paragraphs: [
      `Hi ${firstName}, we sent ${money} of bill ${refund.number} back the way you paid it.`,
      ...because(refund.reason),
      'Banks take 5 to 10 business days to show it. There is nothing you need to do.',
    ],
    facts: factsOf(refund),
    ...leadOn(lead, 'See the bill'),
    short: `%businessName%: we sent back ${money} of bill ${refund.number}. Your bank shows it within 10 business days.`,
  };
}

export function refundFailedLetter({ firstName }: Named, refund: Refund, call: string): Letter {
  const money = moneyLabel(refund.amount);
  return {
    subject: `${money} could not be sent back`,
    paragraphs: [
      `Hi ${firstName}, your bank did not take the ${money} of bill ${refund.number} that we sent back. We still owe it to you.`,
      `We will be in touch about another way to pay it. You can also ${call}.`,
    ],
    facts: factsOf(refund),
    short: `%businessName%: your bank did not take the ${money} that we sent back. We still owe it to you. Please ${call}.`,
  };
}
