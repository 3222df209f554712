import type { Engagement } from '#contract/engagements.ts';
import { businessDay, calendarDay, weekDaysInOrder } from '#domain/calendar.ts';
import { couponDiscount } from '#domain/coupon-discount.ts';
import { type EngagementStanding, isLive, nextStatuses, staysPaused } from '#domain/engagement-status.ts';
import type { EngagementStatus } from '#domain/enums.ts';
import { awaitsAgreement, platformFee } from '#domain/pricing.ts';
import { isThere } from '#domain/reconcile.ts';
import { type Caller, holds, holdsProfile, profileIds } from '../http/access.ts';
import { notFound } from '../http/errors.ts';
import { actorsOf, isOpen, isWorkerOf, ownsOrStaff, requireSeen } from '../parties/parties.ts';
import { priceNow, toProduct } from '../products/service.ts';
import type { World } from '../world.ts';
import { selectProfileUserId } from './store.ts';
import {
  type EngagementView,
  type ItineraryView,
  selectCustomerPage,
  selectEngagementView,
  selectItinerary,
  selectProposalsAfter,
  selectWorkerViews,
} from './view-store.ts';

/** One page of a list; `next` is what the following one is asked for with, null on the last. */
type EngagementPage = { engagements: Engagement[]; next: string | null };

/**
 * @param after the `next` of the page before; the first page unless given
 * @returns a customer's engagements, newest first
 * @throws ApiError NOT_FOUND when staff ask for a customer that is not there
 */
export async function listCustomerEngagements(
  world: World,
  caller: Caller,
  customerProfileId: string,
  after?: string,
): Promise<EngagementPage> {
  const { rows, next } = await selectCustomerPage(world.database, customerProfileId, after);
  if (rows.length === 0) await requireProfile(world, caller, customerProfileId);
  return { engagements: rows.map((view) => toEngagement(world, view, caller)), next };
}

/**
 * @param after the `next` of the page before; the first page unless given
 * @returns all of a worker's own engagements and those in which the worker makes visits for another, newest first, and behind them, once onboarded, the open proposals, longest
 * open first; a page further on has proposals only, wherever it begins
 * @throws ApiError NOT_FOUND when staff ask for a worker that is not there
 */
export async function listWorkerEngagements(
  world: World,
  caller: Caller,
  workerProfileId: string,
  after?: string,
): Promise<EngagementPage> {
  const { own, proposals } =
    after === undefined
      ? await selectWorkerViews(world.database, workerProfileId, businessDay(world.clock.now()))
      : { own: [], proposals: await selectProposalsAfter(world.database, workerProfileId, after) };
  const rows = [...own, ...proposals.rows.map((view) => ({ ...view, isUnderWay: false, feeBefore: null }))];
  if (rows.length === 0) await requireProfile(world, caller, workerProfileId);
  const isReader = holdsProfile(caller, 'PROFILE_TYPE_WORKER', workerProfileId);
  const engagements = rows.map((view) => {
    const isOwn = view.engagement.workerProfileId === workerProfileId;
    const makesVisit = isReader && !isOwn && !isOpen(view);
    return toEngagement(world, view, caller, { ...view, makesVisit, isUnderWay: isReader && view.isUnderWay });
  });
  return { engagements, next: proposals.next };
}

async function requireProfile(world: World, caller: Caller, profileId: string): Promise<void> {
  if (profileIds(caller).includes(profileId) || (await selectProfileUserId(world.database, profileId))) return;
  throw notFound('Profile');
}

/** @throws ApiError NOT_FOUND unless the caller has a part in it */
export async function getEngagement(world: World, caller: Caller, engagementId: string): Promise<Engagement> {
  const view = await requireVisible(world, caller, engagementId);
  return toEngagement(world, view, caller, view);
}

type SeenView = NonNullable<Awaited<ReturnType<typeof selectEngagementView>>>;

/**
 * The engagement, for who may see it: its customer, its worker, staff, a worker who makes a visit of it for another one or
 * until another one takes over, or has begun one, one who has given it back just now, and any worker who sees proposals
 * while it is one.
 * @throws ApiError NOT_FOUND for anybody else
 */
