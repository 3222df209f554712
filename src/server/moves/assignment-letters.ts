import { dayLabel, type WeekDay, weekDaysInOrder } from '#domain/calendar.ts';
import { enumLabel, listLabel } from '#domain/labels.ts';
import type { Letter } from '../messages/letter.ts';

type About = {
  firstName: string;
  customerName: string;
  productName: string;
  street: string;
  workerName: string;
  url: string;
};
type When = { weekDays: readonly WeekDay[]; from: Temporal.PlainDate };

/** @returns for example 'Tuesday and Thursday' */
export const daysLabel = (weekDays: readonly WeekDay[]) =>
  listLabel(weekDaysInOrder.filter((day) => weekDays.includes(day)).map((day) => enumLabel(day)));

/** Tells a customer that somebody else comes, or on other weekdays, from a day on. */
export function customerAssignedLetter(about: About, { weekDays, from }: When): Letter {
  const { firstName, street, workerName, url } = about;
  const first = `from ${dayLabel(from)} on, ${workerName} comes to ${street} on ${daysLabel(weekDays)}.`;
  const stays = 'The price stays as it is. Until then nothing changes.';
  const values = { name: firstName, worker: workerName, street, day: dayLabel(from), days: daysLabel(weekDays) };
  return {
    wording: { name: 'assignedWords', values, mail: [stays], text: [] },
    subject: `Your visits from ${dayLabel(from)} on`,
    paragraphs: [`Hi ${firstName}, ${first}`, stays],
    facts: [
      ['From', dayLabel(from)],
      ['When', daysLabel(weekDays)],
      ['Who comes', workerName],
      ['Where', street],
    ],
    action: { label: 'See your next visits', url },
    short: `%businessName%: ${capital(first)} ${url}`,
  };
}

/** Tells a worker of a service that is theirs now, or is on other weekdays; they may give it back. */
export function workerAssignedLetter(about: About, { weekDays, from }: When): Letter {
  const { firstName, customerName, productName, street, url } = about;
  const first = `from ${dayLabel(from)} on, you visit ${customerName} at ${street} on ${daysLabel(weekDays)}.`;
  const giveBack = 'If you cannot do it, release the service on its page, and another worker can take it.';
  return {
    wording: {
      name: 'workerAssignedWords',
      values: {
        name: firstName,
        customer: customerName,
        service: productName,
        street,
        day: dayLabel(from),
        days: daysLabel(weekDays),
      },
      mail: [giveBack],
      text: ['You can give it back:'],
    },
    subject: `${customerName} at ${street}: ${daysLabel(weekDays)} from ${dayLabel(from)} on`,
    paragraphs: [`Hi ${firstName}, ${first}`, giveBack],
    facts: [
      ['What', productName],
      ['From', dayLabel(from)],
      ['When', daysLabel(weekDays)],
      ['Where', street],
    ],
    action: { label: 'See your plan', url },
    short: `%businessName%: ${capital(first)} You can give it back: ${url}`,
  };
}

/**
 * Tells a worker whose service another worker takes over.
 * @param hasVisitsBefore whether the worker has a visit to make before that day
 */
export function workerReplacedLetter(about: About, from: Temporal.PlainDate, hasVisitsBefore: boolean): Letter {
  const { firstName, customerName, street, url } = about;
  const first = `from ${dayLabel(from)} on, another worker visits ${customerName} at ${street}.`;
  const before = hasVisitsBefore ? ['You still make the visits before that day.'] : [];
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
