import { isActive, isProposal } from '#domain/engagement-status.ts';
import type { EngagementStatus } from '#domain/enums.ts';
import { record } from '../changes/record.ts';
import { returnRedemptions } from '../coupons/redemption-store.ts';
import type { Transaction } from '../database/connection.ts';
import type { Caller } from '../http/access.ts';
import { openAgainLetter } from '../messages/letters/customer-back.ts';
import { aboutWork, tell } from '../messages/service.ts';
import { engagementParties } from '../parties/parties.ts';
import { handBack, putRhythmBack } from '../plans/hand-over.ts';
import { clearPlan, lockPlan } from '../plans/places.ts';
import { notePlan, takeBackPlan } from '../plans/plans.ts';
import { selectWorkersBefore } from '../plans/schedules-store.ts';
import { forgetChosen } from '../visits/fill.ts';
import { settleMissed } from '../visits/states.ts';
import type { World } from '../world.ts';
import { recordStatuses } from './claims.ts';
import { tellFinishing } from './end-news.ts';
import { giveBackVisits } from './forget.ts';
import { tellOfLostWorker, tellOfTransition } from './status-news.ts';
import { type LiveRow, lockLiveOf, selectLiveOf, selectProfileIds, updateEngagementRows } from './store.ts';

/** How many engagements change when an account is closed: canceled, paused, and given back to all workers. */
export type ClosingCounts = { cancelled: number; paused: number; released: number };

/** @returns what closing an account would change as things are now */
export async function countClosing(world: World, userId: string): Promise<ClosingCounts> {
  const profileIds = await selectProfileIds(world.database, userId);
  const { cancelled, paused, released } = sorted(await selectLiveOf(world.database, profileIds), profileIds);
  return { cancelled: cancelled.length, paused: paused.length, released: released.length };
}

/**
 * Ends what an account has a part in, within the transaction that closes it: what it asked for and nobody took is
 * canceled, what it is served is paused, what it serves is open to other workers. Everybody else is told.
 */
export async function endPartsOf(
  world: World,
  transaction: Transaction,
  caller: Caller,
  userId: string,
): Promise<void> {
  const profileIds = await selectProfileIds(transaction, userId);
  // Plans come before engagements, as everywhere; a claim that is being made waits here, and is refused then.
  const before = await selectWorkersBefore(transaction, idsOf(await selectLiveOf(transaction, profileIds)));
  for (const profileId of [...new Set([...profileIds, ...before])].sort()) await lockPlan(transaction, profileId);
  const live = sorted(await lockLiveOf(transaction, profileIds), profileIds);
  const { cancelled, paused, resting } = live;
  const isAsked = (row: LiveRow) => profileIds.includes(row.customerProfileId);

  const released: LiveRow[] = [];
  const left: LiveRow[] = [];
  // What the worker would have begun later goes back to who has it until then.
  for (const row of live.released) if (!(await handBack(world, transaction, row, caller.userId))) released.push(row);
  for (const row of live.left)
    if (isAsked(row) || !(await handBack(world, transaction, row, caller.userId))) left.push(row);
  await settleMissed(world, transaction, idsOf([...paused, ...released]));
  for (const profileId of profileIds) await clearPlan(transaction, profileId);
  const cancel = { status: 'ENGAGEMENT_STATUS_CANCELLED' } as const;
  const cancelledNow = await updateEngagementRows(transaction, idsOf(cancelled), cancel);
  await returnRedemptions(transaction, idsOf(cancelled));
  const by = caller.userId;
  await recordStatuses(world, transaction, by, cancelled, cancel.status);
  for (const [engagementId, version] of cancelledNow)
    await tellFinishing(world, transaction, { engagementId, to: cancel.status, version });

  const pause = { status: 'ENGAGEMENT_STATUS_PAUSED', isPausedUnpaid: false } as const;
  const pausedNow = await updateEngagementRows(transaction, idsOf(paused), pause);
  await recordStatuses(world, transaction, by, paused, pause.status);
  const servedByOthers = paused.filter((row) => !left.includes(row));
  await tellAll(world, transaction, servedByOthers, pausedNow, { to: pause.status, actor: 'system' });
  // Paying does not begin again what has been ended.
  await updateEngagementRows(transaction, idsOf(resting), { isPausedUnpaid: false });

  const leftNow = await updateEngagementRows(transaction, idsOf(left), { workerProfileId: null });
  const lost = idsOf(left).map((subjectId) => ({ kind: 'worker-lost', by, subjectId }) as const);
  await record(world, transaction, lost);
  const pausedOfOthers = left.filter((row) => !isAsked(row));
  for (const { id } of pausedOfOthers) await tellOfLostWorker(world, transaction, id, leftNow.get(id) ?? 0);
  const open = { status: 'ENGAGEMENT_STATUS_PROPOSED', workerProfileId: null, openSince: world.clock.now() } as const;
  const releasedNow = await updateEngagementRows(transaction, idsOf(released), open);
  await recordStatuses(world, transaction, by, released, open.status);
  const gone = idsOf([...released, ...cancelled, ...left]);
  await forgetChosen(world, transaction, { engagementIds: gone });
  for (const { id } of [...released, ...left]) await putRhythmBack(world, transaction, id, by);
  for (const { id } of cancelled) await takeBackPlan(world, transaction, id, 'wish');
  await giveBackVisits(world, transaction, by, profileIds);
  // As if the worker had released them: the worker has a letter about the account.
  await tellAll(world, transaction, released, releasedNow, { to: open.status, actor: 'worker' });
  await notePlan(world, transaction, [...gone, ...idsOf(paused)], { endedHow: 'closed' });
}