export async function requireVisible(world: World, caller: Caller, engagementId: string): Promise<SeenView> {
  const today = businessDay(world.clock.now());
  const view = await selectEngagementView(world.database, engagementId, caller.userId, today);
  return atPriceNow(world, requireSeen(view, caller));
}

/** @returns whether the caller is a worker who has given the engagement back just now */
export async function hasGivenBack(world: World, caller: Caller, engagementId: string): Promise<boolean> {
  if (!holds(caller, 'PROFILE_TYPE_WORKER')) return false;
  const today = businessDay(world.clock.now());
  return (await selectEngagementView(world.database, engagementId, caller.userId, today))?.gaveBack ?? false;
}

/** @returns what decides where the engagement can go */
export const standingOf = ({ engagement, hasStarted, isGiven }: EngagementView): EngagementStanding => ({
  status: engagement.status,
  hasWorker: engagement.workerProfileId !== null,
  hasStarted,
  isGiven,
});

/**
 * @param makesVisit whether the caller is a worker who makes a visit of it for another one
 * @param isUnderWay whether the caller is a worker who has begun a visit of it
 * @param feeBefore the business's part of that visit, where the caller had the engagement before
 * @param wantedRhythm the other rhythm that its customer wants
 * @returns the engagement as the contract has it, with only what the caller may see
 */
export function toEngagement(
  world: World,
  written: EngagementView,
  caller: Caller,
  {
    makesVisit = false,
    isUnderWay = false,
    feeBefore = null,
    wantedRhythm: wanted = null,
  }: Pick<Partial<SeenView>, 'makesVisit' | 'isUnderWay' | 'feeBefore' | 'wantedRhythm'> = {},
): Engagement {
  const view = atPriceNow(world, written);
  const { engagement, scheduleTemplate } = view;
  const seesBilling = ownsOrStaff(view, caller);
  // The way into a yard is shown only to those who must get in, as long as they must.
  const seesNotes = seesBilling || isUnderWay || ((isWorkerOf(view, caller) || makesVisit) && isLive(engagement));
  const waits = isOpen(view) && awaitsAgreement(engagement);
  const actors = actorsOf(view, caller);
  // A worker who is also the customer does not see pay.
  const seesPay = (actors.includes('worker') || makesVisit) && !actors.includes('customer');
  const allowed = actors.flatMap((actor) => nextStatuses(standingOf(view), actor));
  const isRefused = (to: EngagementStatus) =>
    (waits && to === 'ENGAGEMENT_STATUS_ACCEPTED') ||
    (view.isOfClosedAccount && isLive({ status: to }) && !staysPaused(standingOf(view), to));
  return {
    id: engagement.id,
    version: engagement.version,
    status: engagement.status,
    nextStatuses: [...new Set(allowed)].filter((to) => !isRefused(to)),
    // The cycle that was agreed, whatever the product's is by now.
    product: { ...toProduct(view.product), billingCycle: engagement.billingCycle },
    customer: view.customer,
    worker: view.worker,
    serviceAddress: toAddress(view.serviceAddress, seesNotes ? view.serviceAddress : noNotes),
    billingAddress: seesBilling ? toAddress(view.billingAddress, noNotes) : null,
    stripePaymentMethodId: seesBilling ? engagement.stripePaymentMethodId : null,
    baseCost: engagement.baseCost,
    agreedBaseCost: engagement.agreedBaseCost,
    baseCostHeldUntil: engagement.baseCostHeldUntil,
    isPriceHeld: isOpen(view) && isPriceHeld(world, view),
    couponName: view.couponName,
    lockedGateFee: world.settings.lockedGateFee(Temporal.Instant.from(engagement.createdAt)),
    pay: seesPay ? payOf(view, (makesVisit ? feeBefore : null) ?? feePercentOf(world, view)) : null,
    yardSize: engagement.yardSize,
    cancelReason: seesBilling ? engagement.cancelReason : null,
    cancelNote: seesBilling ? engagement.cancelNote : null,
    scheduleTemplate: {
      id: scheduleTemplate.id,
      period: scheduleTemplate.period,
      frequency: scheduleTemplate.frequency,
      interval: scheduleTemplate.interval,
      startDay: calendarDay(scheduleTemplate.startDay),
      weekOffset: scheduleTemplate.weekOffset,
      isPinned: scheduleTemplate.isPinned,
      scheduleTemplateDays: view.days.toSorted(
        (a, b) => weekDaysInOrder.indexOf(a.dayOfWeek) - weekDaysInOrder.indexOf(b.dayOfWeek),
      ),
    },
    ...(wanted && { wantedRhythm: { ...wanted, startDay: calendarDay(Temporal.PlainDate.from(wanted.startDay)) } }),
  };
}

