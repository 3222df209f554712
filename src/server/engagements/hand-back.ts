import { businessDay, isBefore, weekDaysInOrder } from '#domain/calendar.ts';
import type { EngagementStatus } from '#domain/enums.ts';
import { givenBack } from '#domain/given-back.ts';
import { farthestMove, isDayOff, isSameRhythm } from '#domain/schedule-rules.ts';
import { firstDayToCome } from '#domain/visit-class.ts';
import { differing, record } from '../changes/record.ts';
import type { Transaction } from '../database/connection.ts';
import { lockPlan, placed, removeFromPlan, writePlan } from '../plan/service.ts';
import { forgetChosenSince } from '../visit-rows/choose-store.ts';
import { moveOff } from '../visit-rows/off-store.ts';
import { notePlan, takeBackPlan } from '../visit-rows/plans.ts';
import type { World } from '../world.ts';
import { hasChosenWeeks, selectAble } from './hand-back-store.ts';
import { hasBegun, mondayOfGiving } from './hand-over.ts';
import { deleteHandOvers, type HandOver, selectHandOvers, toMoves } from './hand-over-store.ts';
import { handOver } from './life.ts';
import { insertMoves, selectDaysOff, selectSettled, takeMoves } from './rekey-store.ts';
import { goBackTo, type RhythmBefore, rhythmBefore } from './rhythm-before.ts';
import { lockVisits, type Schedule } from './schedule.ts';
import { updateTemplate } from './store.ts';

/** Of a service that was a worker's before. */
type FromWorker = HandOver & { workerProfileId: string };

/**
 * Gives a service whose worker declines it before it begins back to who had it before, as it was, with what others have done since:
 * nobody's visits fall away; what is paused stays so. All are told the difference a minute later. The plans of both workers are locked.
 * @param seen the service as it was when its worker declined
 * @param by the user who does it
 * @returns whether it is not the worker's any more; otherwise nobody has had it before
 * @throws ApiError CONFLICT when it is not the version that was seen
 */
export async function handBack(
  world: World,
  transaction: Transaction,
  seen: { id: string; version: number; workerProfileId: string | null; status: EngagementStatus },
  by: string,
): Promise<boolean> {
  const today = businessDay(world.clock.now());
  const schedule = await lockVisits(transaction, seen.id, today.subtract({ days: farthestMove }));
  const { workerProfileId: declining } = seen;
  // Of two who press at once the second finds it done.
  if (schedule && schedule.engagement.workerProfileId !== declining) return true;
  if (!schedule || !declining) return false;
  const undone = await undoneBy(world, transaction, schedule, declining);
  const last = undone.at(-1);
  const names = last && (await selectAble(transaction, last.workerProfileId, declining));
  if (!names) return false;
  const { workerProfileId } = last;
  const accepted = await rhythmAcceptedSince(transaction, schedule, last, today);
  // Another rhythm counts by now, to which nobody else has agreed.
  if (accepted === 'begun') return false;
  await handOver(world, transaction, seen, workerProfileId);
  if (accepted) await giveRhythmBack(world, transaction, schedule, last, accepted, by);
  const { weekOffset } = last.before;
  const had = undone.map(({ toWorkerProfileId }) => toWorkerProfileId);
  const hasOwnWeeks = weekOffset !== schedule.weekOffset && (await hasChosenWeeks(transaction, last, had));
  if (hasOwnWeeks) await updateTemplate(transaction, schedule.templateId, { weekOffset });
  await removeFromPlan(world, transaction, await lockPlan(transaction, declining), schedule.templateId);
  const plan = await lockPlan(transaction, workerProfileId);
  const weekDays = weekDaysInOrder.filter((day) => last.before.weekDays.includes(day));
  await writePlan(world, transaction, plan, placed(plan, schedule.templateId, weekDays));
  await giveVisitsBack(world, transaction, schedule, last, accepted !== undefined || hasOwnWeeks);
  await deleteHandOvers(
    transaction,
    undone.map(({ id }) => id),
  );
  const fields = differing({ worker: names.declining }, { worker: names.before });
  await record(world, transaction, { kind: 'worker-assigned', by, subjectId: seen.id, fields });
  await takeBackPlan(world, transaction, seen.id, { workers: had, since: last.givenAt });
  await forgetChosenSince(transaction, seen.id, had, last.givenAt, today);
  await notePlan(world, transaction, [seen.id], { by: declining, how: 'assignment' });
  return true;
}

/**
 * @returns the hand-overs that a decline undoes, the last one first: that to who declines, and those before to workers who cannot have services
 *   any more; none when one of these has begun
 */
