import { isActive } from '#domain/engagement-status.ts';
import { isDueOn } from '#domain/schedule-rules.ts';
import type { Transaction } from '../database/connection.ts';
import { selectPastWeekDays } from './assignment-store.ts';
import { lockSchedule, type Schedule } from './lock-store.ts';

export type { Schedule };

/**
 * For a transaction that starts, skips or un-skips a visit: until it ends, no other does so for this engagement.
 * @returns the engagement with what decides when its visits are, or undefined when there is none
 */
export async function lockVisits(transaction: Transaction, engagementId: string): Promise<Schedule | undefined> {
  return await lockSchedule(transaction, engagementId);
}

/** @returns whether a visit is due on a date, by the plan and the engagement's state */
export const hasVisitOn = (schedule: Schedule, date: Temporal.PlainDate): boolean =>
  isActive(schedule.engagement) && isDueOn(date, schedule);

/**
 * @returns whether a visit was due to one of these workers when something was tapped, though the engagement has been
 * paused, released or ended since
 */
export async function wasDueTo(
  transaction: Transaction,
  schedule: Schedule,
  workerProfileIds: string[],
  date: Temporal.PlainDate,
  tappedAt: Temporal.Instant | undefined,
): Promise<boolean> {
  if (!tappedAt) return false;
  const weekDays = await selectPastWeekDays(transaction, schedule.engagement.id, workerProfileIds, tappedAt);
  return isDueOn(date, { ...schedule, weekDays });
}
