import { businessDay, type WeekDay, weekDaysInOrder } from '#domain/calendar.ts';
import type { CancelReason } from '#domain/cancel-reasons.ts';
import { type EngagementActor, isActive, isLive, isProposal, targetStatus } from '#domain/engagement-status.ts';
import type { EngagementStatus } from '#domain/enums.ts';
import { awaitsAgreement } from '#domain/pricing.ts';
import { firstDates } from '#domain/schedule-rules.ts';
import { firstDayToCome } from '#domain/visit-class.ts';
import { differing, record } from '../changes/record.ts';
import { findOverdue, owingFor } from '../charges/overdue.ts';
import type { Transaction } from '../database/connection.ts';
import { ApiError, notFound } from '../http/errors.ts';
import type { Letter } from '../messages/letter.ts';
import { aboutWork, type Recipient, supersede, tell } from '../messages/service.ts';
import { noteTold } from '../reminders/told.ts';
import type { World } from '../world.ts';
import { insertPastAssignments } from './assignment-store.ts';
import {
  acceptedLetter,
  customerStatusLetter,
  goOnLetter,
  lostWorkerLetter,
  onAgainLetter,
  pausedLetter,
  workerStatusLetter,
} from './letters.ts';
import { lockPausedUnpaid, lockSchedule, lockWithProduct, type Schedule } from './lock-store.ts';
import { dropOutdated } from './outdated.ts';
import { engagementParties } from './parties.ts';
import { priceNow, tooExpensive } from './price.ts';
import { dropQuestion } from './rhythm-before.ts';
import { selectWish } from './rhythm-before-store.ts';
import { workerOn } from './schedule.ts';
import { selectSettledDays } from './served-store.ts';
import {
  claimProposal,
  pauseActiveEngagements,
  type RhythmFields,
  selectPausedThoughPaid,
  updateEngagementRow,
  updateTemplate,
} from './store.ts';
import { deleteUntold, keepAwayToldOnly, keepTold, selectUntold } from './untold-store.ts';
import { selectEngagementViews } from './view-store.ts';
import { standingOf } from './views.ts';

/** A claim that was made, for the letter that follows it. */
export type Claim = { engagementId: string; workerProfileId: string; since: Temporal.Instant };

export const alreadyClaimed = () =>
  new ApiError('ALREADY_CLAIMED', 'Another worker has already taken this engagement.');
const notAgreed = () =>
  new ApiError(
    'PRICE_CHANGED',
    'The price has changed, and the customer has not agreed to it yet. Please look again later.',
  );

const owesUs = 'This customer has to pay for earlier visits first. Please look again later.';

/**
 * Makes an open proposal a worker's, who must be onboarded and approved. A price that is held no longer becomes today's, if the
 * customer has agreed to as much, and the billing cycle the product's.
 * @param by who does it: the worker, or the user of the staff
 * @throws ApiError ALREADY_CLAIMED when it is not open any more, PRICE_CHANGED when the customer has not agreed to
 * today's price, NOT_ALLOWED_NOW when it is too high to pay, or the customer has not paid what was given up
 */
export async function claimEngagement(
  world: World,
  transaction: Transaction,
  workerProfileId: string,
  engagementId: string,
  by = workerProfileId,
): Promise<Claim> {
  // Locked, so that the price is still that of the yard size when it is written.
  const row = await lockWithProduct(transaction, engagementId);
  if (!row) throw notFound('Engagement');
  const { engagement, product } = row;
  const held = Temporal.Instant.compare(world.clock.now(), engagement.baseCostHeldUntil) <= 0;
  const price = held ? engagement.baseCost : priceNow(world, product, engagement.yardSize);
  if (price === undefined) throw new ApiError('NOT_ALLOWED_NOW', tooExpensive);
  const billingCycle = held ? engagement.billingCycle : product.billingCycle;
  const isOpen = isProposal(engagement);
  if (isOpen && awaitsAgreement({ ...engagement, baseCost: price })) throw notAgreed();
  const { givenUpAmount } = await findOverdue(world, transaction, engagement.customerProfileId);
  if (isOpen && givenUpAmount > 0) throw new ApiError('NOT_ALLOWED_NOW', owesUs);
  const since = world.clock.now();
  const claimed = await claimProposal(transaction, engagementId, {
    workerProfileId,
    baseCost: price,
    priceMultiplier: held ? engagement.priceMultiplier : product.baseCostMultiplier,
    billingCycle,
    activeSince: since,
    agreedFeePercent: world.settings.now().platformFeePercent,
  });
  if (!claimed) throw alreadyClaimed();
  await recordStatuses(world, transaction, by, [engagement], 'ENGAGEMENT_STATUS_ACCEPTED');
  return { engagementId, workerProfileId, since };
}

