import { dayLabel } from '#domain/calendar.ts';
import { moneyLabel } from '#domain/labels.ts';
import type { SkipActor } from '#domain/schedule-rules.ts';
import type { Letter } from '../messages/letter.ts';

/** What the letters about a skip speak of; `url` is the reader's page to go to. */
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
    short: `Yardpack: ${first}${shortReason(about)} Nothing is charged for it. ${about.url}`,
  };
}

/**
 * Tells a customer why a visit that was begun could not be done.
 * @param fee what is charged for the way, integer cents
 */
export function couldNotLetter(about: About, fee: number): Letter {
  const day = dayLabel(about.date);
  const could = about.by === 'worker' ? `${about.workerName} came and could not do` : 'We could not do';
  const first = `${could} your visit on ${day} at ${about.street}.`;
  const cost = fee > 0 ? `${moneyLabel(fee)} is charged for the way.` : 'Nothing is charged for it.';
  return {
    subject: `We could not do your visit on ${day}`,
    paragraphs: [`Hi ${about.firstName}, ${first}`, ...reasonOf(about), cost],
    facts: [...factsOf(about), ...(fee > 0 ? [['Amount', moneyLabel(fee)] as const] : [])],
    action: { label: 'See the visit', url: about.url },
    short: `Yardpack: ${first}${shortReason(about)} ${cost} ${about.url}`,
  };
}

/** Tells a customer that nobody came. */
export function missedLetter({
  firstName,
  street,
  date,
  url,
}: Pick<About, 'firstName' | 'street' | 'date' | 'url'>): Letter {
  const day = dayLabel(date);
  const first = `we missed your visit on ${day} at ${street}.`;
  return {
    subject: `We missed your visit on ${day}`,
    paragraphs: [`Hi ${firstName}, ${first} We are sorry.`, 'Nothing is charged for it.'],
    facts: factsOf({ street, date }),
    action: { label: 'See your next visits', url },
    short: `Yardpack: We are sorry, ${first} Nothing is charged for it. ${url}`,
  };
}

/** Tells a worker not to go on a day. */
export function workerSkippedLetter(about: About): Letter {
  const day = dayLabel(about.date);
  const first = `${by(about)} has taken the visit on ${day} at ${about.street} off.`;
  return {
    subject: `Skipped: ${about.street} on ${day}`,
    paragraphs: [`Hi ${about.firstName}, ${first}`, ...reasonOf(about), 'Please do not go there on that day.'],
    facts: factsOf(about),
    action: { label: 'See your itinerary', url: about.url },
    short: `Yardpack: ${first}${shortReason(about)} ${about.url}`,
  };
}

/** Tells a customer or a worker that the visit is due after all. */
export function takenBackLetter(about: About, label: string): Letter {
  const day = dayLabel(about.date);
  const first = `the visit on ${day} at ${about.street} takes place after all.`;
  return {
    subject: `On again: the visit on ${day}`,
    paragraphs: [`Hi ${about.firstName}, ${first}`, 'It had been skipped, and that was taken back.'],
    facts: factsOf(about),
    action: { label, url: about.url },
    short: `Yardpack: ${first} ${about.url}`,
  };
}

const by = ({ by: actor, customerName, workerName }: About) =>
  actor === 'customer' ? customerName : actor === 'worker' ? workerName : 'Our office';

const factsOf = ({ street, date }: Pick<About, 'street' | 'date'>) =>
  [
    ['Where', street],
    ['When', dayLabel(date)],
  ] as const;

const reasonOf = ({ reason }: About) => (reason ? [`The reason: ${reason}`] : []);

/** As much of a reason as a text of two parts has room for. */
const longestInText = 90;

function shortReason({ reason }: About): string {
  if (!reason) return '';
  const line = reason.replaceAll(/\s+/g, ' ');
  const words = line.length > longestInText ? `${line.slice(0, longestInText - 3)}...` : line;
  return ` Reason: ${words}${/[.!?]$/.test(words) ? '' : '.'}`;
}
