import { type SQL, sql } from 'drizzle-orm';
import { users } from './schema/accounts.ts';
import { inquiries } from './schema/messages.ts';
import { orders } from './schema/orders.ts';
import { profiles } from './schema/profiles.ts';

/**
 * Who wrote inquiries, as `person_id` beside their `inquiry_id`: the account with its email address, once that address is confirmed;
 * the account that accepted the order made from the inquiry; and the customer whom the office has joined to it. A phone number proves
 * nothing, because anyone can type one.
 * @param asked rows of inquiries. `offset 0` has each address looked up: a join would read all accounts.
 */
export const writersOf = (asked: SQL) => sql`
  select asked.id as inquiry_id, asked.customer_profile_id as person_id from ${asked} asked where asked.customer_profile_id is not null
  union all
  select asked.id, own.id from ${asked} asked cross join lateral (
    select owner.id from ${users} owner where lower(owner.email) = lower(asked.from_address) and owner.confirmed_at is not null offset 0
  ) account join ${profiles} own on own.user_id = account.id
  union all
  select asked.id, own.id from ${asked} asked join ${orders} made on made.inquiry_id = asked.id and made.status = 'accepted'
  join ${profiles} own on own.user_id = made.user_id`;

/** The customers, as `person`, who wrote an inquiry. */
export const customerOfInquiry = sql`from ${profiles} person
  where person.type = 'PROFILE_TYPE_CUSTOMER' and person.id in (
    select person_id from (${writersOf(sql`(select ${inquiries.id}, ${inquiries.customerProfileId}, ${inquiries.fromAddress})`)}) writer)`;

/** The customers, as `person`, with the phone number of an inquiry: a hint for the office, no proof. */
export const customersWithNumberOfInquiry = sql`from ${profiles} person
  where person.type = 'PROFILE_TYPE_CUSTOMER'
    and person.phone = '+1' || right(regexp_replace(${inquiries.data} #>> '{personal,phone}', '[^0-9]', '', 'g'), 10)`;
