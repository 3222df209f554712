import { businessDay, isoWeekOf, mondayOf, type VisitRhythm, type WeekDay } from '#domain/calendar.ts';
import { changedVisits } from '#domain/changed-visits.ts';
import type { Transaction } from '../database/connection.ts';
import { tellVisitOff } from '../engagements/forget.ts';
import type { Schedule } from '../engagements/schedule.ts';
import type { World } from '../world.ts';
import { insertMoves, type MoveRow, type NewMove, takeMoves } from './store.ts';

type Change = {
  /** The weekdays as they are to be. */
  weekDays: readonly WeekDay[];
  /** The rhythm as it is to be; as it is, unless given. */
  rhythm?: VisitRhythm;
  /** The first day that is as it is to be, until which visits stay as they were; unless given they count at once. */
  from?: Temporal.PlainDate;
  /** The worker whose visits before `from` stay so, when another one takes over. */
  workerBefore?: string | null;
  /** Whose service it is from now on. */
  worker: string | null;
};

/**
 * Gives what differs from a service's plan its new place as the weekdays change: what was moved stays where it was moved to,
 * and what the plan has before `from` stays as it was. Who was to make a visit that is one too many is told.
 * @param schedule as it was before, its visits locked
 */
export async function rekeyMoves(
  world: World,
  transaction: Transaction,
  { engagement, weekDays: before, ...rhythm }: Schedule,
  { weekDays: after, rhythm: rhythmAfter, from, workerBefore = null, worker }: Change,
): Promise<void> {
  const now = world.clock.now();
  const today = businessDay(now);
  const counts = from ?? today;
  const isBefore = (day: Temporal.PlainDate | null | undefined) => day && Temporal.PlainDate.compare(day, counts) < 0;
  const monday = mondayOf(isoWeekOf(today));
  const taken = await takeMoves(transaction, engagement.id, { original: monday, day: today }, now);
  const last = taken.map(({ originalDay }) => originalDay).reduce(later, counts);
  const visits = changedVisits({
    rhythm,
    ...(rhythmAfter && { rhythmAfter }),
    before,
    after,
    from: counts,
    first: today,
    last,
  });
  const rows = visits.flatMap(({ was, is, isKept }): Place[] => {
    const move = taken.find(({ originalDay }) => (was ?? is)?.equals(originalDay));
    // Of one visit less a week it is the moved one that goes, unless another worker makes it and staff did not ask for less.
    const stays = !move || isBefore(move.day) || (!from && move.workerProfileId);
    const originalDay = is ?? (stays ? was : null);
    if (!originalDay) return [];
    if (move) return [{ ...move, originalDay }];
    const isInPlan = is && was?.equals(is) && !workerBefore;
    return from && isKept && !isInPlan ? [keptAt(originalDay, was)] : [];
  });
  const isOfPlan = ({ originalDay }: Place) => visits.some(({ was, is }) => (was ?? is)?.equals(originalDay));
  for (const move of taken.filter((one) => !isOfPlan(one))) {
    // What the plan did not have before keeps its place, or gets another one of its week.
    const originalDay = daysOfWeekOf(move.originalDay).find(
      (day) => !rows.some((row) => row.originalDay.equals(day)) && !visits.some(({ is }) => is?.equals(day)),
    );
    if (originalDay) rows.push({ ...move, originalDay });
  }
  const own = (workerProfileId: string | null) => (workerProfileId === worker ? null : workerProfileId);
  const kept = rows.map((row) => {
    const before = isBefore(row.day) ? workerBefore : null;
    return {
      ...row,
      workerProfileId: own(row.workerProfileId ?? before),
      toldWorkerProfileId: own(row.toldWorkerProfileId ?? before),
      engagementId: engagement.id,
      movedAt: now,
    };
  });
  await insertMoves(transaction, kept);
  for (const move of taken) {
    const { toldWorkerProfileId: cover, isToldOff } = move;
    if (!cover || isToldOff || rows.some(({ id }) => id === move.id)) continue;
    await tellVisitOff(world, transaction, move, cover);
  }
}

type Place = Omit<NewMove, 'engagementId' | 'movedAt'> & Pick<MoveRow, 'workerProfileId' | 'toldWorkerProfileId'>;

/** @returns what keeps a visit on a day on which people know it to be; on none, for one more than there was */
const keptAt = (originalDay: Temporal.PlainDate, day: Temporal.PlainDate | null): Place => ({
  originalDay,
  day,
  workerProfileId: null,
  toldDay: day ?? originalDay,
  toldWorkerProfileId: null,
  isToldOff: day === null,
});

/** @returns the day itself, then the others of its week */
const daysOfWeekOf = (day: Temporal.PlainDate) =>
  Array.from({ length: 7 }, (_, index) => {
    const weekDay = ((day.dayOfWeek - 1 + index) % 7) + 1;
    return day.add({ days: weekDay - day.dayOfWeek });
  });

const later = (one: Temporal.PlainDate, other: Temporal.PlainDate) =>
  Temporal.PlainDate.compare(one, other) < 0 ? other : one;
