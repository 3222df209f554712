import type * as z from 'zod/mini';
import type { Skip } from '#contract/skips.ts';
import type { Visit, VisitNote, visits } from '#contract/visits.ts';
import { type CalendarDay, dayLabel, isSameDay, plainDate } from '#domain/calendar.ts';

/** One page of an engagement's visits, as the server answers it. */
export type Visits = z.output<typeof visits.listVisits.response>;
export type SkippedVisit = Visits['skips'][number];

/** A day to come, with a visit or a skip, or one on which nobody works; `note` says what is out of the plan about it. */
export type ComingDay = {
  date: CalendarDay;
  isSkippable: boolean;
  skip: SkippedVisit | undefined;
  isOff?: boolean;
  note?: string | undefined;
};
/** A day that has begun or is over. A visit that was begun and given up has both. */
export type PastDay = {
  date: CalendarDay;
  visit: Visit | undefined;
  skip: SkippedVisit | undefined;
  /** What was written at it. */
  notes: VisitNote[];
};

const compare = (a: CalendarDay, b: CalendarDay) => Temporal.PlainDate.compare(plainDate(a), plainDate(b));

/** @returns the day as '2027-03-10' */
export const isoDate = (day: CalendarDay): string => plainDate(day).toString();

/** @returns the next visits with the skipped days among them, soonest first */
export function comingDays({ visits, upcoming, skippable, skips, moved, daysOff, today }: Visits): ComingDay[] {
  const due = upcoming.map((date) => ({
    date,
    isSkippable: skippable.some((one) => isSameDay(one, date)),
    skip: undefined,
    note: movedNote(moved.find((one) => isSameDay(one.date, date))),
  }));
  const last = upcoming.at(-1);
  // Of the days off only those that the visits shown go around.
  const off = daysOff
    .filter(({ day }) => last && compare(day, last) < 0)
    .map(({ day, name }) => ({
      date: day,
      isSkippable: false,
      skip: undefined,
      isOff: true,
      note: `Nobody works: ${name}`,
    }));
  const skipped = skips
    .filter((skip) => compare(skip.date, today) >= 0 && !visits.some(({ visitId }) => visitId === skip.visitId))
    .map((skip) => ({ date: skip.date, isSkippable: false, skip }));
  return [...due, ...off, ...skipped].sort((a, b) => compare(a.date, b.date));
}

/** @returns for example 'Moved from Tue, Mar 16: Storm. Walt B. comes.' */
function movedNote(moved: Visits['moved'][number] | undefined): string | undefined {
  if (!moved) return undefined;
  const { date, originalDay, workerName, reason } = moved;
  const isMoved = !isSameDay(date, originalDay);
  const from = isMoved ? `Moved from ${dayLabel(plainDate(originalDay))}${reason ? `: ${reason}` : ''}.` : '';
  return [from, workerName ? `${workerName} comes.` : ''].filter(Boolean).join(' ');
}

/** @returns the visits that were begun, the days without a visit, and today if something was written at its visit already, newest first */
export function pastDays({ visits, skips, notes, today }: Visits): PastDay[] {
  const made = visits.map((visit) => ({
    date: visit.date,
    visit,
    skip: skips.find((skip) => skip.visitId === visit.visitId && isSameDay(skip.date, visit.date)),
  }));
  const skipped = skips
    .filter((skip) => compare(skip.date, today) < 0 && !made.some((day) => day.skip === skip))
    .map((skip) => ({ date: skip.date, visit: undefined, skip }));
  const isWrittenOf =
    notes.some(({ date }) => isSameDay(date, today)) && !made.some(({ date }) => isSameDay(date, today));
  const written = isWrittenOf ? [{ date: today, visit: undefined, skip: undefined }] : [];
  return [...written, ...made, ...skipped]
    .map((day) => ({ ...day, notes: notes.filter((note) => isSameDay(note.date, day.date)) }))
    .sort((a, b) => compare(b.date, a.date));
}

/** @returns why there was no visit, worded for the customer or for others */
export function skipLabel({ kind, skippedBy, reason }: Skip, isCustomer: boolean): string {
  if (kind === 'missed') {
    return isCustomer ? 'We missed this visit. Nothing is charged.' : 'Missed: nobody came. Nothing is charged.';
  }
  const what = kind === 'could-not' ? 'It could not be done' : skippedByLabel(skippedBy, isCustomer);
  return reason ? `${what}: ${reason}` : what;
}

function skippedByLabel(skippedBy: Skip['skippedBy'], isCustomer: boolean): string {
  if (skippedBy === 'worker') return 'Skipped by the worker';
  if (skippedBy === 'employee') return 'Skipped by our staff';
  return isCustomer ? 'Skipped by you' : 'Skipped by the customer';
}
