import { businessDay, daysFrom, type WeekDay, weekDaysInOrder } from '#domain/calendar.ts';
import { firstDayOfChange } from '#domain/changed-visits.ts';
import { isActive } from '#domain/engagement-status.ts';
import { farthestMove } from '#domain/schedule-rules.ts';
import { firstDifference } from '#domain/told-plan.ts';
import { firstDayToCome } from '#domain/visit-class.ts';
import { differing, record } from '../changes/record.ts';
import type { Transaction } from '../database/connection.ts';
import { lockPlan, placed, removeFromPlan, writePlan } from '../plan/service.ts';
import type { World } from '../world.ts';
import { restoreTold, selectAble, selectAssignmentsBefore, selectHolderBefore } from './hand-back-store.ts';
import { handOver } from './life.ts';
import { selectPastMoves } from './past-moves-store.ts';
import { rekeyMoves } from './rekey.ts';
import { giveMoves, selectSettled } from './rekey-store.ts';
import { goBackTo } from './rhythm-before.ts';
import { type RhythmBefore, selectRhythmBefore } from './rhythm-before-store.ts';
import { hasVisitOn, lockVisits, type Schedule, workerOn } from './schedule.ts';
import { keepTold, selectPlanToKnow, selectUntold } from './untold-store.ts';

/**
 * Gives a service whose worker declines it before it begins back to who had it before: nobody's visits fall away. All are told
 * a minute later. The plans of both workers are locked.
 * @param seen the service as it was when its worker declined
 * @param by the user who does it
 * @returns whether it is not the worker's any more; otherwise the service is open to all workers
 * @throws ApiError CONFLICT when it is not the version that was seen
 */
export async function handBack(
  world: World,
  transaction: Transaction,
  seen: { id: string; version: number; workerProfileId: string | null },
  by: string,
): Promise<boolean> {
  const today = businessDay(world.clock.now());
  const schedule = await lockVisits(transaction, seen.id, today.subtract({ days: farthestMove }));
  // Of a day on which nobody comes any more a visit is over.
  const firstToCome = firstDayToCome(world.clock.now());
  const { workerProfileId: declining } = seen;
  // Of two who press at once the second finds it done.
  if (schedule && schedule.engagement.workerProfileId !== declining) return true;
  if (!schedule || !declining || !isActive(schedule.engagement)) return false;
  const accepted = await selectRhythmBefore(transaction, { engagementId: seen.id, ...schedule }, today);
  // Who has not accepted the rhythm that is to begin has the one before it.
  const rhythmOf = (worker: string) => (accepted && accepted.acceptedBy !== worker ? accepted : undefined);
  const before = await assignmentBefore(transaction, schedule, declining, { today, firstToCome }, rhythmOf);
  const names = before && (await selectAble(transaction, before.workerProfileId, declining));
  if (!before || !names) return false;
  const { workerProfileId, weekDays } = before;
  const rhythm = rhythmOf(workerProfileId);
  // The customer wants another rhythm since, to which nobody else has agreed.
  if (weekDays.length > (rhythm ?? schedule).frequency) return false;
  const from = firstDayBack(schedule, before, today, rhythm);
  await keepTold(world, transaction, [seen.id]);
  const planBefore = await selectPlanToKnow(transaction, seen.id, today);
  await handOver(world, transaction, seen, workerProfileId);
  if (rhythm) await goBackTo(world, transaction, schedule, rhythm, by);
  await removeFromPlan(world, transaction, await lockPlan(transaction, declining), schedule.templateId);
  const plan = await lockPlan(transaction, workerProfileId);
  await writePlan(world, transaction, plan, placed(plan, schedule.templateId, weekDays));
  if (before.isAsTold) await restoreTold(transaction, seen.id, today, world.clock.now());
  else {
    const change = { weekDays, from, worker: workerProfileId, ...(rhythm && { rhythm }) };
    await rekeyMoves(world, transaction, schedule, change);
  }
  await keepSingleVisits(world, transaction, schedule, before.isAsTold ? undefined : declining);
  // Until the first day on which something is otherwise all is as people know it, whatever somebody has moved.
  const planAfter = await selectPlanToKnow(transaction, seen.id, today);
  const first = planBefore && planAfter && firstDifference(planBefore, planAfter, today);
  await keepTold(world, transaction, [seen.id], { from: first ?? from, by: declining, letter: 'assignment' });
  const fields = differing({ worker: names.declining }, { worker: names.before });
  await record(world, transaction, { kind: 'worker-assigned', by, subjectId: seen.id, fields });
  return true;
}

type Before = {
  workerProfileId: string;
  weekDays: readonly WeekDay[];
  /** Whether people were not told of anybody since. */
  isAsTold: boolean;
};

/**
 * @returns whose a service was, and on which weekdays, as long as people believe so, that one makes visits still, or no visit of who
 * declines has come
 */
