import { dayLabel } from '#domain/calendar.ts';
import { listLabel, moneyLabel } from '#domain/labels.ts';
import type { SkipActor } from '#domain/schedule-rules.ts';
import type { Letter } from '../messages/letter.ts';

/** What the letters about a skip need; `url` is the page that the reader is sent to. */
type About = {
  firstName: string;
  customerName: string;
  workerName: string;
  street: string;
  date: Temporal.PlainDate;
  by: SkipActor;
  reason: string | null;
  url: string;
};

/** Tells a customer that nobody comes on a day. */
export function customerSkippedLetter(about: About): Letter {
  const day = dayLabel(about.date);
  const first = `${by(about)} had to take your visit on ${day} at ${about.street} off.`;
  return {
    subject: `No visit on ${day}`,
    paragraphs: [`Hi ${about.firstName}, ${first}`, ...reasonOf(about), 'Nothing is charged for it.'],
    facts: factsOf(about),
    action: { label: 'See your next visits', url: about.url },
    short: `%businessName%: ${first}${shortReason(about)} Nothing is charged for it. ${about.url}`,
    cuttable: reasonLine(about),
    // The office has its own reasons, which no words fit that were written for workers.
    ...(about.by === 'worker' && { wording: wordingOf('skippedWords', about, 'Nothing is charged for it.') }),
  };
}

/** What the business's own words may name, and what is said after them: why, and what it costs. */
const wordingOf = (name: 'skippedWords' | 'couldNotWords', about: About, cost: string): Letter['wording'] => ({
  name,
  values: { name: about.firstName, worker: about.workerName, street: about.street, day: dayLabel(about.date) },
  mail: [...reasonOf(about), cost],
  text: [shortReason(about).trim(), cost].filter((part) => part !== ''),
});

/**
 * Tells a customer why a worker could not finish a visit.
 * @param lockedGateFee the charge for the way, integer cents
 */
export function couldNotLetter(about: About, lockedGateFee: number): Letter {
  const day = dayLabel(about.date);
  const could = about.by === 'worker' ? `${about.workerName} came and could not do` : 'We could not do';
  const first = `${could} your visit on ${day} at ${about.street}.`;
  const cost =
    lockedGateFee > 0 ? `${moneyLabel(lockedGateFee)} is charged for the way.` : 'Nothing is charged for it.';
  return {
    subject: `We could not do your visit on ${day}`,
    paragraphs: [`Hi ${about.firstName}, ${first}`, ...reasonOf(about), cost],
    facts: [...factsOf(about), ...(lockedGateFee > 0 ? [['Amount', moneyLabel(lockedGateFee)] as const] : [])],
    action: { label: 'See the visit', url: about.url },
    short: `%businessName%: ${first}${shortReason(about)} ${cost} ${about.url}`,
    cuttable: reasonLine(about),
    ...(about.by === 'worker' && { wording: wordingOf('couldNotWords', about, cost) }),
  };
}

type MissedVisit = Pick<About, 'street' | 'date'> & { productName: string };

/**
 * Tells a customer which visits were missed.
 * @param visits at least one
 */
