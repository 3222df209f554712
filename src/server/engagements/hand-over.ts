import { businessDay, isBefore, isoWeekOf, mondayOf } from '#domain/calendar.ts';
import { firstDayToCome } from '#domain/visit-class.ts';
import { later } from '#domain/visit-plan.ts';
import type { Transaction } from '../database/connection.ts';
import type { World } from '../world.ts';
import {
  deleteHandOvers,
  type HandOver,
  insertHandOver,
  selectHandOver,
  selectHandOvers,
  selectService,
  selectVisitsOf,
  updateFirstDay,
} from './hand-over-store.ts';
import type { Schedule } from './schedule.ts';

/**
 * Keeps what a service is before staff give it to a worker, for who declines it; its visits are locked, and what people know is
 * kept. Who had it before, and gets it again from somebody who has no visit of it, has it as if that one had never had it; and who
 * has it may begin earlier.
 * @returns what keeps how it was given, once that is done
 */
export async function keepHandOver(
  world: World,
  transaction: Transaction,
  schedule: Schedule,
  { from, to, firstDay }: { from: string | null; to: string; firstDay: Temporal.PlainDate },
): Promise<() => Promise<void>> {
  const engagementId = schedule.engagement.id;
  if (from === to) return () => beginEarlier(transaction, engagementId, to, firstDay);
  const undone = await undoneBy(world, transaction, schedule, { to, firstDay });
  if (undone.length > 0) return () => deleteHandOvers(transaction, undone);
  const givenAt = world.clock.now();
  const monday = mondayOfGiving({ givenAt });
  const before = await selectService(transaction, engagementId, monday);
  return async () => {
    const given = await selectService(transaction, engagementId, monday);
    if (!before || !given) throw new Error(`Engagement ${engagementId} has no schedule`);
    const { weekDays, moves } = given;
    const row = { engagementId, workerProfileId: from, toWorkerProfileId: to, givenAt, before };
    await insertHandOver(transaction, { ...row, given: { weekDays, moves, from: firstDay.toString() } });
  };
}

/** Who was given a service, and has other weekdays or another rhythm from an earlier day on, begins on that one. */
export async function beginEarlier(
  transaction: Transaction,
  engagementId: string,
  workerProfileId: string,
  firstDay: Temporal.PlainDate,
): Promise<void> {
  const last = await selectHandOver(transaction, engagementId, workerProfileId);
  const isEarlier = last?.given.from && isBefore(firstDay, Temporal.PlainDate.from(last.given.from));
  if (isEarlier) await updateFirstDay(transaction, last, firstDay);
}

/** @returns the hand-overs, the last one first, that are undone as a worker gets a service again; none when somebody has it meanwhile */
async function undoneBy(
  world: World,
  transaction: Transaction,
  schedule: Schedule,
  { to, firstDay }: { to: string; firstDay: Temporal.PlainDate },
): Promise<string[]> {
  const undone: string[] = [];
  for (const one of await selectHandOvers(transaction, schedule.engagement.id)) {
    const hasVisits = one.given.from !== undefined && isBefore(Temporal.PlainDate.from(one.given.from), firstDay);
    if (hasVisits || (await hasBegun(world, transaction, one))) return [];
    undone.push(one.id);
    if (one.workerProfileId === to) return undone;
  }
  return [];
}

/**
 * @returns whether a day with a visit of who was given a service is over, but for the day on which it was given, or a visit of theirs is
 *   begun: from their first day on, besides those that they had before
 */
export async function hasBegun(
  { clock }: Pick<World, 'clock'>,
  transaction: Transaction,
  { engagementId, givenAt, toWorkerProfileId, before, given }: HandOver,
): Promise<boolean> {
  // Who was given that day's visit too, and has not made it, has not begun.
  const dayAfter = businessDay(givenAt).add({ days: 1 });
  // A single visit that staff have given them until then is no beginning.
  const first = given.from === undefined ? businessDay(givenAt) : Temporal.PlainDate.from(given.from);
  const toCome = firstDayToCome(clock.now());
  const visits = await selectVisitsOf(
    transaction,
    engagementId,
    toWorkerProfileId,
    later(first, firstDayToCome(givenAt)),
  );
  const hadBefore = (day: Temporal.PlainDate) =>
    before.moves.some((move) => move.workerProfileId === toWorkerProfileId && move.day === day.toString());
  const isOver = (day: Temporal.PlainDate) => !isBefore(day, dayAfter) && isBefore(day, toCome);
  return visits.some(({ day, isBegun }) => !hadBefore(day) && (isBegun || isOver(day)));
}

/** @returns the day on which the worker of a service begins, to whom staff have given it, if that is to come */
export async function firstDayOf(
  transaction: Transaction,
  engagementId: string,
  workerProfileId: string,
  today: Temporal.PlainDate,
): Promise<Temporal.PlainDate | undefined> {
  const { from } = (await selectHandOver(transaction, engagementId, workerProfileId))?.given ?? {};
  const day = from === undefined ? today : Temporal.PlainDate.from(from);
  return isBefore(today, day) ? day : undefined;
}

/** From this day on visits change their places when a service is given to another worker. */
export const mondayOfGiving = ({ givenAt }: Pick<HandOver, 'givenAt'>) => mondayOf(isoWeekOf(businessDay(givenAt)));
