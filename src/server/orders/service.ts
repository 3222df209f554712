import { randomUUIDv7 } from 'node:crypto';
import type * as z from 'zod/mini';
import type { NewOrder, Order, orders } from '#contract/orders.ts';
import { plainDate } from '#domain/calendar.ts';
import { wordingsNow } from '#domain/consents.ts';
import { isSameEmail } from '#domain/no-email.ts';
import { noTextsWords } from '#domain/no-texts.ts';
import type { OrderChannel } from '#domain/orders.ts';
import { isBareAccount } from '../accounts/bare-store.ts';
import { differing, differingNames, record } from '../changes/record.ts';
import { type Transaction, violatesUnique } from '../database/connection.ts';
import { checkRequest } from '../engagements/request.ts';
import { whyNoYard } from '../geocoding/zip-codes.ts';
import type { Caller } from '../http/access.ts';
import { ApiError, invalid, notFound, notNow, taken } from '../http/errors.ts';
import { secondsToTry } from '../http/rate-limit.ts';
import { answerInquiry } from '../inquiries/service.ts';
import { brokenEmailOf } from '../messages/broken-emails.ts';
import { giveConsents, textStateOf } from '../messages/consents.ts';
import { digestOf, requireRepeat } from '../repeats.ts';
import type { World } from '../world.ts';
import { type AccountRow, selectAccount, selectAccounts } from './accounts-store.ts';
import { endLinks, endOrder, firstReminderAt, hasEndedForStaff, sendLink, whyNotAcceptable } from './links.ts';
import {
  insertOrder,
  isForeignId,
  isOffered,
  lockOrder,
  type OrderedService,
  type OrderRow,
  selectOrder,
  updateOrder,
} from './store.ts';
import { getOrder } from './views.ts';

const oncePerMinute = { tries: 1, minutes: 1 };
type Reach = z.output<typeof orders.sendOrder.body>;

/**
 * Asks for a service on a customer's behalf, at today's price, and sends the customer a link. An inquiry that it is made
 * from counts as answered. Repeating it with the same `orderId` answers the order that is there.
 * @throws ApiError INVALID_INPUT for a place outside the service area, a start in the past, a product, coupon, account or
 * inquiry that is not there, and a link by text where none arrives, PRICE_CHANGED when the price is not the one that was told, ALREADY_EXISTS for the email of an
 * account that was not chosen and for a yard with such an order, PAYMENT_OVERDUE while the customer owes something given up,
 * CONFLICT when something else was sent with this `orderId`
 */
export async function createOrder(world: World, caller: Caller, form: NewOrder): Promise<Order> {
  const { orderId: id = randomUUIDv7(), quotedBaseCost: _, ...asked } = form;
  const requestDigest = digestOf(id, asked);
  const before = form.orderId && (await selectOrder(world.database, id));
  if (before) {
    requireSameOrder(before, requestDigest);
    return await getOrder(world, id);
  }
  const area = world.settings.area();
  const reason = await whyNoYard(area, form);
  if (reason) throw invalid(`body.${reason.field}`, reason.message);
  await requireTextable(world, form);
  const account = await accountFor(world, form);
  await requireConfirmed(world, account, form);
  const checked = await checkRequest(world, account?.customerProfileId ?? undefined, form);
  const now = world.clock.now();
  const { firstName, lastName, email = null, phone = null, channel, userId = null, inquiryId = null } = form;
  const insert = async (transaction: Transaction) => {
    const order = {
      id,
      status: 'waiting' as const,
      ...{ firstName, lastName, email, phone, channel, userId, inquiryId },
      productId: checked.product.id,
      service: serviceOf(form),
      baseCost: checked.baseCost,
      priceMultiplier: checked.priceMultiplier,
      baseCostHeldUntil: now.add({ minutes: checked.product.baseCostRetentionPeriod }),
      askedBy: caller.userId,
      createdAt: now,
      remindersSent: 0,
      dueAt: firstReminderAt(world),
      stuckSince: null,
      endedAt: null,
      requestDigest,
    };
    // An order's id becomes that of its service.
    if (await isForeignId(transaction, id)) throw idTaken();
    if (inquiryId) await answerInquiry(world, transaction, caller, inquiryId, 'body.inquiryId');
    // Sent twice at once.
    if (!(await insertOrder(transaction, order))) {
      return requireSameOrder(await selectOrder(transaction, id), requestDigest);
    }
    const fields = differing(undefined, { baseCost: order.baseCost, yardSize: form.yardSize, channel });
    const about = userId ? { about: userId } : {};
    await record(world, transaction, {
      kind: 'order-made',
      by: caller.userId,
      subjectId: order.id,
      ...about,
      fields,
    });
    await keepConsent(world, transaction, caller, order);
    await sendLink(world, transaction, order);
  };
  await world.database.transaction(insert).catch((error: unknown) => {
    throw violatesUnique(error, 'orders_one_for_a_yard') ? yardTaken() : error;
  });
  return await getOrder(world, id);
}