/** What was ever claimed is held for good. */
const isPriceHeld = ({ clock }: World, { engagement: { baseCostHeldUntil: until } }: EngagementView) =>
  until === null || Temporal.Instant.compare(clock.now(), Temporal.Instant.from(until)) <= 0;

/** @returns the same, and of a proposal whose price is held no longer that of the day, whether or not a sweep has written it */
function atPriceNow<View extends EngagementView>(world: World, view: View): View {
  const { engagement, product } = view;
  if (!isOpen(view) || isPriceHeld(world, view)) return view;
  const baseCost = priceNow(world, product, engagement.yardSize) ?? engagement.baseCost;
  return { ...view, engagement: { ...engagement, baseCost } };
}

/** @returns the business's part in percent: today's of a proposal, else what was agreed with its worker */
function feePercentOf(world: World, view: EngagementView): number {
  if (isOpen(view)) return world.settings.now().platformFeePercent;
  return view.engagement.agreedFeePercent ?? world.settings.first().platformFeePercent;
}

type Paid = Pick<EngagementView, 'discount' | 'isDiscountUsed'> & {
  engagement: Pick<EngagementView['engagement'], 'baseCost' | 'agreedBaseCost'>;
};

/**
 * @param percent the business's part
 * @returns what the worker gets for the next visit, integer cents: its price less the coupon and the fee
 */
export function payOf({ engagement, discount, isDiscountUsed }: Paid, percent: number): number {
  const price = Math.min(engagement.baseCost, engagement.agreedBaseCost);
  const amount = price - (discount ? couponDiscount(discount, price, isDiscountUsed ? 1 : 0) : 0);
  return amount - platformFee(amount, percent);
}

function toAddress(
  { streetAddress2, ...address }: EngagementView['billingAddress'],
  { gateNotes, dogNotes, noAccessOn, precision }: Pick<EngagementView['serviceAddress'], keyof typeof noNotes>,
): Engagement['serviceAddress'] {
  return {
    ...address,
    streetAddress2: streetAddress2 ?? undefined,
    gateNotes,
    dogNotes,
    noAccessOn: noAccessOn ? calendarDay(noAccessOn) : undefined,
    precision: precision ?? undefined,
  };
}

const noNotes = { gateNotes: null, dogNotes: null, noAccessOn: null, precision: null };

/**
 * What a worker's itinerary is made of, in one query.
 * @param monday the week's first day
 * @returns the engagements in which the worker has visits due, and those in which the worker made one in that week, each
 * with the worker's visits and notes of the week
 */
export async function engagementsOfItinerary(
  world: World,
  caller: Caller,
  workerProfileId: string,
  monday: Temporal.PlainDate,
): Promise<WeekOfEngagement[]> {
  const today = businessDay(world.clock.now());
  const rows = await selectItinerary(world.database, workerProfileId, { monday, today });
  // A visit of yesterday may be finished still.
  const firstOpen = today.subtract({ days: 1 }).toString();
  return rows.map(({ notes, visits, ...view }) => ({
    // Who makes a visit for another worker has to get into the yard.
    engagement: toEngagement(world, view, caller, {
      ...view,
      makesVisit: !isOpen(view) && visits.some((visit) => visit.date >= firstOpen && isThere(visit)),
    }),
    notes,
    visits,
  }));
}

export type WeekOfEngagement = { engagement: Engagement } & Pick<ItineraryView, 'notes' | 'visits'>;
