import { isProposal, targetStatus } from '#domain/engagement-status.ts';
import { hasLeft } from '#domain/known-visits.ts';
import { undoSeconds } from '#domain/visit-limits.ts';
import { collectDeclined } from '../charges/attempts.ts';
import { findOverdue } from '../charges/overdue.ts';
import { returnRedemptions } from '../coupons/redemption-store.ts';
import type { Transaction } from '../database/connection.ts';
import type { Caller } from '../http/access.ts';
import { notFound } from '../http/errors.ts';
import type { Letter } from '../messages/letter.ts';
import { goOnLetter, onAgainLetter, pausedLetter } from '../messages/letters/engagement-status-rest.ts';
import { aboutWork, tell } from '../messages/service.ts';
import { believingOtherwise, supersede } from '../messages/take-back.ts';
import { engagementParties } from '../parties/parties.ts';
import { lockPlansAndEngagements, updateEngagementRow } from '../plans/schedules-store.ts';
import { fill } from '../visits/fill.ts';
import { selectPlanTold, tellSoon } from '../visits/known-store.ts';
import { settleMissed } from '../visits/states.ts';
import type { World } from '../world.ts';
import { applyEdit } from './apply-edit.ts';
import { recordStatuses } from './claims.ts';
import { changedMeanwhile, editOf } from './edit.ts';
import { selectFinishing, tellFinishing, untrueToAll } from './end-news.ts';
import { lockPausedUnpaid } from './lock-store.ts';
import { type Transition, tellOfTransition } from './status-news.ts';
import { lockActiveEngagements, selectPausedThoughPaid, updateCards, updateEngagementRows } from './store.ts';
import { selectEngagementViews } from './view-store.ts';
import { standingOf } from './views.ts';

/**
 * Pauses all that a customer who has not paid is served, and tells each worker of all in one letter; what is not under
 * way stays as it is.
 * @param engagementId the one that is not paid
 */
export async function pauseForNonPayment(
  world: World,
  transaction: Transaction,
  engagementId: string,
): Promise<Paused> {
  return await pauseAll(world, transaction, await lockActiveEngagements(transaction, engagementId));
}

/** Whether something was paused just now, and whether a visit of it is under way, which is still made. */
export type Paused = { isPaused: boolean; isUnderWay: boolean };

/**
 * Pauses what a customer is served and pays with a card or account that cannot be used anymore, likewise. It goes on by
 * itself once it has another, or may use this one again.
 * @param engagementId one of the customer's
 */
export async function pauseBlocked(world: World, transaction: Transaction, engagementId: string): Promise<Paused> {
  return await pauseAll(world, transaction, await lockActiveEngagements(transaction, engagementId, 'blocked'));
}

async function pauseAll(
  world: World,
  transaction: Transaction,
  active: Awaited<ReturnType<typeof lockActiveEngagements>>,
): Promise<Paused> {
  if (active.length === 0) return { isPaused: false, isUnderWay: false };
  const ids = active.map((one) => one.engagementId);
  await settleMissed(world, transaction, ids);
  const pause = { status: 'ENGAGEMENT_STATUS_PAUSED', isPausedUnpaid: true } as const;
  const versions = await updateEngagementRows(transaction, ids, pause);
  const all = active.map((row) => ({ ...row, version: versions.get(row.engagementId) ?? 0 }));
  const before = active.map(({ engagementId: id, status }) => ({ id, status }));
  await recordStatuses(world, transaction, null, before, pause.status);
  const services = await changedServices(world, transaction, all);
  const notBefore = world.clock.now().add({ seconds: undoSeconds });
  await tellWorkers(world, transaction, services, pausedLetter, notBefore);
  for (const { worker, engagementId, version } of services) {
    await tellFinishing(world, transaction, { engagementId, to: pause.status, version, notBefore }, worker?.profileId);
  }
  await fill(world, transaction, ids);
  await tellSoon(world, transaction, ids);
  return { isPaused: true, isUnderWay: services.some(({ finishing }) => finishing.length > 0) };
}

