import { moneyLabel } from '#domain/labels.ts';
import type { Rest } from '#domain/payment-failure.ts';
import type { Letter } from '../letter.ts';
import { type Lead, leadOn, type Named } from './shared/bill.ts';
import { restWords, shortRestWords } from './shared/rest.ts';

/** @param taken cents that the bank took back, of which the customer has paid `received` */
export function paidOutsideLetter(
  { firstName }: Named,
  { number, taken, received }: { number: string; taken: number; received: number },
  lead: Lead,
  rest?: Rest,
): Letter {
  const money = moneyLabel(received);
  const off = moneyLabel(taken - received);
  const isAll = received === taken;
  return {
    subject: `We received your ${money}`,
    paragraphs: [
      `Hi ${firstName}, thank you for paying ${money} of bill ${number} another way. Your bank had taken ${moneyLabel(taken)} back.`,
      `${isAll ? '' : `We wrote off the other ${off}, so you don’t have to pay it. `}There is nothing left to pay on this bill.`,
      ...(rest ? [restWords[rest]] : []),
    ],
    facts: [['Bill', number], ['Amount', money], ...(isAll ? [] : [['Written off', off] as [string, string]])],
    ...leadOn(lead, rest === 'method' ? 'Choose another payment method' : 'See the bill'),
    short: `%businessName%: we received your ${money} for bill ${number}. There is nothing left to pay on it.${rest ? shortRestWords[rest] : ''}`,
  };
}
