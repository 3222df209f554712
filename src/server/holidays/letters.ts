import { dayLabel, daySpanLabel } from '#domain/calendar.ts';
import { countedLabel, listLabel } from '#domain/labels.ts';
import { endOf } from '#domain/sentence.ts';
import type { Letter } from '../messages/letter.ts';

/** Who reads of which day off. */
export type AboutDayOff = { firstName: string; url: string; day: Temporal.PlainDate; name: string };
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

/** @param where what is to be said of each visit @returns for example ['2 of your visits are left out'] */
const countedWhere = (where: readonly string[]): string[] =>
  [...Map.groupBy(where, (one) => one)].map(([said, { length }]) => `${visitsLabel(length)} ${said}`);

/** @returns days in their order, those first that are given */
const inOrder = <Day extends Temporal.PlainDate | null>(days: readonly Day[]): Day[] =>
  [...days].sort((one, other) => (one && other ? Temporal.PlainDate.compare(one, other) : one ? -1 : other ? 1 : 0));

/**
 * Tells a customer that somebody comes after all.
 * @param visits `instead`: where one would have been on the day off, and is not now
 */
export function customerAfterAllLetter(
  { firstName, url, day }: AboutDayOff,
  visits: readonly { yard: string; instead: Temporal.PlainDate | null }[],
): Letter {
  const yards = listLabel(visits.map(({ yard }) => yard));
  const off = visits.flatMap(({ yard, instead }) =>
    instead ? [`Nobody comes to ${yard} on ${dayLabel(instead)}.`] : [],
  );
  const first = `we do work on ${dayLabel(day)} after all, and come to ${yards} as planned.`;
  const some = `we do work on ${dayLabel(day)} after all, and come to ${countedLabel(visits.length, 'yard')} as planned.`;
  const instead = visits.flatMap((visit) => (visit.instead ? [dayLabel(visit.instead)] : []));
  const offShortly = instead.length > 0 ? [`Nobody comes to them on ${listLabel([...new Set(instead)])}.`] : [];
  return {
    wording: {
      name: 'afterAllWords',
      values: { name: firstName, day: dayLabel(day), street: yards },
      mail: off,
      text: off,
      shorter: offShortly,
    },
    subject: `We come on ${dayLabel(day)} after all`,
    paragraphs: [`Hi ${firstName}, ${first}`, ...off],
    action: { label: 'See your next visits', url },
    short: ['%businessName%:', first, ...off, url].join(' '),
    shorter: ['%businessName%:', some, ...offShortly, url].join(' '),
  };
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

/** @returns the event of which `workerAfterAllLetter` tells */
export const afterAllEvent = (holidayId: string, workerProfileId: string): string =>
  `holiday-taken-back:${holidayId}:${workerProfileId}`;

/**
 * Tells a worker that a day off was taken back.
 * @param visits how many the worker has on that day
 * @param before for each of these that they knew to be on another day, that day
 */
export function workerAfterAllLetter(
  { firstName, url, day }: AboutDayOff,
  visits: number,
  before: readonly Temporal.PlainDate[],
): Letter {
  const off = countedWhere(inOrder(before).map((one) => `no longer on ${dayLabel(one)}`));
  const yours = [
    `You have ${countedLabel(visits, 'visit')} on that day.`,
    ...(off.length > 0 ? [`${listLabel(off)}.`] : []),
  ];
  const what = [`${dayLabel(day)} is no day off after all.`, ...yours].join(' ');
  return {
    wording: {
      name: 'workerAfterAllWords',
      values: { name: firstName, day: dayLabel(day) },
      mail: yours,
      text: yours,
    },
    subject: `No day off on ${dayLabel(day)} after all`,
    paragraphs: [`Hi ${firstName}, ${what}`],
    action: { label: 'See your itinerary', url },
    short: `%businessName%: ${what} ${url}`,
  };
}

const visitsLabel = (count: number) => (count === 1 ? '1 of your visits is' : `${count} of your visits are`);

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

/** Tells a worker why they are not off on days for which they asked. @param when such as 'on Wed, Mar 10' */
export function daysOffDeclinedLetter(
  { firstName, url, when }: { firstName: string; url: string; when: string },
  reason: string,
): Letter {
  const first = `we can’t give you days off ${when}.`;
  return {
    subject: `No days off ${when}`,
    paragraphs: [`Hi ${firstName}, ${first}`, `The office says: ${reason}`],
    action: { label: 'See your plan', url },
    short: `%businessName%: ${first} ${reason} ${url}`,
    cuttable: reason,
  };
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
