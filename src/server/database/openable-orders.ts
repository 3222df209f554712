import { sql } from 'drizzle-orm';
import { users } from './schema/accounts.ts';
import { orderLinks, orders } from './schema/orders.ts';
import { isWaitingOrder } from './schema/states.ts';

const provedPhone = sql`(select link.sent_to from ${orderLinks} link join ${orders} texted on texted.id = link.order_id
  where texted.user_id = holder.id and link.channel = 'text' and link.created_at <= holder.created_at
  order by link.created_at desc limit 1)`;

/**
 * Whether the holder of an order's account may open it without the link. That proves no more than the link did: it went to the confirmed
 * email address of the account, or to the phone whose text opened the account (`selectProvedPhone`). Staff may have found the account by a phone number that
 * a stranger typed. The link went to another person then, and the yard's gate and dog notes are theirs.
 */
export const isOpenableOrder = sql`(${isWaitingOrder(orders)} and exists (
  select from ${users} holder where holder.id = ${orders.userId} and case ${orders.channel}
    when 'email' then holder.confirmed_at is not null and lower(holder.email) = lower(${orders.email})
    else ${orders.phone} = ${provedPhone} end))`;
