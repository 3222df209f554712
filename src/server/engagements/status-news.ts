import { businessDay } from '#domain/calendar.ts';
import { type EngagementActor, isActive, isLive, isProposal } from '#domain/engagement-status.ts';
import type { EngagementStatus } from '#domain/enums.ts';
import { hasLeft } from '#domain/known-visits.ts';
import { owingFor } from '../charges/overdue.ts';
import type { Transaction } from '../database/connection.ts';
import { customerStatusLetter, workerStatusLetter } from '../messages/letters/engagement-status.ts';
import { lostWorkerLetter } from '../messages/letters/worker-lost.ts';
import { aboutWork, type Recipient, tell } from '../messages/service.ts';
import { believingOtherwise, supersede } from '../messages/take-back.ts';
import { mayWake } from '../messages/waking.ts';
import { engagementParties } from '../parties/parties.ts';
import { selectWish } from '../plans/rhythms-store.ts';
import { isOffUntold, selectPlanTold, selectUnderWay } from '../visits/known-store.ts';
import type { World } from '../world.ts';
import { selectBelievedStreet } from '../yards/untold-yards-store.ts';
import { firstVisit } from './claims.ts';
import { selectFinishing, tellFinishing, untrueToAll } from './end-news.ts';
import { dropOutdated } from './outdated.ts';

/** A change of status that was made: `version` is the engagement's after it, `workerProfileId` who held it before. */
export type Transition = {
  engagementId: string;
  to: EngagementStatus;
  actor: EngagementActor;
  version: number;
  workerProfileId: string | null;
  /** Whether it is released while it is paused, and stays so. */
  staysPaused?: boolean;
};

/**
 * Tells the others of a change of status, within its transaction. Of a proposal that is one again before anybody was told
 * whose it was nobody hears, nor of a pause and its way back who had not read of the pause.
 */
export async function tellOfTransition(world: World, transaction: Transaction, transition: Transition): Promise<void> {
  const { engagementId, to, actor, version } = transition;
  const told = await selectPlanTold(transaction, engagementId);
  // What staff gave to a worker within the last minute people do not know yet: who is told is who had it when they were told.
  const workerProfileId = told?.workerProfileId ?? null;
  const today = businessDay(world.clock.now());
  const finishing = await selectFinishing(world, transaction, engagementId);
  const started =
    workerProfileId && finishing.includes(workerProfileId)
      ? 'under-way'
      : workerProfileId && (await isOffUntold(transaction, engagementId, today, workerProfileId))
        ? 'off'
        : undefined;
  const isUntold = transition.workerProfileId !== null && workerProfileId === null;
  if (isUntold && isProposal({ status: to })) return;
  const parties = await engagementParties(world, transaction, engagementId, workerProfileId ?? undefined);
  const { customer, worker, productName, street, url, planUrl } = parties;
  const about = { customerName: customer.firstName, productName, street };
  const event = `engagement-status:${engagementId}:${version}`;
  const readers = [customer, ...(worker ? [worker] : [])];
  const isBackAndForth = isActive({ status: to }) || to === 'ENGAGEMENT_STATUS_PAUSED';
  const reading = isBackAndForth ? await believingOtherwise(transaction, engagementId, readers) : readers;
  const following = {
    ...(await owingFor(transaction, engagementId)),
    isUnderWay: finishing.length > 0,
    waits: !mayWake(world, world.clock.now()),
    next:
      isActive({ status: to }) && reading.includes(customer)
        ? (await firstVisit(world, transaction, engagementId))?.day
        : undefined,
    isMadeToday: isProposal({ status: to }) && (await selectUnderWay(transaction, engagementId, today)).length > 0,
    wish: isProposal({ status: to }) ? await selectWish(transaction, engagementId) : undefined,
  };
  await supersedeNews(world, transaction, engagementId, to, { customer, worker });
  const toTell = { ...about, firstName: customer.firstName, url };
  const toCustomer = transition.staysPaused
    ? lostWorkerLetter(toTell)
    : customerStatusLetter(to, actor, toTell, following);
  const ofService = { about: engagementId, ...(isLive({ status: to }) && { notBefore: minuteAfter(world) }) };
  if (toCustomer && reading.includes(customer))
    await tell(world, transaction, `${event}:customer`, customer, toCustomer, ofService);
  // Whoever has given it back knows that it is another's.
  const isReader = !isUntold && !(told && hasLeft(told));
  // Who believed to have it has not done it.
  const by = actor === 'worker' && workerProfileId !== transition.workerProfileId ? 'system' : actor;
  // A letter about a service that goes on names its present street. Any other letter names the street that the worker knows.
  const believed =
    worker && !isActive({ status: to })
      ? await selectBelievedStreet(transaction, engagementId, worker.profileId)
      : undefined;
  const toWorker =
    isReader && worker && reading.includes(worker) && planUrl
      ? workerStatusLetter(
          to,
          by,
          { ...about, firstName: worker.firstName, url: planUrl, street: believed ?? street },
          started,
        )
      : undefined;
  if (toWorker && worker)
    await tell(world, transaction, `${event}:worker`, worker, toWorker, { ...aboutWork, ...ofService });
  const knowing = worker && !reading.includes(worker) ? worker : toWorker && worker;
  await tellFinishing(world, transaction, { ...transition, ...ofService }, knowing?.profileId);
}

/** Until then a change that is taken back is told to no one. */
const minuteAfter = ({ clock }: Pick<World, 'clock'>) => clock.now().add({ minutes: 1 });

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