export function missedLetter(firstName: string, visits: readonly MissedVisit[], url: string): Letter {
  const only = visits.length === 1 ? visits[0] : undefined;
  const days = visits.map(({ date }) => dayLabel(date)).filter((day, index, all) => all.indexOf(day) === index);
  const streets = visits.map(({ street }) => street).filter((street, index, all) => all.indexOf(street) === index);
  const on = days.length > 2 ? `between ${days[0]} and ${days.at(-1)}` : `on ${listLabel(days)}`;
  const visit = visits.length === 1 ? 'your visit' : `${visits.length} of your visits`;
  const at = streets.length === 1 ? ` at ${streets[0]}` : '';
  const missed = `we missed ${visit} ${on}${at}.`;
  const cost = `Nothing is charged for ${visits.length === 1 ? 'it' : 'them'}.`;
  return {
    subject: visits.length === 1 ? `We missed your visit ${on}` : `We missed ${visit}`,
    paragraphs: [`Hi ${firstName}, ${missed} We are sorry.`, cost],
    facts: visits.map(({ date, productName, street }) => [dayLabel(date), `“${productName}” at ${street}`] as const),
    action: { label: visits.length === 1 ? 'See your service' : 'See your services', url },
    short: `%businessName%: We are sorry, ${missed} ${cost} ${url}`,
    names: streets,
    ...(only && {
      wording: {
        name: 'missedWords',
        values: { name: firstName, street: only.street, service: only.productName, day: dayLabel(only.date) },
        mail: [cost],
        text: [cost],
      },
    }),
  };
}

/** Tells a worker not to go on a day. */
export function workerSkippedLetter(about: About): Letter {
  const day = dayLabel(about.date);
  const first = `${by(about)} has taken the visit on ${day} at ${about.street} off.`;
  const more = [...reasonOf(about), 'Please do not go there on that day.'];
  return {
    subject: `Skipped: ${about.street} on ${day}`,
    paragraphs: [`Hi ${about.firstName}, ${first}`, ...more],
    facts: factsOf(about),
    action: { label: 'See your itinerary', url: about.url },
    short: `%businessName%: ${first}${shortReason(about)} ${about.url}`,
    cuttable: reasonLine(about),
    ...(about.by === 'customer' && {
      wording: {
        name: 'workerSkippedWords',
        values: { name: about.firstName, customer: about.customerName, street: about.street, day },
        mail: more,
        text: [shortReason(about).trim()].filter((part) => part !== ''),
      },
    }),
  };
}

/**
 * Tells a customer or a worker that a skip was undone.
 * @param isOver whether the visit's day is over: a visit that was begun then may still be finished
 * @param isBegun whether it is today's, and its worker had begun it before they knew
 */
export function undoneLetter(
  about: About,
  { label, isOver, isBegun = false }: { label: string; isOver: boolean; isBegun?: boolean },
): Letter {
  const day = dayLabel(about.date);
  const on = isBegun ? `today, ${day},` : `on ${day}`;
  const first = isOver
    ? `we take back that the visit on ${day} at ${about.street} could not be done.`
    : `the visit ${on} at ${about.street} takes place after all.`;
  const next = isOver
    ? 'You hear from us when it is finished, and only then it is charged.'
    : isBegun
      ? `${about.workerName} had begun before it was changed.`
      : 'It had been skipped, and that was taken back.';
  return {
    subject: isOver ? `Not given up: the visit on ${day}` : `On again: the visit on ${day}`,
    paragraphs: [`Hi ${about.firstName}, ${first}`, next],
    facts: factsOf(about),
    action: { label, url: about.url },
    short: `%businessName%: ${first} ${about.url}`,
    ...(!isOver && {
      wording: {
        name: 'takesPlaceWords',
        values: { name: about.firstName, street: about.street, day },
        mail: [next],
        text: [],
      },
    }),
  };
}

const by = ({ by: actor, customerName, workerName }: About) =>
  actor === 'customer' ? customerName : actor === 'worker' ? workerName : 'our office';

const factsOf = ({ street, date }: Pick<About, 'street' | 'date'>) =>
  [
    ['Where', street],
    ['When', dayLabel(date)],
  ] as const;

const reasonOf = ({ reason }: About) => (reason ? [`The reason: ${reason}`] : []);

/** The reason as a sentence of one line; '' without one. */
function reasonLine({ reason }: About): string {
  const line = reason?.replaceAll(/\s+/g, ' ').trim() ?? '';
  return line && `${line}${/[.!?]$/.test(line) ? '' : '.'}`;
}

const shortReason = (about: About) => (about.reason ? ` Reason: ${reasonLine(about)}` : '');
