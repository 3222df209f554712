import { dayLabel } from '#domain/calendar.ts';
import { moneyLabel } from '#domain/labels.ts';
import type { Letter } from '../letter.ts';
import { type About, factsOf } from './shared/skip.ts';

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

const by = ({ by: actor, customerName, workerName }: About) =>
  actor === 'customer' ? customerName : actor === 'worker' ? workerName : 'our office';

const reasonOf = ({ reason }: About) => (reason ? [`The reason: ${reason}`] : []);

/** The reason as a sentence of one line; '' without one. */
function reasonLine({ reason }: About): string {
  const line = reason?.replaceAll(/\s+/g, ' ').trim() ?? '';
  return line && `${line}${/[.!?]$/.test(line) ? '' : '.'}`;
}

const shortReason = (about: About) => (about.reason ? ` Reason: ${reasonLine(about)}` : '');
