import { moneyLabel } from '#domain/labels.ts';
import type { Letter } from '../letter.ts';

type About = { firstName: string; productName: string; street: string; url: string };

type PriceRise = About & { agreed: number; price: number };

/** Asks a customer to agree to the higher price of a service that nobody has accepted yet; integer cents. */
export function priceRiseLetter({ firstName, productName, street, url, agreed, price }: PriceRise): Letter {
  return {
    subject: 'The price of your visits has changed',
    paragraphs: [
      `Hi ${firstName}, a visit of “${productName}” at ${street} costs ${moneyLabel(price)} now, before any coupon. You have agreed to ${moneyLabel(agreed)}.`,
      'Our search for a keeper waits until you agree to the new price. Until then nobody comes, and nothing new is charged.',
      'If it does not suit you, cancel the service on the same page.',
    ],
    facts: [
      ['What', productName],
      ['Where', street],
      ['You agreed to', `${moneyLabel(agreed)} a visit`],
      ['Price now', `${moneyLabel(price)} a visit`],
    ],
    action: { label: 'See both prices', url },
    short: `%businessName%: a visit at ${street} costs ${moneyLabel(price)} now, not ${moneyLabel(agreed)}. Nobody comes, and our search for a keeper waits, until you agree: ${url}`,
  };
}