/**
 * Tells the workers whose services rest that the account of their customer is open again.
 * @returns what of the account's own rests, each in a few words
 */
export async function tellWorkersOfReopening(
  world: World,
  transaction: Transaction,
  userId: string,
): Promise<string[]> {
  const profileIds = await selectProfileIds(transaction, userId);
  const { resting } = sorted(await selectLiveOf(transaction, profileIds), profileIds);
  const services = [];
  for (const { id } of resting) services.push({ id, ...(await engagementParties(world, transaction, id)) });
  for (const ofWorker of Map.groupBy(services, ({ worker }) => worker?.profileId).values()) {
    const [first] = ofWorker;
    if (!first?.worker || !first.planUrl) continue;
    const { id, worker, customer, planUrl: url } = first;
    const about = { firstName: worker.firstName, customerName: customer.firstName, url, services: ofWorker };
    const event = `customer-back:${id}:${world.clock.now()}:worker`;
    await tell(world, transaction, event, worker, openAgainLetter(about), { ...aboutWork, about: id });
  }
  return services.map(({ productName, street }) => `“${productName}” at ${street}`);
}

/** What of an account's engagements ends how; `left` has no visits due, and only loses its worker. */
function sorted(rows: LiveRow[], profileIds: string[]) {
  const isAsked = (row: LiveRow) => profileIds.includes(row.customerProfileId);
  const isServed = (row: LiveRow) => row.workerProfileId !== null && profileIds.includes(row.workerProfileId);
  const asked = rows.filter(isAsked);
  const released = rows.filter((row) => isServed(row) && !isAsked(row) && isActive(row));
  return {
    cancelled: asked.filter(isProposal),
    paused: asked.filter(isActive),
    resting: asked.filter((row) => !isProposal(row) && !isActive(row)),
    released,
    left: rows.filter((row) => isServed(row) && !released.includes(row)),
  };
}

const idsOf = (rows: LiveRow[]): string[] => rows.map(({ id }) => id);

async function tellAll(
  world: World,
  transaction: Transaction,
  rows: LiveRow[],
  versions: Map<string, number>,
  { to, actor }: { to: EngagementStatus; actor: 'system' | 'worker' },
): Promise<void> {
  for (const { id: engagementId, workerProfileId } of rows) {
    const version = versions.get(engagementId);
    if (version === undefined) throw new Error(`Engagement ${engagementId} was not changed`);
    await tellOfTransition(world, transaction, { engagementId, to, actor, version, workerProfileId });
  }
}
