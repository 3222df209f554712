import { dayLabel, type WeekDay, weekDayOf, weekDaysInOrder } from '#domain/calendar.ts';
import { commaListLabel } from '#domain/comma-list.ts';
import { enumLabel, listLabel } from '#domain/labels.ts';
import { type Rhythm, scheduleLabel } from '#domain/schedule-rules.ts';
import type { Letter } from '../letter.ts';
import type { About as AboutService } from './engagement-accepted.ts';
import { customerOffLetter } from './visit-told-off.ts';

/**
 * Tells a customer of every other week that the visits are in the other weeks now.
 * @param dates the first ones; none without weekdays
 * @param instead the first one as it was before
 */
export function otherWeekLetter(
  about: AboutService,
  dates: readonly Temporal.PlainDate[],
  instead: Temporal.PlainDate | undefined,
): Letter {
  const { firstName, productName, street, workerName, url } = about;
  const first = `your visits at ${street} are in the other weeks now`;
  const when = commaListLabel(dates.map(dayLabel));
  const from = dates[0] && instead ? `, beginning on ${dayLabel(dates[0])} instead of ${dayLabel(instead)}` : '';
  const next = when === '' ? 'You find the days on the page of your service.' : `Your first visits: ${when}.`;
  return {
    subject: 'Your visits are in the other weeks now',
    paragraphs: [`Hi ${firstName}, ${first}: ${workerName} comes every 2 weeks still${from}.`, next],
    wording: {
      name: 'otherWeekWords',
      values: { name: firstName, worker: workerName, street, service: productName },
      mail: [next],
      text: when === '' ? [] : [`First visits: ${when}.`],
    },
    facts: [
      ['What', productName],
      ['Where', street],
    ],
    action: { label: 'See your next visits', url },
    short: `%businessName%: ${first}.${when === '' ? '' : ` First visits: ${when}.`} ${url}`,
  };
}

type About = {
  firstName: string;
  customerName: string;
  productName: string;
  street: string;
  workerName: string;
  url: string;
};

type When = {
  weekDays: readonly WeekDay[];
  /** In weeks. */
  interval: number;
  from: Temporal.PlainDate;
  /** The first visit that the plan has; undefined when that is far ahead. */
  first: Temporal.PlainDate | undefined;
  /** Sentences about single visits that are otherwise still. */
  still: readonly string[];
  /** Whether it is so because another rhythm was taken back. */
  isBack?: boolean;
};

type Days = { firstDay: Temporal.PlainDate; lastDay: Temporal.PlainDate };

/** @returns for example 'Tuesday and Thursday' */
export const daysLabel = (weekDays: readonly WeekDay[]) =>
  listLabel(weekDaysInOrder.filter((day) => weekDays.includes(day)).map((day) => enumLabel(day)));

/** @returns for example 'Tuesday and Thursday, every 2 weeks' */
const whenLabel = ({ weekDays, interval }: When) =>
  interval > 1 ? `${daysLabel(weekDays)}, every ${interval} weeks` : daysLabel(weekDays);

/** Every other week, and of a first visit that was moved or comes after one that was taken off, the weekdays alone do not say when. */
function firstLabel({ interval, first, weekDays, from }: When): string[] {
  const day = weekDays.length > 0 && Array.from({ length: 7 }, (_, days) => from.add({ days })).find(isAmong(weekDays));
  return first && (interval > 1 || !day || !first.equals(day)) ? [`It begins with ${dayLabel(first)}.`] : [];
}

const isAmong = (weekDays: readonly WeekDay[]) => (day: Temporal.PlainDate) => weekDays.includes(weekDayOf(day));

type Seat = { day: Temporal.PlainDate; workerName: string };

/** @returns what a customer reads of a visit that is elsewhere, or another worker's, than the weekdays say */
export const stillLabel = (from: Seat, to: Seat): string =>
  from.day.equals(to.day)
    ? `On ${dayLabel(to.day)}, ${to.workerName} comes instead.`
    : `Instead of on ${dayLabel(from.day)}, ${to.workerName} comes on ${dayLabel(to.day)}.`;

