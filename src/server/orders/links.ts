import { orderLinkDays, orderReminderDays } from '#domain/orders.ts';
import { scheduleLabel } from '#domain/schedule-rules.ts';
import { servedPlaces, whyNoService } from '#domain/service-area.ts';
import { record } from '../changes/record.ts';
import type { Queryable, Transaction } from '../database/connection.ts';
import type { Caller } from '../http/access.ts';
import { ApiError, notFound, notNow } from '../http/errors.ts';
import { secondsToTry } from '../http/rate-limit.ts';
import { orderLetter } from '../messages/letters/order-link.ts';
import { tell } from '../messages/service.ts';
import { drop } from '../messages/take-back.ts';
import { hashToken, newToken } from '../secrets.ts';
import type { World } from '../world.ts';
import { endOrderLinks, insertOrderLink, messageOf, type OrderLinkRow, selectOrderLink } from './links-store.ts';
import {
  isOffered,
  isOpenable,
  lockOrder,
  type OrderRow,
  selectOrder,
  selectProductName,
  takeDueOrders,
  takeOrdersOfClosed,
  takeUnacceptableOrders,
  updateOrder,
} from './store.ts';

const linkLife = { hours: orderLinkDays * 24 };
/** How often the holder of a link that has ended can make us send a new one. */
const renewals = { tries: 1, minutes: 5 };
/** How many orders one sweep looks at. */
const mostInOneSweep = 50;

const preferences = { text: 'NOTIFICATION_PREFERENCE_TEXT', email: 'NOTIFICATION_PREFERENCE_EMAIL' } as const;

/** @returns the email address or phone number that an order's links go to */
const placeOf = ({ channel, email, phone }: OrderRow): string | null => (channel === 'email' ? email : phone);

/**
 * Sends a link to a waiting order, within a transaction that holds the order.
 * @param reminder which reminder it is; 0 for none
 */
export async function sendLink(world: World, transaction: Transaction, order: OrderRow, reminder = 0): Promise<void> {
  const { channel, email, phone, firstName, service, baseCost: price } = order;
  const sentTo = placeOf(order);
  if (sentTo === null) throw new Error('The order has no address for its link');
  const token = newToken();
  const tokenHash = hashToken(token);
  const createdAt = world.clock.now();
  const expiresAt = createdAt.add(linkLife);
  await insertOrderLink(transaction, { tokenHash, orderId: order.id, channel, sentTo, reminder, createdAt, expiresAt });
  const about = {
    firstName,
    productName: await selectProductName(transaction, order.productId),
    street: service.address.streetAddress1,
    rhythm: scheduleLabel(service.frequency, service.interval),
    price,
  };
  const link = { url: `${world.publicUrl}/card-link?token=${token}`, days: orderLinkDays, isReminder: reminder > 0 };
  // A link that proves a number goes there and nowhere else.
  const reader = { email: email ?? '', phone: phone ?? '', notificationPreference: preferences[channel] };
  await tell(world, transaction, messageOf(tokenHash), reader, orderLetter(about, link), {
    // A reminder wakes nobody.
    class: reminder > 0 ? 'service' : 'security',
    // A customer who is sent a mail has asked for it on the phone, as the employee has heard; for texts that is a consent.
    basis: channel === 'email' ? 'asked' : 'consent',
    isSecret: true,
    about: order.id,
    ...(order.userId && { userId: order.userId }),
    notAfter: expiresAt,
  });
}

/** How long a link works that its reader asked for while signed in. */
const openLife = { hours: 1 };

/**
 * Makes a link to an order for the caller, whose account has proved where the order's link went (`isOpenableOrder`): that one may be lost.
 * @throws ApiError NOT_FOUND also for an order that went elsewhere, NOT_ALLOWED_NOW when it could not be accepted
 */
export async function openWaitingOrder(world: World, { userId }: Caller, orderId: string): Promise<{ token: string }> {
  const token = newToken();
  await world.database.transaction(async (transaction) => {
    const order = await lockOrder(transaction, orderId);
    if (order?.userId !== userId || !(await isOpenable(transaction, orderId))) throw notFound('Order');
    await requireAcceptable(world, transaction, order);
    const createdAt = world.clock.now();
    await insertOrderLink(transaction, {
      tokenHash: hashToken(token),
      orderId,
      channel: order.channel,
      sentTo: placeOf(order) ?? '',
      reminder: 0,
      createdAt,
      expiresAt: createdAt.add(openLife),
    });
  });
  return { token };
}

/** @returns when the first reminder is due of an order whose link is sent now */
export const firstReminderAt = ({ clock }: Pick<World, 'clock'>): Temporal.Instant =>
  clock.now().add({ hours: orderReminderDays[0] * 24 });

/** Ends every link of an order, and drops what of them was not sent yet. @param why one sentence for staff */
export async function endLinks(world: World, transaction: Transaction, orderId: string, why: string): Promise<void> {
  for (const tokenHash of await endOrderLinks(transaction, orderId, world.clock.now())) {
    await drop(world, transaction, messageOf(tokenHash), why);
  }
}

export const linkEnded = () => new ApiError('LINK_EXPIRED', 'This link has ended.');

/**
 * Takes an order back that is locked and waits; its links end.
 * @param by the user who does it; null when nobody does
 * @param why one sentence for staff, of what was not sent yet
 */
