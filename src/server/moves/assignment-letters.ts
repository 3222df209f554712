import { dayLabel, type WeekDay, weekDayOf, weekDaysInOrder } from '#domain/calendar.ts';
import { enumLabel, listLabel } from '#domain/labels.ts';
import { scheduleLabel } from '#domain/schedule-rules.ts';
import type { Letter } from '../messages/letter.ts';

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

/** Tells a customer that somebody else comes, or on other weekdays, from a day on. */
export function customerAssignedLetter(about: About, when: When): Letter {
  const { firstName, street, workerName, url } = about;
  const [from, days] = [dayLabel(when.from), whenLabel(when)];
  const first = `from ${from} on, ${workerName} comes to ${street} on ${days}.`;
  const more = firstLabel(when);
  const stays = 'The price stays as it is. Visits before that day stay as they are, unless we tell you otherwise.';
  const values = { name: firstName, worker: workerName, street, day: from, days };
  return {
    wording: { name: 'assignedWords', values, mail: [...more, stays], text: more },
    subject: `Your visits from ${from} on`,
    paragraphs: [`Hi ${firstName}, ${first}`, ...more, stays],
    facts: [
      ['From', from],
      ['When', days],
      ['Who comes', workerName],
      ['Where', street],
    ],
    action: { label: 'See your next visits', url },
    short: ['%businessName%:', capital(first), ...more, url].join(' '),
  };
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
  const more = [...firstLabel(when), ...away];
  const giveBack = 'If you cannot do it, release the service on its page, and another worker can take it.';
  return {
    wording: {
      name: 'workerAssignedWords',
      values: { name: firstName, customer: customerName, service: productName, street, day: from, days },
      mail: [...more, giveBack],
      text: [...more, 'You can give it back:'],
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
    short: ['%businessName%:', capital(first), ...more, 'You can give it back:', url].join(' '),
  };
}

type Rhythm = { frequency: number; interval: number; startDay: Temporal.PlainDate };

/** Tells a customer that the worker has accepted another rhythm. */
export function rhythmAcceptedLetter(
  { firstName, street, url }: Pick<About, 'firstName' | 'street' | 'url'>,
  { frequency, interval, startDay }: Rhythm,
  weekDays: readonly WeekDay[],
): Letter {
  const [days, from] = [daysLabel(weekDays), dayLabel(startDay)];
  const rhythm = `${scheduleLabel(frequency, interval)}, from ${from} on`;
  const first = `your keeper comes to ${street} on ${days}: ${rhythm}.`;
  const more = 'The price of a visit stays. Visits before that day stay as they are.';
  return {
    wording: { name: 'rhythmWords', values: { name: firstName, street, days, rhythm }, mail: [more], text: [more] },
    subject: 'Your other rhythm is accepted',
    paragraphs: [`Hi ${firstName}, ${first}`, more],
    action: { label: 'See your next visits', url },
    short: `%businessName%: ${capital(first)} ${more} ${url}`,
    cuttable: ` ${more}`,
  };
}

/**
 * Tells a worker whose service another worker takes over.
 * @param hasVisitsBefore whether the worker has a visit to make before that day
 */
export function workerReplacedLetter(about: About, from: Temporal.PlainDate, hasVisitsBefore: boolean): Letter {
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
