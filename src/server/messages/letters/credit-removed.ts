import type { CreditRemoval } from '#domain/acts.ts';
import { moneyLabel } from '#domain/labels.ts';
import type { Letter } from '../letter.ts';

/** @property balance what is left; integer cents */
export type Removed = { how: CreditRemoval; amount: number; reason: string; balance: number };

/** @param url as of `creditLetter` */
export function removedCreditLetter(
  { firstName }: { firstName: string },
  { how, amount, reason, balance }: Removed,
  url: string | undefined,
): Letter {
  const money = moneyLabel(amount);
  const isPaid = how === 'paid-out';
  const what = isPaid ? `we paid you ${money} of your credit another way` : `we took back ${money} of your credit`;
  return {
    subject: isPaid ? `We paid out ${money} of your credit` : `We took back ${money} of your credit`,
    paragraphs: [
      `Hi ${firstName}, ${what}.`,
      `${isPaid ? 'How we paid it' : 'The reason'}: ${reason}`,
      balance > 0
        ? `You have ${moneyLabel(balance)} of credit left. It pays for your next bills automatically.`
        : 'You have no credit left.',
    ],
    ...(url && { action: { label: 'See your credit', url } }),
    short: `%businessName%: ${what}.`,
  };
}
