import { and, eq, inArray, sql } from 'drizzle-orm';
import { phoneLabel } from '#domain/labels.ts';
import type { Transaction } from '../database/connection.ts';
import { dropErased, gone } from '../database/erased-words.ts';
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

/**
 * Letters to those whom they were served by, or have served, that name them. What waits of these, for the morning perhaps, and of
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
  const met = sql`
    select ${engagements.workerProfileId} as id from ${engagements} where ${engagements.customerProfileId} = any(${theirs})
    union select ${works.workerProfileId} from ${engagements} join ${works} on ${works.engagementId} = ${engagements.id}
      where ${engagements.customerProfileId} = any(${theirs})
    union select ${pastAssignments.workerProfileId} from ${engagements}
      join ${pastAssignments} on ${pastAssignments.engagementId} = ${engagements.id}
      where ${engagements.customerProfileId} = any(${theirs})
    union select ${engagements.customerProfileId} from ${engagements} where ${engagements.workerProfileId} = any(${theirs})
    union select ${engagements.customerProfileId} from ${works} join ${engagements} on ${engagements.id} = ${works.engagementId}
      where ${works.workerProfileId} = any(${theirs})`;
  const readers = sql`array(select user_id from profiles where id = any(array(${met})))`;
  const named = and(
    sql`${messages.userId} = any(${readers})`,
    sql`${messages.subject} || ' ' || ${messages.text} ilike any(${list(patterns)}::text[])`,
  );
  const ofServices = sql`${messages.aboutId} = any(array(
    select ${engagements.id} from ${engagements} where ${engagements.customerProfileId} = any(${theirs})))`;
  // One after the other, each by its index.
  for (const which of [named, ofServices]) await dropErased(transaction, which, now);
  await transaction.update(messages).set({ subject: gone, text: '', html: null, replyTo: null }).where(named);
}
