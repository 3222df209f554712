import { moneyLabel } from '#domain/labels.ts';
import type { Letter } from '../letter.ts';
import { exactOf, type Lead, leadOn, type Payer } from './shared/bill.ts';

/** @param card such as 'Visa (4242)' */
export function movedCardLetter(
  { firstName, productName, street }: Payer,
  bill: { number: string; amount: number; card: string },
  lead: Lead,
): Letter {
  const money = moneyLabel(bill.amount);
  return {
    subject: `Your service is paid with your ${bill.card} now`,
    paragraphs: [
      // So that it stays true when the card has paid before this is read.
      `Hi ${firstName}, we moved the ${money} of bill ${bill.number} to your ${bill.card}, because the one before did not pay it.`,
      `Your service “${productName}” at ${street} is paid with it from now on.${lead.url ? ' You can choose another one at any time.' : ''}`,
    ],
    facts: [
      ['Bill', bill.number],
      ['Amount', money],
      ['Payment method', bill.card],
    ],
    ...exactOf(bill.card),
    ...leadOn(lead, 'See your service'),
    short: `%businessName%: we moved ${money} to your ${bill.card}, and your service is paid with it from now on.`,
  };
}
