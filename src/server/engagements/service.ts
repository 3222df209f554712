import type { Engagement, NewEngagement } from '#contract/engagements.ts';
import { businessDay, calendarDay, plainDate } from '#domain/calendar.ts';
import { type DayOfWeek, daysOfWeek } from '#domain/enums.ts';
import { isOnboarded } from '../connected-accounts/service.ts';
import type { Database, Transaction } from '../database/connection.ts';
import { type Caller, holds, profileIds } from '../http/access.ts';
import { invalid, notFound } from '../http/errors.ts';
import { requirePaymentMethod } from '../payment-methods/service.ts';
import { toProduct } from '../products/service.ts';
import type { World } from '../world.ts';
import { priceOf, requireCoupon, usedUp } from './price.ts';
import {
  insertEngagement,
  pauseActiveEngagement,
  redeemCoupon,
  selectOwnAddressIds,
  selectProfileUserId,
} from './store.ts';
import {
  type EngagementView,
  selectCustomerViews,
  selectEngagementView,
  selectItineraryViews,
  selectWorkerViews,
} from './view-store.ts';

/**
 * Asks for a recurring service. Its price is today's, held for as long as the product says.
 * @throws ApiError INVALID_INPUT for a product, address, card or coupon that is not there or not the customer's, and
 * for a start in the past
 */
export async function createEngagement(
  world: World,
  caller: Caller,
  customerProfileId: string,
  form: NewEngagement,
): Promise<Engagement> {
  const now = world.clock.now();
  const { scheduleTemplate, stripePaymentMethodId, serviceAddressId, billingAddressId, yardSize } = form;
  const startDay = plainDate(scheduleTemplate.startDay);
  if (Temporal.PlainDate.compare(startDay, businessDay(now)) < 0) {
    throw invalid('body.scheduleTemplate.startDay', 'Start date cannot be in the past.');
  }
  const { product, baseCost } = await priceOf(world, form);
  await requireOwnAddresses(world, customerProfileId, { serviceAddressId, billingAddressId });
  await requirePaymentMethod(world, caller.userId, stripePaymentMethodId);
  const coupon = await requireCoupon(world, form.couponName);
  const engagementId = await world.database.transaction(async (transaction) => {
    if (coupon && !(await redeemCoupon(transaction, coupon.id))) throw usedUp();
    return await insertEngagement(
      transaction,
      {
        customerProfileId,
        productId: product.id,
        serviceAddressId,
        billingAddressId,
        couponId: coupon?.id ?? null,
        stripePaymentMethodId,
        status: 'ENGAGEMENT_STATUS_PROPOSED',
        baseCost,
        baseCostHeldUntil: now.add({ minutes: product.baseCostRetentionPeriod }),
        billingCycle: product.billingCycle,
        yardSize,
        createdAt: now,
      },
      {
        period: scheduleTemplate.period,
        frequency: scheduleTemplate.frequency,
        interval: scheduleTemplate.interval,
        startDay,
      },
    );
  });
  return await getEngagement(world, caller, engagementId);
}

/** @returns a customer's engagements, newest first */
export async function listCustomerEngagements(
  world: World,
  caller: Caller,
  customerProfileId: string,
): Promise<Engagement[]> {
  const views = await selectCustomerViews(world.database, customerProfileId);
  return views.map((view) => toEngagement(view, caller));
}

/** @returns a worker's own engagements and, once onboarded, the open proposals; newest first */
export async function listWorkerEngagements(
  world: World,
  caller: Caller,
  workerProfileId: string,
): Promise<Engagement[]> {
  const userId = profileIds(caller).includes(workerProfileId)
    ? caller.userId
    : await selectProfileUserId(world.database, workerProfileId);
  const pool = userId !== undefined && (await isOnboarded(world, userId));
  const views = await selectWorkerViews(world.database, workerProfileId, pool);
  return views.map((view) => toEngagement(view, caller));
}

/** @throws ApiError NOT_FOUND unless the caller has a part in it */
export async function getEngagement(world: World, caller: Caller, engagementId: string): Promise<Engagement> {
  return toEngagement(await requireVisible(world, caller, engagementId), caller);
}

/**
 * The engagement, for who may see it: its customer, its worker, staff, and any onboarded worker while it is proposed.
 * @throws ApiError NOT_FOUND for anybody else
 */
