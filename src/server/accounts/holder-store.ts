import { and, desc, eq, getTableColumns, gt, gte, inArray, isNull, ne } from 'drizzle-orm';
import type { Queryable } from '../database/connection.ts';
import { hasOpenedByText } from '../database/openable-orders.ts';
import { accountLinks, users } from '../database/schema/accounts.ts';
import { consents } from '../database/schema/consents.ts';
import { messages } from '../database/schema/messages.ts';
import { orderLinks, orders } from '../database/schema/orders.ts';
import { profiles } from '../database/schema/profiles.ts';
import { messageOf } from './link-events.ts';
import type { UserRow } from './store.ts';

/** @returns the number whose text has opened an account, by the link of an order, and that order; undefined without one */
export async function selectProvedPhone(
  database: Queryable,
  userId: string,
): Promise<{ phone: string; orderId: string } | undefined> {
  const [link] = await database
    .select({ phone: orderLinks.sentTo, orderId: orders.id })
    .from(orderLinks)
    .innerJoin(orders, eq(orders.id, orderLinks.orderId))
    .innerJoin(users, eq(users.id, orders.userId))
    .where(and(eq(users.id, userId), hasOpenedByText(orderLinks, users)))
    .orderBy(desc(orderLinks.createdAt))
    .limit(1);
  return link;
}

/** @returns the unconfirmed accounts that an order's text to a number has opened */
export async function selectUsersOpenedBy(database: Queryable, phone: string): Promise<UserRow[]> {
  return await database
    .selectDistinct(getTableColumns(users))
    .from(orderLinks)
    .innerJoin(orders, eq(orders.id, orderLinks.orderId))
    .innerJoin(users, eq(users.id, orders.userId))
    .where(and(eq(orderLinks.sentTo, phone), hasOpenedByText(orderLinks, users), isNull(users.confirmedAt)));
}

/** @returns the numbers that a person's profiles have now, and those of which they have said anything since a moment, as when one was replaced */
export async function selectPhonesOf(database: Queryable, userId: string, since: Temporal.Instant): Promise<string[]> {
  const theirs = and(eq(profiles.userId, userId), ne(profiles.phone, ''));
  const present = await database.select({ id: profiles.id, phone: profiles.phone }).from(profiles).where(theirs);
  const ids = database.select({ id: profiles.id }).from(profiles).where(eq(profiles.userId, userId));
  const said = await database
    .selectDistinct({ phone: consents.address })
    .from(consents)
    .where(and(eq(consents.channel, 'text'), inArray(consents.profileId, ids), gte(consents.at, since)))
    .orderBy(consents.address);
  return [...present, ...said].map(({ phone }) => phone);
}

/** @returns the warnings of a change of email that is under way: to whom each goes, when it went out, and whether it is still to go */
export async function selectStopWarnings(database: Queryable, userId: string, now: Temporal.Instant) {
  const links = await database
    .select()
    .from(accountLinks)
    .where(
      and(eq(accountLinks.userId, userId), eq(accountLinks.purpose, 'stop-email'), gt(accountLinks.expiresAt, now)),
    );
  const keys = links.map((link) => `${messageOf(link)}:${link.channel}`);
  const rows = await database
    .select({ channel: messages.channel, to: messages.recipient, outcome: messages.outcome, endedAt: messages.endedAt })
    .from(messages)
    .where(inArray(messages.dedupeKey, keys));
  return rows.map(({ channel, to, outcome, endedAt }) => ({
    channel,
    to,
    waits: outcome === null,
    sentAt: outcome === 'sent' ? endedAt : null,
  }));
}
