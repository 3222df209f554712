import { and, asc, eq, exists, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable, Transaction } from '../database/connection.ts';
import { isIdOfAnother } from '../database/id-of-another.ts';
import { listOf } from '../database/list-of.ts';
import { isOpenableOrder } from '../database/openable-orders.ts';
import { type CursorOrder, cursorValues, inOrder, isBehindCursor, type Page, toPage } from '../database/page.ts';
import { prepared } from '../database/prepared.ts';
import { users } from '../database/schema/accounts.ts';
import { products } from '../database/schema/catalog.ts';
import { shown } from '../database/schema/columns.ts';
import { engagements } from '../database/schema/engagements.ts';
import { messages } from '../database/schema/messages.ts';
import { orderLinks, orders } from '../database/schema/orders.ts';
import { profiles } from '../database/schema/profiles.ts';
import { isStuckOrder, isWaitingOrder } from '../database/schema/states.ts';
import { storableJson } from '../database/storable-json.ts';
import { messageOf } from './links-store.ts';

export type { OrderedService } from '../database/schema/orders.ts';
export type OrderRow = typeof orders.$inferSelect;

const pageSize = 25;
const newestFirst: CursorOrder = {
  by: [orders.createdAt, orders.id],
  types: ['timestamptz', 'uuid'],
  direction: 'descending',
};

const employees = alias(profiles, 'employees');

const views = (name: string, which: SQL | undefined) =>
  prepared(name, (database) =>
    database
      .select({
        id: orders.id,
        status: orders.status,
        isStuck: sql<boolean>`${isStuckOrder(orders)}`,
        isOffered: sql<boolean>`${products.archivedAt} is null`,
        firstName: orders.firstName,
        lastName: orders.lastName,
        email: orders.email,
        phone: orders.phone,
        userId: orders.userId,
        inquiryId: orders.inquiryId,
        service: orders.service,
        baseCost: orders.baseCost,
        createdAt: shown(orders.createdAt),
        endedAt: shown(orders.endedAt),
        remindersSent: orders.remindersSent,
        productName: products.name,
        billingCycle: products.billingCycle,
        askedBy: sql<string>`coalesce(${employees.firstName} || ' ' || ${employees.lastName}, 'Somebody')`,
        customerProfileId: engagements.customerProfileId,
        links: listOf(
          {
            channel: orderLinks.channel,
            sentTo: orderLinks.sentTo,
            sentAt: shown(orderLinks.createdAt),
            expiresAt: shown(orderLinks.expiresAt),
            reminder: orderLinks.reminder,
            outcome: messages.outcome,
          },
          sql`from ${orderLinks} join ${messages}
            on ${messages.dedupeKey} = ${messageOf('')} || ${orderLinks.tokenHash} || ':' || ${orderLinks.channel}
            where ${orderLinks.orderId} = ${orders.id}`,
          sql`${orderLinks.createdAt} desc`,
        ),
      })
      .from(orders)
      .innerJoin(products, eq(products.id, orders.productId))
      .leftJoin(employees, and(eq(employees.userId, orders.askedBy), eq(employees.type, sql`'PROFILE_TYPE_EMPLOYEE'`)))
      .leftJoin(engagements, eq(engagements.id, orders.id))
      .where(which)
      .orderBy(...inOrder(newestFirst))
      .limit(pageSize + 1),
  );
const oneView = views('order', eq(orders.id, sql.placeholder('orderId')));
const states = { all: undefined, waiting: isWaitingOrder(orders), stuck: isStuckOrder(orders) };
type State = keyof typeof states;
const pagesOf = (words: string, which?: SQL) => {
  const read = (state: State) =>
    views(`orders_${state}${words}`, and(states[state], which, isBehindCursor(newestFirst)));
  return { all: read('all'), waiting: read('waiting'), stuck: read('stuck') };
};
const pages = pagesOf('');
// Postgres reads along the index of the order until the page is full; one business's orders are few enough.
const pagesByWords = pagesOf(
  '_by_words',
  sql`(lower(${orders.firstName} || ' ' || ${orders.lastName} || ' ' || coalesce(${orders.email}, '') || ' '
      || (${orders.service} #>> '{address,streetAddress1}')) like ${sql.placeholder('words')}
    or ${orders.phone} like ${sql.placeholder('digits')})`,
);
export type OrderView = Awaited<ReturnType<typeof oneView>>[number];

/** @returns an order as staff see it */
export async function selectOrderView(database: Queryable, orderId: string): Promise<OrderView | undefined> {
  const [view] = await oneView(database, { orderId });
  return view;
}

/**
 * @param q a part of the name, the email, the street or the phone number; all orders without it
 * @returns a page of orders, newest first
 */
export async function selectOrders(
  database: Queryable,
  state: State,
  q: string | undefined,
  after: string | undefined,
): Promise<Page<OrderView>> {
  const cursor = cursorValues(newestFirst, after);
  const rows = q
    ? await pagesByWords[state](database, { ...cursor, ...patternsOf(q) })
    : await pages[state](database, cursor);
  return toPage(rows, pageSize, ({ createdAt, id }) => [createdAt, id]);
}

