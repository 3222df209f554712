import { sql } from 'drizzle-orm';
import { users } from './schema/accounts.ts';
import { inquiries } from './schema/messages.ts';
import { profiles } from './schema/profiles.ts';

/** The customers, as `person`, with the e-mail or phone number of an inquiry; they may have signed up since. */
export const customerOfInquiry = sql`from ${profiles} person
  where person.type = 'PROFILE_TYPE_CUSTOMER' and person.user_id in (
    select owner.id from ${users} owner where lower(owner.email) = lower(${inquiries.fromAddress})
    union all
    select called.user_id from ${profiles} called
    where called.phone = '+1' || regexp_replace(${inquiries.data} #>> '{personal,phone}', '[^0-9]', '', 'g'))`;
