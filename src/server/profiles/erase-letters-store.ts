import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { WeekDay } from '#domain/calendar.ts';
import type { Transaction } from '../database/connection.ts';
import { dropErased, gone } from '../database/erased-words.ts';
import { hasName } from '../database/name-patterns.ts';
import { contactOf } from '../database/people.ts';
import { products } from '../database/schema/catalog.ts';
import { engagements } from '../database/schema/engagements.ts';
import { messages } from '../database/schema/messages.ts';
import { addresses, profiles } from '../database/schema/profiles.ts';
import { plans } from '../database/schema/visits.ts';
import type { Names, Near } from './erase-names-store.ts';

/** @returns the services of customers of which workers have not read yet that they have ended, and by which ways and until when that waits */
export async function selectEndsUnread(transaction: Transaction, profileIds: string[]) {
  // What has ended is on no weekdays any more; it was on those that its last worker had.
  const weekDays = sql<WeekDay[]>`coalesce((select ${plans.weekDays} from ${plans}
    where ${plans.engagementId} = ${engagements.id} order by ${plans.endedOn} desc nulls first, ${plans.id} desc limit 1), '{}')`;
  return await transaction
    .selectDistinctOn([messages.profileId, engagements.id, messages.channel], {
      engagementId: engagements.id,
      channel: messages.channel,
      dueAt: messages.dueAt,
      worker: contactOf(profiles),
      productName: products.name,
      city: addresses.city,
      weekDays,
    })
    .from(engagements)
    .innerJoin(messages, eq(messages.aboutId, engagements.id))
    .innerJoin(profiles, eq(profiles.id, messages.profileId))
    .innerJoin(products, eq(products.id, engagements.productId))
    .innerJoin(addresses, eq(addresses.id, engagements.serviceAddressId))
    .where(
      and(
        inArray(engagements.customerProfileId, profileIds),
        eq(profiles.type, 'PROFILE_TYPE_WORKER'),
        isNull(messages.outcome),
        eq(messages.kind, 'engagement-status'),
      ),
    );
}

/** Lets workers be told anew that visits of customers are off, where that waits in letters that go to nobody any more. */
export async function tellOfOffAgain(transaction: Transaction, profileIds: readonly string[]): Promise<void> {
  await transaction.execute(sql`
    with unread as (
      select visit.id, visit.engagement_id, visit.day, message.profile_id as reader, message.due_at
      from engagements service
      join messages message on message.about_id = service.id and message.kind = 'visit-told' and message.outcome is null
      join message_visits said on said.message_id = message.id and said.day is null
      join visits visit on visit.id = said.visit_id
      where service.customer_profile_id = any(${sql.param(profileIds)}::uuid[])
        and message.profile_id <> service.customer_profile_id
    ), noted as (
      insert into visit_told (engagement_id, reader_profile_id, day, worker_profile_id, visit_id)
      select distinct on (engagement_id, reader, day) engagement_id, reader, day, reader, id from unread on conflict do nothing
    )
    update engagements set tell_after = unread.due_at from unread where engagements.id = unread.engagement_id`);
}

/**
 * Letters to others that name them. What waits of these, for the morning perhaps, and of the services that they asked for, goes
 * to nobody any more.
 */
export async function eraseLettersThatName(
  transaction: Transaction,
  names: Names,
  { asked, met }: Near,
  now: Temporal.Instant,
): Promise<void> {
  const words = sql`${messages.subject} || ' ' || ${messages.text} || ' ' || coalesce(${messages.replyTo}, '') || ' ' || coalesce(${messages.letter}::text, '')`;
  const readers = sql`array(select user_id from profiles where id = any(${met}))`;
  const near = sql`${messages.userId} = any(${readers}) and ${hasName(words, names.near)}`;
  const named = or(hasName(words, names.anywhere), near);
  const ofServices = sql`${messages.aboutId} = any(${asked})`;
  // One after the other, each by its index.
  for (const which of [named, ofServices]) await dropErased(transaction, which, now);
  await transaction.update(messages).set({ subject: gone, text: '', html: null, replyTo: null }).where(named);
}