/** @returns patterns of LIKE for the text, and for its digits when it may be a phone number in another spelling */
function patternsOf(q: string): { words: string; digits: string } {
  const digits = /^[\d\s().+-]+$/.test(q) ? q.replaceAll(/\D/g, '').replace(/^1(?=\d{10}$)/, '') : '';
  return {
    words: `%${q.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`,
    // Nothing is like an empty pattern.
    digits: digits.length >= 3 ? `%${digits}%` : '',
  };
}

/** @returns whether it was inserted: false when the id exists already */
export async function insertOrder(transaction: Transaction, order: typeof orders.$inferInsert): Promise<boolean> {
  const inserted = await transaction
    .insert(orders)
    .values({ ...order, service: sql`${storableJson(order.service)}::jsonb` })
    .onConflictDoNothing({ target: orders.id })
    .returning({ id: orders.id });
  return inserted.length > 0;
}

/** @returns whether an id that a browser made up is that of something else than an order */
export const isForeignId = (transaction: Transaction, id: string): Promise<boolean> =>
  isIdOfAnother(transaction, id, 'orders');

export async function selectOrder(database: Queryable, orderId: string): Promise<OrderRow | undefined> {
  const [order] = await database.select().from(orders).where(eq(orders.id, orderId));
  return order;
}

/** @returns the order, locked until the transaction ends */
export async function lockOrder(transaction: Transaction, orderId: string): Promise<OrderRow | undefined> {
  const [order] = await transaction.select().from(orders).where(eq(orders.id, orderId)).for('no key update');
  return order;
}

/** @returns whether its account may open an order without the link (`isOpenableOrder`) */
export async function isOpenable(transaction: Transaction, orderId: string): Promise<boolean> {
  const found = await transaction
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, orderId), isOpenableOrder));
  return found.length > 0;
}

/** Changes an order that is locked. */
export async function updateOrder(
  transaction: Transaction,
  orderId: string,
  fields: Partial<
    Pick<
      OrderRow,
      'status' | 'email' | 'phone' | 'channel' | 'userId' | 'remindersSent' | 'dueAt' | 'stuckSince' | 'endedAt'
    >
  >,
): Promise<void> {
  await transaction.update(orders).set(fields).where(eq(orders.id, orderId));
}

/** @returns the orders that are due, the longest first, locked until the transaction ends; others leave them alone */
export async function takeDueOrders(transaction: Transaction, now: Temporal.Instant, limit: number) {
  return await transaction
    .select()
    .from(orders)
    .where(and(isNotNull(orders.dueAt), lte(orders.dueAt, now)))
    .orderBy(asc(orders.dueAt))
    .limit(limit)
    .for('no key update', { skipLocked: true });
}

/**
 * @param area where the business works
 * @returns the orders that could not be accepted, because nobody comes there any more or the product is not offered any more,
 * and do not stand on the desk yet; locked until the transaction ends
 */
export async function takeUnacceptableOrders(
  transaction: Transaction,
  area: { state: string; zipCodes: string[] },
  limit: number,
): Promise<{ id: string }[]> {
  const isServed = sql`(${orders.service} #>> '{address,state}' = ${area.state}
    and left(${orders.service} #>> '{address,zipCode}', 5) = any(${sql.param(area.zipCodes)}::text[]))`;
  return await transaction
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(products, eq(products.id, orders.productId))
    .where(
      and(isWaitingOrder(orders), isNull(orders.stuckSince), or(isNotNull(products.archivedAt), sql`not ${isServed}`)),
    )
    .orderBy(asc(orders.createdAt), asc(orders.id))
    .limit(limit)
    .for('no key update', { of: orders, skipLocked: true });
}

/** @returns whether the product of an order is offered still */
export async function isOffered(database: Queryable, productId: string): Promise<boolean> {
  const [product] = await database
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.id, productId), isNull(products.archivedAt)));
  return product !== undefined;
}

/**
 * @returns the waiting orders for somebody whose account is closed, or whose email is that of a closed account; locked until
 * the transaction ends
 */
export async function takeOrdersOfClosed(transaction: Transaction, limit: number) {
  const closed = transaction
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        isNotNull(users.deactivatedAt),
        or(
          eq(users.id, orders.userId),
          and(isNull(orders.userId), eq(sql`lower(${users.email})`, sql`lower(${orders.email})`)),
        ),
      ),
    );
  return await transaction
    .select({ id: orders.id })
    .from(orders)
    .where(and(isWaitingOrder(orders), exists(closed)))
    .orderBy(asc(orders.createdAt), asc(orders.id))
    .limit(limit)
    .for('no key update', { of: orders, skipLocked: true });
}

/** @returns what the service of an order is called */
export async function selectProductName(database: Queryable, productId: string): Promise<string> {
  const [product] = await database.select({ name: products.name }).from(products).where(eq(products.id, productId));
  if (!product) throw new Error('The order has no service');
  return product.name;
}
