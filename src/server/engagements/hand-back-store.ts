import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Transaction } from '../database/connection.ts';
import { users } from '../database/schema/accounts.ts';
import { isOnboarded, profiles } from '../database/schema/profiles.ts';

/** @returns the names of both workers, if the one before can have services; undefined otherwise */
export async function selectAble(transaction: Transaction, workerProfileId: string, declining: string) {
  const [able] = await transaction
    .select({
      before: profiles.displayName,
      declining: sql<string>`(select name.display_name from profiles name where name.id = ${declining})`,
    })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(
      and(
        eq(profiles.id, workerProfileId),
        eq(profiles.approval, 'approved'),
        isOnboarded(profiles.userId),
        isNull(users.deactivatedAt),
      ),
    );
  return able;
}
