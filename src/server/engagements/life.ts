import { businessDay, startedNotBefore } from '#domain/calendar.ts';
import type { CancelReason } from '#domain/cancel-reasons.ts';
import { isActive, isProposal } from '#domain/engagement-status.ts';
import type { EngagementStatus } from '#domain/enums.ts';
import { awaitsAgreement } from '#domain/pricing.ts';
import { firstDayToBegin } from '#domain/visit-class.ts';
import { differing, record } from '../changes/record.ts';
import { findOverdue } from '../charges/overdue.ts';
import type { Transaction } from '../database/connection.ts';
import { ApiError, notFound, notNow } from '../http/errors.ts';
import { priceNow } from '../products/service.ts';
import type { World } from '../world.ts';
import { selectFeeBefore } from './hand-back-store.ts';
import { lockSchedule, lockWithProduct, type Schedule } from './lock-store.ts';
import { settleMissed } from './missed.ts';
import { tooExpensive } from './price.ts';
import { dropQuestion } from './rhythm-before.ts';
import { claimProposal, hasBlockedMethod, type RhythmFields, updateEngagementRow, updateTemplate } from './store.ts';

/** A claim that was made, for the letter that follows it. */
export type Claim = { engagementId: string; workerProfileId: string; since: Temporal.Instant };

export const alreadyClaimed = () =>
  new ApiError('ALREADY_CLAIMED', 'Another worker has already taken this engagement.');
const notAgreed = () =>
  new ApiError(
    'PRICE_CHANGED',
    'The price has changed, and the customer has not agreed to it yet. Please look again later.',
  );

const needsOtherMethod = 'This customer has to choose another payment method first. Please look again later.';
const owesUs = 'This customer has to pay for earlier visits first. Please look again later.';

/**
 * Makes an open proposal a worker's, who must be onboarded and approved. A price that is held no longer becomes today's, if the
 * customer has agreed to as much, and the billing cycle the product's; who was served keeps both when the worker leaves.
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
  // What was agreed once stays as it was agreed.
  const held =
    engagement.activeSince !== null || Temporal.Instant.compare(world.clock.now(), engagement.baseCostHeldUntil) <= 0;
  const price = held ? engagement.baseCost : priceNow(world, product, engagement.yardSize);
  if (price === undefined) throw notNow(tooExpensive);
  const billingCycle = held ? engagement.billingCycle : product.billingCycle;
  const isOpen = isProposal(engagement);
  if (isOpen && awaitsAgreement({ ...engagement, baseCost: price })) throw notAgreed();
  const { givenUpAmount } = await findOverdue(world, transaction, engagement.customerProfileId);
  if (isOpen && givenUpAmount > 0) throw notNow(owesUs);
  if (isOpen && (await hasBlockedMethod(transaction, engagementId))) throw notNow(needsOtherMethod);
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
  await beginOnPossibleDay(transaction, engagementId, since);
  await recordStatuses(world, transaction, by, [engagement], 'ENGAGEMENT_STATUS_ACCEPTED');
  return { engagementId, workerProfileId, since };
}

/** What is claimed late in the day has no visit on that day, which nobody could make: it would be promised, and missed. */
async function beginOnPossibleDay(transaction: Transaction, engagementId: string, since: Temporal.Instant) {
  const first = firstDayToBegin(since);
  if (first.equals(businessDay(since))) return;
  const schedule = await lockSchedule(transaction, engagementId);
  if (!schedule) throw notFound('Engagement');
  const { startDay, weekOffset } = startedNotBefore(schedule, first);
  await updateTemplate(transaction, schedule.templateId, { startDay, weekOffset });
}

/**
 * Gives an engagement to another worker, on the terms of today, or on those that were agreed with that one if they have had it
 * since it was claimed; the plans of both are locked. Of its own worker only the version changes, as other weekdays do.
 * @throws ApiError CONFLICT when it is not the version that was seen
 */
export async function handOver(
  world: World,
  transaction: Transaction,
  seen: { id: string; version: number; workerProfileId: string | null; status: EngagementStatus },
  workerProfileId: string,
): Promise<void> {
  if (isActive(seen)) await settleMissed(world, transaction, [seen.id]);
  const isOther = seen.workerProfileId !== workerProfileId;
  if (isOther && seen.workerProfileId) await dropQuestion(world, transaction, seen.id, seen.workerProfileId);
  const before = isOther ? await selectFeeBefore(transaction, seen.id, workerProfileId) : undefined;
  const agreedFeePercent = before === undefined ? world.settings.now().platformFeePercent : before;
  const terms = { workerProfileId, agreedFeePercent, activeSince: world.clock.now() };
  const version = await updateEngagementRow(transaction, seen, isOther ? terms : {});
  if (version === undefined) {
    throw new ApiError('CONFLICT', 'This service was changed by somebody else in the meantime.');
  }
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
