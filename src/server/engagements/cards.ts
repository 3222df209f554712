import { collectDeclined } from '../charges/attempts.ts';
import { findOverdue } from '../charges/overdue.ts';
import type { Transaction } from '../database/connection.ts';
import type { World } from '../world.ts';
import { lockPlansAndEngagements } from './lock-store.ts';
import { updateCards } from './store.ts';

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
