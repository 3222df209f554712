import type { Letter } from '../messages/letter.ts';

/** @param url the page where the worker can answer Stripe */
export function restrictedLetter({ firstName }: { firstName: string }, url: string): Letter {
  return {
    subject: 'Stripe needs something from you before we can pay you',
    paragraphs: [
      `Hi ${firstName}, Stripe, who pays you out for us, has restricted your account.`,
      'Until that is mended we cannot pay you, and new customers cannot hire you. What you have earned is kept for you and paid as soon as Stripe lets us.',
    ],
    action: { label: 'See what Stripe needs', url },
    short: `Yardpack: Stripe has restricted your account, so we cannot pay you. What you earned is kept. See what it needs: ${url}`,
  };
}
