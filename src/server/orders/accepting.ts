import type * as z from 'zod/mini';
import type { OrderToAccept, orderLinks } from '#contract/order-links.ts';
import { businessDay, calendarDay } from '#domain/calendar.ts';
import { couponDiscount } from '#domain/coupon-discount.ts';
import { phoneLabel } from '#domain/labels.ts';
import { whyNoService } from '#domain/service-area.ts';
import { isBareAccount } from '../accounts/bare-store.ts';
import { holdOpenUser } from '../accounts/opening.ts';
import { addAddress, listAddresses, updateNotes } from '../addresses/service.ts';
import { record } from '../changes/record.ts';
import { couponLabel, requireCoupon } from '../coupons/redeem.ts';
import type { Queryable, Transaction } from '../database/connection.ts';
import { checkRequest, insertRequest, type RequestedService, requireFewProposals } from '../engagements/request.ts';
import { type Caller, profileIds } from '../http/access.ts';
import { ApiError, notNow } from '../http/errors.ts';
import { requirePaymentMethod } from '../payment-methods/service.ts';
import { addProfile, listProfiles } from '../profiles/service.ts';
import type { World } from '../world.ts';
import { selectAccount, selectAccounts, selectReach } from './accounts-store.ts';
import { endLinks, findByLink, hasEnded, holdByLink, isLinkOpen, linkEnded } from './links.ts';
import { giveMessagesTo, type OrderLinkRow } from './links-store.ts';
import { type OrderRow, selectOrderView, updateOrder } from './store.ts';
import { describe, startOf } from './views.ts';

/**
 * @returns what the reader of a link is to accept, at the price of now
 * @throws ApiError LINK_EXPIRED when the link has ended, NOT_ALLOWED_NOW when the order has, by its acceptance for one
 */
export async function checkOrderLink(world: World, token: string): Promise<OrderToAccept> {
  const { link, order } = await findByLink(world.database, token);
  const view = await selectOrderView(world.database, order.id);
  // No new link would help.
  if (order.status !== 'waiting') throw hasEnded(order.status);
  if (!view || !isLinkOpen(world, link)) throw linkEnded();
  const { email, isEmailProved, phone } = whoReads(link, order);
  return {
    firstName: order.firstName,
    lastName: order.lastName,
    ...describe(world, order.service),
    productName: view.productName,
    billingCycle: view.billingCycle,
    askedBy: view.askedBy,
    askedAt: view.createdAt,
    toldBaseCost: order.baseCost,
    ...(await priceOfNow(world, order)),
    hasAccount:
      (await accountOf(world.database, link, order)) !== undefined ||
      (isEmailProved && (await isOwned(world.database, email))),
    email,
    isEmailProved,
    phone,
    expiresAt: link.expiresAt.toString(),
  };
}

/** What the link's own way has proved counts before what staff wrote down. */
export function whoReads(link: OrderLinkRow, order: OrderRow) {
  const isEmailProved = link.channel === 'email';
  return {
    isEmailProved,
    email: isEmailProved ? link.sentTo : order.email,
    phone: isEmailProved ? order.phone : link.sentTo,
  };
}

/**
 * @returns the user whose account an order is for. One that nobody has confirmed, and on which nothing rests, may be a stranger's: it
 * counts only for the text that has opened it
 */
export async function accountOf(database: Queryable, link: OrderLinkRow, order: OrderRow): Promise<string | undefined> {
  const account = order.userId ? await selectAccount(database, order.userId) : undefined;
  if (!account) return order.userId ?? undefined;
  const isOpenedByText = link.channel === 'text' && Temporal.Instant.compare(account.createdAt, order.createdAt) > 0;
  return isOpenedByText || !(await isBareAccount(database, account.userId)) ? account.userId : undefined;
}

/** @returns whose account has an email address, confirmed, or closed; undefined for one that is no claim to it */
async function ownerOf(database: Queryable, email: string | null): Promise<string | undefined> {
  const [owner] = email ? await selectAccounts(database, { email }) : [];
  return owner?.confirmedAt || owner?.deactivatedAt ? owner.userId : undefined;
}

/** @returns whether there is an account with this email that its owner can sign in to */
export const isOwned = async (database: Queryable, email: string | null): Promise<boolean> =>
  (await ownerOf(database, email)) !== undefined;

/** @returns what is asked for, from today on at the earliest, with the coupon if it is to count */
function serviceOf(
  world: World,
  { productId, service }: OrderRow,
  couponName = service.couponName,
): RequestedService & { scheduleTemplate: { isPinned: false } } {
  const { yardSize, frequency, interval, startDay } = service;
  return {
    productId,
    yardSize,
    couponName: couponName ?? undefined,
    scheduleTemplate: {
      period: 'PERIOD_WEEKLY',
      frequency,
      interval,
      startDay: calendarDay(startOf(startDay, businessDay(world.clock.now()))),
      isPinned: false,
    },
  };
}

