import type { Letter } from '../letter.ts';

/** @param url the page where the customer saves a card */
export function cardsGoneLetter({ firstName }: { firstName: string }, url: string): Letter {
  return {
    subject: 'Please add a card again',
    paragraphs: [
      `Hi ${firstName}, the cards that you saved with us are not there anymore, so we cannot collect what your visits cost.`,
      'Please add a card, and choose it for your service. Nothing is charged until then.',
    ],
    action: { label: 'Add a card', url },
    short: `%businessName%: the cards that you saved are not there anymore. Please add a card: ${url}`,
  };
}
