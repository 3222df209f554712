import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Transaction } from '../database/connection.ts';
import { hasBegun } from '../database/given-before.ts';
import { users } from '../database/schema/accounts.ts';
import { isOnboarded, profiles } from '../database/schema/profiles.ts';
import { isAgreed } from '../database/schema/states.ts';
import { plans } from '../database/schema/visits.ts';

/** @returns whether a worker has begun a service since they have it; what they missed is written down */
export async function hasBegunSince(
  transaction: Transaction,
  engagementId: string,
  { worker, firstDay, since }: { worker: string; firstDay: string; since: Temporal.Instant },
): Promise<boolean> {
  const given = {
    engagementId: sql`${engagementId}::uuid`,
    worker: sql`${worker}::uuid`,
    firstDay: sql`${firstDay}::date`,
    since: sql`${since.toString()}::timestamptz`,
  };
  const { rows } = await transaction.execute<{ is: boolean }>(sql`select ${hasBegun(given)} as is`);
  return rows[0]?.is === true;
}

/** @returns the part that was agreed with a worker who has had the engagement since it was claimed; null for the first one, undefined for others */
export async function selectFeeBefore(
  transaction: Transaction,
  engagementId: string,
  workerProfileId: string,
): Promise<number | null | undefined> {
  const isTheirs = and(eq(plans.engagementId, engagementId), eq(plans.workerProfileId, workerProfileId));
  const [last] = await transaction
    .select({ feePercent: plans.feePercent })
    .from(plans)
    .where(and(isTheirs, isAgreed(plans), isNull(plans.endedOn)))
    .orderBy(desc(plans.id))
    .limit(1);
  return last?.feePercent;
}

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