const heldPrice = ({ clock }: World, order: OrderRow) =>
  Temporal.Instant.compare(clock.now(), order.baseCostHeldUntil) <= 0 ? order : undefined;

async function priceOfNow(world: World, order: OrderRow) {
  const none = { baseCost: null, discount: 0, couponTerm: null, couponMessage: null, couponProblem: null };
  if (whyNoService(world.settings.area(), order.service.address)) return none;
  const service = serviceOf(world, order, null);
  const checked = await orProblem(() => checkRequest(world, undefined, service, heldPrice(world, order)));
  if (typeof checked === 'string') return none;
  const { baseCost } = checked;
  const account = order.userId ? await selectAccount(world.database, order.userId) : undefined;
  const couponName = order.service.couponName ?? undefined;
  const coupon = await orProblem(() => requireCoupon(world, couponName, account?.customerProfileId ?? undefined));
  if (typeof coupon === 'string') return { ...none, baseCost, couponProblem: coupon };
  if (!coupon) return { ...none, baseCost };
  const discount = couponDiscount(coupon, baseCost, 0);
  return { ...none, baseCost, discount, couponTerm: coupon.term, couponMessage: couponLabel(coupon) };
}

/** @returns what comes of it, or in words why it is refused */
async function orProblem<Value>(run: () => Promise<Value>): Promise<Value | string> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof ApiError && error.errorCode === 'INVALID_INPUT') return error.message;
    throw error;
  }
}

export function addressOf({ service: { address } }: OrderRow) {
  const { streetAddress2, gateNotes, dogNotes, ...rest } = address;
  return {
    ...rest,
    state: rest.state as 'AR',
    streetAddress2: streetAddress2 ?? undefined,
    gateNotes: gateNotes ?? undefined,
    dogNotes: dogNotes ?? undefined,
  };
}

type Acceptance = z.output<typeof orderLinks.acceptOrder.body>;

/**
 * Accepts an order for the caller, by its link and with one of the caller's ways to pay: it becomes a proposal as if the
 * caller had asked for it. A repeat answers the same.
 * @throws ApiError LINK_EXPIRED, NOT_ALLOWED_NOW when the order has ended or is for another account, and as
 * `createEngagement`
 */
export async function acceptOrder(world: World, caller: Caller, form: Acceptance) {
  const { link, order } = await findByLink(world.database, form.token);
  const acceptedBefore = await acceptedBy(world.database, caller, order.id);
  if (acceptedBefore) return acceptedBefore;
  try {
    return await accept(world, caller, form, link, order);
  } catch (error) {
    // It may have been accepted at the same moment, with the coupon's last redemption.
    const acceptedMeanwhile = await acceptedBy(world.database, caller, order.id);
    if (!acceptedMeanwhile) throw error;
    return acceptedMeanwhile;
  }
}

/** Refuses what `acceptOrder` would refuse but for the card, before one is saved. @throws ApiError as `acceptOrder` */
export async function requireAcceptance(world: World, caller: Caller, form: Asked): Promise<void> {
  const { link, order } = await findByLink(world.database, form.token);
  if (await acceptedBy(world.database, caller, order.id)) return;
  const { known } = await checkAcceptance(world, caller, form, link, order);
  if (known) await world.database.transaction((transaction) => requireFewProposals(transaction, known));
}

type Asked = Pick<Acceptance, 'token' | 'quotedBaseCost' | 'withCoupon'>;

async function checkAcceptance(
  world: World,
  caller: Caller,
  { quotedBaseCost, withCoupon }: Asked,
  link: OrderLinkRow,
  order: OrderRow,
) {
  if (!isLinkOpen(world, link)) throw linkEnded();
  requireOwn(order, caller);
  await requireReached(world.database, link, order, caller);
  const [known] = profileIds(caller, 'PROFILE_TYPE_CUSTOMER');
  const service = { ...serviceOf(world, order, withCoupon ? order.service.couponName : null), quotedBaseCost };
  return { known, checked: await checkRequest(world, known, service, heldPrice(world, order)) };
}