export async function endOrder(
  world: World,
  transaction: Transaction,
  orderId: string,
  by: string | null,
  why: string,
): Promise<void> {
  const endedAt = world.clock.now();
  await updateOrder(transaction, orderId, { status: 'taken-back', endedAt, dueAt: null, stuckSince: null });
  await endLinks(world, transaction, orderId, why);
  await record(world, transaction, { kind: 'order-taken-back', by, subjectId: orderId });
}

/**
 * @returns what a link leads to, ended or not
 * @throws ApiError LINK_EXPIRED when there is no such link
 */
export async function findByLink(database: Queryable, token: string): Promise<{ link: OrderLinkRow; order: OrderRow }> {
  const link = await selectOrderLink(database, hashToken(token));
  const order = link && (await selectOrder(database, link.orderId));
  if (!link || !order) throw linkEnded();
  return { link, order };
}

export const isLinkOpen = ({ clock }: Pick<World, 'clock'>, { expiresAt }: OrderLinkRow): boolean =>
  Temporal.Instant.compare(clock.now(), expiresAt) < 0;

/**
 * Holds a waiting order that an open link leads to, until the transaction ends.
 * @throws ApiError LINK_EXPIRED when the link or the order has ended meanwhile
 */
export async function holdByLink(world: World, transaction: Transaction, token: string) {
  const orderId = (await findByLink(transaction, token)).order.id;
  const order = await lockOrder(transaction, orderId);
  // Read once the lock is held: what waited for it may have ended the link.
  const link = await selectOrderLink(transaction, hashToken(token));
  if (!order || !link || !isLinkOpen(world, link)) throw linkEnded();
  return { link, order };
}

/**
 * Sends a new link in place of one that has ended, to where staff have last sent one; not again within five minutes.
 * @throws ApiError LINK_EXPIRED when there is no such link, or where it was sent is not the order's any more, NOT_ALLOWED_NOW when the order has ended, or could not be accepted
 */
export async function renewOrderLink(world: World, token: string): Promise<void> {
  const { link, order: found } = await findByLink(world.database, token);
  await world.database.transaction(async (transaction) => {
    const order = await lockOrder(transaction, found.id);
    if (!order) throw notFound('Order');
    // It went to a wrong address or number: staff have sent another since.
    if (link.channel !== order.channel || link.sentTo !== placeOf(order)) throw linkEnded();
    if (order.status !== 'waiting') throw hasEnded(order.status);
    await requireAcceptable(world, transaction, order);
    if ((await secondsToTry(world, 'order-link', order.id, renewals, transaction)) > 0) return;
    await sendLink(world, transaction, order);
  });
}

/** What staff are told of an order that does not wait any more. */
export const hasEndedForStaff = (status: OrderRow['status']) =>
  notNow(
    status === 'accepted'
      ? 'The customer has accepted this already. The service has a page of its own.'
      : 'This order was taken back. Please make a new one.',
  );

/** @returns why an order that waits could not be accepted, in words for staff; null when it could */
export function whyNotAcceptable(
  world: World,
  { address, isOffered }: { address: OrderRow['service']['address']; isOffered: boolean },
): string | null {
  const area = world.settings.area();
  const reason = whyNoService(area, address);
  if (reason) return reason.message;
  return isOffered
    ? null
    : 'This product is not offered anymore. Take the order back, and make one with another product.';
}

/**
 * Stops a customer before they do what leads nowhere; the order is on the desk already.
 * @throws ApiError NOT_ALLOWED_NOW when an order that waits could not be accepted
 */
export async function requireAcceptable(world: World, database: Queryable, order: OrderRow): Promise<void> {
  const { address } = order.service;
  if (!whyNotAcceptable(world, { address, isOffered: await isOffered(database, order.productId) })) return;
  throw notNow('We do not offer this service at your address anymore. Please call us.');
}

/** What people are told of an order that does not wait any more. */
export const hasEnded = (status: OrderRow['status']) =>
  notNow(
    status === 'accepted'
      ? 'This was accepted already. Please sign in to see it.'
      : 'This was taken back. Please call us if you still want it.',
  );

/**
 * Takes back the orders of people whose account was closed, who cannot accept them any more, and reminds customers who have not
 * answered, twice; then their orders come on the desk, and at once what nobody could accept.
 */
export async function remindOfOrders(world: World): Promise<void> {
  const now = world.clock.now();
  await world.database.transaction(async (transaction) => {
    for (const { id } of await takeOrdersOfClosed(transaction, mostInOneSweep)) {
      await endOrder(world, transaction, id, null, 'The account was closed.');
    }
    // A customer is not reminded of an order that cannot be accepted.
    for (const { id } of await takeUnacceptableOrders(
      transaction,
      servedPlaces(world.settings.area()),
      mostInOneSweep,
    )) {
      await updateOrder(transaction, id, { dueAt: null, stuckSince: now });
    }
    for (const order of await takeDueOrders(transaction, now, mostInOneSweep)) {
      const reminder = order.remindersSent + 1;
      if (reminder > orderReminderDays.length) {
        await updateOrder(transaction, order.id, { dueAt: null, stuckSince: now });
        continue;
      }
      await sendLink(world, transaction, order, reminder);
      await updateOrder(transaction, order.id, { remindersSent: reminder, dueAt: now.add(untilNext(reminder)) });
    }
  });
}

/** @returns how long after a reminder the next one is due; after the last one as long as between the two */
function untilNext(reminder: number): { hours: number } {
  const [first, second] = orderReminderDays;
  return { hours: 24 * (reminder < orderReminderDays.length ? second - first : first) };
}
