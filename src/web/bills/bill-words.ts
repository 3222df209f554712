import type { Attempt, Bill, Billing, BillState, BillSummary } from '#contract/bills.ts';
import { businessDay, dayLabel, longDayLabel, plainDate, timeLabel } from '#domain/calendar.ts';
import { countedLabel, moneyLabel } from '#domain/labels.ts';
import type { BadgeTone } from '#web/ui/badge.tsx';

export const billMarks: Record<BillState, { label: string; tone: BadgeTone }> = {
  collecting: { label: 'Being charged', tone: 'neutral' },
  'to-confirm': { label: 'To be confirmed', tone: 'warn' },
  retrying: { label: 'Declined', tone: 'warn' },
  declined: { label: 'Not paid', tone: 'proposed' },
  paid: { label: 'Paid', tone: 'accepted' },
  refunded: { label: 'Refunded', tone: 'ended' },
};

export const attemptLabels: Record<Attempt['status'], string> = {
  collecting: 'Being charged',
  'to-confirm': 'The bank asked for a confirmation',
  declined: 'Declined',
  paid: 'Paid',
  refunded: 'Paid, and sent back',
  'paid-twice': 'Paid once more, and to be sent back',
};

const onDay = (moment: string) => dayLabel(businessDay(Temporal.Instant.from(moment)));

/** @returns why what is open is not paid, and what happens next */
export function nextSentence({
  state,
  nextAt,
  declineMessage,
}: Pick<Bill, 'state' | 'nextAt' | 'declineMessage'>): string {
  const why = declineMessage ? `${declineMessage} ` : '';
  switch (state) {
    case 'collecting':
      return 'It is being charged to the card now.';
    case 'to-confirm':
      return `The bank waits for a confirmation${nextAt ? ` until ${onDay(nextAt)}` : ''}.`;
    case 'retrying':
      return `${why}We will try again${nextAt ? ` on ${onDay(nextAt)}` : ''}.`;
    case 'declined':
      return `${why}We do not try again by ourselves.`;
    default:
      return '';
  }
}

/** @returns what comes on a bill later, and when; undefined when there is nothing */
export function laterSentence({ unbilled }: Pick<Billing, 'unbilled'>): string | undefined {
  if (!unbilled) return undefined;
  const on = unbilled.on ? `, on ${dayLabel(plainDate(unbilled.on))}` : '';
  return `${moneyLabel(unbilled.amount)} comes on the next bill${on}.`;
}

/** @returns for example '4 visits, Nov 2, 2026 to Nov 23, 2026' */
export function visitsLabel({
  visits,
  firstDay,
  lastDay,
}: Pick<BillSummary, 'visits' | 'firstDay' | 'lastDay'>): string {
  const [first, last] = [longDayLabel(firstDay), longDayLabel(lastDay)];
  return `${countedLabel(visits, 'visit')}, ${first === last ? first : `${first} to ${last}`}`;
}

/** @returns for example '9:05 AM to 9:25 AM'; undefined when it was not noted */
export function timesLabel({ startedAt, completedAt }: { startedAt: string | null; completedAt: string | null }) {
  if (!completedAt) return undefined;
  const [from, to] = [timeLabel(startedAt ?? completedAt), timeLabel(completedAt)];
  return from === to ? `at ${to}` : `${from} to ${to}`;
}
