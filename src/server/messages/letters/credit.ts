import { moneyLabel } from '#domain/labels.ts';
import type { Letter } from '../letter.ts';

export type Given = {
  amount: number;
  reason: string;
  /** What is left for the next bills, and what it has paid of those that were open; integer cents. */
  balance: number;
  uses: readonly { number: string; amount: number; left: number }[];
};

const paidWords = ({ number, amount, left }: Given['uses'][number]) =>
  `It pays ${moneyLabel(amount)} of bill ${number}${left > 0 ? `: ${moneyLabel(left)} of it is left to pay` : ', which is paid now'}.`;

/** @param url of the billing page; undefined for one whose account is closed, who cannot sign in */
export function creditLetter({ firstName }: { firstName: string }, given: Given, url: string | undefined): Letter {
  const [money, balance] = [moneyLabel(given.amount), moneyLabel(given.balance)];
  return {
    subject: `${money} of credit for you`,
    paragraphs: [
      `Hi ${firstName}, we have given you ${money} of credit.`,
      `The reason: ${given.reason}`,
      ...(given.uses.length > 0 ? [given.uses.map(paidWords).join(' ')] : []),
      ...(given.balance > 0
        ? [`You have ${balance} now. It pays for your next bills automatically. There is nothing you need to do.`]
        : []),
    ],
    ...(url && { action: { label: 'See your credit', url } }),
    short: `%businessName%: we have given you ${money} of credit. It pays for ${given.uses.length > 0 ? 'what was open' : 'your next bills'} automatically.`,
  };
}
