import type { Letter } from '../letter.ts';

/** @param url the page where the worker connects an account */
export function disconnectedLetter({ firstName }: { firstName: string }, url: string): Letter {
  return {
    subject: 'Your account at Stripe is not connected to us anymore',
    paragraphs: [
      `Hi ${firstName}, the connection between us and your account at Stripe, who pays you out for us, was ended.`,
      'Until you connect again we cannot pay you, and new customers cannot hire you. What you have earned is kept for you and paid then.',
    ],
    action: { label: 'Connect again', url },
    short: `%businessName%: your account at Stripe is not connected to us anymore, so we cannot pay you. What you earned is kept. Connect again: ${url}`,
  };
}

/** @param url the page where the worker can answer Stripe */
export function restrictedLetter({ firstName }: { firstName: string }, url: string): Letter {
  return {
    subject: 'Stripe needs something from you before we can pay you',
    paragraphs: [
      `Hi ${firstName}, Stripe, who pays you out for us, has restricted your account.`,
      'Until that is mended we cannot pay you, and new customers cannot hire you. What you have earned is kept for you and paid as soon as Stripe lets us.',
    ],
    action: { label: 'See what Stripe needs', url },
    short: `%businessName%: Stripe has restricted your account, so we cannot pay you. What you earned is kept. See what it needs: ${url}`,
  };
}
