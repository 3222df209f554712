import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { WeekDay } from '#domain/calendar.ts';
import { phoneLabel } from '#domain/labels.ts';
import type { Transaction } from '../database/connection.ts';
import { dropErased, gone } from '../database/erased-words.ts';
import { contactOf } from '../database/people.ts';
import { products } from '../database/schema/catalog.ts';
import { engagements, pastAssignments, works } from '../database/schema/engagements.ts';
import { messages } from '../database/schema/messages.ts';
import { addresses, profiles } from '../database/schema/profiles.ts';

/** @returns what a person and their yards are called in letters to others */
export async function selectNames(
  transaction: Transaction,
  { userId, profileIds }: { userId: string; profileIds: string[] },
): Promise<string[]> {
  const people = await transaction
    .select({
      full: sql<string>`${profiles.firstName} || ' ' || ${profiles.lastName}`,
      displayName: profiles.displayName,
      phone: profiles.phone,
    })
    .from(profiles)
    .where(eq(profiles.userId, userId));
  const yards = await transaction
    .select({ street: addresses.streetAddress1 })
    .from(addresses)
    .where(inArray(addresses.profileId, profileIds));
  const names = people.flatMap(({ full, displayName, phone }) => [full, displayName, phone, phoneLabel(phone)]);
  return [...names, ...yards.map(({ street }) => street)].filter((name) => name.length > 2);
}

/** What tells a worker that a service has ended, or that its visits are off. */
const ofEnd = ['engagement-status', 'visit-off'];

/**
 * @returns the services of customers of which workers have not read yet that they have ended, or that their single visits are off, with
 * these days, a plus between them; and by which ways and until when that waits
 */
export async function selectEndsUnread(transaction: Transaction, profileIds: string[]) {
  // What has ended is on no weekdays any more; it was on those that its last worker had.
  const weekDays = sql<WeekDay[]>`coalesce((select ${pastAssignments.weekDays} from ${pastAssignments}
    where ${pastAssignments.engagementId} = ${engagements.id} order by ${pastAssignments.until} desc limit 1), '{}')`;
  const kind = sql`split_part(${messages.dedupeKey}, ':', 1)`;
  // Of a single visit, or several, that a worker was to make for another one.
  const daysOff = sql<string>`case when ${kind} = 'visit-off' then split_part(${messages.dedupeKey}, ':', 3) else '' end`;
  return await transaction
    .selectDistinctOn([messages.profileId, engagements.id, messages.channel, daysOff], {
      engagementId: engagements.id,
      channel: messages.channel,
      dueAt: messages.dueAt,
      daysOff,
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
        inArray(kind, ofEnd),
      ),
    );
}

/**
 * Letters to those whom they were served by, or were to be, or have served, that name them. What waits of these, for the morning perhaps, and of
 * the services that were theirs, goes to nobody any more.
 */
export async function eraseNames(
  transaction: Transaction,
  profileIds: string[],
  names: string[],
  now: Temporal.Instant,
): Promise<void> {
  const patterns = names.map((name) => `%${name.replaceAll(/[\\%_]/g, '\\$&')}%`);
  const list = (values: string[]) =>
    sql`array[${sql.join(
      values.map((value) => sql`${value}`),
      sql`, `,
    )}]`;
  const theirs = sql`${list(profileIds)}::uuid[]`;
  // An array, by which messages are found one service after the other.
  const services = sql`array(select ${engagements.id} from ${engagements} where ${engagements.customerProfileId} = any(${theirs}))`;
  const met = sql`
    select ${engagements.workerProfileId} as id from ${engagements} where ${engagements.customerProfileId} = any(${theirs})
    union select ${works.workerProfileId} from ${engagements} join ${works} on ${works.engagementId} = ${engagements.id}
      where ${engagements.customerProfileId} = any(${theirs})
    union select ${pastAssignments.workerProfileId} from ${engagements}
      join ${pastAssignments} on ${pastAssignments.engagementId} = ${engagements.id}
      where ${engagements.customerProfileId} = any(${theirs})
    union select ${messages.profileId} from ${messages} where ${messages.aboutId} = any(${services})
    union select ${engagements.customerProfileId} from ${engagements} where ${engagements.workerProfileId} = any(${theirs})
    union select ${engagements.customerProfileId} from ${works} join ${engagements} on ${engagements.id} = ${works.engagementId}
      where ${works.workerProfileId} = any(${theirs})`;
  const readers = sql`array(select user_id from profiles where id = any(array(${met})))`;
  const named = and(
    sql`${messages.userId} = any(${readers})`,
    sql`${messages.subject} || ' ' || ${messages.text} ilike any(${list(patterns)}::text[])`,
  );
  const ofServices = sql`${messages.aboutId} = any(${services})`;
  // One after the other, each by its index.
  for (const which of [named, ofServices]) await dropErased(transaction, which, now);
  await transaction.update(messages).set({ subject: gone, text: '', html: null, replyTo: null }).where(named);
}
