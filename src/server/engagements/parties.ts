import type { Transaction } from '../database/connection.ts';
import { notFound } from '../http/errors.ts';
import type { World } from '../world.ts';
import { selectParties } from './store.ts';

/**
 * Whom a letter about an engagement goes to, and what it speaks of.
 * @param workerProfileId whom it speaks of, when that may be another than the engagement's worker
 * @throws ApiError NOT_FOUND
 */
export async function engagementParties(
  world: World,
  transaction: Transaction,
  engagementId: string,
  workerProfileId?: string,
) {
  const parties = await selectParties(transaction, engagementId, workerProfileId);
  if (!parties) throw notFound('Engagement');
  return {
    ...parties,
    workerName: parties.workerName ?? 'Your keeper',
    /** The customer's page of the engagement. */
    url: `${world.publicUrl}/customers/${parties.customer.profileId}/engagements/${engagementId}`,
    /** Where the worker's plan is; none without a worker. */
    planUrl: parties.worker && `${world.publicUrl}/worker/${parties.worker.profileId}/plan`,
  };
}