const idTaken = () => new ApiError('CONFLICT', 'This order cannot be saved. Please start it over.');

/** @throws ApiError CONFLICT when something else was asked for with this id */
const requireSameOrder = (before: Pick<OrderRow, 'requestDigest'> | undefined, requestDigest: string): void =>
  requireRepeat(
    before?.requestDigest,
    requestDigest,
    'body.orderId',
    'This order was sent before with something else in it, and its link is out. Please look at the orders first; sent once more, this becomes an order of its own.',
  );

/** Writes down what the customer has said to staff: that we may text the number. */
async function keepConsent(
  world: World,
  transaction: Transaction,
  { userId: byUserId }: Caller,
  { channel, phone }: { channel: OrderChannel; phone: string | null },
): Promise<void> {
  if (channel !== 'text' || phone === null) return;
  const about = { channel, address: phone, purposes: ['account', 'service'], source: 'order', byUserId } as const;
  await giveConsents(world, transaction, { ...about, wording: wordingsNow.staff });
}

type Ways = { channel: OrderChannel; phone?: string | null | undefined; email?: string | null | undefined };

/** @returns why no text arrives at a number, in words for staff; undefined when one may, or there is no number */
async function whyNoText(world: World, phone: Ways['phone']): Promise<string | undefined> {
  if (!phone) return undefined;
  if (!world.sendText) return 'This server sends no texts.';
  const { isStopped, refusal } = await textStateOf(world, world.database, phone);
  if (isStopped) return 'This number has stopped texts. They can text START, and then it works again.';
  return refusal && noTextsWords[refusal];
}

/**
 * What is known not to arrive is not sent: who calls is on the phone, and can be asked for an email.
 * @throws ApiError INVALID_INPUT that names a way which works
 */
async function requireTextable(world: World, { channel, phone, email }: Ways): Promise<void> {
  const why = channel === 'text' && (await whyNoText(world, phone));
  if (!why) return;
  const isBroken = email && (await brokenEmailOf(world.database, email));
  const instead = isBroken
    ? 'Emails to their address come back, so ask for another one.'
    : 'Please send the link by email.';
  throw invalid('body.channel', `${why} ${instead}`);
}

/**
 * An account's order tells of its services, so it is emailed to no address while the account has confirmed none. The link of an order
 * for no account goes to the address that the customer said, and proves it.
 * @throws ApiError INVALID_INPUT
 */
async function requireConfirmed(world: World, account: AccountRow | undefined, ways: Ways): Promise<void> {
  if (ways.channel !== 'email' || !account || account.confirmedAt) return;
  const noText = await whyNoText(world, ways.phone ?? account.phone);
  const instead = noText ? `${noText} Ask` : 'Text the link, or ask';
  throw invalid('body.email', `Their email address isn’t confirmed. ${instead} them to confirm the address first.`);
}

const yardTaken = () =>
  taken(
    'body.streetAddress1',
    'An order for this service and yard waits for a card already. Please look at the orders.',
  );

const notConfirmed =
  'This account isn’t confirmed. Please leave it out and email the link. The customer confirms the address with it.';

/** @returns the account that an order is for, if it is for one: never one that may be a stranger's */
async function accountFor({ database }: World, { userId, email }: NewOrder): Promise<AccountRow | undefined> {
  const account = userId ? await selectAccount(database, userId) : undefined;
  if (userId && !account) throw invalid('body.userId', 'There is no such account.');
  if (account?.deactivatedAt) throw invalid('body.userId', 'This account is closed. It can be opened again first.');
  if (account && (await isBareAccount(database, account.userId))) throw invalid('body.userId', notConfirmed);
  const owner = email && (await selectAccounts(database, { email }))[0];
  // A link that is emailed makes clean what a stranger may have typed, or takes the address from who has not confirmed it.
  if (owner && owner.userId !== userId && (owner.confirmedAt || owner.deactivatedAt)) {
    throw taken('body.email', 'There is an account with this email. Please choose it, or give another email.');
  }
  return account;
}

