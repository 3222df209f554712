import { dayLabel } from '#domain/calendar.ts';
import { listLabel } from '#domain/labels.ts';
import type { Letter } from '../messages/letter.ts';

/**
 * `isResting`: whether nobody comes anyway, until the service is resumed; `hasOthersBack`: whether its reader has not heard yet that
 * other days away were taken back.
 */
type About = {
  firstName: string;
  customerName: string;
  street: string;
  url: string;
  isResting?: boolean;
  hasOthersBack?: boolean;
};
type Days = { firstDay: Temporal.PlainDate; lastDay: Temporal.PlainDate };

const daysLabel = ({ firstDay, lastDay }: Days) =>
  firstDay.equals(lastDay) ? `on ${dayLabel(firstDay)}` : `from ${dayLabel(firstDay)} to ${dayLabel(lastDay)}`;

const othersBack = ({ hasOthersBack }: About) =>
  hasOthersBack ? ['Days away that were taken back have their visits again.'] : [];

/** Confirms to a customer that nobody comes for some days. */
export function customerHoldLetter(about: About, days: Days): Letter {
  const first = `nobody comes to ${about.street} ${daysLabel(days)}, and nothing is charged for those days.`;
  const afterwards = about.isResting
    ? 'Your visits rest until you resume them.'
    : 'Your visits go on by themselves afterwards.';
  const also = othersBack(about);
  const said = ['Nothing is charged for those days.', afterwards, ...also];
  return {
    wording: {
      name: 'awayWords',
      values: { name: about.firstName, street: about.street, when: daysLabel(days) },
      mail: said,
      text: also.length > 0 ? also : said,
    },
    subject: `No visits ${daysLabel(days)}`,
    paragraphs: [`Hi ${about.firstName}, ${first}`, afterwards, ...also],
    action: { label: 'See your next visits', url: about.url },
    // With both it would be too long for two texts.
    short: ['%businessName%:', first, ...(also.length > 0 ? also : [afterwards]), about.url].join(' '),
  };
}

/** Tells a worker that a customer wants no visits for some days. */
export function workerHoldLetter(about: About, days: Days): Letter {
  const first = `${about.customerName} wants no visits at ${about.street} ${daysLabel(days)}.`;
  const afterwards = about.isResting
    ? 'The service rests until it is resumed.'
    : 'They go on by themselves afterwards.';
  const also = othersBack(about);
  return {
    wording: {
      name: 'workerAwayWords',
      values: { name: about.firstName, customer: about.customerName, street: about.street, when: daysLabel(days) },
      mail: [afterwards, ...also],
      text: also,
    },
    subject: `No visits at ${about.street} ${daysLabel(days)}`,
    paragraphs: [`Hi ${about.firstName}, ${first}`, afterwards, ...also],
    action: { label: 'See your itinerary', url: about.url },
    short: ['%businessName%:', first, ...also, about.url].join(' '),
  };
}

/**
 * Tells somebody that visits go on earlier than they were told.
 * @param standing the other days away, on which nobody comes still
 */
export function holdEndedLetter(about: About, label: string, standing: readonly Days[]): Letter {
  const first = `the visits at ${about.street} go on as planned.`;
  const still = standing.length > 0 ? [`Still nobody comes ${listLabel(standing.map(daysLabel))}.`] : [];
  return {
    subject: `Visits at ${about.street} go on`,
    paragraphs: [`Hi ${about.firstName}, ${first}`, ...still],
    action: { label, url: about.url },
    short: ['%businessName%:', `${first.charAt(0).toUpperCase()}${first.slice(1)}`, ...still, about.url].join(' '),
    wording: {
      name: 'awayEndedWords',
      values: { name: about.firstName, street: about.street },
      mail: still,
      text: still,
    },
  };
}

/** Reminds a customer that visits are about to go on. @param next the first of them; undefined when none is planned */
export function holdReminderLetter(about: About, { lastDay }: Days, next: Temporal.PlainDate | undefined): Letter {
  const from = dayLabel(lastDay.add({ days: 1 }));
  const when = next ? [`The next one is on ${dayLabel(next)}.`] : [];
  const longer = 'If you stay away longer, tell us on the page of your service.';
  const first = [`your visits at ${about.street} go on from ${from}.`, ...when].join(' ');
  return {
    subject: `Your visits go on from ${from}`,
    paragraphs: [`Hi ${about.firstName}, ${first}`, longer],
    action: { label: 'See your next visits', url: about.url },
    short: `%businessName%: ${first} ${about.url}`,
    wording: {
      name: 'goOnWords',
      values: { name: about.firstName, street: about.street, day: from },
      mail: [...when, longer],
      text: when,
    },
  };
}
