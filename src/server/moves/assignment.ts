import type * as z from 'zod/mini';
import type { Assignment, Told } from '#contract/moves.ts';
import { businessDay, isBefore, plainDate, type WeekDay, weekDaysInOrder } from '#domain/calendar.ts';
import { isActive, isProposal } from '#domain/engagement-status.ts';
import { farthestMove } from '#domain/schedule-rules.ts';
import { firstDayToBegin } from '#domain/visit-class.ts';
import { differing, record } from '../changes/record.ts';
import { previewOf, type Transaction } from '../database/connection.ts';
import { claimEngagement } from '../engagements/claims.ts';
import { actingProfile, type Caller } from '../http/access.ts';
import { ApiError, invalid, notFound, notNow } from '../http/errors.ts';
import { daysLabel } from '../messages/letters/visit-told-plan.ts';
import { handOver, undoHandOvers } from '../plans/hand-over.ts';
import { lockPlan, type Plan, putOnDays, removeFromPlan } from '../plans/places.ts';
import { firstDayOfPlan, notePlan } from '../plans/plans.ts';
import { lockSchedule, type Schedule } from '../plans/schedules-store.ts';
import { questionTo } from '../rhythm/asking.ts';
import { selectPlanTold } from '../visits/known-store.ts';
import type { World } from '../world.ts';
import { requireWorker, wayTo } from './people.ts';
import { isBegunOn, selectStanding, selectWorker } from './store.ts';
import { toldOfChanges } from './tell.ts';

type Form = z.output<typeof Assignment>;

/**
 * Gives a proposal to a worker on weekdays, as if the worker had claimed it, with its first visit not before a day, or moves a running service to another worker or
 * other weekdays from a day on: the plan changes at once, and the visits before that day are kept where they are. All are
 * told a minute later, unless it was taken back by then; the worker may release the service. A repeat, which has an older version, changes nothing, and says again who is told.
 * @returns who is told what, and the service's version from now on
 * @throws ApiError NOT_FOUND, CONFLICT for another version, NOT_ALLOWED_NOW for a service that is not active, INVALID_INPUT
 * for a worker, weekdays or a day that are not possible
 */
export async function assignWorker(
  world: World,
  caller: Caller,
  engagementId: string,
  form: Form,
): Promise<{ told: Told[]; version: number }> {
  return await world.database.transaction(async (transaction) => {
    const told = await assign(world, transaction, caller, engagementId, form);
    const { version = form.version } = (await selectStanding(transaction, engagementId)) ?? {};
    return { told, version };
  });
}

/**
 * @returns who would be told what; nothing is changed
 * @throws ApiError as assignWorker
 */
export async function previewAssignment(
  world: World,
  caller: Caller,
  engagementId: string,
  form: Form,
): Promise<Told[]> {
  return await previewOf(world.database, (transaction) => assign(world, transaction, caller, engagementId, form));
}

