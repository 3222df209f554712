import type { Letter } from '../letter.ts';
import type { Reader } from './shared/card.ts';

/** @param url the page of a service that was paid with it, where another is chosen */
export function cardGoneLetter({ firstName }: Reader, { name }: { name: string }, url: string): Letter {
  const more = 'Until then nothing can be charged for the visits that are done.';
  return {
    wording: { name: 'cardGoneWords', values: { name: firstName, card: name }, mail: [more], text: [] },
    subject: `Your ${name} is gone`,
    paragraphs: [
      `Hi ${firstName}, the payment method of your visits, ${name}, was removed. Please choose another.`,
      more,
    ],
    action: { label: 'Choose another', url },
    exact: [name],
    short: `%businessName%: your ${name} is gone. Please choose another: ${url}`,
  };
}