/**
 * What staff gave to a worker within the last minute people do not know yet: who is told is who had it when they were told.
 * @returns the worker who believes to have an engagement; null when nobody does
 */
async function whoBelieves(
  transaction: Transaction,
  engagementId: string,
  workerProfileId: string | null,
): Promise<string | null> {
  const untold = await selectUntold(transaction, engagementId);
  return untold ? untold.told.workerProfileId : workerProfileId;
}

/** Tells the customer of a worker's claim, within its transaction, once its weekdays are in the plan. */
export async function tellOfClaim(
  world: World,
  transaction: Transaction,
  { engagementId, workerProfileId, since }: Claim,
): Promise<void> {
  const parties = await engagementParties(world, transaction, engagementId);
  const event = `engagement-accepted:${engagementId}:${workerProfileId}:${since}`;
  const today = businessDay(world.clock.now());
  const schedule = await lockSchedule(transaction, engagementId, today);
  if (!schedule) throw notFound('Engagement');
  const settled = await selectSettledDays(transaction, engagementId, today);
  const [first] = firstDates(schedule, firstDayToCome(world.clock.now()), 1, (date) =>
    settled.some((one) => one.equals(date)),
  );
  if (first) await noteTold(world, transaction, { engagementId, day: first, workerProfileId });
  const weekDays = weekDaysInOrder.filter((day) => schedule.weekDays.includes(day));
  // This letter says all but the days away that came within the minute.
  await keepAwayToldOnly(world, transaction, [engagementId]);
  await dropSearch(world, transaction, engagementId, parties.customer);
  const letter = acceptedLetterOf(parties, schedule, weekDays, first);
  await tell(world, transaction, event, parties.customer, letter, { about: engagementId });
}

/** @returns what tells a customer who takes care of the yard, on which weekdays and from which day on */
export function acceptedLetterOf(
  { customer, ...parties }: Awaited<ReturnType<typeof engagementParties>>,
  schedule: Schedule,
  weekDays: WeekDay[],
  first: Temporal.PlainDate | undefined,
): Letter {
  return acceptedLetter({ ...parties, firstName: customer.firstName }, { ...schedule, weekDays, first });
}

/**
 * Gives an active engagement to another worker, on the terms of today; the plans of both are locked. What was tapped without
 * signal before is judged by the past assignment. Of its own worker only the version changes, as other weekdays do.
 * @throws ApiError CONFLICT when it is not the version that was seen
 */
export async function handOver(
  world: World,
  transaction: Transaction,
  seen: { id: string; version: number; workerProfileId: string | null },
  workerProfileId: string,
): Promise<void> {
  await keepPastAssignments(world, transaction, [seen.id]);
  const isOther = seen.workerProfileId !== workerProfileId;
  if (isOther && seen.workerProfileId) await dropQuestion(world, transaction, seen.id, seen.workerProfileId);
  const agreedFeePercent = world.settings.now().platformFeePercent;
  const terms = { workerProfileId, agreedFeePercent, activeSince: world.clock.now() };
  const version = await updateEngagementRow(transaction, seen, isOther ? terms : {});
  if (version === undefined) {
    throw new ApiError('CONFLICT', 'This service was changed by somebody else in the meantime.');
  }
}

