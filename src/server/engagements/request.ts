import type { Engagement, NewEngagement } from '#contract/engagements.ts';
import { businessDay, plainDate } from '#domain/calendar.ts';
import { offeredPeriods, startDayProblem } from '#domain/schedule-rules.ts';
import { differing, record } from '../changes/record.ts';
import { requireNothingOverdue } from '../charges/overdue.ts';
import { guessCoupon, requireCoupon, usedByYou, usedUp } from '../coupons/redeem.ts';
import { redeemCoupon } from '../coupons/redemption-store.ts';
import { type Transaction, violatesUnique } from '../database/connection.ts';
import { whyNoYard } from '../geocoding/zip-codes.ts';
import type { Caller } from '../http/access.ts';
import { invalid, notFound, notNow } from '../http/errors.ts';
import { requirePaymentMethod } from '../payment-methods/service.ts';
import { lockPlansAndEngagements } from '../plans/schedules-store.ts';
import { digestOf, requireRepeat } from '../repeats.ts';
import type { World } from '../world.ts';
import { countProposals, holdAddresses, isForeignId } from './lock-store.ts';
import { priceChanged, priceOf } from './price.ts';
import { insertEngagement, selectRequestDigest } from './store.ts';
import { selectEngagementView } from './view-store.ts';
import { getEngagement, toEngagement } from './views.ts';

/**
 * Asks for a recurring service. Its price is today's, held for as long as the product says. Repeating it with the same
 * `engagementId` answers the engagement that is there.
 * @throws ApiError INVALID_INPUT for a product, address, card or coupon that is not there or not the customer's, and
 * for a start in the past, PRICE_CHANGED when the price is not the one that the customer was shown, PAYMENT_OVERDUE while
 * something given up is not paid, NOT_ALLOWED_NOW while too many wait for a worker, NOT_FOUND for the `engagementId` of another
 * customer's or of an order, CONFLICT when something else was
 * asked for with it
 */
export async function createEngagement(
  world: World,
  caller: Caller,
  customerProfileId: string,
  form: NewEngagement,
): Promise<Engagement> {
  const { engagementId, quotedBaseCost: _, ...wanted } = form;
  const before = engagementId ? { id: engagementId, requestDigest: digestOf(engagementId, wanted) } : undefined;
  const askedBefore = before && (await findOwn(world, caller, customerProfileId, before));
  if (askedBefore) return askedBefore;
  try {
    const { serviceAddressId, billingAddressId } = form;
    await guessCoupon(world, caller.userId, form.couponName, customerProfileId);
    const checked = await checkRequest(world, customerProfileId, form);
    const stripePaymentMethodId = await requirePaymentMethod(world, caller.userId, form.stripePaymentMethodId);
    const { userId } = caller;
    const whose = {
      engagementId,
      requestDigest: before?.requestDigest,
      customerProfileId,
      userId,
      serviceAddressId,
      billingAddressId,
      stripePaymentMethodId,
    };
    const asked = await world.database.transaction(async (transaction) => {
      if (engagementId && (await isForeignId(transaction, engagementId))) throw notFound('Engagement');
      await requireFewProposals(transaction, customerProfileId);
      return await insertRequest(world, transaction, checked, whose);
    });
    return await getEngagement(world, caller, asked);
  } catch (error) {
    // The same may have been asked for at the same moment, with the coupon's last redemption.
    const askedMeanwhile = before && (await findOwn(world, caller, customerProfileId, before));
    if (!askedMeanwhile) throw error;
    return askedMeanwhile;
  }
}

/** How many services of one customer may wait for a worker at once; each is offered to all of them. */
const mostProposals = 20;

/** Makes a customer's other requests wait until the transaction ends. @throws ApiError NOT_ALLOWED_NOW while too many wait for a worker */
export async function requireFewProposals(transaction: Transaction, customerProfileId: string): Promise<void> {
  // The customer's other requests wait.
  await lockPlansAndEngagements(transaction, [customerProfileId], []);
  if ((await countProposals(transaction, customerProfileId)) < mostProposals) return;
  throw notNow(
    `${mostProposals} of your services are looking for a keeper. Please wait until one is found, or cancel one.`,
  );
}

/** @throws ApiError NOT_FOUND for another customer's, CONFLICT when something else was asked for with this id */
async function findOwn(
  world: World,
  caller: Caller,
  customerProfileId: string,
  { id, requestDigest }: { id: string; requestDigest: string },
): Promise<Engagement | undefined> {
  const view = await selectEngagementView(world.database, id, caller.userId, businessDay(world.clock.now()));
  if (!view) return undefined;
  if (view.engagement.customerProfileId !== customerProfileId) throw notFound('Engagement');
  requireRepeat(
    await selectRequestDigest(world.database, id),
    requestDigest,
    'body.engagementId',
    'This service was asked for before with something else in it, and stands among your services. Please look at it there; asked for once more, this becomes a service of its own.',
  );
  return toEngagement(world, view, caller);
}

/** What is asked for, but for where it is; the server sets the price. */
export type RequestedService = Pick<NewEngagement, 'productId' | 'yardSize' | 'couponName' | 'quotedBaseCost'> & {
  scheduleTemplate: Pick<
    NewEngagement['scheduleTemplate'],
    'period' | 'frequency' | 'interval' | 'startDay' | 'isPinned'
  >;
};

