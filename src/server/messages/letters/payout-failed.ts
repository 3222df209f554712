import { moneyLabel } from '#domain/labels.ts';
import type { Letter } from '../letter.ts';

/**
 * @param amount integer cents
 * @param url the page where the worker sees the payouts, and can change the bank account
 */
export function payoutFailedLetter({ firstName }: { firstName: string }, amount: number, url: string): Letter {
  const money = moneyLabel(amount);
  return {
    subject: `Your bank did not take a payout of ${money}`,
    paragraphs: [
      `Hi ${firstName}, Stripe has paid you out ${money}, and your bank did not take it. The money is safe: it is in your balance at Stripe.`,
      'Please check your bank details. Stripe then pays you out again.',
    ],
    action: { label: 'Check your bank details', url },
    short: `%businessName%: your bank did not take a payout of ${money}. The money is safe. Please check your bank details: ${url}`,
  };
}
