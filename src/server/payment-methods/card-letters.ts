import { shortDayLabel } from '#domain/calendar.ts';
import type { Letter } from '../messages/letter.ts';

type Reader = { firstName: string };

/** @param url where another card is added */
export function cardExpiresLetter(
  { firstName }: Reader,
  { name, expiresOn }: { name: string; expiresOn: Temporal.PlainDate },
  url: string,
): Letter {
  const day = shortDayLabel(expiresOn);
  const more =
    'Please add another card, and choose it on the page of your service. If your bank has sent a new card and told us of it, there is nothing you need to do.';
  return {
    wording: { name: 'cardExpiresWords', values: { name: firstName, card: name, day }, mail: [more], text: [] },
    subject: `Your ${name} expires on ${day}`,
    paragraphs: [`Hi ${firstName}, the card that your visits are paid with, ${name}, expires on ${day}.`, more],
    facts: [
      ['Card', name],
      ['Expires', day],
    ],
    action: { label: 'Add another card', url },
    exact: [name],
    short: `%businessName%: your ${name} expires on ${day}. Please add another card: ${url}`,
  };
}

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
