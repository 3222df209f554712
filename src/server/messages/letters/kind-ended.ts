import type { Letter } from '../letter.ts';
import type { Reader } from './shared/card.ts';

/** @param url as of `cardGoneLetter` */
export function kindEndedLetter({ firstName }: Reader, { name }: { name: string }, url: string): Letter {
  return {
    subject: 'Please choose another payment method',
    paragraphs: [
      `Hi ${firstName}, we do not take this kind of payment anymore, so we can’t charge your ${name}.`,
      'Please choose another payment method for your visits.',
    ],
    facts: [['Payment method', name]],
    action: { label: 'Choose another', url },
    exact: [name],
    short: `%businessName%: we can’t charge your ${name} anymore. Please choose another payment method: ${url}`,
  };
}