function serviceOf(form: NewOrder): OrderedService {
  const { streetAddress1, streetAddress2, city, state, zipCode, country, gateNotes, dogNotes } = form;
  const { frequency, interval, startDay } = form.scheduleTemplate;
  return {
    address: {
      streetAddress1,
      streetAddress2: streetAddress2 || null,
      city,
      state,
      zipCode,
      country,
      gateNotes: gateNotes || null,
      dogNotes: dogNotes || null,
    },
    yardSize: form.yardSize,
    frequency,
    interval,
    startDay: plainDate(startDay).toString(),
    couponName: form.couponName || null,
  };
}

/**
 * Sends an order's link again, perhaps to another address. Every earlier link ends, and the reminders begin anew. Sent to
 * another address, the order forgets an account that a stranger may have opened by an earlier link. A repeat within a minute
 * changes nothing.
 * @throws ApiError NOT_FOUND, NOT_ALLOWED_NOW when it has ended, or could not be accepted,
 * INVALID_INPUT for the email of a closed account, and for any email while the order's account has confirmed none
 */
export async function sendOrder(world: World, caller: Caller, orderId: string, reach: Reach): Promise<Order> {
  await world.database.transaction(async (transaction) => {
    const order = await lockOrder(transaction, orderId);
    if (!order) throw notFound('Order');
    if (order.status !== 'waiting') throw hasEndedForStaff(order.status);
    // The other way stays as it was said on the phone.
    const { channel, email = order.email, phone = order.phone } = reach;
    const [owner] = email && !order.userId ? await selectAccounts(transaction, { email }) : [];
    if (owner?.deactivatedAt) {
      throw invalid('body.email', 'The account with this email is closed. It can be opened again first.');
    }
    const { address } = order.service;
    const account = order.userId ? await selectAccount(transaction, order.userId) : undefined;
    const corrected = differingNames({
      email: email === order.email ? undefined : email,
      phone: phone === order.phone ? undefined : phone,
    });
    const isOpenedByLink = account && Temporal.Instant.compare(account.createdAt, order.createdAt) > 0;
    const isForgotten = isOpenedByLink && corrected.length > 0;
    const isOwnAddress = account && email && isSameEmail(email, account.email);
    if (!isForgotten || isOwnAddress) await requireConfirmed(world, account, { channel, phone });
    const problem = whyNotAcceptable(world, { address, isOffered: await isOffered(transaction, order.productId) });
    if (problem) throw notNow(problem);
    await requireTextable(world, { channel, phone, email });
    // Pressed twice, or by two people, one link is enough: a second would end the first.
    const whose = `${orderId} ${channel} ${channel === 'email' ? email : phone}`;
    if ((await secondsToTry(world, 'order-sent', whose, oncePerMinute, transaction)) > 0) return;
    const userId = isForgotten ? null : order.userId;
    const changed = {
      userId,
      channel,
      email,
      phone,
      remindersSent: 0,
      dueAt: firstReminderAt(world),
      stuckSince: null,
    };
    await updateOrder(transaction, orderId, changed);
    await endLinks(world, transaction, orderId, 'The link was sent anew.');
    const fields = [...differing({ channel: order.channel }, { channel }), ...corrected];
    await record(world, transaction, { kind: 'order-sent', by: caller.userId, subjectId: orderId, fields });
    await keepConsent(world, transaction, caller, changed);
    await sendLink(world, transaction, { ...order, ...changed });
  });
  return await getOrder(world, orderId);
}

/**
 * Takes an order back; its links end. Doing it again changes nothing.
 * @throws ApiError NOT_FOUND, NOT_ALLOWED_NOW when it was accepted
 */
export async function takeBackOrder(world: World, caller: Caller, orderId: string): Promise<Order> {
  await world.database.transaction(async (transaction) => {
    const order = await lockOrder(transaction, orderId);
    if (!order) throw notFound('Order');
    if (order.status === 'taken-back') return;
    if (order.status === 'accepted') throw hasEndedForStaff(order.status);
    await endOrder(world, transaction, orderId, caller.userId, 'The order was taken back.');
  });
  return await getOrder(world, orderId);
}