async function accept(world: World, caller: Caller, form: Acceptance, link: OrderLinkRow, order: OrderRow) {
  const { token } = form;
  const { known, checked } = await checkAcceptance(world, caller, form, link, order);
  const stripePaymentMethodId = await requirePaymentMethod(world, caller.userId, form.stripePaymentMethodId);
  const yard = known && (await findYard(world, known, order));
  return await world.database.transaction(async (transaction) => {
    const { order: held } = await holdByLink(world, transaction, token);
    requireOwn(held, caller);
    // Its account may have gone meanwhile, with the order's tie to it.
    await requireReached(transaction, link, held, caller);
    if (known) await requireFewProposals(transaction, known);
    const customerProfileId = known ?? (await becomeCustomer(world, transaction, caller, held));
    if (yard) await updateNotes(world, transaction, yard, addressOf(held));
    const addressId =
      yard ??
      (await addAddress(world, transaction, customerProfileId, { ...addressOf(held), primaryAddress: !known })).id;
    const engagementId = await insertRequest(world, transaction, checked, {
      engagementId: held.id,
      customerProfileId,
      userId: caller.userId,
      serviceAddressId: addressId,
      billingAddressId: addressId,
      stripePaymentMethodId,
    });
    const endedAt = world.clock.now();
    const { userId } = caller;
    await updateOrder(transaction, held.id, { status: 'accepted', userId, endedAt, dueAt: null, stuckSince: null });
    await record(world, transaction, { kind: 'order-accepted', by: userId, subjectId: held.id, about: userId });
    await endLinks(world, transaction, held.id, 'It was accepted.');
    await giveMessagesTo(transaction, held.id, userId);
    return { customerProfileId, engagementId };
  });
}

/** @returns what the caller has made of an order already, if so */
async function acceptedBy(database: Queryable, caller: Caller, orderId: string) {
  const customerProfileId = (await selectOrderView(database, orderId))?.customerProfileId;
  if (!customerProfileId || !profileIds(caller).includes(customerProfileId)) return undefined;
  return { customerProfileId, engagementId: orderId };
}

function requireOwn({ status, userId }: OrderRow, caller: Caller): void {
  if (status !== 'waiting') throw hasEnded(status);
  if (userId === null || userId === caller.userId) return;
  throw forAnother();
}

/**
 * A link may be opened in a browser where somebody else is signed in, or be passed on: the yard, with its notes of gate and
 * dogs, would be theirs. So the account has the order's email, or the number that its text has reached, or was opened by it.
 */
async function requireReached(database: Queryable, link: OrderLinkRow, order: OrderRow, { userId }: Caller) {
  const { email } = order;
  // It was made for this account. Its email may have changed since, and be another's by now.
  if (order.userId === userId) return;
  const owner = await ownerOf(database, email);
  if (owner && owner !== userId) throw forAnother();
  if (owner) return;
  const reach = await selectReach(database, userId);
  const isReached =
    email?.toLowerCase() === reach.email.toLowerCase() ||
    (link.channel === 'text' && reach.phones.includes(link.sentTo));
  if (isReached) return;
  throw notNow(
    link.channel === 'text'
      ? `We texted this to ${phoneLabel(link.sentTo)}, but your account has another number. Call us, and we’ll email you the link. Not your account? Sign out and open the link again.`
      : 'We sent this to another email address. Please sign out, and open the link again.',
  );
}

const forAnother = () => notNow('We sent this to another account. Please sign in with that one.');

/** Makes a customer of somebody who has an account for something else. @returns the profile's id */
async function becomeCustomer(world: World, transaction: Transaction, caller: Caller, order: OrderRow) {
  const [other] = await listProfiles(world, transaction, caller.userId);
  const user = await holdOpenUser(transaction, caller.userId);
  if (!user) throw forAnother();
  const profile = await addProfile(world, transaction, user, {
    profileType: 'PROFILE_TYPE_CUSTOMER',
    firstName: other?.firstName ?? order.firstName,
    lastName: other?.lastName ?? order.lastName,
    phone: other?.phone ?? order.phone ?? '',
    notificationPreference:
      other?.notificationPreference === 'NOTIFICATION_PREFERENCE_TEXT'
        ? 'NOTIFICATION_PREFERENCE_TEXT'
        : 'NOTIFICATION_PREFERENCE_EMAIL',
    // The number is that of the other profile, which has agreed.
    hasShownTexts: false,
    birthdayField: 'birthday',
    isDefault: !other,
  });
  return profile.id;
}

/** @returns the id of the customer's address where the service is, if they have it */
async function findYard(world: World, customerProfileId: string, order: OrderRow) {
  const wanted = addressOf(order);
  const same = (a = '', b = '') => a.toLowerCase() === b.toLowerCase();
  const yard = (await listAddresses(world, customerProfileId)).find(
    (address) =>
      same(address.streetAddress1, wanted.streetAddress1) &&
      same(address.streetAddress2, wanted.streetAddress2) &&
      address.zipCode.slice(0, 5) === wanted.zipCode.slice(0, 5),
  );
  return yard?.id;
}
