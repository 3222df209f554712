import { isActive } from '#domain/engagement-status.ts';
import { isDueOn } from '#domain/schedule-rules.ts';
import type { Transaction } from '../database/connection.ts';
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

/** What decides whether a visit is due and whose it is, now or at an earlier moment. */
type Standing = Pick<Schedule, 'weekDays' | 'startDay' | 'interval' | 'weekOffset'> & {
  engagement: Pick<Schedule['engagement'], 'status' | 'workerProfileId'>;
  exceptions: {
    moves: readonly Pick<Schedule['exceptions']['moves'][number], 'originalDay' | 'day' | 'workerProfileId'>[];
    holds: Schedule['exceptions']['holds'];
    holidays: Schedule['exceptions']['holidays'];
  };
};

/** @returns whether a visit is due on a date, by the plan, what differs from it, and the engagement's state */
export const hasVisitOn = (schedule: Standing, date: Temporal.PlainDate): boolean =>
  isActive(schedule.engagement) && isDueOn(date, schedule);

/** @returns the worker whose visit it is on a date, when one is due; null for an engagement without a worker */
export const workerOn = ({ engagement, exceptions }: Standing, date: Temporal.PlainDate): string | null =>
  exceptions.moves.find(({ day }) => day?.equals(date))?.workerProfileId ?? engagement.workerProfileId;

/** @returns the day on which the plan had the visit that is on this date now */
export const originalDayOf = ({ exceptions }: Standing, date: Temporal.PlainDate): Temporal.PlainDate =>
  exceptions.moves.find(({ day }) => day?.equals(date))?.originalDay ?? date;
