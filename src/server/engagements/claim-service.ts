import type { WeekDay } from '#domain/calendar.ts';
import { awaitsAgreement } from '#domain/pricing.ts';
import { findOverdue } from '../billing/overdue-service.ts';
import type { Transaction } from '../database/connection.ts';
import { ApiError, notFound } from '../http/errors.ts';
import { tell } from '../messages/service.ts';
import type { World } from '../world.ts';
import { acceptedLetter } from './letters.ts';
import { priceNow, tooExpensive } from './price.ts';
import { claimProposal, lockWithProduct, selectParties } from './store.ts';

/** A claim that was made, for the letter that follows it. */
export type Claim = { engagementId: string; workerProfileId: string };

export const alreadyClaimed = () =>
  new ApiError('ALREADY_CLAIMED', 'Another worker has already taken this engagement.');
const notAgreed = () =>
  new ApiError(
    'PRICE_CHANGED',
    'The price has changed, and the customer has not agreed to it yet. Please look again later.',
  );

const owesUs = 'This customer has to pay for earlier visits first. Please look again later.';

/**
 * Makes an open proposal a worker's, who must be onboarded. A price that is held no longer becomes today's, if the
 * customer has agreed to as much, and the billing cycle the product's.
 * @throws ApiError ALREADY_CLAIMED when it is not open any more, PRICE_CHANGED when the customer has not agreed to
 * today's price, NOT_ALLOWED_NOW when it is too high to pay, or the customer has not paid what was given up
 */
export async function claimEngagement(
  world: World,
  transaction: Transaction,
  workerProfileId: string,
  engagementId: string,
): Promise<Claim> {
  // Locked, so that the price is still that of the yard size when it is written.
  const row = await lockWithProduct(transaction, engagementId);
  if (!row) throw notFound('Engagement');
  const { engagement, product } = row;
  const held = Temporal.Instant.compare(world.clock.now(), engagement.baseCostHeldUntil) <= 0;
  const price = held ? engagement.baseCost : priceNow(world, product, engagement.yardSize);
  if (price === undefined) throw new ApiError('NOT_ALLOWED_NOW', tooExpensive);
  const billingCycle = held ? engagement.billingCycle : product.billingCycle;
  const isOpen = engagement.status === 'ENGAGEMENT_STATUS_PROPOSED';
  if (isOpen && awaitsAgreement({ ...engagement, baseCost: price })) throw notAgreed();
  const { givenUpAmount } = await findOverdue(world, transaction, engagement.customerProfileId);
  if (isOpen && givenUpAmount > 0) throw new ApiError('NOT_ALLOWED_NOW', owesUs);
  const claimed = await claimProposal(transaction, engagementId, {
    workerProfileId,
    baseCost: price,
    billingCycle,
    activeSince: world.clock.now(),
  });
  if (!claimed) throw alreadyClaimed();
  return { engagementId, workerProfileId };
}

/** Tells the customer of a claim, within its transaction. */
export async function tellOfClaim(
  world: World,
  transaction: Transaction,
  claim: Claim,
  weekDays: readonly WeekDay[],
): Promise<void> {
  const { engagementId, workerProfileId } = claim;
  const { customer, ...parties } = await engagementParties(world, transaction, engagementId);
  const about = { ...parties, firstName: customer.firstName };
  const event = `engagement-accepted:${engagementId}:${workerProfileId}:${world.clock.now()}`;
  await tell(world, transaction, event, customer, acceptedLetter(about, weekDays));
}

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
