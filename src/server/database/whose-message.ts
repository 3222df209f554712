import { sql } from 'drizzle-orm';
import { listOf } from './list-of.ts';
import { inboundTexts } from './schema/consents.ts';
import { messages } from './schema/messages.ts';
import { orders } from './schema/orders.ts';
import { profiles } from './schema/profiles.ts';

/** A person whose message it was, as staff read it. */
export const personOfMessage = {
  profileId: profiles.id,
  type: profiles.type,
  name: sql<string>`${profiles.firstName} || ' ' || ${profiles.lastName}`,
};

/** Whose a message was when it was written: the profile, the person, or everybody whose text it answers. */
const people = listOf(
  personOfMessage,
  sql`from (
      select ${messages.profileId} as id where ${messages.profileId} is not null
      union all
      select profile.id from profiles profile where ${messages.profileId} is null and profile.user_id = ${messages.userId}
      union all
      select unnest(${inboundTexts.profileIds}) from ${inboundTexts}
      where ${messages.userId} is null and ${inboundTexts.id} = ${messages.inboundTextId}
    ) one join ${profiles} on ${profiles.id} = one.id`,
  sql`${profiles.type}, ${profiles.id}`,
);

/** For whom an order is. */
export const orderName = sql`${orders.firstName} || ' ' || ${orders.lastName}`;

/** To whom a message went, for wherever staff read of it: whose it was, and the order that it is about. */
export const whoseMessage = {
  people,
  order: sql<{
    id: string;
    name: string;
  } | null>`(select json_build_object('id', ${orders.id}, 'name', ${orderName})
    from ${orders} where ${orders.id} = ${messages.aboutId})`,
};
