import { businessDay, type WeekDay, weekDaysInOrder } from '#domain/calendar.ts';
import { isActive } from '#domain/engagement-status.ts';
import { farthestMove } from '#domain/schedule-rules.ts';
import { differing, record } from '../changes/record.ts';
import type { Transaction } from '../database/connection.ts';
import { lockPlan, placed, removeFromPlan, writePlan } from '../plan/service.ts';
import type { World } from '../world.ts';
import { selectAble, selectAssignmentBefore } from './hand-back-store.ts';
import { handOver } from './life.ts';
import { rekeyMoves } from './rekey.ts';
import { lockVisits, type Schedule } from './schedule.ts';
import { keepTold, selectUntold } from './untold-store.ts';

/**
 * Gives a service whose worker declines it before it begins back to who had it before: nobody's visits fall away. All are told
 * a minute later. The plans of both workers are locked.
 * @param seen the service as it was when its worker declined
 * @param by the user who does it
 * @returns whether it was given back; otherwise the service is open to all workers
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
  const { workerProfileId: declining } = seen;
  if (!schedule || !declining || !isActive(schedule.engagement)) return false;
  const before = await assignmentBefore(transaction, schedule, declining, today);
  const names = before && (await selectAble(transaction, before.workerProfileId, declining));
  if (!before || !names) return false;
  const { workerProfileId, weekDays } = before;
  // The customer wants another rhythm since, to which nobody else has agreed.
  if (weekDays.length > schedule.frequency) return false;
  await keepTold(world, transaction, [seen.id], { from: today, by: declining, letter: 'assignment' });
  await handOver(world, transaction, seen, workerProfileId);
  await removeFromPlan(world, transaction, await lockPlan(transaction, declining), schedule.templateId);
  const plan = await lockPlan(transaction, workerProfileId);
  await writePlan(world, transaction, plan, placed(plan, schedule.templateId, weekDays));
  await rekeyMoves(world, transaction, schedule, { weekDays, from: today, worker: workerProfileId });
  const fields = differing({ worker: names.declining }, { worker: names.before });
  await record(world, transaction, { kind: 'worker-assigned', by, subjectId: seen.id, fields });
  return true;
}

/** @returns whose a service was, and on which weekdays, as long as people believe so, or that one makes visits still */
async function assignmentBefore(
  transaction: Transaction,
  { engagement, exceptions }: Schedule,
  declining: string,
  today: Temporal.PlainDate,
): Promise<{ workerProfileId: string; weekDays: readonly WeekDay[] } | undefined> {
  const untold = await selectUntold(transaction, engagement.id);
  const inOrder = (days: readonly WeekDay[]) => weekDaysInOrder.filter((day) => days.includes(day));
  if (untold?.told.workerProfileId && untold.told.workerProfileId !== declining) {
    return { workerProfileId: untold.told.workerProfileId, weekDays: inOrder(untold.told.weekDays) };
  }
  const past = await selectAssignmentBefore(transaction, engagement.id, declining);
  const isMaking = exceptions.moves.some(
    ({ isKept, workerProfileId, day }) =>
      isKept && workerProfileId === past?.workerProfileId && day && Temporal.PlainDate.compare(day, today) >= 0,
  );
  return past && isMaking ? { ...past, weekDays: inOrder(past.weekDays) } : undefined;
}
