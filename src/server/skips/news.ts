import { dayLabel } from '#domain/calendar.ts';
import type { SkipActor } from '#domain/schedule-rules.ts';
import type { VisitPlan } from '#domain/visit-plan.ts';
import type { Transaction } from '../database/connection.ts';
import type { Letter } from '../messages/letter.ts';
import { wasWritten } from '../messages/take-back.ts';
import { customerSkippedLetter, undoneLetter, workerSkippedLetter } from './letters.ts';

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

/** @returns of each reader the days of which they were told that their visits were taken off */
export async function skipsRead(
  transaction: Transaction,
  { skips = [] }: VisitPlan,
  readers: readonly string[],
): Promise<Map<string, string[]>> {
  const read = new Map<string, string[]>();
  for (const reader of skips.length > 0 ? readers : []) {
    const days: string[] = [];
    for (const { id, day } of skips) if (await wasWritten(transaction, skippedEvent(id, reader))) days.push(`${day}`);
    read.set(reader, days);
  }
  return read;
}

/** @returns what tells a reader that a visit that they had read to be taken off, or took off themselves, takes place */
export function onAgainLetterTo(
  role: 'customer' | 'worker',
  about: About,
  date: Temporal.PlainDate,
  { told, who, read }: { told: VisitPlan; who: string; read: readonly string[] },
): { letter: Letter; skipId: string | undefined } | undefined {
  const skip = told.skips?.find(({ day }) => day.equals(date));
  const isOwn =
    skip?.by === role || told.deeds?.some((deed) => deed.who === who && deed.isOff && deed.day.equals(date));
  if (!isOwn && !read.includes(`${date}`)) return undefined;
  const label = role === 'customer' ? 'See your next visits' : 'See your itinerary';
  const letter = undoneLetter({ ...about, date, by: 'employee', reason: null }, { label, isOver: false });
  return { letter, skipId: skip?.id };
}
