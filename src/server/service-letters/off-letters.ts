import { dayLabel, type WeekDay } from '#domain/calendar.ts';
import { commaListLabel } from '#domain/comma-list.ts';
import type { EngagementStatus } from '#domain/enums.ts';
import { enumLabel, listLabel, statusWord } from '#domain/labels.ts';
import type { Letter } from '../messages/letter.ts';
import { type StatusAbout, serviceLetter, serviceOf, statusSubject } from './service-letter.ts';

/** Who reads of a service whose customer was erased, and what it is. */
type Nameless = { firstName: string; productName: string; url: string; city: string };

/** From how many days on a worker reads of all in one letter. */
const daysTogether = 4;

/** @returns the days of which a worker reads together: each by itself, unless they are many */
export const readTogether = (days: readonly Temporal.PlainDate[]): Temporal.PlainDate[][] =>
  days.length < daysTogether ? days.map((day) => [day]) : [[...days]];

/** What has become of a visit that a worker has begun when its service ends or rests. */
export type Started = 'under-way' | 'off';

/** What who has begun a visit reads of it when its service ends or rests. */
const finishable = 'The visit that you have started can still be finished.';
const isMadeStill = 'The visit under way is finished and charged.';

/** @returns what a customer reads when their service ends or rests; nothing unless somebody has begun a visit of it */
export const sayUnderWay = (isUnderWay: boolean): string[] => (isUnderWay ? [isMadeStill] : []);

/** @returns what a worker reads of a visit that they have begun; undefined when there is none */
export const sayStarted = (started: Started | undefined): string[] => {
  if (!started) return [];
  return [
    started === 'off' ? 'The visit of today that you have started is off, too: you do not have to come.' : finishable,
  ];
};

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

/** Tells a worker who has begun a visit, and to whom the service is not known to be theirs, that it has ended or rests. */
export const endedUnderWayLetter = (about: StatusAbout, to: EngagementStatus): Letter =>
  serviceLetter(about, 'See your itinerary', statusSubject(to, about.street), [
    `${serviceOf(about)} for ${about.customerName} is ${statusWord(to)}. ${finishable}`,
  ]);

/**
 * Tells a worker that a service has ended whose customer was erased before they had read of it: the letter names nobody.
 * @param about `url` is the plan of the reader
 */
export function endedNamelessLetter(about: Nameless & { weekDays: readonly WeekDay[] }): Letter {
  const days = listLabel(about.weekDays.map((day) => enumLabel(day)));
  const where = `“${about.productName}” in ${about.city}${days && `, on ${days},`}`;
  return serviceLetter({ ...about, street: about.city }, 'See your plan', `A service in ${about.city} has ended`, [
    `${where} has ended: please do not go there anymore.`,
    'It is out of your plan, and the data of its customer was erased.',
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
