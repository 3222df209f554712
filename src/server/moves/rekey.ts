import { businessDay, isoWeekOf, mondayOf, type VisitRhythm, type WeekDay } from '#domain/calendar.ts';
import { changedVisits, type Placed, type Standing } from '#domain/changed-visits.ts';
import { isDayOff } from '#domain/schedule-rules.ts';
import type { Transaction } from '../database/connection.ts';
import type { Schedule } from '../engagements/schedule.ts';
import { selectUntold } from '../engagements/untold-store.ts';
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

type Taken = MoveRow & Standing;

/**
 * Gives what differs from a service's plan its new place as the weekdays change, as `changedVisits` says. Each row goes on
 * knowing what people were told of its visit, so that who believes otherwise is told as of any move.
 * @param schedule as it was before, its visits locked
 */
export async function rekeyMoves(
  world: World,
  transaction: Transaction,
  { engagement, weekDays: before, exceptions, ...rhythm }: Schedule,
  { weekDays: after, rhythm: rhythmAfter, from, workerBefore = null, worker }: Change,
): Promise<void> {
  const now = world.clock.now();
  const today = businessDay(now);
  const monday = mondayOf(isoWeekOf(today));
  const taken = await takeMoves(transaction, engagement.id, { original: monday, day: today }, now);
  const placed = changedVisits<Taken>({
    rhythm,
    rhythmAfter,
    before,
    after,
    today,
    from,
    isHandedOver: workerBefore !== null,
    moves: taken.map((move) => ({
      ...move,
      isOfDayOff: move.holidayId !== null,
      isCover: move.workerProfileId !== null,
    })),
    isOff: (day) => isDayOff(day, exceptions),
  });
  const isWaiting = (await selectUntold(transaction, engagement.id)) !== undefined;
  const own = (workerProfileId: string | null) => (workerProfileId === worker ? null : workerProfileId);
  const rows = placed.flatMap(({ move, isPlanned, ...place }): NewMove[] => {
    const isBefore = place.day !== null && from !== undefined && Temporal.PlainDate.compare(place.day, from) < 0;
    const isInPlan = place.day?.equals(place.originalDay) && move?.isKept && !place.isKept;
    const row = {
      ...(move ? rowOf(move) : { ...freshRow(place), isAnnounced: isWaiting }),
      ...place,
      engagementId: engagement.id,
      workerProfileId: isInPlan ? null : own(move?.workerProfileId ?? (isBefore ? workerBefore : null)),
      toldWorkerProfileId: own(move?.toldWorkerProfileId ?? workerBefore),
      // What people were still to be told of the plan before they are told of this one.
      ...(move?.isAnnounced && isPlanned && !isBefore && { toldDay: place.originalDay, toldWorkerProfileId: null }),
      movedAt: now,
    };
    return isPlanned && !differs(row) ? [] : [row];
  });
  await insertMoves(transaction, rows);
}

const rowOf = ({ isOfDayOff: _, isCover: __, ...row }: Taken): MoveRow => row;

/** Of what the plan alone says people know; of one visit more than there was they know nothing. */
const freshRow = ({ originalDay, day }: Pick<Placed<Taken>, 'originalDay' | 'day'>) => ({
  toldDay: day ?? originalDay,
  isToldOff: day === null,
});

/** @returns whether a visit is elsewhere than the plan has it, or people believe so, or another worker's */
const differs = ({ originalDay, day, toldDay, isToldOff, workerProfileId, toldWorkerProfileId }: NewMove) =>
  isToldOff ||
  !day?.equals(originalDay) ||
  !day.equals(toldDay) ||
  Boolean(workerProfileId) ||
  Boolean(toldWorkerProfileId);