/** @returns what a worker reads of visits that are not where the weekdays have them, and of those that another worker makes */
export const stillLabels = (
  moved: readonly { from: Temporal.PlainDate; to: Temporal.PlainDate }[],
  taken: readonly { from: Temporal.PlainDate; to: Temporal.PlainDate }[],
): string[] =>
  [
    ...moved.map(({ from, to }) => ({ from, said: `Instead of on ${dayLabel(from)}, you come on ${dayLabel(to)}.` })),
    ...taken.map(({ from, to }) => {
      const on = from.equals(to) ? '' : ` on ${dayLabel(to)}`;
      return { from, said: `Another worker makes the visit of ${dayLabel(from)}${on}.` };
    }),
  ]
    .sort((one, other) => Temporal.PlainDate.compare(one.from, other.from))
    .map(({ said }) => said);

/** A text has room for one; where there are more, the page to which it leads has them. */
const stillShortly = (still: readonly string[]): readonly string[] =>
  still.length > 1 ? [`${still.length} single visits are otherwise.`] : still;

/** @returns for example 'Nobody comes on Mon, Mar 8.' */
export const nobodyLabel = (day: Temporal.PlainDate): string => `Nobody comes on ${dayLabel(day)}.`;

/** The same in a text: one by its day, more by their number. */
const nobodyShortly = (days: readonly Temporal.PlainDate[]): string[] =>
  days.length > 1 ? [`Nobody comes on ${days.length} days.`] : days.map(nobodyLabel);

/**
 * Tells a customer that somebody else comes, or on other weekdays, from a day on.
 * @param when with the next days on which they may wait for somebody, and nobody comes
 */
export function customerAssignedLetter(about: About, when: When & { nobodyOn: readonly Temporal.PlainDate[] }): Letter {
  const { firstName, street, workerName, url } = about;
  const [from, days] = [dayLabel(when.from), whenLabel(when)];
  const first = `from ${from} on, ${workerName} comes to ${street} on ${days}.`;
  const back = when.isBack ? ['The other schedule was taken back.'] : [];
  const begins = firstLabel(when);
  const more = [...back, ...when.nobodyOn.map(nobodyLabel), ...begins, ...when.still];
  // A text has no room for all of it; the page to which it leads has the first visit.
  const nobody = nobodyShortly(when.nobodyOn);
  const isFull = nobody.length > 0 && when.still.length > 0;
  const shortly = [...(isFull ? nobody : [...back, ...nobody, ...begins]), ...stillShortly(when.still)];
  const stays = 'The price stays as it is. Visits before that day stay as they are, unless we tell you otherwise.';
  const values = { name: firstName, worker: workerName, street, day: from, days };
  return {
    wording: { name: 'assignedWords', values, mail: [...more, stays], text: shortly },
    subject: `Your visits from ${from} on`,
    paragraphs: [`Hi ${firstName}, ${first}`, ...more, stays],
    facts: [
      ['From', from],
      ['When', days],
      ['Who comes', workerName],
      ['Where', street],
    ],
    action: { label: 'See your next visits', url },
    short: ['%businessName%:', capital(first), ...shortly, url].join(' '),
  };
}

/**
 * Tells a customer that the worker has taken the service off its weekdays and is to choose others.
 * @param inVain the days on which they expect somebody, and nobody comes
 * @param soon those of them that are today or tomorrow
 * @returns undefined when they expect nobody
 */
export function choosingLetter(
  about: About,
  [first, ...others]: readonly Temporal.PlainDate[],
  soon: readonly Temporal.PlainDate[],
): Letter | undefined {
  const also = others.filter((day) => soon.some((one) => one.equals(day))).map(nobodyLabel);
  const choosing = `${about.workerName} is choosing other weekdays. We tell you as soon as we know them.`;
  return first && customerOffLetter(about, first, [...also, choosing].join(' '));
}

/**
 * Tells a worker of a service that is theirs now, or is on other weekdays; they may give it back.
 * @param when with the days on which the customer wants no visits
 */
