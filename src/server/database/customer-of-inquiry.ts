import { sql } from 'drizzle-orm';
import { users } from './schema/accounts.ts';
import { inquiries } from './schema/messages.ts';
import { orders } from './schema/orders.ts';
import { profiles } from './schema/profiles.ts';

/**
 * The customers, as `person`, who wrote an inquiry: the account with its email address, once that address is confirmed; the
 * account that accepted the order made from the inquiry; and the customer whom the office has joined to it. A phone number
 * proves nothing, because anyone can type one.
 */
export const customerOfInquiry = sql`from ${profiles} person
  where person.type = 'PROFILE_TYPE_CUSTOMER' and person.id in (
    select ${inquiries.customerProfileId}
    union all
    select own.id from ${users} owner join ${profiles} own on own.user_id = owner.id
    where lower(owner.email) = lower(${inquiries.fromAddress}) and owner.confirmed_at is not null
    union all
    select own.id from ${orders} made join ${profiles} own on own.user_id = made.user_id
    where made.inquiry_id = ${inquiries.id} and made.status = 'accepted')`;

/** The customers, as `person`, with the phone number of an inquiry: a hint for the office, no proof. */
export const customersWithNumberOfInquiry = sql`from ${profiles} person
  where person.type = 'PROFILE_TYPE_CUSTOMER'
    and person.phone = '+1' || right(regexp_replace(${inquiries.data} #>> '{personal,phone}', '[^0-9]', '', 'g'), 10)`;