/** Writes down whose the visits of engagements were until now and on which weekdays, before that changes. */
export async function keepPastAssignments(
  { clock, settings }: World,
  transaction: Transaction,
  engagementIds: string[],
): Promise<void> {
  const firstFeePercent = settings.first().platformFeePercent;
  await insertPastAssignments(transaction, engagementIds, { until: clock.now(), firstFeePercent });
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
 * Writes down that engagements have another status; the first visit of one, which sets it running, is written down by its
 * work.
 * @param by the user or profile who changed it; null when nobody did
 * @param before as they were
 * @param why what else is to be read beside the statuses
 */
export async function recordStatuses(
  world: World,
  transaction: Transaction,
  by: string | null,
  before: readonly { id: string; status: EngagementStatus }[],
  to: EngagementStatus,
  why: { cancelReason?: CancelReason | null | undefined } = {},
): Promise<void> {
  const changed = before.map(({ id: subjectId, status }) => {
    const fields = [...differing({ status }, { status: to }), ...differing(undefined, why)];
    return { kind: 'status-changed', by, subjectId, fields } as const;
  });
  await record(world, transaction, changed);
}

/** A change of status that was made: `version` is the engagement's after it, `workerProfileId` who held it before. */
type Transition = {
  engagementId: string;
  to: EngagementStatus;
  actor: EngagementActor;
  version: number;
  workerProfileId: string | null;
};

/**
 * Tells the others of a change of status, within its transaction. Of a proposal that is one again before anybody was told
 * whose it was nobody hears.
 */
export async function tellOfTransition(world: World, transaction: Transaction, transition: Transition): Promise<void> {
  const { engagementId, to, actor, version } = transition;
  const workerProfileId = await whoBelieves(transaction, engagementId, transition.workerProfileId);
  const isUntold = transition.workerProfileId !== null && workerProfileId === null;
  if (isProposal({ status: to })) await keepAwayToldOnly(world, transaction, [engagementId]);
  else if (!isLive({ status: to })) await deleteUntold(transaction, [engagementId]);
  if (isUntold && isProposal({ status: to })) return;
  const parties = await engagementParties(world, transaction, engagementId, workerProfileId ?? undefined);
  const { customer, worker, productName, street, url, planUrl } = parties;
  const about = { customerName: customer.firstName, productName, street };
  const event = `engagement-status:${engagementId}:${version}`;
  const following = {
    owing: await owingFor(transaction, engagementId),
    next: isActive({ status: to }) ? await firstVisit(world, transaction, engagementId) : undefined,
    wish: isProposal({ status: to }) ? await selectWish(transaction, engagementId) : undefined,
  };
  await supersedeNews(world, transaction, engagementId, to, { customer, worker });
  const toCustomer = customerStatusLetter(to, actor, { ...about, firstName: customer.firstName, url }, following);
  const ofService = { about: engagementId };
  if (toCustomer) await tell(world, transaction, `${event}:customer`, customer, toCustomer, ofService);
  if (isUntold || !worker || !planUrl) return;
  // Who believed to have it has not done it.
  const by = workerProfileId === transition.workerProfileId ? actor : 'system';
  const toWorker = workerStatusLetter(to, by, { ...about, firstName: worker.firstName, url: planUrl });
  if (toWorker) await tell(world, transaction, `${event}:worker`, worker, toWorker, { ...aboutWork, ...ofService });
}

const untrueToAll = ['engagement-status', 'hold-ends'];

/** Drops what waits for a customer of that nobody had the service: somebody has it now, which they are told. */
export const dropSearch = (
  world: Pick<World, 'clock'>,
  transaction: Transaction,
  engagementId: string,
  customer: Recipient,
): Promise<void> =>
  supersede(world, transaction, engagementId, ['engagement-status', 'unclaimed', 'worker-lost'], [customer]);

/** Drops what waits, perhaps for the morning, and is not so any more with another status: only the last of several is. */
async function supersedeNews(
  world: World,
  transaction: Transaction,
  engagementId: string,
  to: EngagementStatus,
  { customer, worker }: { customer: Recipient; worker: Recipient | null },
): Promise<void> {
  const readers = [customer, ...(worker ? [worker] : [])];
  await supersede(world, transaction, engagementId, untrueToAll, readers);
  // To a customer it says when the next visit is, as the letter of now does. That of a release does not; the worker who had the
  // service has nothing to do with its days away any more.
  const hasOtherNews = isProposal({ status: to }) ? worker : customer;
  if (hasOtherNews) await supersede(world, transaction, engagementId, ['days-away'], [hasOtherNews]);
  // Nobody comes of whom a letter waits that says so.
  if (isProposal({ status: to }))
    await supersede(world, transaction, engagementId, ['engagement-accepted'], [customer]);
  if (!isLive({ status: to })) await dropOutdated(world, transaction, engagementId, readers);
}

/**
 * @returns the day of an engagement's next visit, which a letter tells its customer: no reminder follows at once; undefined
 * when no weekday is planned
 */
async function firstVisit(
  world: World,
  transaction: Transaction,
  engagementId: string,
): Promise<Temporal.PlainDate | undefined> {
  const today = businessDay(world.clock.now());
  const schedule = await lockSchedule(transaction, engagementId, today);
  const settled = await selectSettledDays(transaction, engagementId, today);
  const [first] = schedule
    ? firstDates(schedule, firstDayToCome(world.clock.now()), 1, (date) => settled.some((one) => one.equals(date)))
    : [];
  const worker = schedule && first && workerOn(schedule, first);
  if (worker) await noteTold(world, transaction, { engagementId, day: first, workerProfileId: worker });
  return first;
}

/**
 * Tells a customer that nobody is there for a service that is paused, within the transaction that takes its worker away.
 * @param version the engagement's after it
 */
export async function tellOfLostWorker(
  world: World,
  transaction: Transaction,
  engagementId: string,
  version: number,
): Promise<void> {
  const { customer, productName, street, url } = await engagementParties(world, transaction, engagementId);
  const letter = lostWorkerLetter({ firstName: customer.firstName, productName, street, url });
  await tell(world, transaction, `worker-lost:${engagementId}:${version}`, customer, letter, { about: engagementId });
}

/**
 * Pauses all that a customer who has not paid is served, and tells each worker of all in one letter; what is not under
 * way stays as it is.
 * @param engagementId the one that is not paid
 */
export async function pauseForNonPayment(world: World, transaction: Transaction, engagementId: string): Promise<void> {
  const all = await pauseActiveEngagements(transaction, engagementId);
  const ids = all.map((paused) => paused.engagementId);
  const before = all.map(({ engagementId: id, status }) => ({ id, status }));
  await recordStatuses(world, transaction, null, before, 'ENGAGEMENT_STATUS_PAUSED');
  await keepPastAssignments(world, transaction, ids);
  await keepTold(world, transaction, ids);
  await tellWorkers(world, transaction, await changedServices(world, transaction, all), pausedLetter);
}

/** Lets a customer's engagements go on that were paused because they were not paid, and tells everybody. */
export async function resumePaid(world: World, transaction: Transaction, customerProfileId: string): Promise<void> {
  const engagementIds = await lockPausedUnpaid(transaction, customerProfileId);
  if (engagementIds.length === 0) return;
  await keepTold(world, transaction, engagementIds);
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
}

type Changed = Pick<Transition, 'engagementId' | 'version'>;

/** @returns each engagement whose status changed, with whom it concerns and the event of its transition */
async function changedServices<One extends Changed>(
  world: World,
  transaction: Transaction,
  transitions: readonly One[],
) {
  const services = [];
  for (const transition of transitions) {
    const { engagementId, version } = transition;
    const untold = await selectUntold(transaction, engagementId);
    const told = untold?.told.workerProfileId ?? undefined;
    const { worker, ...parties } = await engagementParties(world, transaction, engagementId, told);
    services.push({
      ...transition,
      ...parties,
      worker: untold && !told ? null : worker,
      event: `engagement-status:${engagementId}:${version}`,
    });
  }
  return services;
}

/** Tells each worker of all own services that changed at once. */
async function tellWorkers(
  world: World,
  transaction: Transaction,
  services: Awaited<ReturnType<typeof changedServices>>,
  letterOf: (about: Parameters<typeof pausedLetter>[0]) => Letter,
): Promise<void> {
  for (const ofWorker of Map.groupBy(services, ({ worker }) => worker?.profileId).values()) {
    const [first] = ofWorker;
    if (!first?.worker || !first.planUrl) continue;
    const { worker, planUrl: url } = first;
    for (const { engagementId } of ofWorker) await supersede(world, transaction, engagementId, untrueToAll, [worker]);
    const event = ofWorker.length > 1 ? `${first.event.replace('status', 'statuses')}` : first.event;
    const letter = letterOf({ firstName: worker.firstName, url, services: ofWorker });
    const about = ofWorker.length > 1 ? {} : { about: first.engagementId };
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
