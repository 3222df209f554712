import { and, desc, eq, inArray, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { businessTimeZone } from '#domain/time-zone.ts';
import type { Transaction } from '../database/connection.ts';
import { agreedPlans } from '../database/plan-versions.ts';
import { users } from '../database/schema/accounts.ts';
import { isOnboarded, profiles } from '../database/schema/profiles.ts';
import { isAgreed, isBegun } from '../database/schema/states.ts';
import { plans, visits } from '../database/schema/visits.ts';

type Given = Record<'engagementId' | 'worker' | 'firstDay' | 'since', SQLWrapper>;

/**
 * Whether a worker has begun, or missed, a visit of a service since its first day with them. The visit of the day on which it was given
 * to them may be missed, and single visits that staff gave them before are no beginning.
 */
const hasBegun = ({ engagementId, worker, firstDay, since }: Given): SQL => sql`exists (
  select from ${visits} where ${visits.engagementId} = ${engagementId}
    and (
      ${visits.workerProfileId} = ${worker} and ${isBegun(visits)} and ${visits.day} >= ${firstDay}
      or ${visits.missedWorkerProfileId} = ${worker} and ${visits.missedOn} >= ${firstDay}
        and ${visits.missedOn} > (${since} at time zone ${sql.raw(`'${businessTimeZone}'`)})::date
    )
    and not coalesce(${visits.setWorkerProfileId} = ${worker} and ${visits.setAt} < ${since}, false)
)`;

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

/** Whether staff have given a service to its worker, who has not begun it, and another worker had it before. */
export const isGivenBefore = ({ id, workerProfileId: worker }: Record<'id' | 'workerProfileId', SQLWrapper>): SQL => {
  return sql`exists (
    select from (
      select min(own.made_at) as since, min(own.first_day) as first_day from ${agreedPlans('own')}
      where own.engagement_id = ${id} and own.ended_on is null and own.worker_profile_id = ${worker} and own.id > (
        select other.id from ${agreedPlans('other')}
        where other.engagement_id = ${id} and other.ended_on is null and other.worker_profile_id <> ${worker}
        order by other.id desc limit 1
      )
    ) given
    where given.since is not null
      and not ${hasBegun({ engagementId: id, worker, firstDay: sql`given.first_day`, since: sql`given.since` })}
  )`;
};

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

/** @returns the workers to whom one of these engagements may be given back, and who have them, for their plans to be locked */
export async function selectWorkersBefore(
  transaction: Transaction,
  engagementIds: readonly string[],
): Promise<string[]> {
  if (engagementIds.length === 0) return [];
  const rows = await transaction
    .selectDistinct({ id: plans.workerProfileId })
    .from(plans)
    .where(and(inArray(plans.engagementId, [...engagementIds]), isAgreed(plans), isNull(plans.endedOn)))
    .orderBy(plans.workerProfileId);
  return rows.flatMap(({ id }) => id ?? []);
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
