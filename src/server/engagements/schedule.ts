import { isActive } from '#domain/engagement-status.ts';
import { isDueOn } from '#domain/schedule-rules.ts';
import type { Transaction } from '../database/connection.ts';
import { selectPastWeekDays } from './assignment-store.ts';
import { lockSchedule, type Schedule } from './lock-store.ts';

export type { Schedule };

/**
 * For a transaction that starts, skips, un-skips or moves a visit: until it ends, no other does so for this engagement.
 * @param from the first day that matters: what differs from the plan is read from it on
 * @returns the engagement with what decides when its visits are, or undefined when there is none
 */
export async function lockVisits(
  transaction: Transaction,
  engagementId: string,
  from: Temporal.PlainDate,
): Promise<Schedule | undefined> {
  return await lockSchedule(transaction, engagementId, from);
}

/** @returns whether a visit is due on a date, by the plan, what differs from it, and the engagement's state */
export const hasVisitOn = (schedule: Schedule, date: Temporal.PlainDate): boolean =>
  isActive(schedule.engagement) && isDueOn(date, schedule);

/** @returns the worker whose visit it is on a date, when one is due; null for an engagement without a worker */
export const workerOn = ({ engagement, exceptions }: Schedule, date: Temporal.PlainDate): string | null =>
  exceptions.moves.find(({ day }) => day.equals(date))?.workerProfileId ?? engagement.workerProfileId;

/** @returns the day on which the plan had the visit that is on this date now */
export const originalDayOf = ({ exceptions }: Schedule, date: Temporal.PlainDate): Temporal.PlainDate =>
  exceptions.moves.find(({ day }) => day.equals(date))?.originalDay ?? date;

/**
 * @returns whether a visit was due to one of these workers when something was tapped, though the engagement has been
 * paused, released or ended since, or the visit was moved
 */
export async function wasDueTo(
  transaction: Transaction,
  schedule: Schedule,
  workerProfileIds: string[],
  date: Temporal.PlainDate,
  tappedAt: Temporal.Instant | undefined,
): Promise<boolean> {
  if (!tappedAt) return false;
  const { engagement, exceptions } = schedule;
  const isOwn = engagement.workerProfileId !== null && workerProfileIds.includes(engagement.workerProfileId);
  const isMovedSince = exceptions.moves.some(
    ({ originalDay, movedAt }) => originalDay.equals(date) && Temporal.Instant.compare(tappedAt, movedAt) < 0,
  );
  if (isOwn && isMovedSince) return true;
  const weekDays = await selectPastWeekDays(transaction, engagement.id, workerProfileIds, tappedAt);
  return isDueOn(date, { ...schedule, weekDays });
}
