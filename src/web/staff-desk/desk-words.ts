import type { FailedPayment } from '#contract/desk-money.ts';
import type { VisitCounts, VisitToday } from '#contract/desk-visits.ts';
import type { StaffDesk as Desk } from '#contract/staff-desk.ts';
import { momentLabel, timeLabel } from '#domain/calendar.ts';
import { type VisitState, visitStates } from '#domain/desk.ts';
import { numberLabel } from '#domain/labels.ts';
import { afterOther, declineToStaff, whyNot } from '#domain/payment-attempts.ts';
import type { BadgeTone } from '#web/ui/badge.tsx';

type Mark = { label: string; tone: BadgeTone };

export const visitMarks: Record<VisitState, Mark> = {
  'not-started': { label: 'Not started', tone: 'neutral' },
  'under-way': { label: 'Under way', tone: 'running' },
  done: { label: 'Done', tone: 'accepted' },
  skipped: { label: 'Skipped', tone: 'ended' },
};

/** @returns what each state is called */
export const labelsOf = <State extends string>(marks: Record<State, Mark>) =>
  Object.fromEntries(Object.entries<Mark>(marks).map(([state, { label }]) => [state, label])) as Record<State, string>;

/** @returns the badge of a visit, 'Skipped' or 'Not done', and why it is so: 'Could not do it: The gate is locked' */
export function visitMark({ state, skip }: Pick<VisitToday, 'state' | 'skip'>): Mark & { why: string | undefined } {
  const isRefused = skip?.kind === 'could-not';
  const mark: Mark = isRefused ? { label: 'Not done', tone: 'warn' } : visitMarks[state];
  const what = isRefused ? 'Could not do it' : mark.label;
  return { ...mark, why: skip?.reason ? `${what}: ${skip.reason}` : isRefused ? what : undefined };
}

/** How old counts may be without a word about it. */
const silentSeconds = 60;

/**
 * @returns the day's visits in numbers, '2 under way, 3 not started', without those that are done; '' when there are none. Of counts
 *   that are older than a minute at `now` it says when they were made: '3 not started at 9:05 AM'
 */
export function visitSummary({ counts, countedAt }: Pick<Desk['visits'], 'counts' | 'countedAt'>, now: string): string {
  const summary = visitStates
    .filter((state) => state !== 'done' && counts[state] > 0)
    .map((state) => `${numberLabel(counts[state])} ${visitMarks[state].label.toLowerCase()}`)
    .join(', ');
  const age = Temporal.Instant.from(now).since(countedAt).total('seconds');
  return summary && age > silentSeconds ? `${summary} at ${timeLabel(countedAt)}` : summary;
}

/** @returns how many visits the day has */
export const visitTotal = (counts: VisitCounts): number =>
  visitStates.reduce((total, state) => total + counts[state], 0);

export const paymentMarks: Record<FailedPayment['state'], Mark> = {
  'given-up': { label: 'Given up', tone: 'proposed' },
  'confirmation-needed': { label: 'Customer must confirm', tone: 'warn' },
  retrying: { label: 'Trying again', tone: 'neutral' },
};

/** @returns what went wrong: 'The customer’s card was declined. 2 attempts.' */
export function failureLabel({ state, declineMessage, attempts }: FailedPayment): string {
  const words = state === 'confirmation-needed' ? 'The bank asks the customer to confirm.' : '';
  const why = declineMessage ? declineToStaff(declineMessage) : words;
  return `${why} ${attempts === 1 ? '1 attempt' : `${attempts} attempts`}.`.trim();
}

/** @returns what happens next, 'Next attempt Nov 23, 2026.' */
export function nextLabel({ state, nextAt, engagementStatus, declineMessage }: FailedPayment): string {
  if (state === 'given-up') {
    return engagementStatus === 'ENGAGEMENT_STATUS_PAUSED' ? 'Visits are paused.' : 'Not tried again by itself.';
  }
  if (state === 'retrying' && whyNot(declineMessage) === 'unusable') return 'It waits for another payment method.';
  if (!nextAt) return state === 'retrying' ? `Next attempt ${afterOther}.` : '';
  return state === 'retrying' ? `Next attempt ${momentLabel(nextAt)}.` : `Until ${momentLabel(nextAt)}.`;
}
