import { businessDay, type WeekDay, weekDaysInOrder } from '#domain/calendar.ts';
import { type EngagementActor, isActive, isLive, isProposal } from '#domain/engagement-status.ts';
import type { EngagementStatus } from '#domain/enums.ts';
import { hasLeft } from '#domain/known-visits.ts';
import { businessTimeZone } from '#domain/time-zone.ts';
import { firstDayToCome } from '#domain/visit-class.ts';
import { owingFor } from '../charges/overdue.ts';
import type { Transaction } from '../database/connection.ts';
import { notFound } from '../http/errors.ts';
import type { Letter } from '../messages/letter.ts';
import { aboutWork, type Recipient, tell } from '../messages/service.ts';
import { believingOtherwise, supersede } from '../messages/take-back.ts';
import { mayWake } from '../messages/waking.ts';
import { engagementParties } from '../parties/parties.ts';
import { selectWish } from '../plans/rhythms-store.ts';
import { noteTold } from '../reminders/told.ts';
import { isOffUntold, markPlanTold, selectNext, selectPlanTold } from '../visits/known-store.ts';
import type { World } from '../world.ts';
import { selectFinishing, tellFinishing, untrueToAll } from './end-news.ts';
import { acceptedLetter, lostWorkerLetter } from './letters.ts';
import type { Claim } from './life.ts';
import { lockSchedule, type Schedule } from './lock-store.ts';
import { dropOutdated } from './outdated.ts';
import { selectUnderWay } from './served-store.ts';
import { customerStatusLetter, workerStatusLetter } from './status-letters.ts';
import { selectBelievedStreet } from './untold-yards-store.ts';

/**
 * Tells the customer of a worker's claim, within its transaction, once its weekdays are in the plan. Who takes it again before people were
 * told of the release has it as they know: they read a minute later what is otherwise.
 */
export async function tellOfClaim(
  world: World,
  transaction: Transaction,
  { engagementId, workerProfileId, since }: Claim,
): Promise<void> {
  const parties = await engagementParties(world, transaction, engagementId);
  const event = `engagement-accepted:${engagementId}:${workerProfileId}:${since}`;
  const schedule = await lockSchedule(transaction, engagementId);
  if (!schedule) throw notFound('Engagement');
  const { day: first } = (await firstVisit(world, transaction, engagementId)) ?? {};
  const weekDays = weekDaysInOrder.filter((day) => schedule.weekDays.includes(day));
  await dropSearch(world, transaction, engagementId, parties.customer);
  const told = await selectPlanTold(transaction, engagementId);
  const isOwn = told?.worker === workerProfileId && told.interval === schedule.interval;
  const isAsTold = isOwn && String(told.weekDays) === String(weekDays);
  if (isAsTold) return;
  // This letter says all but the days away that came within the minute.
  await markPlanTold(transaction, engagementId, world.clock.now());
  const letter = acceptedLetterOf(parties, schedule, weekDays, first);
  // It names the first visit.
  const notAfter = first?.add({ days: 1 }).toZonedDateTime(businessTimeZone).toInstant();
  await tell(world, transaction, event, parties.customer, letter, {
    about: engagementId,
    ...(notAfter && { notAfter }),
  });
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
  const toWorker =
    isReader && worker && reading.includes(worker) && planUrl
      ? workerStatusLetter(
          to,
          by,
          {
            ...{ ...about, firstName: worker.firstName, url: planUrl },
            street: (await selectBelievedStreet(transaction, engagementId, worker.profileId)) ?? street,
          },
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

/** Drops what waits for a customer of that nobody had the service: somebody has it now, which they are told. */
export const dropSearch = (
  world: Pick<World, 'clock'>,
  transaction: Transaction,
  engagementId: string,
  customer: Recipient,
): Promise<void> =>
  supersede(
    world,
    transaction,
    engagementId,
    ['engagement-status', 'unclaimed', 'worker-lost', 'price-rise'],
    [customer],
  );

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
 * @returns an engagement's next visit, which a letter tells its customer: no reminder follows at once; undefined
 * when no weekday is planned
 */
async function firstVisit(
  world: World,
  transaction: Transaction,
  engagementId: string,
): Promise<{ day: Temporal.PlainDate; workerProfileId: string } | undefined> {
  const next = await selectNext(transaction, engagementId, firstDayToCome(world.clock.now()));
  if (next) await noteTold(world, transaction, { engagementId, ...next });
  return next;
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
