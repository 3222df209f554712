import { and, desc, eq, gte, inArray, isNull, sql } from 'drizzle-orm';
import type { Transaction } from '../database/connection.ts';
import { users } from '../database/schema/accounts.ts';
import { changes } from '../database/schema/changes.ts';
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

/** @returns whether it is one of these workers who has put an engagement into the other weeks last, since staff gave it */
export async function hasChosenWeeks(
  transaction: Transaction,
  { engagementId, givenAt }: { engagementId: string; givenAt: Temporal.Instant },
  workerProfileIds: readonly string[],
): Promise<boolean> {
  const isOfWeeks = sql`${changes.fields} @> '[{"name": "weekOffset"}]'`;
  const [last] = await transaction
    .select({ userId: changes.byUserId })
    .from(changes)
    .where(and(eq(changes.subjectId, engagementId), gte(changes.at, givenAt), isOfWeeks))
    .orderBy(desc(changes.at))
    .limit(1);
  const workers = await transaction
    .select({ userId: profiles.userId })
    .from(profiles)
    .where(inArray(profiles.id, [...workerProfileIds]));
  return workers.some(({ userId }) => userId === last?.userId);
}
