import type { Inquiry } from '#contract/inquiries.ts';
import { addBusinessDays, whenDue } from '#domain/calendar.ts';
import type { InquiryRow } from './store.ts';

const answerDays = 2;

/** @returns until when an inquiry that came then should be answered */
export const dueAt = (receivedAt: Temporal.Instant) => addBusinessDays(receivedAt, answerDays);

/** @returns when those came that are overdue at a moment, as `whenDue` has it */
export const whenOverdue = (now: Temporal.Instant) => whenDue(now, answerDays);

/** Until when the inquiries should be answered that somebody looked at: to count business days takes longer than to read one. */
const known = new Map<string, { text: string; ms: number }>();
const mostKnown = 1000;

function answerDue(receivedAt: string): { text: string; ms: number } {
  const before = known.get(receivedAt);
  if (before) return before;
  if (known.size >= mostKnown) known.clear();
  const at = dueAt(Temporal.Instant.from(receivedAt));
  const due = { text: at.toString(), ms: at.epochMilliseconds };
  known.set(receivedAt, due);
  return due;
}

/** @returns since when an inquiry waits, until when it should be answered, and whether that is over at `now` */
export function waitOf(
  { receivedAt, answeredAt }: Pick<InquiryRow, 'receivedAt' | 'answeredAt'>,
  now: Temporal.Instant,
): Pick<Inquiry, 'receivedAt' | 'answerDueAt' | 'isOverdue'> {
  const due = answerDue(receivedAt);
  return { receivedAt, answerDueAt: due.text, isOverdue: answeredAt === null && now.epochMilliseconds > due.ms };
}