/** Lets a customer's engagements go on that were paused because they were not paid, and tells everybody. */
export async function resumePaid(world: World, transaction: Transaction, customerProfileId: string): Promise<void> {
  const engagementIds = await lockPausedUnpaid(transaction, customerProfileId);
  if (engagementIds.length === 0) return;
  const resumed: Transition[] = [];
  for (const view of await selectEngagementViews(transaction, engagementIds)) {
    const { id: engagementId, workerProfileId } = view.engagement;
    const to = targetStatus(standingOf(view), 'ENGAGEMENT_STATUS_RUNNING');
    const now = world.clock.now();
    const since = to === 'ENGAGEMENT_STATUS_PROPOSED' ? { openSince: now } : { activeSince: now };
    const fields = { status: to, isPausedUnpaid: false, ...since };
    const version = await updateEngagementRow(transaction, view.engagement, fields);
    if (version === undefined) continue;
    resumed.push({ engagementId, to, actor: 'system', version, workerProfileId });
    await recordStatuses(world, transaction, null, [view.engagement], to);
  }
  await tellOfResume(world, transaction, resumed);
  await fill(world, transaction, engagementIds);
  await tellSoon(world, transaction, engagementIds);
}

type Changed = Pick<Transition, 'engagementId' | 'version' | 'workerProfileId'>;

/** @returns each engagement whose status changed, with whom it concerns and the event of its transition */
async function changedServices<One extends Changed>(
  world: World,
  transaction: Transaction,
  transitions: readonly One[],
) {
  const services = [];
  for (const transition of transitions) {
    const { engagementId, version } = transition;
    const told = await selectPlanTold(transaction, engagementId);
    const { worker, ...parties } = await engagementParties(
      world,
      transaction,
      engagementId,
      told?.workerProfileId ?? undefined,
    );
    services.push({
      ...transition,
      ...parties,
      worker: !told || hasLeft(told) ? null : worker,
      finishing: await selectFinishing(world, transaction, engagementId),
      event: `engagement-status:${engagementId}:${version}`,
    });
  }
  return services;
}

/**
 * Tells each worker of all own services that changed at once.
 * @param notBefore until then the change of a single service may be taken back, and is told to no one. A letter of several waits for nothing:
 * what becomes of one of them cannot take it back
 */
async function tellWorkers(
  world: World,
  transaction: Transaction,
  services: Awaited<ReturnType<typeof changedServices>>,
  letterOf: (about: Parameters<typeof pausedLetter>[0]) => Letter,
  notBefore?: Temporal.Instant,
): Promise<void> {
  for (const ofWorker of Map.groupBy(services, ({ worker }) => worker?.profileId).values()) {
    const [first] = ofWorker;
    if (!first?.worker || !first.planUrl) continue;
    const { worker, planUrl: url } = first;
    const [told] = ofWorker.length > 1 ? [worker] : await believingOtherwise(transaction, first.engagementId, [worker]);
    for (const { engagementId } of ofWorker) await supersede(world, transaction, engagementId, untrueToAll, [worker]);
    if (!told) continue;
    const event = ofWorker.length > 1 ? `${first.event.replace('status', 'statuses')}` : first.event;
    const underWay = ofWorker.filter(({ finishing }) => finishing.includes(worker.profileId));
    const letter = letterOf({ firstName: worker.firstName, url, services: ofWorker, underWay });
    const about = ofWorker.length > 1 ? {} : { about: first.engagementId, ...(notBefore && { notBefore }) };
    await tell(world, transaction, `${event}:worker`, worker, letter, { ...aboutWork, ...about });
  }
}

