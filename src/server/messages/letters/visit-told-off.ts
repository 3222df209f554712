import { dayLabel } from '#domain/calendar.ts';
import { commaListLabel } from '#domain/comma-list.ts';
import type { Letter } from '../letter.ts';
import { type Nameless, type StatusAbout, serviceLetter } from './shared/service.ts';
import type { About } from './visit-told.ts';

/**
 * Tells a worker that visits are off.
 * @param dates at least one
 * @param why a sentence, where one says it of a single one
 */
export function visitsOffLetter(about: StatusAbout, dates: readonly Temporal.PlainDate[], why?: string): Letter {
  const day = commaListLabel(dates.map(dayLabel));
  const where = `${day} at ${about.street} for ${about.customerName}`;
  const areMany = dates.length > 1;
  const first = areMany ? `the visits on ${where} do not take place.` : `the visit on ${where} does not take place.`;
  const subject = areMany ? `${dates.length} visits less: ${about.street}` : `A visit less on ${day}: ${about.street}`;
  return serviceLetter(about, 'See your itinerary', subject, [
    why ? `${first} ${why}` : first,
    'You do not have to come.',
  ]);
}

/** As `visitsOffLetter`, of a customer who was erased: the letter names nobody. */
export function visitsOffNamelessLetter(about: Nameless, dates: readonly Temporal.PlainDate[]): Letter {
  const days = commaListLabel(dates.map(dayLabel));
  const [what, take] = dates.length === 1 ? ['the visit', 'does not take'] : ['the visits', 'do not take'];
  const subject =
    dates.length === 1 ? `A visit less on ${days}: ${about.city}` : `${dates.length} visits less: ${about.city}`;
  return serviceLetter({ ...about, street: about.city }, 'See your itinerary', subject, [
    `${what} on ${days} of “${about.productName}” in ${about.city} ${take} place: you do not have to come.`,
    'The data of the customer was erased.',
  ]);
}

/** Tells a customer that a visit of which they were told does not take place. @param why a sentence, where one says it */
export function customerOffLetter(about: Omit<About, 'reason'>, day: Temporal.PlainDate, why?: string): Letter {
  const first = `your visit on ${dayLabel(day)} at ${about.street} does not take place.`;
  const values = { name: about.firstName, street: about.street, day: dayLabel(day) };
  const more = why ? [why] : [];
  return {
    wording: { name: 'offWords', values, mail: more, text: more },
    subject: `No visit on ${dayLabel(day)}`,
    paragraphs: [`Hi ${about.firstName}, ${first}`, ...more],
    facts: [
      ['Day', dayLabel(day)],
      ['Where', about.street],
    ],
    action: { label: 'See your next visits', url: about.url },
    short: `%businessName%: ${[first.charAt(0).toUpperCase() + first.slice(1), ...more, about.url].join(' ')}`,
  };
}
