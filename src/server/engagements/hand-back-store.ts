import { and, desc, eq, isNull, ne, type SQL, sql } from 'drizzle-orm';
import { farthestMove } from '#domain/schedule-rules.ts';
import type { Transaction } from '../database/connection.ts';
import { insertPastMoves } from '../database/past-moves.ts';
import { users } from '../database/schema/accounts.ts';
import { moves } from '../database/schema/calendar.ts';
import { changes } from '../database/schema/changes.ts';
import { pastAssignments } from '../database/schema/engagements.ts';
import { isOnboarded, profiles } from '../database/schema/profiles.ts';

/** Of a chain of workers who declined one after the other so many are looked through. */
const mostBefore = 20;

/** @returns whose an engagement was besides this worker's, and its weekdays then, the last one first */
export async function selectAssignmentsBefore(transaction: Transaction, engagementId: string, workerProfileId: string) {
  return await transaction
    .select({ workerProfileId: pastAssignments.workerProfileId, weekDays: pastAssignments.weekDays })
    .from(pastAssignments)
    .where(and(eq(pastAssignments.engagementId, engagementId), ne(pastAssignments.workerProfileId, workerProfileId)))
    .orderBy(desc(pastAssignments.until))
    .limit(mostBefore);
}

/**
 * @returns whose an engagement was until it was given to others one after the other, its weekdays then and until when: of those who
 * have not given it back themselves the last one; undefined when its status has changed since
 */
export async function selectHolderBefore(transaction: Transaction, engagementId: string, workerProfileId: string) {
  const hasChanged = (which: SQL) => sql`exists (select from ${changes} where ${changes.subjectId} = ${engagementId}
    and ${changes.at} >= ${pastAssignments.until} and ${which})`;
  const [holder] = await transaction
    .select({
      workerProfileId: pastAssignments.workerProfileId,
      weekDays: pastAssignments.weekDays,
      until: pastAssignments.until,
    })
    .from(pastAssignments)
    .innerJoin(profiles, eq(profiles.id, pastAssignments.workerProfileId))
    .where(
      and(
        eq(pastAssignments.engagementId, engagementId),
        ne(pastAssignments.workerProfileId, workerProfileId),
        sql`not ${hasChanged(sql`${changes.kind} = 'status-changed'`)}`,
        sql`not ${hasChanged(sql`${changes.kind} = 'worker-assigned' and ${changes.byUserId} = ${profiles.userId}`)}`,
      ),
    )
    .orderBy(desc(pastAssignments.until))
    .limit(1);
  return holder;
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
    select past.worker_profile_id from past_assignments past join engagements engagement on engagement.id = past.engagement_id
    where past.engagement_id = ${ids} and past.until > engagement.active_since - interval '${sql.raw(String(farthestMove))} days'
    union
    select (untold.told ->> 'workerProfileId')::uuid from untold_changes untold
    where untold.engagement_id = ${ids} and untold.told ->> 'workerProfileId' is not null
    order by id`);
  return rows.map(({ id }) => id);
}

/** Puts visits to come back where people know them to be, by what is kept of that; the engagement's visits are locked. */
export async function restoreTold(
  transaction: Transaction,
  engagementId: string,
  today: Temporal.PlainDate,
  now: Temporal.Instant,
): Promise<void> {
  const isToCome = sql`greatest(moves.original_day, moves.day) >= ${today.toString()}::date`;
  const which = and(eq(moves.engagementId, engagementId), isToCome);
  await insertPastMoves(transaction, which, now);
  await transaction.delete(moves).where(which);
  // A day off of which nobody was told has moved them all the same.
  await transaction.execute(sql`
    insert into moves (id, engagement_id, original_day, day, worker_profile_id, reason, holiday_id, is_kept, moved_from, left_day, moved_at)
    select gen_random_uuid(), untold.engagement_id, (move ->> 'originalDay')::date,
      coalesce(holiday.moved_to, (move ->> 'day')::date), (move ->> 'workerProfileId')::uuid,
      coalesce(move ->> 'reason', holiday.name), (move ->> 'holidayId')::uuid,
      (move ->> 'isKept')::boolean, (move ->> 'movedFrom')::date, (move ->> 'leftDay')::date, ${now.toString()}::timestamptz
    from untold_changes untold
    cross join lateral jsonb_array_elements(untold.told -> 'moves') move
    left join holidays holiday on holiday.id = (move ->> 'holidayId')::uuid and holiday.taken_back_at is null
    where untold.engagement_id = ${engagementId}`);
}
