import { businessDay } from '#domain/calendar.ts';
import { isActive, isLive, isProposal } from '#domain/engagement-status.ts';
import type { EngagementStatus } from '#domain/enums.ts';
import type { Transaction } from '../database/connection.ts';
import { endedUnderWayLetter } from '../messages/letters/engagement-status.ts';
import { tell, workOn } from '../messages/service.ts';
import { supersede } from '../messages/take-back.ts';
import { engagementParties } from '../parties/parties.ts';
import { selectUnderWay } from '../visits/known-store.ts';
import type { World } from '../world.ts';
import { selectBelievedStreet } from '../yards/untold-yards-store.ts';
import { dropOutdated } from './outdated.ts';

/** What tells of a service's status, or when it goes on, and is not so any more with another status. */
export const untrueToAll = ['engagement-status', 'hold-ends'];

/**
 * @param states also of visits that they have finished since
 * @returns the workers who have begun a visit of an engagement and can still finish it, and so read of its end
 */
export async function selectFinishing(
  { clock }: Pick<World, 'clock'>,
  transaction: Transaction,
  engagementId: string,
  states?: Parameters<typeof selectUnderWay>[3],
): Promise<string[]> {
  return await selectUnderWay(transaction, engagementId, businessDay(clock.now()).subtract({ days: 1 }), states);
}

/**
 * Tells whoever has begun a visit of an engagement that it has ended or is paused, and that the visit can be finished, however the visit
 * became theirs and whatever became of the service before; nobody of one that goes on.
 * @param version the engagement's after it
 * @param notBefore until then a change that is taken back is told to no one
 * @param reader who reads so in the letter to its worker
 */
export async function tellFinishing(
  world: World,
  transaction: Transaction,
  {
    engagementId,
    to,
    version,
    notBefore,
  }: { engagementId: string; to: EngagementStatus; version: number; notBefore?: Temporal.Instant },
  reader?: string,
): Promise<void> {
  if (isProposal({ status: to })) return;
  // A pause that is taken back is no news to whoever has finished the visit meanwhile either.
  const states = isActive({ status: to }) ? (['begun', 'done'] as const) : undefined;
  for (const workerProfileId of await selectFinishing(world, transaction, engagementId, states)) {
    if (workerProfileId === reader) continue;
    const parties = await engagementParties(world, transaction, engagementId, workerProfileId);
    const { worker, customer, productName } = parties;
    if (!worker) continue;
    const street = (await selectBelievedStreet(transaction, engagementId, workerProfileId)) ?? parties.street;
    await supersede(world, transaction, engagementId, untrueToAll, [worker]);
    if (isActive({ status: to })) continue;
    if (!isLive({ status: to })) await dropOutdated(world, transaction, engagementId, [worker]);
    const url = `${world.publicUrl}/worker/${workerProfileId}/itinerary`;
    const about = { firstName: worker.firstName, customerName: customer.firstName, productName, street, url };
    const event = `engagement-status:${engagementId}:${version}:${workerProfileId}`;
    const options = {
      ...workOn(world, [businessDay(world.clock.now())]),
      about: engagementId,
      ...(notBefore && { notBefore }),
    };
    await tell(world, transaction, event, worker, endedUnderWayLetter(about, to), options);
  }
}