export function workerAssignedLetter(about: About, when: When & { holds: readonly Days[] }): Letter {
  const { firstName, customerName, productName, street, url } = about;
  const [from, days] = [dayLabel(when.from), whenLabel(when)];
  const first = `from ${from} on, you visit ${customerName} at ${street} on ${days}.`;
  const isToCome = ({ lastDay }: Days) => Temporal.PlainDate.compare(lastDay, when.from) >= 0;
  const away = when.holds
    .filter(isToCome)
    .map(({ firstDay, lastDay }) =>
      firstDay.equals(lastDay)
        ? `On ${dayLabel(firstDay)} they want no visit.`
        : `From ${dayLabel(firstDay)} to ${dayLabel(lastDay)} they want no visits.`,
    );
  const more = [...firstLabel(when), ...when.still, ...away];
  const awayShortly = away.length > 1 ? [`They want no visits ${away.length} times.`] : away;
  const shortly = [...firstLabel(when), ...stillShortly(when.still), ...awayShortly, 'You can give it back:'];
  const giveBack = 'If you cannot do it, release the service on its page, and another worker can take it.';
  return {
    wording: {
      name: 'workerAssignedWords',
      values: { name: firstName, customer: customerName, service: productName, street, day: from, days },
      mail: [...more, giveBack],
      text: shortly,
    },
    subject: `${customerName} at ${street}: ${daysLabel(when.weekDays)} from ${from} on`,
    paragraphs: [`Hi ${firstName}, ${first}`, ...more, giveBack],
    facts: [
      ['What', productName],
      ['From', from],
      ['When', days],
      ['Where', street],
    ],
    action: { label: 'See your plan', url },
    short: ['%businessName%:', capital(first), ...shortly, url].join(' '),
  };
}

/** Tells a customer that the worker has accepted another rhythm. */
export function rhythmAcceptedLetter(
  { firstName, street, url }: Pick<About, 'firstName' | 'street' | 'url'>,
  { frequency, interval, startDay }: Rhythm,
  { weekDays, still }: Pick<When, 'weekDays' | 'still'>,
): Letter {
  const [days, from] = [daysLabel(weekDays), dayLabel(startDay)];
  const rhythm = `${scheduleLabel(frequency, interval)}, from ${from} on`;
  const first = `your keeper comes to ${street} on ${days}: ${rhythm}.`;
  const stays = 'The price of a visit stays. Visits before that day stay as they are.';
  const more = [...still, stays];
  const shortly = [...stillShortly(still), stays];
  return {
    wording: { name: 'rhythmWords', values: { name: firstName, street, days, rhythm }, mail: more, text: shortly },
    subject: 'Your other rhythm is accepted',
    paragraphs: [`Hi ${firstName}, ${first}`, ...more],
    action: { label: 'See your next visits', url },
    short: ['%businessName%:', capital(first), ...shortly, url].join(' '),
  };
}

/**
 * Tells a worker whose service another worker takes over.
 * @param hasVisitsBefore whether the worker has a visit to make before that day
 */
export function workerReplacedLetter(
  about: Pick<About, 'firstName' | 'customerName' | 'street' | 'url'>,
  from: Temporal.PlainDate,
  hasVisitsBefore: boolean,
): Letter {
  const { firstName, customerName, street, url } = about;
  const first = `from ${dayLabel(from)} on, another worker visits ${customerName} at ${street}.`;
  const before = hasVisitsBefore ? ['You still make your visits before that day.'] : [];
  const values = { name: firstName, customer: customerName, street, day: dayLabel(from) };
  return {
    wording: { name: 'workerReplacedWords', values, mail: before, text: before },
    subject: `Another worker visits ${customerName} from ${dayLabel(from)} on`,
    paragraphs: [`Hi ${firstName}, ${first}`, ...before],
    facts: [
      ['Customer', customerName],
      ['Where', street],
    ],
    action: { label: 'See your plan', url },
    short: `%businessName%: ${capital(first)} ${url}`,
  };
}

const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
