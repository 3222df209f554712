import { businessDay, isBefore, isoWeekOf, mondayOf, type VisitRhythm, type WeekDay } from '#domain/calendar.ts';
import { changedVisits, homeOf, type Standing } from '#domain/changed-visits.ts';
import { isDayOff } from '#domain/schedule-rules.ts';
import type { Transaction } from '../database/connection.ts';
import type { World } from '../world.ts';
import {
  insertMoves,
  insertWays,
  type MoveRow,
  type NewMove,
  selectDaysOff,
  selectSettled,
  takeMoves,
} from './rekey-store.ts';
import type { Schedule } from './schedule.ts';

type Change = {
  /** The weekdays as they are to be. */
  weekDays: readonly WeekDay[];
  /** The rhythm as it is to be; as it is, unless given. */
  rhythm?: VisitRhythm;
  /** The first day that is as it is to be, until which visits stay as they were; unless given they count at once. */
  from?: Temporal.PlainDate;
  /** The first day of its worker, who takes other weekdays, when others make the visits until then. */
  begins?: Temporal.PlainDate | undefined;
  /** The worker whose visits before `from` stay so, when another one takes over. */
  workerBefore?: string | null;
  /** Whose service it is from now on. */
  worker: string | null;
};

type Taken = MoveRow & Standing;

/**
 * Gives what differs from a service's plan its new place as the weekdays change, as `changedVisits` says.
 * @param schedule as it was before, its visits locked
 */
export async function rekeyMoves(
  world: World,
  transaction: Transaction,
  { engagement, weekDays: before, exceptions, ...rhythm }: Schedule,
  { weekDays: after, rhythm: rhythmAfter, from, begins, workerBefore = null, worker }: Change,
): Promise<void> {
  const now = world.clock.now();
  const today = businessDay(now);
  const monday = mondayOf(isoWeekOf(today));
  const taken = await takeMoves(transaction, engagement.id, { original: monday, day: monday }, now);
  const { begun, skipped } = await selectSettled(transaction, engagement.id, monday);
  const isOver = (day: Temporal.PlainDate) => isBefore(day, today);
  const made = begun.filter(({ day, status }) => !isOver(day) || status === 'WORK_STATUS_WORK_COMPLETED');
  // What a worker could not do may come on another weekday, when the worker chooses so; what others took off stays off.
  const isWorkersChoice = from === undefined && before.length > 0;
  const daysOff = await selectDaysOff(transaction, today);
  // One may have been set on the day to which another one moves its visits.
  const wayFrom = (date: Temporal.PlainDate): typeof daysOff => {
    const one = daysOff.find(({ day, movedTo }) => movedTo && day.equals(date));
    return one?.movedTo ? [one, ...wayFrom(one.movedTo)] : [];
  };
  const off = skipped.filter(({ day, by, kind }) =>
    isOver(day) ? kind === 'skipped' : !isWorkersChoice || by !== 'worker',
  );
  const settled = [...made, ...off].map(({ day }) => day);
  /** What is beside the place that a day off gave it, since another visit was there, is there again once that is free. */
  const placeOf = (move: MoveRow) => {
    const to = daysOff.find(({ id }) => id === move.holidayId)?.movedTo;
    const isFree = to && !isBefore(to, today) && !isDayOff(to, exceptions);
    return isFree && !settled.some((day) => day.equals(to) || move.day?.equals(day)) ? to : move.day;
  };
  const placed = changedVisits<Taken>({
    rhythm,
    rhythmAfter,
    before,
    after,
    today,
    from,
    begins,
    isHandedOver: workerBefore !== null,
    moves: taken.map((move) => ({
      ...move,
      day: placeOf(move),
      isOfDayOff: move.holidayId !== null,
      isCover: move.workerProfileId !== null,
    })),
    settled,
    isOff: (day) => isDayOff(day, exceptions),
    putOff: daysOff.flatMap(({ day }) => {
      const to = wayFrom(day).at(-1)?.movedTo;
      return to ? [{ day, to }] : [];
    }),
  });
  const own = (workerProfileId: string | null) => (workerProfileId === worker ? null : workerProfileId);
  const rows = placed.flatMap(({ move, isPlanned, isPutOff, ...place }): NewMove[] => {
    const dayOff = isPutOff && wayFrom(place.originalDay).at(-1);
    // What a day off moves stays the visit of its own day's worker, to which it goes back once the day off is taken back.
    const days = [place.day, move?.holidayId ? homeOf(place) : null];
    const isOfBefore = days.some((day) => day && from && isBefore(day, from));
    const maker = made.find(({ day }) => place.day?.equals(day))?.workerProfileId;
    // What is where the plan has it no day off has moved any more.
    const isMovedStill = place.day && (move?.day?.equals(place.day) || !place.day.equals(place.originalDay));
    const isPutBack = move?.isKept || (from && move?.holidayId && !isMovedStill);
    const isInPlan = isPutBack && (isPutOff || place.day?.equals(place.originalDay)) && !place.isKept;
    const row = {
      ...(move && rowOf(move)),
      ...(move?.holidayId && !isMovedStill && { holidayId: null, reason: null }),
      ...(dayOff && { holidayId: dayOff.id, reason: dayOff.name }),
      ...place,
      engagementId: engagement.id,
      workerProfileId: isInPlan ? null : own(move?.workerProfileId ?? maker ?? (isOfBefore ? workerBefore : null)),
      movedAt: now,
    };
    const isWhereItIs = place.day?.equals(place.originalDay) && row.workerProfileId === null && !place.leftDay;
    return isPlanned ? (isWhereItIs ? [] : [row]) : place.day === null ? [] : [row];
  });
  await insertMoves(transaction, rows);
  // Whichever of these days off is taken back, the visit is on that one's day, as if it had been there when they were set.
  const ways = placed.flatMap(({ isPutOff, originalDay }) => {
    const way = isPutOff ? wayFrom(originalDay) : [];
    return way.slice(1).flatMap(({ createdAt: until }, index) => {
      const { id: holidayId, movedTo: day, createdAt: since } = way[index] ?? {};
      return since ? [{ engagementId: engagement.id, originalDay, day, holidayId, since, until }] : [];
    });
  });
  await insertWays(transaction, ways);
}

const rowOf = ({ isOfDayOff: _, isCover: __, ...row }: Taken): MoveRow => row;
