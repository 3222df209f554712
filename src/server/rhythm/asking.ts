import type { Rhythm } from '#domain/schedule-rules.ts';
import { undoSeconds } from '#domain/visit-limits.ts';
import type { Transaction } from '../database/connection.ts';
import { rhythmAskedForYouLetter, rhythmAskedLetter } from '../messages/letters/rhythm-asked.ts';
import { aboutWork, tell } from '../messages/service.ts';
import { engagementParties } from '../parties/parties.ts';
import { dropQuestion } from '../plans/hand-over.ts';
import { markAsked, selectWish, type Wish } from '../plans/rhythms-store.ts';
import { lockSchedule } from '../plans/schedules-store.ts';
import type { World } from '../world.ts';
import { selectUnasked } from './store.ts';

/** How many workers are asked at once. */
const batch = 200;

/**
 * Asks the workers of services whose customers want another rhythm, a minute after that at the earliest: also one who has
 * taken the service over since. What was taken back by then nobody hears of.
 */
export async function askWorkers(world: World): Promise<void> {
  const now = world.clock.now();
  const settled = now.subtract({ seconds: undoSeconds });
  for (const engagementId of await selectUnasked(world.database, { now, settled }, batch)) {
    try {
      await world.database.transaction((transaction) => askWorker(world, transaction, engagementId));
    } catch (error) {
      // One customer in trouble must not hold up the others.
      world.log.error(
        { event: 'rhythm-not-asked', err: error, engagementId },
        'a worker was not asked for another rhythm; will be tried again',
      );
    }
  }
}

async function askWorker(world: World, transaction: Transaction, engagementId: string): Promise<void> {
  const schedule = await lockSchedule(transaction, engagementId);
  const request = schedule && (await selectWish(transaction, engagementId));
  const worker = schedule?.engagement.workerProfileId;
  if (!request || !worker || worker === request.asked) return;
  const { customer, worker: person, about, url } = await readersOf(world, transaction, engagementId);
  if (!person) return;
  await markAsked(transaction, engagementId, worker);
  await dropQuestion(world, transaction, engagementId, worker);
  const event = `rhythm-asked:${eventOf(request)}`;
  const letter = rhythmAskedLetter({ ...about, firstName: person.firstName, url }, request);
  // Who gets the service back from another worker is asked again.
  await tell(world, transaction, `${event}:${schedule.engagement.version}:${worker}`, person, letter, {
    ...aboutWork,
    about: engagementId,
  });
  if (request.wantedBy === 'customer' || request.asked !== null) return;
  const confirmation = rhythmAskedForYouLetter({ ...about, firstName: customer.firstName, url }, request);
  await tell(world, transaction, `${event}:customer`, customer, confirmation, { about: engagementId });
}

/**
 * @param workerProfileId who has the service from now on
 * @returns what the worker will be asked besides, because the customer wants another rhythm; undefined when nothing is wanted, or the
 * worker was asked before
 */
export async function questionTo(
  world: World,
  transaction: Transaction,
  engagementId: string,
  workerProfileId: string,
) {
  const request = await selectWish(transaction, engagementId);
  if (!request || request.asked === workerProfileId) return undefined;
  const { worker: person, about, url } = await readersOf(world, transaction, engagementId);
  if (!person) return undefined;
  const letter = rhythmAskedLetter({ ...about, firstName: person.firstName, url }, request);
  return { person, letter, class: aboutWork.class };
}

/** A wish is told once, also when the same is wanted again later. */
export const eventOf = ({ engagementId, wantedAt }: Wish) => `${engagementId}:${wantedAt}`;

/** Whom letters about a wish go to, and what they speak of. */
export async function readersOf(world: World, transaction: Transaction, engagementId: string) {
  const { customer, yard: street, ...parties } = await engagementParties(world, transaction, engagementId);
  return { customer, ...parties, about: { customerName: customer.firstName, street } };
}

/** @returns whether two rhythms are the same, from the same day on */
export const isSame = (one: Rhythm, other: Rhythm): boolean =>
  one.frequency === other.frequency && one.interval === other.interval && one.startDay.equals(other.startDay);
