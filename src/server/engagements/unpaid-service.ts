import { moveTarget } from '#domain/engagement-status.ts';
import type { Transaction } from '../database/connection.ts';
import type { World } from '../world.ts';
import { insertPastAssignments } from './assignment-store.ts';
import { tellOfMove } from './move-service.ts';
import { standingOf } from './service.ts';
import { lockPausedUnpaid, pauseActiveEngagements, updateCards, updateEngagementRow } from './store.ts';
import { selectEngagementViews } from './view-store.ts';

/**
 * Pauses all that a customer who has not paid is served, and tells the workers; what is not under way stays as it is.
 * @param engagementId the one that is not paid
 */
export async function pauseForNonPayment(world: World, transaction: Transaction, engagementId: string): Promise<void> {
  const to = 'ENGAGEMENT_STATUS_PAUSED';
  const all = await pauseActiveEngagements(transaction, engagementId);
  const ids = all.map((paused) => paused.engagementId);
  await insertPastAssignments(transaction, ids, world.clock.now());
  for (const paused of all) {
    await tellOfMove(world, transaction, { ...paused, to, actor: 'system' });
  }
}

/** Lets a customer's engagements go on that were paused because they were not paid, and tells everybody. */
export async function resumePaid(world: World, transaction: Transaction, customerProfileId: string): Promise<void> {
  const engagementIds = await lockPausedUnpaid(transaction, customerProfileId);
  if (engagementIds.length === 0) return;
  for (const view of await selectEngagementViews(transaction, engagementIds)) {
    const { id: engagementId, workerProfileId } = view.engagement;
    const to = moveTarget(standingOf(view), 'ENGAGEMENT_STATUS_RUNNING');
    const now = world.clock.now();
    const since = to === 'ENGAGEMENT_STATUS_PROPOSED' ? { openSince: now } : { activeSince: now };
    const resumed = { status: to, isPausedUnpaid: false, ...since };
    const version = await updateEngagementRow(transaction, view.engagement, resumed);
    if (version === undefined) continue;
    await tellOfMove(world, transaction, { engagementId, to, actor: 'system', version, workerProfileId });
  }
}

/** Makes a card the one that these engagements are paid with. */
export async function payWith(transaction: Transaction, engagementIds: string[], card: string): Promise<void> {
  await updateCards(transaction, engagementIds, card);
}
