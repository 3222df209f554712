import { dayLabel } from '#domain/calendar.ts';
import type { SkipActor } from '#domain/schedule-rules.ts';
import type { Letter } from '../messages/letter.ts';
import { undoneLetter } from '../messages/letters/visit-skip-undone.ts';
import { customerSkippedLetter, workerSkippedLetter } from '../messages/letters/visit-skipped.ts';

/** A visit to come that was taken off. */
export type TakenOff = {
  id: string;
  day: Temporal.PlainDate;
  by: SkipActor | null;
  workerProfileId: string | null;
  reason: string | null;
};
type About = { firstName: string; customerName: string; workerName: string; street: string; url: string };

/** @returns the event of which somebody reads when a visit was taken off */
export const skippedEvent = (id: string, reader: string) => `visit-skipped:${id}:${reader}`;

/** @returns what tells a reader that a visit was taken off, and why; undefined when they did so */
export function skippedLetterTo(
  role: 'customer' | 'worker',
  about: About,
  { day: date, by, reason }: Pick<TakenOff, 'day' | 'by' | 'reason'>,
): Letter | undefined {
  if (by === null || by === role) return undefined;
  const whole = { ...about, date, by, reason };
  return role === 'customer' ? customerSkippedLetter(whole) : workerSkippedLetter(whole);
}

/**
 * @param who took it off, as the reader calls them
 * @returns why nobody comes on a day to which other weekdays have put a visit that was taken off before
 */
export const staysOff = (day: Temporal.PlainDate, who: string): string =>
  `It is the one of ${dayLabel(day)} that ${who} took off, and stays off.`;

/** @returns what tells a reader that a visit that they knew to be taken off takes place */
export function onAgainLetter(role: 'customer' | 'worker', about: About, date: Temporal.PlainDate): Letter {
  const label = role === 'customer' ? 'See your next visits' : 'See your itinerary';
  return undoneLetter({ ...about, date, by: 'employee', reason: null }, { label, isOver: false });
}

/** @returns what tells a customer that a visit is made today which they were told to be off or on another day */
export const begunAfterAllLetter = (about: About, date: Temporal.PlainDate): Letter =>
  undoneLetter(
    { ...about, date, by: 'employee', reason: null },
    { label: 'See your next visits', isOver: false, isBegun: true },
  );