export async function requireVisible(world: World, caller: Caller, engagementId: string): Promise<EngagementView> {
  const view = await selectEngagementView(world.database, engagementId);
  if (!view) throw notFound('Engagement');
  if (ownsOrStaff(view, caller) || isWorkerOf(view, caller)) return view;
  const isOpen =
    view.engagement.status === 'ENGAGEMENT_STATUS_PROPOSED' && profileIds(caller, 'PROFILE_TYPE_WORKER').length > 0;
  if (isOpen && (await isOnboarded(world, caller.userId))) return view;
  throw notFound('Engagement');
}

/** @returns whether the caller is the engagement's customer */
export const isCustomerOf = ({ engagement }: EngagementView, caller: Caller): boolean =>
  profileIds(caller, 'PROFILE_TYPE_CUSTOMER').includes(engagement.customerProfileId);

/** @returns whether the caller is the worker who claimed the engagement */
export const isWorkerOf = ({ engagement }: EngagementView, caller: Caller): boolean =>
  engagement.workerProfileId !== null && profileIds(caller, 'PROFILE_TYPE_WORKER').includes(engagement.workerProfileId);

/** @returns whether the customer's own affairs, such as the card, are the caller's to see */
export const ownsOrStaff = (view: EngagementView, caller: Caller): boolean =>
  isCustomerOf(view, caller) || holds(caller, 'PROFILE_TYPE_EMPLOYEE');

/**
 * What a worker's itinerary is made of.
 * @returns the engagements in which the worker has visits due, and those with the given ids
 */
export async function engagementsOfItinerary(
  world: World,
  caller: Caller,
  workerProfileId: string,
  engagementIds: string[],
): Promise<Engagement[]> {
  const views = await selectItineraryViews(world.database, workerProfileId, engagementIds);
  return views.map((view) => toEngagement(view, caller));
}

/** Pauses an engagement whose visits are not paid; one in which no visits are due stays as it is. */
export async function pauseForNonPayment(transaction: Transaction, engagementId: string): Promise<void> {
  await pauseActiveEngagement(transaction, engagementId);
}

/** @throws ApiError INVALID_INPUT for an address that is not the customer's own */
export async function requireOwnAddresses(
  { database }: { database: Database },
  customerProfileId: string,
  form: { serviceAddressId?: string | undefined; billingAddressId?: string | undefined },
): Promise<void> {
  const ids = [form.serviceAddressId, form.billingAddressId].filter((id) => id !== undefined);
  if (ids.length === 0) return;
  const own = await selectOwnAddressIds(database, customerProfileId, ids);
  const isForeign = (id: string | undefined) => id !== undefined && !own.includes(id);
  if (isForeign(form.serviceAddressId)) throw invalid('body.serviceAddressId', 'Service address is required');
  if (isForeign(form.billingAddressId)) throw invalid('body.billingAddressId', 'Billing address is required');
}

/** @returns the engagement as the contract has it, with only what the caller may see */
export function toEngagement(view: EngagementView, caller: Caller): Engagement {
  const { engagement, scheduleTemplate } = view;
  const seesBilling = ownsOrStaff(view, caller);
  return {
    id: engagement.id,
    status: engagement.status,
    // The cycle that was agreed, whatever the product's is by now.
    product: { ...toProduct(view.product), billingCycle: engagement.billingCycle },
    customer: view.customer,
    worker: view.worker,
    serviceAddress: toAddress(view.serviceAddress),
    billingAddress: seesBilling ? toAddress(view.billingAddress) : null,
    stripePaymentMethodId: seesBilling ? engagement.stripePaymentMethodId : null,
    baseCost: engagement.baseCost,
    baseCostHeldUntil: engagement.baseCostHeldUntil.toString(),
    couponName: view.couponName,
    yardSize: engagement.yardSize,
    scheduleTemplate: {
      id: scheduleTemplate.id,
      period: scheduleTemplate.period,
      frequency: scheduleTemplate.frequency,
      interval: scheduleTemplate.interval,
      startDay: calendarDay(scheduleTemplate.startDay),
      scheduleTemplateDays: view.days.toSorted((a, b) => weekDayIndex(a.dayOfWeek) - weekDayIndex(b.dayOfWeek)),
    },
  };
}

const weekDayIndex = (day: DayOfWeek) => daysOfWeek.indexOf(day);

function toAddress(address: EngagementView['serviceAddress']): Engagement['serviceAddress'] {
  const { id, label, streetAddress1, streetAddress2, city, state, zipCode } = address;
  return { id, label, streetAddress1, ...(streetAddress2 === null ? {} : { streetAddress2 }), city, state, zipCode };
}
