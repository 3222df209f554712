import { and, eq, gt, lte, type SQLWrapper, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { users } from './schema/accounts.ts';
import { orderLinks, orders } from './schema/orders.ts';
import { isWaitingOrder } from './schema/states.ts';

/**
 * Whether a link of an order is a text that has opened the order's account: it worked at that moment. A link that staff sent before it
 * another way does not, since only those of the newest way work. Later orders of the account are texted to where the office says.
 */
export const hasOpenedByText = (
  link: Record<'channel' | 'createdAt' | 'expiresAt', SQLWrapper>,
  account: Record<'createdAt', SQLWrapper>,
) => and(eq(link.channel, 'text'), lte(link.createdAt, account.createdAt), gt(link.expiresAt, account.createdAt));

const [holder, link, texted] = [alias(users, 'holder'), alias(orderLinks, 'link'), alias(orders, 'texted')];
/** The number whose text opened an account, as `selectProvedPhone`. */
export const provedPhoneOf = (account: Record<'id' | 'createdAt', SQLWrapper>) =>
  sql<
    string | null
  >`(select ${link.sentTo} from ${orderLinks} link join ${orders} texted on ${texted.id} = ${link.orderId}
  where ${texted.userId} = ${account.id} and ${hasOpenedByText(link, account)} order by ${link.createdAt} desc limit 1)`;

/**
 * Whether the holder of an order's account may open it without the link. That proves no more than the link did: it went to the confirmed
 * email address of the account, or to the phone whose text opened the account (`selectProvedPhone`). Staff may have found the account by a phone number that
 * a stranger typed. The link went to another person then, and the yard's gate and dog notes are theirs.
 */
export const isOpenableOrder = sql`(${isWaitingOrder(orders)} and exists (
  select from ${users} holder where holder.id = ${orders.userId} and case ${orders.channel}
    when 'email' then holder.confirmed_at is not null and lower(holder.email) = lower(${orders.email})
    else ${orders.phone} = ${provedPhoneOf(holder)} end))`;
