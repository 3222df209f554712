import { businessDay, startedNotBefore, weekDaysInOrder } from '#domain/calendar.ts';
import type { CancelReason } from '#domain/cancel-reasons.ts';
import { isProposal } from '#domain/engagement-status.ts';
import type { EngagementStatus } from '#domain/enums.ts';
import { awaitsAgreement } from '#domain/pricing.ts';
import { businessTimeZone } from '#domain/time-zone.ts';
import { firstDayToBegin, firstDayToCome } from '#domain/visit-class.ts';
import { differing, record } from '../changes/record.ts';
import { findOverdue } from '../charges/overdue.ts';
import type { Transaction } from '../database/connection.ts';
import { ApiError, notFound, notNow } from '../http/errors.ts';
import { acceptedLetterOf } from '../messages/letters/engagement-accepted.ts';
import { tell } from '../messages/service.ts';
import { engagementParties } from '../parties/parties.ts';
import { dropSearch } from '../plans/hand-over.ts';
import { lockSchedule, updateTemplate } from '../plans/schedules-store.ts';
import { priceNow } from '../products/service.ts';
import { noteTold } from '../reminders/told.ts';
import { markPlanTold, selectNext, selectPlanTold } from '../visits/known-store.ts';
import type { World } from '../world.ts';
import { lockWithProduct } from './lock-store.ts';
import { tooExpensive } from './price.ts';
import { claimProposal, hasBlockedMethod } from './store.ts';

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
  await dropSearch(world, transaction, engagementId, engagement.customerProfileId);
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

/**
 * @returns an engagement's next visit, which a letter tells its customer: no reminder follows at once; undefined
 * when no weekday is planned
 */
export async function firstVisit(
  world: World,
  transaction: Transaction,
  engagementId: string,
): Promise<{ day: Temporal.PlainDate; workerProfileId: string } | undefined> {
  const next = await selectNext(transaction, engagementId, firstDayToCome(world.clock.now()));
  if (next) await noteTold(world, transaction, { engagementId, ...next });
  return next;
}
