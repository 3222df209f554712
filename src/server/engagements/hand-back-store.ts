import { and, desc, eq, isNull, ne, sql } from 'drizzle-orm';
import type { Transaction } from '../database/connection.ts';
import { users } from '../database/schema/accounts.ts';
import { pastAssignments } from '../database/schema/engagements.ts';
import { isOnboarded, profiles } from '../database/schema/profiles.ts';

/** @returns whose an engagement was last before it was this worker's, and its weekdays then */
export async function selectAssignmentBefore(transaction: Transaction, engagementId: string, workerProfileId: string) {
  const [past] = await transaction
    .select({ workerProfileId: pastAssignments.workerProfileId, weekDays: pastAssignments.weekDays })
    .from(pastAssignments)
    .where(and(eq(pastAssignments.engagementId, engagementId), ne(pastAssignments.workerProfileId, workerProfileId)))
    .orderBy(desc(pastAssignments.until))
    .limit(1);
  return past;
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

/** @returns the workers to whom one of these engagements may be given back, for their plans to be locked */
export async function selectWorkersBefore(
  transaction: Transaction,
  engagementIds: readonly string[],
): Promise<string[]> {
  const ids = sql`any(${sql.param(engagementIds)}::uuid[])`;
  const { rows } = await transaction.execute<{ id: string }>(sql`
    select move.worker_profile_id as id from moves move
    where move.engagement_id = ${ids} and move.is_kept and move.worker_profile_id is not null
    union
    select (untold.told ->> 'workerProfileId')::uuid from untold_changes untold
    where untold.engagement_id = ${ids} and untold.told ->> 'workerProfileId' is not null
    order by id`);
  return rows.map(({ id }) => id);
}
