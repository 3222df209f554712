import { moneyLabel } from '#domain/labels.ts';
import type { Letter } from '../letter.ts';
import { type Lead, leadOn, type Named } from './shared/bill.ts';
import type { Tip } from './tip.ts';

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
