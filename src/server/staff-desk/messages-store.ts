import { sql } from 'drizzle-orm';
import { messageChannels, messageClasses } from '#domain/correspondence.ts';
import { listOf } from '../database/list-of.ts';
import type { Order } from '../database/page.ts';
import { given } from '../database/prepared.ts';
import { users } from '../database/schema/accounts.ts';
import { literals, shown } from '../database/schema/columns.ts';
import { brokenEmails, inboundTexts } from '../database/schema/consents.ts';
import { messages, priorityOf } from '../database/schema/messages.ts';
import { profiles } from '../database/schema/profiles.ts';
import { isFailing, isUnreadText, messageState } from '../database/schema/states.ts';
import { oldestFirst, personOf } from './list-store.ts';

/** The texts that nobody of staff has read, longest waiting first. */
export const unreadTexts = {
  table: inboundTexts,
  which: isUnreadText(inboundTexts),
  order: oldestFirst(inboundTexts.receivedAt, inboundTexts.id),
  fields: {
    textId: inboundTexts.id,
    sender: inboundTexts.sender,
    names: sql<string[]>`array(
      select distinct person.first_name || ' ' || person.last_name from ${profiles} person
      where person.id = any(${inboundTexts.profileIds}) order by 1)`,
    text: inboundTexts.text,
    receivedAt: shown(inboundTexts.receivedAt),
  },
};

const owner = sql`select owner.id from ${users} owner where lower(owner.email) = ${brokenEmails.email} and owner.deactivated_at is null`;

/** The email addresses of people here that do not work, longest so first. */
export const brokenAddresses = {
  table: brokenEmails,
  which: sql`exists (${owner})`,
  order: { by: [brokenEmails.at, brokenEmails.email], direction: 'ascending' } satisfies Order,
  joins: sql`join lateral (select * from ${profiles} person where person.user_id in (${owner})
    order by person.is_default desc, person.id limit 1) ${profiles} on true`,
  fields: {
    email: brokenEmails.email,
    person: personOf(profiles),
    type: profiles.type,
    why: brokenEmails.why,
    reason: brokenEmails.reason,
    at: shown(brokenEmails.at),
  },
};

const each = (values: readonly string[]) => sql`unnest(array[${literals(values)}])`;
const still = given('stillSince', 'timestamptz');

/** The oldest message of each class that is due and that nobody takes. */
const untaken = sql`(
  select min(due.due_at) from ${each(messageClasses)} of_class cross join lateral (
    select ${messages.dueAt} from ${messages}
    where ${messages.channel} = one.channel and ${priorityOf(messages.class)} = ${priorityOf(sql`of_class`)} and ${messages.dueAt} is not null
    order by ${messages.dueAt} limit 1
  ) due where due.due_at <= ${still})`;

/** The oldest message that fails again and again, if none that was written after it has gone out. */
const failing = sql`(
  select failing.created_at from (
    select ${messages.createdAt} from ${messages} where ${messages.channel} = one.channel and ${isFailing(messages)}
    order by ${messages.createdAt} limit 1
  ) failing where not exists (
    select 1 from ${each(['sent', 'delivered', 'undelivered'])} state cross join ${each(messageClasses)} of_class cross join lateral (
      select ${messages.createdAt} from ${messages} where ${messageState(messages)} = state
        and ${messages.channel} = one.channel and ${messages.class} = of_class order by ${messages.createdAt} desc limit 1
    ) newest where newest.created_at > failing.created_at))`;

/** Since when mails or texts do not go out, of those that do not. */
export const standstills = listOf(
  { channel: messages.channel, since: shown(messages.createdAt) },
  sql`from (
    select one.channel, coalesce(${failing}, ${untaken}) as created_at from ${each(messageChannels)} one (channel)
  ) ${messages} where ${messages.createdAt} is not null`,
);
