import { dayLabel, daySpanLabel } from '#domain/calendar.ts';
import { countedLabel, listLabel } from '#domain/labels.ts';
import { endOf } from '#domain/sentence.ts';
import type { Letter } from '../letter.ts';
import { type AboutDayOff, countedWhere, inOrder } from './shared/day-off.ts';

/** One visit of the day; `movedTo` is null for one that is left out. */
type Concerned = { yard: string; movedTo: { day: Temporal.PlainDate; workerName: string } | null };

/** Tells a customer that nobody works on a day, and what becomes of the visits. */
export function customerHolidayLetter(
  { firstName, url, day, name }: AboutDayOff,
  visits: readonly Concerned[],
): Letter {
  const sentences = visits.map(({ yard, movedTo }) =>
    movedTo
      ? `Your visit at ${yard} is on ${dayLabel(movedTo.day)} instead, with ${endOf(movedTo.workerName)}`
      : `Your visit at ${yard} is left out and not charged.`,
  );
  const closed = `we do not work on ${dayLabel(day)} (${name}).`;
  const shortly = holidayShortly(visits);
  return {
    wording: {
      name: 'holidayWords',
      values: { name: firstName, day: dayLabel(day), holiday: name },
      mail: sentences,
      text: sentences,
      shorter: [shortly],
    },
    subject: `No visit on ${dayLabel(day)}: ${name}`,
    paragraphs: [`Hi ${firstName}, ${closed}`, ...sentences],
    action: { label: 'See your next visits', url },
    short: `%businessName%: ${closed} ${sentences.join(' ')} ${url}`,
    shorter: `%businessName%: ${closed} ${shortly} ${url}`,
  };
}

/** @returns for example '3 of your visits are on Fri, Nov 27 instead. 1 of your visits is left out and not charged.' */
function holidayShortly(visits: readonly Concerned[]): string {
  const days = visits.map(({ movedTo }) =>
    movedTo ? `on ${dayLabel(movedTo.day)} instead` : 'left out and not charged',
  );
  return countedWhere(days)
    .map((said) => `${said}.`)
    .join(' ');
}

/**
 * Tells a worker of a day off.
 * @param days where the visits are instead; null for each one that is left out
 */
export function workerHolidayLetter(
  { firstName, url, day, name }: AboutDayOff,
  days: readonly (Temporal.PlainDate | null)[],
): Letter {
  const where = inOrder(days).map((movedTo) => (movedTo ? `moved to ${dayLabel(movedTo)}` : 'left out'));
  const parts = listLabel(countedWhere(where));
  const what = `${dayLabel(day)} is a day off (${name}): ${parts}.`;
  const said = [`${parts}.`];
  return {
    wording: {
      name: 'workerHolidayWords',
      values: { name: firstName, day: dayLabel(day), holiday: name },
      mail: said,
      text: said,
    },
    subject: `Day off: ${dayLabel(day)}, ${name}`,
    paragraphs: [`Hi ${firstName}, ${what}`],
    action: { label: 'See your itinerary', url },
    short: `%businessName%: ${what} ${url}`,
  };
}

/** Which days off of one worker, and who reads of them. */
export type AboutOff = { firstName: string; url: string; firstDay: Temporal.PlainDate; lastDay: Temporal.PlainDate };

/** What becomes of a worker's visits on days off. */
export type OffOutcome = {
  /** The days on which visits are instead. */
  moved: readonly Temporal.PlainDate[];
  given: number;
  by: string | null;
  leftOut: number;
};

/** Tells a worker of their own days off, and what becomes of their visits. */
export function workerOffLetter(about: AboutOff, { moved, given, by, leftOut }: OffOutcome): Letter {
  const some = (count: number) => (count === 1 ? '1 of your visits' : `${count} of your visits`);
  const sentences = [
    ...(given > 0 && by ? [`${by} will make ${some(given)}.`] : []),
    ...[...Map.groupBy(inOrder(moved).map(dayLabel), (day) => day)].map(
      ([day, { length }]) => `We moved ${some(length)} to ${day}.`,
    ),
    ...(leftOut > 0 ? [`We left out ${some(leftOut)}.`] : []),
  ];
  const when = daySpanLabel(about);
  return ofWorker(about, `You’re off ${when}`, `you’re off ${when}.`, sentences, {
    name: 'workerOffWords',
    values: { name: about.firstName, when },
  });
}

type OnDay = { day: Temporal.PlainDate; count: number };

/** @returns how many visits there are on each day; of many days how many there are at all */
function onDaysLabel(visits: readonly OnDay[]): string {
  const all = visits.reduce((sum, { count }) => sum + count, 0);
  // A text has room for some days.
  if (visits.length > 4) return countedLabel(all, 'visit');
  return listLabel(visits.map(({ day, count }) => `${countedLabel(count, 'visit')} on ${dayLabel(day)}`));
}

/** Tells a worker whose visits they make while that one is off. @param visits how many on each day */
export function workerCoverLetter(about: AboutOff, worker: string, visits: readonly OnDay[]): Letter {
  const when = daySpanLabel(about);
  const said = `${worker} has ${onDaysLabel(visits)}.`;
  return ofWorker(about, `Visits for ${worker} ${when}`, `you’ll make visits for ${worker} ${when}.`, [said], {
    name: 'workerCoverWords',
    values: { name: about.firstName, worker, when },
  });
}

/** Tells a worker that the one whose visits they were to make is not off. @param visits how many on each day */
export function workerBackLetter(
  { firstName, url, ...about }: AboutOff,
  worker: string,
  visits: readonly OnDay[],
): Letter {
  const works = `${worker} is working ${daySpanLabel(about)}`;
  const said = `You no longer have ${onDaysLabel(visits)}.`;
  return {
    subject: works,
    paragraphs: [`Hi ${firstName}, ${works} after all.`, said],
    action: { label: 'See your itinerary', url },
    short: `%businessName%: ${works} after all. ${said} ${url}`,
  };
}

/**
 * Tells a worker that days off of theirs are taken back.
 * @param visits how many they have on these days
 * @param before the days on which they knew these to be meanwhile
 */
export function workerOnLetter(about: AboutOff, visits: number, before: readonly Temporal.PlainDate[]): Letter {
  const when = daySpanLabel(about);
  const days = listLabel([...new Set(inOrder(before).map(dayLabel))]);
  const back = days ? ` Your visits on ${days} are back.` : '';
  const said = `${visits === 0 ? 'You have no visits then.' : `You have ${countedLabel(visits, 'visit')} then.`}${back}`;
  return ofWorker(about, `You’re working ${when}`, `you’re working ${when} after all.`, [said], {
    name: 'workerOnWords',
    values: { name: about.firstName, when },
  });
}

type Words = Pick<NonNullable<Letter['wording']>, 'name' | 'values'>;

const ofWorker = (
  { firstName, url }: AboutOff,
  subject: string,
  first: string,
  said: string[],
  words: Words,
): Letter => ({
  wording: { ...words, mail: said, text: said },
  subject,
  paragraphs: [`Hi ${firstName}, ${first}`, ...said],
  action: { label: 'See your itinerary', url },
  short: ['%businessName%:', first, ...said, url].join(' '),
});
