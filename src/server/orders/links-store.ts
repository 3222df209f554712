import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Queryable, Transaction } from '../database/connection.ts';
import { messages } from '../database/schema/messages.ts';
import { orderLinks } from '../database/schema/orders.ts';

export type OrderLinkRow = typeof orderLinks.$inferSelect;

/** The key of a link's message, less its channel. */
export const messageOf = (tokenHash: string) => `order-link:${tokenHash}`;

export async function insertOrderLink(transaction: Transaction, link: typeof orderLinks.$inferInsert): Promise<void> {
  await transaction.insert(orderLinks).values(link);
}

export async function selectOrderLink(database: Queryable, tokenHash: string): Promise<OrderLinkRow | undefined> {
  const [link] = await database.select().from(orderLinks).where(eq(orderLinks.tokenHash, tokenHash));
  return link;
}

/** Makes an order's open links expire. @returns the hashes of all its links' tokens */
export async function endOrderLinks(transaction: Transaction, orderId: string, now: Temporal.Instant) {
  await transaction
    .update(orderLinks)
    .set({ expiresAt: now })
    .where(and(eq(orderLinks.orderId, orderId), gt(orderLinks.expiresAt, now)));
  const links = await transaction
    .select({ tokenHash: orderLinks.tokenHash })
    .from(orderLinks)
    .where(eq(orderLinks.orderId, orderId));
  return links.map(({ tokenHash }) => tokenHash);
}

/** Makes the messages with an order's links those of who opens an account for it or accepts it, unless they were somebody's when written. */
export async function giveMessagesTo(transaction: Transaction, orderId: string, userId: string): Promise<void> {
  await transaction
    .update(messages)
    .set({ userId })
    .where(and(eq(messages.aboutId, orderId), isNull(messages.userId)));
}