/** Tells a customer, and each worker, of all that goes on at once, in one letter each. */
async function tellOfResume(world: World, transaction: Transaction, transitions: readonly Transition[]): Promise<void> {
  const services = await changedServices(world, transaction, transitions);
  const searched = services.filter(({ to }) => isProposal({ status: to }));
  const resumed = services.filter(({ to }) => !isProposal({ status: to }));
  const [first] = resumed;
  if (!first) {
    for (const transition of transitions) await tellOfTransition(world, transaction, transition);
    return;
  }
  const { customer } = first;
  const event = services.length > 1 ? `${first.event.replace('status', 'statuses')}` : first.event;
  const url = services.length > 1 ? `${world.publicUrl}/customers/${customer.profileId}/engagements` : first.url;
  const letter = goOnLetter({ firstName: customer.firstName, url, services: resumed, searched });
  const about = services.length > 1 ? {} : { about: first.engagementId };
  await tell(world, transaction, `${event}:customer`, customer, letter, about);
  await tellWorkers(world, transaction, resumed, onAgainLetter);
}

/**
 * Resumes what was paused for non-payment once nothing is given up any more, also when it was not paid but is held
 * again, because its worker cannot be paid.
 */
export async function resumeWhatIsPaid(world: World): Promise<void> {
  for (const customerProfileId of await selectPausedThoughPaid(world.database)) {
    try {
      await world.database.transaction(async (transaction) => {
        await lockPausedUnpaid(transaction, customerProfileId);
        const { givenUpAmount } = await findOverdue(world, transaction, customerProfileId);
        if (givenUpAmount === 0) await resumePaid(world, transaction, customerProfileId);
      });
    } catch (error) {
      // One customer in trouble must not hold up the others.
      world.log.error(
        { event: 'resume-failed', err: error, customerProfileId },
        'paid engagements not resumed; will be tried again',
      );
    }
  }
}

/** Keeps these engagements from being changed, charged or collected by anybody else until the transaction ends. */
export const keepCards = (transaction: Transaction, engagementIds: string[]): Promise<void> =>
  lockPlansAndEngagements(transaction, [], engagementIds);

/** Makes a card the one that these engagements are paid with. */
export async function payWith(transaction: Transaction, engagementIds: string[], card: string): Promise<void> {
  if (engagementIds.length > 1) await keepCards(transaction, engagementIds);
  await updateCards(transaction, engagementIds, card);
}

/**
 * Collects at once what a customer was declined for, in whichever engagement, with a card that was just chosen.
 * @param chosenFor the engagements that it was chosen for, and have it; what waits to be confirmed is collected with it in
 *   these alone
 * @param card it becomes the card of the others that it pays for, or they would be declined again
 */
export async function collectWithNewCard(
  world: World,
  transaction: Transaction,
  customerProfileId: string,
  chosenFor: readonly string[],
  card: string,
): Promise<void> {
  const { engagementIds } = await findOverdue(world, transaction, customerProfileId);
  const others = engagementIds.filter((engagementId) => !chosenFor.includes(engagementId));
  await payWith(transaction, others, card);
  await collectDeclined(world, transaction, [...chosenFor, ...others]);
}

/**
 * Prepares to cancel an engagement as a part of something else that staff do. It locks the plan of its worker, so call it before
 * anything of the customer is locked.
 * @returns what cancels it in the same transaction, once its customer is locked; it throws ApiError as updateEngagement
 */
export async function prepareToEnd(
  world: World,
  transaction: Transaction,
  caller: Caller,
  engagementId: string,
): Promise<(cancelNote: string) => Promise<void>> {
  const read = async () => {
    const [view] = await selectEngagementViews(transaction, [engagementId]);
    if (!view) throw notFound('Engagement');
    return view;
  };
  const { workerProfileId } = (await read()).engagement;
  await lockPlansAndEngagements(transaction, workerProfileId === null ? [] : [workerProfileId], []);
  return async (cancelNote) => {
    const view = await read();
    // The plan of another worker would be locked too late.
    if (view.engagement.workerProfileId !== workerProfileId) throw changedMeanwhile();
    const status = 'ENGAGEMENT_STATUS_CANCELLED';
    const edit = editOf(world, caller, view, { status, cancelReason: 'other', cancelNote });
    if (!edit) return;
    await applyEdit(world, transaction, caller, edit);
    await returnRedemptions(transaction, [engagementId]);
  };
}
