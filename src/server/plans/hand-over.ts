import { businessDay } from '#domain/calendar.ts';
import { isActive } from '#domain/engagement-status.ts';
import type { EngagementStatus } from '#domain/enums.ts';
import { isSameRhythm, rhythmLabel } from '#domain/schedule-rules.ts';
import { differing, record } from '../changes/record.ts';
import type { Transaction } from '../database/connection.ts';
import { ApiError } from '../http/errors.ts';
import { supersede } from '../messages/take-back.ts';
import { engagementParties } from '../parties/parties.ts';
import { forgetChosen } from '../visits/fill.ts';
import { settleMissed } from '../visits/states.ts';
import type { World } from '../world.ts';
import { hasBegunSince, selectAble, selectFeeBefore } from './hand-over-store.ts';
import { lockPlan, putOnDays, removeFromPlan } from './places.ts';
import { notePlan, selectTenures, type Tenure, takeBackPlan } from './plans.ts';
import { insertWish, type RhythmBefore, rhythmBefore, selectWish } from './rhythms-store.ts';
import {
  lockSchedule,
  type RhythmFields,
  type Schedule,
  updateEngagementRow,
  updateTemplate,
} from './schedules-store.ts';

/**
 * Gives an engagement to another worker, on the terms of today, or on those that were agreed with that one if they have had it
 * since it was claimed; the plans of both are locked. Of its own worker only the version changes, as other weekdays do.
 * @throws ApiError CONFLICT when it is not the version that was seen
 */
export async function handOver(
  world: World,
  transaction: Transaction,
  seen: { id: string; version: number; workerProfileId: string | null; status: EngagementStatus },
  workerProfileId: string,
): Promise<void> {
  if (isActive(seen)) await settleMissed(world, transaction, [seen.id]);
  const isOther = seen.workerProfileId !== workerProfileId;
  if (isOther && seen.workerProfileId) await dropQuestion(world, transaction, seen.id, seen.workerProfileId);
  const before = isOther ? await selectFeeBefore(transaction, seen.id, workerProfileId) : undefined;
  const agreedFeePercent = before === undefined ? world.settings.now().platformFeePercent : before;
  const terms = { workerProfileId, agreedFeePercent, activeSince: world.clock.now() };
  const version = await updateEngagementRow(transaction, seen, isOther ? terms : {});
  if (version === undefined) {
    throw new ApiError('CONFLICT', 'This service was changed by somebody else in the meantime.');
  }
}

/**
 * Gives an engagement the rhythm that its customer wants; its visits are locked.
 * @throws ApiError CONFLICT when it is not the version that was seen
 */
export async function setRhythm(
  world: World,
  transaction: Transaction,
  { engagement, templateId }: Schedule,
  rhythm: RhythmFields,
): Promise<void> {
  // A claim names the version of what the worker has seen.
  if (engagement.workerProfileId === null) await updateEngagementRow(transaction, engagement, {});
  else await handOver(world, transaction, engagement, engagement.workerProfileId);
  await updateTemplate(transaction, templateId, rhythm);
}

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
  await putOnDays(world, transaction, places, schedule.templateId, plan.weekDays);
  const fields = differing({ worker: names.declining }, { worker: names.before });
  await record(world, transaction, { kind: 'worker-assigned', by, subjectId: seen.id, fields });
  await takeBackPlan(world, transaction, seen.id, { tenures: undone }, 'declined');
  await forgetChosen(world, transaction, { engagementId: seen.id, tenures: undone }, today);
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

/**
 * Puts a service without a worker back to the rhythm that it has until the accepted one begins; that one is wanted of it again.
 * The worker who accepted it agreed for themselves alone.
 * @param by the user who takes its worker away
 */
export async function putRhythmBack(
  world: World,
  transaction: Transaction,
  engagementId: string,
  by: string,
): Promise<void> {
  const today = businessDay(world.clock.now());
  const schedule = await lockSchedule(transaction, engagementId);
  const before = schedule && (await rhythmBefore(transaction, schedule, today));
  if (before) await goBackTo(world, transaction, schedule, before, by);
}

/** @param schedule as it is with the rhythm that was accepted */
async function goBackTo(
  world: World,
  transaction: Transaction,
  { engagement: { id: engagementId }, templateId, frequency, interval, startDay }: Schedule,
  before: RhythmBefore,
  by: string,
): Promise<void> {
  const rhythm = {
    frequency: before.frequency,
    interval: before.interval,
    startDay: before.startDay,
    weekOffset: before.weekOffset,
  };
  await updateTemplate(transaction, templateId, rhythm);
  const accepted = { frequency, interval, startDay };
  // Where another one lies between the two, which has not begun, it may be the same.
  if (!isSameRhythm(before, accepted)) {
    const asking = { wantedBy: before.askedBy, wantedAt: world.clock.now() };
    await insertWish(transaction, { engagementId, ...accepted, ...asking });
  }
  // So may what is wanted since: it is there then.
  const wish = await selectWish(transaction, engagementId);
  if (wish && isSameRhythm(before, wish)) await takeBackPlan(world, transaction, engagementId, 'wish');
  const fields = differing({ rhythm: rhythmLabel(accepted) }, { rhythm: rhythmLabel(rhythm) });
  await record(world, transaction, { kind: 'service-changed', by, subjectId: engagementId, fields });
}

/** The kinds of messages that ask a worker for another rhythm. */
export const questions = ['rhythm-asked'];

/** Drops the question for another rhythm that waits for a worker: it is answered, or nothing for that worker to answer any more. */
export async function dropQuestion(
  world: World,
  transaction: Transaction,
  engagementId: string,
  workerProfileId: string,
): Promise<void> {
  const { worker } = await engagementParties(world, transaction, engagementId, workerProfileId);
  if (worker) await supersede(world, transaction, engagementId, questions, [worker]);
}

/** Drops what waits for a customer of that no worker had the service: one has it now, which they are told. */
export const dropSearch = (
  world: Pick<World, 'clock'>,
  transaction: Transaction,
  engagementId: string,
  profileId: string,
): Promise<void> =>
  supersede(
    world,
    transaction,
    engagementId,
    ['engagement-status', 'unclaimed', 'worker-lost', 'price-rise'],
    [{ profileId }],
  );
