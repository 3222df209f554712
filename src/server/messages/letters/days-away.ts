import type { DaysAway } from '#domain/away-news.ts';
import { dayLabel, daySpanLabel, isBefore } from '#domain/calendar.ts';
import { commaListLabel } from '#domain/comma-list.ts';
import type { Letter } from '../letter.ts';

/**
 * `noVisits`: why nobody comes anyway, until the service is resumed or somebody has it; `next`: the reader's next visit, unless none
 * is planned or known; `back`: the reader's visits on days that are no days away any more, and who makes them, which people may have
 * read while these were, or not.
 */
export type About = {
  firstName: string;
  customerName: string;
  street: string;
  url: string;
  noVisits?: 'paused' | 'no worker' | undefined;
  next?: Temporal.PlainDate | undefined;
  back?: readonly VisitsBack[];
};

/** @property workerName unless its worker is the reader */
export type VisitsBack = { workerName?: string; days: readonly Temporal.PlainDate[] };

const allLabel = (days: readonly DaysAway[]) => commaListLabel(days.map(daySpanLabel));

const rests = 'The service rests until it is resumed.';

/** @param ofPaused the words for a service that is paused */
function whyNone({ noVisits }: About, ofPaused: string): string | undefined {
  if (noVisits === 'paused') return ofPaused;
  return noVisits && 'We are still looking for your keeper, and until we have one nobody comes.';
}

const daysNamed = 3;

const visitLabel = ({ workerName, days }: VisitsBack) => {
  const named = days.slice(0, days.length > daysNamed + 1 ? daysNamed : days.length).map((day) => dayLabel(day));
  const others = days.length - named.length;
  const on = commaListLabel([...named, ...(others > 0 ? [`${others} more days`] : [])]);
  return workerName ? `${workerName} comes on ${on}.` : `You come on ${on}.`;
};

/** What comes: the visits that there are again, or else the next one. */
const comesOf = ({ next, back = [] }: About) => {
  if (back.length > 0) return back.map(visitLabel);
  return next ? [`The next visit is on ${dayLabel(next)}.`] : [];
};

/** @returns what comes, and what is so after days away, in the order in which it is */
function aroundAway(about: About, away: readonly DaysAway[], afterwards: string) {
  const { next, back = [] } = about;
  const isFirst = next && back.length === 0 && away.every(({ firstDay }) => isBefore(next, firstDay));
  if (!isFirst) return { comes: comesOf(about), all: [afterwards, ...comesOf(about)] };
  const comes = [`Before that, the next visit is on ${dayLabel(next)}.`];
  return { comes, all: [...comes, afterwards] };
}

/** Tells a customer on which days nobody comes. @param days all of them, at least one */
export function customerAwayLetter(about: About, days: readonly DaysAway[]): Letter {
  const when = allLabel(days);
  const first = `nobody comes to ${about.street} ${when}, and nothing is charged then.`;
  const afterwards =
    whyNone(about, 'Your visits stay paused until you resume them.') ?? 'Your visits resume automatically afterwards.';
  const { comes, all } = aroundAway(about, days, afterwards);
  const inShort = comes.length > 0 ? comes : [afterwards];
  const free = 'Nothing is charged then.';
  return {
    wording: {
      name: 'awayWords',
      values: { name: about.firstName, street: about.street, when },
      mail: [free, ...all],
      text: [free, ...inShort],
    },
    subject: `No visits ${when}`,
    paragraphs: [`Hi ${about.firstName}, ${first}`, ...all],
    action: { label: 'See your next visits', url: about.url },
    short: ['%businessName%:', first, ...inShort, about.url].join(' '),
  };
}

/** Tells a worker on which days a customer wants no visits. @param days all of them, at least one */
export function workerAwayLetter(about: About, days: readonly DaysAway[]): Letter {
  const when = allLabel(days);
  const first = `${about.customerName} wants no visits at ${about.street} ${when}.`;
  const afterwards = whyNone(about, rests) ?? 'They resume automatically afterwards.';
  const { comes, all } = aroundAway(about, days, afterwards);
  return {
    wording: {
      name: 'workerAwayWords',
      values: { name: about.firstName, customer: about.customerName, street: about.street, when },
      mail: all,
      text: comes,
    },
    subject: `No visits at ${about.street} ${when}`,
    paragraphs: [`Hi ${about.firstName}, ${first}`, ...all],
    action: { label: 'See your itinerary', url: about.url },
    short: ['%businessName%:', first, ...comes, about.url].join(' '),
  };
}

/**
 * Tells somebody that days have their visits again.
 * @param standing the days away on which nobody comes still
 */
export function awayEndedLetter(about: About, label: string, standing: readonly DaysAway[]): Letter {
  const none = whyNone(about, rests);
  const first = none
    ? `the days away at ${about.street} were taken back. ${none}`
    : `the visits at ${about.street} continue as planned.`;
  const still = standing.length > 0 ? [`Still nobody comes ${allLabel(standing)}.`] : [];
  const more = [...still, ...comesOf(about)];
  return {
    subject: none ? `Days away at ${about.street} taken back` : `Visits at ${about.street} continue`,
    paragraphs: [`Hi ${about.firstName}, ${first}`, ...more],
    action: { label, url: about.url },
    short: ['%businessName%:', `${first.charAt(0).toUpperCase()}${first.slice(1)}`, ...more, about.url].join(' '),
    ...(!none && {
      wording: {
        name: 'awayEndedWords',
        values: { name: about.firstName, street: about.street },
        mail: more,
        text: more,
      },
    }),
  };
}
