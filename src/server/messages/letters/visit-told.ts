import { dayLabel } from '#domain/calendar.ts';
import { commaListLabel } from '#domain/comma-list.ts';
import type { WordValues } from '#domain/message-words.ts';
import { endOf } from '#domain/sentence.ts';
import type { WordedMessage } from '#domain/worded-messages.ts';
import type { Letter } from '../letter.ts';

/** Where a visit is: its day, and who makes it. */
export type Spot = { day: Temporal.PlainDate; workerName: string };

export type About = { firstName: string; street: string; url: string; reason: string | null };

/** Tells a customer that a visit is on another day, or made by somebody else. */
export function customerMovedLetter(about: About, from: Spot, to: Spot): Letter {
  const [was, is] = [dayLabel(from.day), dayLabel(to.day)];
  const isSameDay = from.day.equals(to.day);
  const who = from.workerName === to.workerName ? '' : ` Instead of ${from.workerName} comes ${endOf(to.workerName)}`;
  const first = isSameDay
    ? `${to.workerName} comes on ${is} to ${about.street} instead of ${endOf(from.workerName)}`
    : `your visit on ${was} at ${about.street} is moved to ${is}.${who}`;
  const why = about.reason ? [`Why: ${about.reason}`] : [];
  const values = { name: about.firstName, street: about.street, day: is, worker: to.workerName };
  return {
    subject: isSameDay ? `${to.workerName} makes your visit on ${is}` : `Your visit on ${was} is moved to ${is}`,
    paragraphs: [`Hi ${about.firstName}, ${first}`, ...why],
    facts: [
      ['Day', is],
      ['Who', to.workerName],
      ['Where', about.street],
    ],
    action: { label: 'See your next visits', url: about.url },
    short: `%businessName%: ${first.charAt(0).toUpperCase()}${first.slice(1)}${about.reason ? ` Why: ${about.reason}` : ''} ${about.url}`,
    ...(about.reason && { cuttable: ` Why: ${about.reason}` }),
    wording: isSameDay
      ? { name: 'coverWords', values, mail: why, text: why }
      : {
          name: 'movedWords',
          values: { ...values, before: was },
          mail: [...(who ? [who.trim()] : []), ...why],
          text: [...(who ? [who.trim()] : []), ...why],
        },
  };
}

/** Tells a customer of a visit more. */
export function customerMoreLetter(about: Omit<About, 'reason'>, { day, workerName }: Spot): Letter {
  const first = `${workerName} comes on ${dayLabel(day)} to ${about.street}.`;
  const values = { name: about.firstName, street: about.street, day: dayLabel(day), worker: workerName };
  return {
    wording: { name: 'coverWords', values, mail: [], text: [] },
    subject: `${workerName} makes your visit on ${dayLabel(day)}`,
    paragraphs: [`Hi ${about.firstName}, ${first}`],
    facts: [
      ['Day', dayLabel(day)],
      ['Who', workerName],
      ['Where', about.street],
    ],
    action: { label: 'See your next visits', url: about.url },
    short: `%businessName%: ${first} ${about.url}`,
  };
}

type AboutJob = About & { customerName: string };

/** Tells a worker of visits more. @param days at least one */
export function workerGivenLetter(about: AboutJob, days: readonly Temporal.PlainDate[]): Letter {
  const [day] = days;
  if (!day || days.length > 1) {
    const more = (on: string) => `you make the visits ${on} at ${about.street} for ${about.customerName}.`;
    return manyToWorker(about, `${days.length} visits more: ${about.street}`, days, more);
  }
  const first = `you make the visit on ${dayLabel(day)} at ${about.street} for ${about.customerName}.`;
  return toWorker(about, `A visit more on ${dayLabel(day)}: ${about.street}`, first, day, { name: 'workerGivenWords' });
}

/** Tells a worker that somebody else makes visits. @param days at least one */
export function workerTakenLetter(about: AboutJob, days: readonly Temporal.PlainDate[]): Letter {
  const [day] = days;
  if (!day || days.length > 1) {
    const less = (on: string) => `another worker makes the visits ${on} at ${about.street}. You do not have to come.`;
    return manyToWorker(about, `${days.length} visits less: ${about.street}`, days, less);
  }
  const first = `another worker makes the visit on ${dayLabel(day)} at ${about.street}. You do not have to come.`;
  return toWorker(about, `A visit less on ${dayLabel(day)}: ${about.street}`, first, day, { name: 'workerTakenWords' });
}

/** Tells a worker that a visit is on another day. */
export function workerMovedLetter(about: AboutJob, from: Temporal.PlainDate, to: Temporal.PlainDate): Letter {
  const first = `the visit on ${dayLabel(from)} at ${about.street} is moved to ${dayLabel(to)}.`;
  const wording = { name: 'workerMovedWords', values: { before: dayLabel(from) } } as const;
  return toWorker(about, `Moved: ${about.street} to ${dayLabel(to)}`, first, to, wording);
}

/**
 * The business's own words are for one visit.
 * @param sentence says it of visits "on" days
 */
function manyToWorker(
  { firstName, customerName, street, url }: AboutJob,
  subject: string,
  days: readonly Temporal.PlainDate[],
  sentence: (on: string) => string,
): Letter {
  const [first, last] = [days[0], days.at(-1)].map((day) => day && dayLabel(day));
  const said = sentence(`from ${first} to ${last}, ${days.length} of them,`);
  return {
    subject,
    paragraphs: [`Hi ${firstName}, ${sentence(`on ${commaListLabel(days.map(dayLabel))}`)}`],
    facts: [
      ['Customer', customerName],
      ['Where', street],
    ],
    action: { label: 'See your itinerary', url },
    short: `%businessName%: ${said.charAt(0).toUpperCase()}${said.slice(1)} ${url}`,
  };
}

type Words = { name: WordedMessage; values?: WordValues };

function toWorker(
  about: AboutJob,
  subject: string,
  first: string,
  day: Temporal.PlainDate,
  { name, values }: Words,
): Letter {
  const { firstName, customerName, street } = about;
  return {
    wording: {
      name,
      values: { name: firstName, customer: customerName, street, day: dayLabel(day), ...values },
      mail: [],
      text: [],
    },
    subject,
    paragraphs: [`Hi ${about.firstName}, ${first}`],
    facts: [
      ['Day', dayLabel(day)],
      ['Customer', about.customerName],
      ['Where', about.street],
    ],
    action: { label: 'See your itinerary', url: about.url },
    short: `%businessName%: ${first.charAt(0).toUpperCase()}${first.slice(1)} ${about.url}`,
  };
}
