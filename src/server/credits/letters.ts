import { moneyLabel } from '#domain/labels.ts';
import type { Letter } from '../messages/letter.ts';

type Given = { amount: number; reason: string; balance: number };

/** @param url of the billing page; undefined for one whose account is closed, who cannot sign in */
export function creditLetter({ firstName }: { firstName: string }, given: Given, url: string | undefined): Letter {
  const [money, balance] = [moneyLabel(given.amount), moneyLabel(given.balance)];
  return {
    subject: `${money} of credit for you`,
    paragraphs: [
      `Hi ${firstName}, we have given you ${money} of credit.`,
      `The reason: ${given.reason}`,
      `You have ${balance} now. It pays for your next bills by itself; there is nothing you need to do.`,
    ],
    ...(url && { action: { label: 'See your credit', url } }),
    short: `Yardpack: we have given you ${money} of credit. It pays for your next bills by itself.`,
  };
}
