import { isActive } from '#domain/engagement-status.ts';
import { isDueOn } from '#domain/schedule-rules.ts';
import type { Transaction } from '../database/connection.ts';
import { selectPastAssignment } from './assignment-store.ts';
import { lockSchedule, type Schedule } from './lock-store.ts';
import { selectPastMoves } from './past-moves-store.ts';

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

/** A visit that is due on a date: who makes it, and the day on which the plan had it. */
type DueVisit = { workerProfileId: string | null; originalDay: Temporal.PlainDate };

const dueVisit = (schedule: Standing, date: Temporal.PlainDate): DueVisit | undefined =>
  hasVisitOn(schedule, date)
    ? { workerProfileId: workerOn(schedule, date), originalDay: originalDayOf(schedule, date) }
    : undefined;

/**
 * What was tapped without signal is judged as things were at the tap: the engagement may have been paused, released or
 * given to another worker since, the visit moved, the day become a day off.
 * @returns the visit that was due on a date at that moment; undefined when none was
 */
export async function visitDueAt(
  transaction: Transaction,
  schedule: Schedule,
  date: Temporal.PlainDate,
  at: Temporal.Instant,
): Promise<DueVisit | undefined> {
  const { engagement, exceptions } = schedule;
  const wasThere = (since: Temporal.Instant) => Temporal.Instant.compare(since, at) <= 0;
  const past = await selectPastAssignment(transaction, engagement.id, at);
  const since = past ? past.since : engagement.activeSince;
  if (!since || !wasThere(since)) return undefined;
  const pastMoves = await selectPastMoves(transaction, engagement.id, at);
  return dueVisit(
    {
      ...schedule,
      ...(past && {
        engagement: { status: 'ENGAGEMENT_STATUS_RUNNING', workerProfileId: past.workerProfileId },
        weekDays: past.weekDays,
      }),
      exceptions: {
        moves: [...exceptions.moves.filter(({ movedAt }) => wasThere(movedAt)), ...pastMoves],
        holds: exceptions.holds.filter(({ createdAt }) => wasThere(createdAt)),
        holidays: exceptions.holidays.filter(({ createdAt }) => wasThere(createdAt)),
      },
    },
    date,
  );
}

/** @returns whether a visit was due to one of these workers on a date when something was tapped */
export async function wasDueTo(
  transaction: Transaction,
  schedule: Schedule,
  workerProfileIds: readonly string[],
  date: Temporal.PlainDate,
  tappedAt: Temporal.Instant | undefined,
): Promise<boolean> {
  const visit = tappedAt && (await visitDueAt(transaction, schedule, date, tappedAt));
  return visit?.workerProfileId != null && workerProfileIds.includes(visit.workerProfileId);
}