async function undoneBy(
  world: World,
  transaction: Transaction,
  schedule: Schedule,
  declining: string,
): Promise<FromWorker[]> {
  const undone: FromWorker[] = [];
  let leaving = declining;
  for (const one of await selectHandOvers(transaction, schedule.engagement.id)) {
    const { workerProfileId } = one;
    if (!workerProfileId || one.toWorkerProfileId !== leaving) return [];
    if (await hasBegun(world, transaction, one)) return [];
    undone.push({ ...one, workerProfileId });
    if (await selectAble(transaction, workerProfileId, leaving)) return undone;
    leaving = workerProfileId;
  }
  return [];
}

/** @returns what there is until the rhythm begins that who declines has accepted, if they have; 'begun' when that one counts by now */
async function rhythmAcceptedSince(
  transaction: Transaction,
  schedule: Schedule,
  { before }: HandOver,
  today: Temporal.PlainDate,
): Promise<RhythmBefore | 'begun' | undefined> {
  const startDay = Temporal.PlainDate.from(before.startDay);
  if (schedule.startDay.equals(startDay) && isSameRhythm(schedule, { ...before, startDay })) return undefined;
  return (await rhythmBefore(transaction, schedule, today)) ?? 'begun';
}

/** The rhythm that who declines has accepted is wanted of it again; who gets it back has what they have agreed to themselves. */
async function giveRhythmBack(
  world: World,
  transaction: Transaction,
  schedule: Schedule,
  { before }: HandOver,
  accepted: RhythmBefore,
  by: string,
): Promise<void> {
  const { frequency, interval, weekOffset } = before;
  const startDay = Temporal.PlainDate.from(before.startDay);
  const rhythm = { ...accepted, frequency, interval, weekOffset, startDay };
  await goBackTo(world, transaction, schedule, rhythm, by);
}

/** @param schedule as it was with who declines */
async function giveVisitsBack(
  { clock }: World,
  transaction: Transaction,
  { engagement, weekDays, exceptions, ...rhythm }: Schedule,
  { before, given, givenAt, workerProfileId }: FromWorker,
  hasOtherRhythm: boolean,
): Promise<void> {
  const now = clock.now();
  const monday = mondayOfGiving({ givenAt });
  const taken = await takeMoves(transaction, engagement.id, { original: monday, day: monday }, now);
  const { begun, skipped } = await selectSettled(transaction, engagement.id, monday);
  const daysOff = await selectDaysOff(transaction, monday.subtract({ days: farthestMove }));
  const startDay = Temporal.PlainDate.from(before.startDay);
  const movesOf = ({ moves }: { moves: HandOver['given']['moves'] }) =>
    toMoves(moves).filter(({ originalDay, day }) => !isBefore(originalDay, monday) || (day && !isBefore(day, monday)));
  // Others than who declines may have chosen other weeks.
  const rhythmThen = hasOtherRhythm ? { ...before, startDay } : rhythm;
  const firstToCome = firstDayToCome(now);
  const isToCome = ({ kind, day }: (typeof skipped)[number]) =>
    kind === 'skipped' && !isBefore(day, firstToCome) && !begun.some((one) => one.day.equals(day));
  const takenOff = skipped.filter(isToCome);
  const after = givenBack({
    before: { weekDays: before.weekDays, rhythm: rhythmThen, moves: movesOf(before) },
    given: { weekDays: given.weekDays, rhythm: rhythmThen, moves: movesOf(given) },
    now: { weekDays, rhythm, moves: taken },
    worker: workerProfileId,
    monday,
    firstThen: firstDayToCome(givenAt),
    firstToCome,
    settled: [...begun, ...skipped.filter((skip) => !isToCome(skip))].map(({ day }) => day),
    takenOff: takenOff.map(({ day }) => day),
    daysOff: daysOff.flatMap(({ createdAt, movedTo, ...dayOff }) =>
      movedTo && Temporal.Instant.compare(createdAt, givenAt) > 0 ? [{ ...dayOff, movedTo }] : [],
    ),
    isStanding: (holidayId) => daysOff.some(({ id, movedTo }) => id === holidayId && movedTo !== null),
    isOff: (day) => isDayOff(day, exceptions),
  });
  await insertMoves(
    transaction,
    after.moves.map((row) => ({ ...row, engagementId: engagement.id, movedAt: now })),
  );
  await moveSkips(transaction, takenOff, after.takenOff, now);
}

/** Puts what takes visits off on the days on which these are by now. @param days one for each, in their order */
async function moveSkips(
  transaction: Transaction,
  taken: readonly { id: string; day: Temporal.PlainDate }[],
  days: readonly Temporal.PlainDate[],
  now: Temporal.Instant,
): Promise<void> {
  const isAmong = (all: readonly Temporal.PlainDate[], day: Temporal.PlainDate) => all.some((one) => one.equals(day));
  // Where another visit is off there is nothing to change, and no day has two.
  const free = days.filter((day) => !taken.some((one) => one.day.equals(day)));
  const leaving = taken.filter(({ day }) => !isAmong(days, day));
  for (const [index, { id }] of leaving.entries()) {
    const day = free[index];
    if (day) await moveOff(transaction, id, day, now);
  }
}
