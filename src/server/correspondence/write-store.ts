import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Queryable, Transaction } from '../database/connection.ts';
import { users } from '../database/schema/accounts.ts';
import { messages } from '../database/schema/messages.ts';
import { profiles } from '../database/schema/profiles.ts';

/** @returns where a customer or a worker can be reached; locks the profile, so that two requests with one id are one. */
export async function selectReach(transaction: Transaction, profileId: string) {
  const [person] = await transaction
    .select({ userId: profiles.userId, type: profiles.type, email: profiles.email, phone: profiles.phone })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(
      and(
        eq(profiles.id, profileId),
        inArray(profiles.type, ['PROFILE_TYPE_CUSTOMER', 'PROFILE_TYPE_WORKER']),
        isNull(users.erasedAt),
      ),
    )
    .for('no key update', { of: profiles });
  return person;
}

/** @returns what was written under the id of a request, by either channel; undefined when nothing was */
export async function selectWritten(
  database: Queryable,
  id: string,
): Promise<{ requestDigest: string | null } | undefined> {
  const keys = ['email', 'text'].map((channel) => `staff-message:${id}:${channel}`);
  const [written] = await database
    .select({ requestDigest: messages.requestDigest })
    .from(messages)
    .where(inArray(messages.dedupeKey, keys));
  return written;
}