/** A price of a visit that was told before, integer cents, with what the rate was multiplied by for it. */
export type HeldPrice = { baseCost: number; priceMultiplier: number };

/**
 * Checks what is asked for, at a moment when nothing is held.
 * @param customerProfileId who asks; undefined for somebody who is no customer yet
 * @param held a price that still counts when it is lower than that of the day
 * @throws ApiError as `createEngagement`, but for addresses and card
 */
export async function checkRequest(
  world: World,
  customerProfileId: string | undefined,
  form: RequestedService,
  held?: HeldPrice,
) {
  const now = world.clock.now();
  const startDay = plainDate(form.scheduleTemplate.startDay);
  const startProblem = startDayProblem(startDay, businessDay(now));
  if (startProblem) throw invalid('body.scheduleTemplate.startDay', startProblem);
  if (!offeredPeriods.some((period) => period === form.scheduleTemplate.period)) {
    throw invalid('body.scheduleTemplate.period', 'We come by the week. Please choose weekly.');
  }
  const { product, baseCost: priceOfDay } = await priceOf(world, form);
  const price: HeldPrice =
    held && held.baseCost < priceOfDay
      ? { baseCost: held.baseCost, priceMultiplier: held.priceMultiplier }
      : { baseCost: priceOfDay, priceMultiplier: product.baseCostMultiplier };
  if (form.quotedBaseCost !== undefined && form.quotedBaseCost !== price.baseCost) throw priceChanged(price.baseCost);
  if (customerProfileId) await requireNothingOverdue(world, world.database, customerProfileId);
  const coupon = await requireCoupon(world, form.couponName, customerProfileId);
  return { form, product, startDay, coupon, ...price };
}

type Whose = {
  /** Undefined for a new id. */
  engagementId: string | undefined;
  /** What was asked for with that id. */
  requestDigest?: string | undefined;
  customerProfileId: string;
  /** The customer's user. */
  userId: string;
  serviceAddressId: string;
  billingAddressId: string;
  /** One that `requirePaymentMethod` has let pass. */
  stripePaymentMethodId: string;
};

/**
 * Makes a proposal of what `checkRequest` has let pass, within a transaction.
 * @returns the new engagement's id
 * @throws ApiError INVALID_INPUT for an address that is not the customer's, or a coupon that was used up meanwhile
 */
export async function insertRequest(
  world: World,
  transaction: Transaction,
  { form, product, startDay, coupon, ...price }: Awaited<ReturnType<typeof checkRequest>>,
  { engagementId: id, userId, ...whose }: Whose,
): Promise<string> {
  const now = world.clock.now();
  const { yardSize, scheduleTemplate } = form;
  await requireOwnAddresses(world, transaction, whose.customerProfileId, whose);
  if (coupon && !(await redeemCoupon(transaction, coupon.id))) throw usedUp();
  const engagementId = await insertEngagement(
    transaction,
    {
      id,
      ...whose,
      ...price,
      productId: product.id,
      couponId: coupon?.id ?? null,
      isOnlyRedemption: coupon?.oncePerCustomer ?? false,
      status: 'ENGAGEMENT_STATUS_PROPOSED',
      agreedBaseCost: price.baseCost,
      baseCostHeldUntil: now.add({ minutes: product.baseCostRetentionPeriod }),
      billingCycle: product.billingCycle,
      yardSize,
      createdAt: now,
      openSince: now,
    },
    {
      period: scheduleTemplate.period,
      frequency: scheduleTemplate.frequency,
      interval: scheduleTemplate.interval,
      startDay,
      isPinned: scheduleTemplate.isPinned ?? false,
    },
  ).catch((error: unknown) => {
    // Another of the customer's engagements has used it at the same moment.
    throw violatesUnique(error, 'engagements_only_redemption') ? usedByYou() : error;
  });
  const fields = differing(undefined, { baseCost: price.baseCost, yardSize });
  await record(world, transaction, { kind: 'service-asked', by: userId, subjectId: engagementId, fields });
  return engagementId;
}

/**
 * Makes sure that the addresses are the customer's own and that we come to the one of the service, and keeps them so
 * until the transaction ends.
 * @throws ApiError INVALID_INPUT for one that is not
 */
export async function requireOwnAddresses(
  world: World,
  transaction: Transaction,
  customerProfileId: string,
  form: { serviceAddressId?: string | undefined; billingAddressId?: string | undefined },
): Promise<void> {
  const ids = [form.serviceAddressId, form.billingAddressId].filter((id) => id !== undefined);
  if (ids.length === 0) return;
  const own = await holdAddresses(transaction, customerProfileId, ids);
  const isForeign = (addressId: string | undefined) =>
    addressId !== undefined && !own.some(({ id }) => id === addressId);
  if (isForeign(form.serviceAddressId)) throw invalid('body.serviceAddressId', 'Service address is required');
  if (isForeign(form.billingAddressId)) throw invalid('body.billingAddressId', 'Billing address is required');
  const yard = own.find(({ id }) => id === form.serviceAddressId);
  const area = world.settings.area();
  const reason = yard && (await whyNoYard(area, yard));
  if (reason) throw invalid('body.serviceAddressId', reason.message);
}
