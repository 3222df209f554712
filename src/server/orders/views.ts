import type * as z from 'zod/mini';
import type { KnownAccount, Order, orders } from '#contract/orders.ts';
import { businessDay, calendarDay } from '#domain/calendar.ts';
import { fullName } from '#domain/labels.ts';
import { selectBareAccounts } from '../accounts/bare-store.ts';
import { notFound } from '../http/errors.ts';
import type { World } from '../world.ts';
import { type AccountRow, selectAccounts, selectWaitingOrders } from './accounts-store.ts';
import { whyNotAcceptable } from './links.ts';
import { type OrderedService, type OrderView, selectOrders, selectOrderView } from './store.ts';

/** @returns a page of orders, newest first */
export async function listOrders(world: World, { state = 'all', q, after }: z.output<typeof orders.listOrders.query>) {
  const { rows, next } = await selectOrders(world.database, state, q, after);
  return { orders: rows.map((view) => toOrder(world, view)), next };
}

/** @throws ApiError NOT_FOUND */
export async function getOrder(world: World, orderId: string): Promise<Order> {
  const view = await selectOrderView(world.database, orderId);
  if (!view) throw notFound('Order');
  return toOrder(world, view);
}

/** @returns the accounts, and the waiting orders, with an email or phone number; none without both */
export async function findAccounts({ database }: World, reach: z.output<typeof orders.findAccounts.query>) {
  const [accounts, waiting] = [await selectAccounts(database, reach), await selectWaitingOrders(database, reach)];
  const unproved = await selectBareAccounts(
    database,
    accounts.map(({ userId }) => userId),
  );
  const shown = accounts.map((account): KnownAccount => {
    const { userId, email, phone, customerProfileId, address } = account;
    return {
      userId,
      name: fullName(account),
      email,
      phone,
      customerProfileId,
      isClosed: account.deactivatedAt !== null,
      isUnproved: unproved.has(userId),
      isConfirmed: account.confirmedAt !== null,
      hasProvedPhone: reach.phone !== undefined && reach.phone === account.provedPhone,
      hasEmail: reach.email?.toLowerCase() === email.toLowerCase(),
      address: address && toKnownAddress(address),
    };
  });
  return {
    accounts: shown,
    waitingOrders: waiting.map(({ id, createdAt, ...name }) => ({ id, name: fullName(name), createdAt })),
  };
}

function toKnownAddress(address: NonNullable<AccountRow['address']>): NonNullable<KnownAccount['address']> {
  const { streetAddress1, streetAddress2, city, state, zipCode, gateNotes, dogNotes } = address;
  return {
    ...{ streetAddress1, city, zipCode },
    state: state as NonNullable<KnownAccount['address']>['state'],
    country: 'US',
    streetAddress2: streetAddress2 ?? undefined,
    gateNotes: gateNotes ?? undefined,
    dogNotes: dogNotes ?? undefined,
  };
}

const deliveries = { sent: 'sent', dead: 'failed', dropped: 'not-sent' } as const;

function toOrder(world: World, { service, links, isOffered: isStillOffered, ...view }: OrderView): Order {
  const { address } = service;
  const isWaiting = view.status === 'waiting';
  return {
    ...view,
    problem: isWaiting ? whyNotAcceptable(world, { address, isOffered: isStillOffered }) : null,
    ...describe(world, service),
    gateNotes: address.gateNotes,
    dogNotes: address.dogNotes,
    couponName: service.couponName,
    links: links.map(({ outcome, reminder, ...link }) => ({
      ...link,
      delivery: outcome ? deliveries[outcome] : ('on-its-way' as const),
      isReminder: reminder > 0,
    })),
  };
}

/** @returns what an order is about, as everybody sees it */
export function describe({ clock }: Pick<World, 'clock'>, { address, startDay, ...service }: OrderedService) {
  const { streetAddress1, streetAddress2, city, state, zipCode } = address;
  const { yardSize, frequency, interval } = service;
  return {
    ...{ yardSize, frequency, interval, streetAddress1, city, state, zipCode },
    streetAddress2: streetAddress2 ?? undefined,
    startDay: calendarDay(startOf(startDay, businessDay(clock.now()))),
  };
}

/** @returns the day that was asked for, or today when that has passed meanwhile */
export function startOf(startDay: string, today: Temporal.PlainDate): Temporal.PlainDate {
  const asked = Temporal.PlainDate.from(startDay);
  return Temporal.PlainDate.compare(asked, today) < 0 ? today : asked;
}
