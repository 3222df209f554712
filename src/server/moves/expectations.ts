import { isVisitDue, weekDayOf } from '#domain/calendar.ts';
import type { Schedule } from '../engagements/schedule.ts';
import type { Announced } from './assignment-news.ts';
import type { MoveRow } from './store.ts';

/** Where a visit is; the worker null for a visit of nobody. */
export type Spot = { day: Temporal.PlainDate; workerProfileId: string | null };

/** Where people take a visit to be. */
type Expectations = {
  customer: Spot;
  /** The workers who would come, and on which day. */
  workers: Map<string, Temporal.PlainDate>;
  /** Who was told last to make it. */
  toldWorker: string | null;
};

/**
 * Everybody takes a visit to be where they were told last. Who has just read of another plan takes that for what is so from its
 * first day on, and a worker who is replaced expects no visit from that day on.
 * @param announced what they have just read
 */
export function expectationsOf(
  schedule: Schedule,
  { originalDay, movedFrom, toldDay, toldWorkerProfileId, isToldOff }: MoveRow,
  announced: Announced | undefined,
): Expectations {
  const { workerProfileId: own } = schedule.engagement;
  const toldWorker = toldWorkerProfileId ?? own;
  const isBefore = (date: Temporal.PlainDate, first: Temporal.PlainDate) => Temporal.PlainDate.compare(date, first) < 0;
  const isOfPlan =
    announced !== undefined &&
    !isBefore(originalDay, announced.from) &&
    schedule.weekDays.includes(weekDayOf(originalDay)) &&
    isVisitDue(originalDay, schedule);
  // A visit that is there besides the new plan does not follow from it.
  const isBesides = announced !== undefined && !isOfPlan && !isBefore(toldDay, announced.from);
  const workers = new Map<string, Temporal.PlainDate>();
  const replacedFrom = toldWorker === null ? undefined : announced?.replaced.get(toldWorker);
  const isReplaced = replacedFrom !== undefined && !isBefore(toldDay, replacedFrom);
  // Who was told that a visit is off does not expect it; the worker of the service does as soon as it goes on.
  const isExpected = toldWorker === own ? !isBesides : !isToldOff;
  if (toldWorker !== null && isExpected && !isReplaced) workers.set(toldWorker, toldDay);
  if (own !== null && isOfPlan) workers.set(own, originalDay);
  const told = { day: toldDay, workerProfileId: toldWorker };
  const planned = { day: (isBesides && movedFrom) || originalDay, workerProfileId: own };
  return { customer: isOfPlan || isBesides ? planned : told, workers, toldWorker };
}
