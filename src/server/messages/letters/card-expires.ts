import { shortDayLabel } from '#domain/calendar.ts';
import type { Letter } from '../letter.ts';
import type { Reader } from './shared/card.ts';

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