async function assignmentBefore(
  transaction: Transaction,
  schedule: Schedule,
  declining: string,
  { today, firstToCome }: { today: Temporal.PlainDate; firstToCome: Temporal.PlainDate },
  rhythmOf: (worker: string) => RhythmBefore | undefined,
): Promise<Before | undefined> {
  const { engagement, exceptions, ...rhythm } = schedule;
  const untold = await selectUntold(transaction, engagement.id);
  const told = untold?.told;
  const inOrder = (days: readonly WeekDay[]) => weekDaysInOrder.filter((day) => days.includes(day));
  // Who has given it back a moment ago does not get it again.
  const hasGivenBack = told?.workerProfileId === untold?.planBy;
  if (told?.workerProfileId && told.workerProfileId !== declining && !hasGivenBack) {
    const { interval, startDay } = rhythmOf(told.workerProfileId) ?? rhythm;
    const isSameRhythm = told.interval === interval && told.startDay.equals(startDay);
    if (!isSameRhythm) return undefined;
    return { workerProfileId: told.workerProfileId, weekDays: inOrder(told.weekDays), isAsTold: true };
  }
  const makers = exceptions.moves.flatMap(({ isKept, workerProfileId, day }) =>
    isKept && day && Temporal.PlainDate.compare(day, today) >= 0 ? [workerProfileId] : [],
  );
  // Who has declined since makes none, and stands between.
  const past =
    (await holderBefore(transaction, schedule, declining, firstToCome)) ??
    (await selectAssignmentsBefore(transaction, engagement.id, declining)).find(({ workerProfileId }) =>
      makers.includes(workerProfileId),
    );
  return past && { ...past, weekDays: inOrder(past.weekDays), isAsTold: false };
}

/** @returns who had a service until it was given to who declines, and to others before, unless a day of theirs with a visit is over */
async function holderBefore(
  transaction: Transaction,
  schedule: Schedule,
  declining: string,
  firstToCome: Temporal.PlainDate,
) {
  const { id } = schedule.engagement;
  const before = await selectHolderBefore(transaction, id, declining);
  if (!before) return undefined;
  const since = businessDay(before.until);
  const isTheirs = (day: Temporal.PlainDate) =>
    hasVisitOn(schedule, day) && workerOn(schedule, day) !== before.workerProfileId;
  const { begun } = await selectSettled(transaction, id, since);
  const hasBegun =
    daysFrom(since, firstToCome.subtract({ days: 1 })).some(isTheirs) ||
    begun.some(({ workerProfileId }) => workerProfileId === declining);
  return hasBegun ? undefined : before;
}

/**
 * What staff did with single visits, before they gave the service to a worker, stays so though that one declines it.
 * @param maker the worker whose visits these are; of all workers unless given
 */
async function keepSingleVisits(
  { clock }: World,
  transaction: Transaction,
  { engagement }: Schedule,
  maker: string | undefined,
): Promise<void> {
  const now = clock.now();
  const today = businessDay(now);
  if (!engagement.activeSince) return;
  const before = await selectPastMoves(
    transaction,
    engagement.id,
    engagement.activeSince.subtract({ microseconds: 1 }),
  );
  const schedule = await lockVisits(transaction, engagement.id, today.subtract({ days: farthestMove }));
  if (!schedule) return;
  const moveOf = (originalDay: Temporal.PlainDate) =>
    schedule.exceptions.moves.find((move) => move.originalDay.equals(originalDay));
  /** Whether nobody else has been given the visit since. */
  const isLeft = (originalDay: Temporal.PlainDate, day: Temporal.PlainDate) => {
    const move = moveOf(originalDay);
    if (move) return move.day?.equals(day) && move.workerProfileId === null;
    return hasVisitOn(schedule, originalDay) && (day.equals(originalDay) || !hasVisitOn(schedule, day));
  };
  const kept = before.filter(
    ({ originalDay, day, workerProfileId }) =>
      (maker === undefined || workerProfileId === maker) &&
      day !== null &&
      Temporal.PlainDate.compare(day, today) >= 0 &&
      isLeft(originalDay, day),
  );
  await giveMoves(
    transaction,
    kept.map((move) => ({ ...move, engagementId: engagement.id, movedAt: now })),
  );
}

/** @returns the first day of who gets a service back: visits that others have until then stay theirs */
function firstDayBack(
  { engagement, exceptions, weekDays, ...rhythm }: Schedule,
  before: Before,
  today: Temporal.PlainDate,
  rhythmAfter: RhythmBefore | undefined,
): Temporal.PlainDate {
  const others = exceptions.moves.filter(
    ({ isKept, workerProfileId }) => isKept && workerProfileId && workerProfileId !== before.workerProfileId,
  );
  const from = others.reduce((last, { day }) => {
    const next = day?.add({ days: 1 });
    return next && Temporal.PlainDate.compare(next, last) > 0 ? next : last;
  }, today);
  if (from.equals(today)) return today;
  return firstDayOfChange({
    rhythm,
    rhythmAfter,
    before: weekDays,
    after: before.weekDays,
    today,
    from,
    isHandedOver: engagement.workerProfileId !== before.workerProfileId,
    moves: exceptions.moves.map((move) => ({ ...move, isOfDayOff: false, isCover: false })),
    settled: [],
    isOff: () => false,
  });
}