async function assign(
  world: World,
  transaction: Transaction,
  caller: Caller,
  engagementId: string,
  form: Form,
): Promise<Told[]> {
  const today = businessDay(world.clock.now());
  const standing = await selectStanding(transaction, engagementId);
  if (!standing) throw notFound('Engagement');
  const { workerProfileId } = form;
  // Plans come before engagements, and each kind in the order of its ids, as everywhere.
  const plans = new Map<string, Plan>();
  for (const id of [...new Set([workerProfileId, standing.workerProfileId ?? workerProfileId])].sort()) {
    plans.set(id, await lockPlan(transaction, id));
  }
  const schedule = await lockSchedule(transaction, engagementId);
  if (!schedule) throw notFound('Engagement');
  const locked = schedule.engagement;
  const worker = await requireWorker(transaction, workerProfileId, 'body.workerProfileId');
  const weekDays = weekDaysInOrder.filter((day) => form.weekDays.includes(day));
  const asked = plainDate(form.from);
  const isThere = locked.workerProfileId === workerProfileId && isSameDays(schedule.weekDays, weekDays);
  if (isThere && isActive(locked)) {
    const isRepeat = form.version < locked.version;
    if (isRepeat) return await toldOfAssignment(world, transaction, engagementId, worker);
    throw invalid('body.from', 'This worker has the service on these weekdays already.');
  }
  if (form.version !== locked.version || locked.workerProfileId !== standing.workerProfileId) {
    const message = 'This service was changed by somebody else in the meantime.';
    throw new ApiError('CONFLICT', message, [{ path: 'body.version', message }]);
  }
  requireWeekDays(schedule, weekDays, (await selectPlanTold(transaction, engagementId))?.weekDays ?? schedule.weekDays);
  const before = plans.get(workerProfileId) ?? [];
  const by = actingProfile(caller);
  const fields = [
    ...differing({ worker: await nameOf(transaction, locked.workerProfileId) }, { worker: worker.name }),
    ...differing({ weekDays: daysLabel(schedule.weekDays) }, { weekDays: daysLabel(weekDays) }),
    ...differing(undefined, { firstDay: asked.toString() }),
  ];
  const change = { kind: 'worker-assigned', by: caller.userId, subjectId: engagementId, fields } as const;
  if (!isProposal(locked) && !isActive(locked)) {
    throw notNow('This service is paused or has ended, so nobody makes its visits.');
  }
  requireFrom(asked, today);
  // Whose visit of today is begun already makes it; nobody else comes today.
  const possible = (await isBegunOn(transaction, engagementId, asked)) ? asked.add({ days: 1 }) : asked;
  const { startDay, interval, weekOffset } = schedule;
  const given = { worker: workerProfileId, weekDays, startDay, interval, weekOffset };
  const earliest = firstDayToBegin(world.clock.now());
  const firstDay = !isProposal(locked)
    ? await firstDayOfPlan(transaction, engagementId, given, possible)
    : isBefore(possible, earliest)
      ? earliest
      : possible;
  const old = locked.workerProfileId;
  if (isProposal(locked)) await claimEngagement(world, transaction, workerProfileId, engagementId, caller.userId);
  else {
    if (old !== workerProfileId)
      await undoHandOvers(world, transaction, engagementId, { to: workerProfileId, firstDay });
    await handOver(world, transaction, locked, workerProfileId);
  }
  if (old && old !== workerProfileId)
    await removeFromPlan(world, transaction, plans.get(old) ?? [], schedule.templateId);
  await putOnDays(world, transaction, before, schedule.templateId, weekDays);
  await record(world, transaction, change);
  await notePlan(world, transaction, [engagementId], { firstDay, by, how: 'assignment' });
  return await toldOfAssignment(world, transaction, engagementId, worker);
}

/** @returns what people would read of an assignment, and what its worker is asked besides */
async function toldOfAssignment(
  world: World,
  transaction: Transaction,
  engagementId: string,
  { name, contact }: NonNullable<Awaited<ReturnType<typeof selectWorker>>>,
): Promise<Told[]> {
  const told = await toldOfChanges(world, transaction, engagementId);
  const question = await questionTo(world, transaction, engagementId, contact.profileId);
  if (!question) return told;
  const by = await wayTo(world, transaction, question.person, question.class);
  return [...told, { name, role: 'worker', by, words: question.letter.subject }];
}

const isSameDays = (one: readonly WeekDay[], other: readonly WeekDay[]) =>
  one.length === other.length && one.every((day) => other.includes(day));
const nameOf = async (transaction: Transaction, workerProfileId: string | null) =>
  (workerProfileId && (await selectWorker(transaction, workerProfileId))?.name) || null;

/** @param told the weekdays that people know: what a worker has on fewer of them can be given back so */
function requireWeekDays(
  { period, frequency }: Schedule,
  weekDays: readonly WeekDay[],
  told: readonly WeekDay[],
): void {
  if (period !== 'PERIOD_WEEKLY' || weekDays.length === frequency) return;
  if (weekDays.length < frequency && isSameDays(told, weekDays)) return;
  const times = frequency === 1 ? 'one day' : `${frequency} days`;
  throw invalid('body.weekDays', `The customer asked for ${times} a week. Please pick as many.`);
}

function requireFrom(from: Temporal.PlainDate, today: Temporal.PlainDate): void {
  if (Temporal.PlainDate.compare(from, today) < 0) throw invalid('body.from', 'This day is over.');
  if (Temporal.PlainDate.compare(from, today.add({ days: farthestMove })) > 0) {
    throw invalid('body.from', `This can begin in ${farthestMove} days at most.`);
  }
}
