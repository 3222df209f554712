import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { YardSize } from '#domain/enums.ts';
import { type OrderChannel, type OrderStatus, orderChannels, orderStatuses } from '#domain/orders.ts';
import { users } from './accounts.ts';
import { products } from './catalog.ts';
import { id, instant, oneOf, refersTo, requestDigest } from './columns.ts';
import { inquiries } from './messages.ts';
import { isStuckOrder, isWaitingOrder } from './states.ts';

/** What was asked for and where, as it was checked when staff asked for it. */
export type OrderedService = {
  address: {
    streetAddress1: string;
    streetAddress2: string | null;
    city: string;
    state: string;
    zipCode: string;
    country: 'US';
    gateNotes: string | null;
    dogNotes: string | null;
  };
  yardSize: Exclude<YardSize, 'YARD_SIZE_UNKNOWN'>;
  frequency: number;
  interval: 1 | 2;
  /** An ISO day. */
  startDay: string;
  couponName: string | null;
};

/**
 * What staff ask for on a customer's behalf. It becomes an engagement, under its own id, when the customer accepts it with
 * a card; until then nothing else knows of it.
 */
export const orders = pgTable(
  'orders',
  {
    id: id(),
    status: text().$type<OrderStatus>().notNull().default('waiting'),
    firstName: text().notNull(),
    lastName: text().notNull(),
    email: text(),
    /** E.164. */
    phone: text(),
    /** How the link was sent last. */
    channel: text().$type<OrderChannel>().notNull(),
    /** The account that it is for: found by staff, or opened by the link. */
    userId: uuid().references(() => users.id),
    inquiryId: uuid().references(() => inquiries.id),
    productId: refersTo(() => products.id),
    service: jsonb().$type<OrderedService>().notNull(),
    /** The price of a visit that was told, integer cents, by what the rate was multiplied for it, and until when it is held. */
    baseCost: integer().notNull(),
    priceMultiplier: integer().notNull(),
    baseCostHeldUntil: instant().notNull(),
    askedBy: refersTo(() => users.id),
    createdAt: instant().notNull(),
    remindersSent: integer().notNull().default(0),
    /** When it is looked at next: for a reminder, or to come on the desk. */
    dueAt: instant(),
    /** Since when it waits for staff; null while it does not. */
    stuckSince: instant(),
    endedAt: instant(),
    requestDigest: requestDigest(),
  },
  (table) => [
    oneOf('orders_status', table.status, orderStatuses),
    oneOf('orders_channel', table.channel, orderChannels),
    check(
      'orders_reach',
      sql`case ${table.channel} when 'text' then ${table.phone} else ${table.email} end is not null`,
    ),
    check('orders_end', sql`(${table.status} = 'waiting') = (${table.endedAt} is null)`),
    check('orders_due', sql`${table.dueAt} is null or ${table.status} = 'waiting'`),
    // Two employees who take the same call, or one who takes it twice, make one.
    uniqueIndex('orders_one_for_a_yard')
      .on(
        table.productId,
        sql`lower(${table.service} #>> '{address,streetAddress1}')`,
        sql`lower(coalesce(${table.service} #>> '{address,streetAddress2}', ''))`,
        sql`left(${table.service} #>> '{address,zipCode}', 5)`,
      )
      .where(isWaitingOrder(table)),
    index().on(table.createdAt, table.id),
    index('orders_waiting').on(table.createdAt, table.id).where(isWaitingOrder(table)),
    index('orders_due').on(table.dueAt).where(sql`${table.dueAt} is not null`),
    index('orders_stuck').on(table.stuckSince, table.id).where(isStuckOrder(table)),
    // Those that are to be forgotten.
    index('orders_ended').on(table.endedAt).where(sql`${table.userId} is null and ${table.firstName} <> 'Erased'`),
    index().on(table.inquiryId),
    index().on(table.userId),
  ],
);

/** The links that were sent for an order; a token is stored hashed. A link works until it expires or the order ends. */
export const orderLinks = pgTable(
  'order_links',
  {
    tokenHash: text().primaryKey(),
    orderId: refersTo(() => orders.id),
    channel: text().$type<OrderChannel>().notNull(),
    /** The email address or phone number. */
    sentTo: text().notNull(),
    /** Which reminder it is; 0 for one that somebody asked for. */
    reminder: integer().notNull(),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
  },
  (table) => [
    oneOf('order_links_channel', table.channel, orderChannels),
    index().on(table.orderId, table.createdAt),
    // Which account a text to a number has opened.
    index().on(table.sentTo),
  ],
);
