import { moneyLabel } from '#domain/labels.ts';
import type { Rest } from '#domain/payment-failure.ts';
import type { Letter } from '../letter.ts';
import { type Lead, leadOn, type Named } from './shared/bill.ts';
import { restWords, shortRestWords } from './shared/rest.ts';

type WrittenOff = { number: string; amount: number; creditUsed: number };

/** @param bill what of it was open, and what credit had paid of it before; integer cents */
export function writtenOffLetter({ firstName }: Named, bill: WrittenOff, lead: Lead, rest?: Rest): Letter {
  const money = moneyLabel(bill.amount);
  const back =
    bill.creditUsed > 0 ? [`The ${moneyLabel(bill.creditUsed)} of credit that it had used is yours again.`] : [];
  return {
    subject: `You don’t owe ${money} anymore`,
    paragraphs: [
      `Hi ${firstName}, we have closed bill ${bill.number}: you do not have to pay its ${money}, and nothing is charged for it.`,
      ...back,
      rest ? restWords[rest] : 'There is nothing you need to do.',
    ],
    facts: [
      ['Bill', bill.number],
      ['Written off', money],
    ],
    ...leadOn(lead, rest === 'method' ? 'Choose another payment method' : 'See the bill'),
    short: `%businessName%: you don’t have to pay the ${money} of bill ${bill.number} anymore.${rest ? shortRestWords[rest] : ''}`,
  };
}
