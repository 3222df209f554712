import { businessDay } from '#domain/calendar.ts';
import type { EngagementStatus } from '#domain/enums.ts';
import { isSameRhythm } from '#domain/schedule-rules.ts';
import { differing, record } from '../changes/record.ts';
import type { Transaction } from '../database/connection.ts';
import { lockPlan, placed, removeFromPlan, writePlan } from '../plans/places.ts';
import { notePlan, selectTenures, type Tenure, takeBackPlan } from '../plans/plans.ts';
import { forgetChosenSince } from '../visits/choose-store.ts';
import type { World } from '../world.ts';
import { hasBegunSince, selectAble } from './hand-back-store.ts';
import { handOver } from './life.ts';
import { lockSchedule } from './lock-store.ts';
import { settleMissed } from './missed.ts';
import { goBackTo, rhythmBefore } from './rhythm-before.ts';
import { updateTemplate } from './store.ts';

/**
 * Gives a service whose worker declines it before they have begun back to the worker who had it before, as it was, with what others have
 * done since: its customer keeps a worker; what is paused stays so. All are told the difference a minute later. The plans of both workers
 * are locked.
 * @param seen the service as it was when its worker declined
 * @param by the user who does it
 * @returns whether it is not the worker's any more; otherwise no worker has had it before
 * @throws ApiError CONFLICT when it is not the version that was seen
 */
export async function handBack(
  world: World,
  transaction: Transaction,
  seen: { id: string; version: number; workerProfileId: string | null; status: EngagementStatus },
  by: string,
): Promise<boolean> {
  const today = businessDay(world.clock.now());
  const schedule = await lockSchedule(transaction, seen.id);
  const { workerProfileId: declining } = seen;
  // Of two who press at once the second finds it done.
  if (schedule && schedule.engagement.workerProfileId !== declining) return true;
  if (!schedule || !declining) return false;
  await settleMissed(world, transaction, [seen.id]);
  const tenures = await selectTenures(transaction, seen.id);
  const { undone = [], names } = (await undoneBy(transaction, seen.id, tenures)) ?? {};
  const before = tenures[undone.length];
  const plan = before?.versions.at(-1);
  if (!names || !before || !plan) return false;
  const { frequency, interval } = plan;
  const startDay = Temporal.PlainDate.from(plan.startDay);
  const hasRhythm = schedule.startDay.equals(startDay) && isSameRhythm(schedule, { frequency, interval, startDay });
  const accepted = hasRhythm ? undefined : await rhythmBefore(transaction, schedule, today);
  // Another rhythm counts by now, to which nobody else has agreed.
  if (!hasRhythm && !accepted) return false;
  await handOver(world, transaction, seen, before.worker);
  const weekOffset = areOthersWeeks(undone) ? schedule.weekOffset : plan.weekOffset;
  await updateTemplate(transaction, schedule.templateId, { weekOffset });
  if (accepted) {
    await goBackTo(world, transaction, schedule, { ...accepted, frequency, interval, weekOffset, startDay }, by);
  }
  await removeFromPlan(world, transaction, await lockPlan(transaction, declining), schedule.templateId);
  const places = await lockPlan(transaction, before.worker);
  await writePlan(world, transaction, places, placed(places, schedule.templateId, plan.weekDays));
  const fields = differing({ worker: names.declining }, { worker: names.before });
  await record(world, transaction, { kind: 'worker-assigned', by, subjectId: seen.id, fields });
  await takeBackPlan(world, transaction, seen.id, { tenures: undone }, 'declined');
  await forgetChosenSince(transaction, seen.id, undone, today);
  await notePlan(world, transaction, [seen.id], { by: declining, how: 'assignment' });
  return true;
}

/**
 * @returns the tenures that a decline undoes, the last one first: that of the worker who declines, and those before of workers who cannot
 *   have services anymore; and the names of the worker who declines and the one before. Undefined when one of these has begun, or no
 *   other worker had it before
 */
async function undoneBy(transaction: Transaction, engagementId: string, tenures: readonly Tenure[]) {
  const undone: Tenure[] = [];
  for (const tenure of tenures) {
    const [declined] = undone;
    const names = declined && (await selectAble(transaction, tenure.worker, declined.worker));
    if (names) return { undone, names };
    if (await hasBegunSince(transaction, engagementId, tenure)) return undefined;
    undone.push(tenure);
  }
  return undefined;
}

/** @returns whether it is not one of these workers who has put the service into the other weeks last, since staff gave it to them */
function areOthersWeeks(tenures: readonly Tenure[]): boolean {
  const weeks = tenures.flatMap(({ versions }) => versions.findLast(({ madeHow }) => madeHow === 'weeks') ?? []);
  const [last] = weeks;
  return last !== undefined && !tenures.some(({ worker }) => worker === last.madeBy);
}

/**
 * Staff give a service again to a worker who had it before, from workers who have made no visit of it and have none before its first day:
 * it is as if these had never had it. The plans of all and the engagement are locked.
 */
export async function undoHandOvers(
  world: World,
  transaction: Transaction,
  engagementId: string,
  { to, firstDay }: { to: string; firstDay: Temporal.PlainDate },
): Promise<void> {
  await settleMissed(world, transaction, [engagementId]);
  const undone: Tenure[] = [];
  for (const tenure of await selectTenures(transaction, engagementId)) {
    if (tenure.worker === to) {
      if (undone.length > 0) await takeBackPlan(world, transaction, engagementId, { tenures: undone });
      return;
    }
    const hasVisits = tenure.firstDay < firstDay.toString();
    if (hasVisits || (await hasBegunSince(transaction, engagementId, tenure))) return;
    undone.push(tenure);
  }
}
