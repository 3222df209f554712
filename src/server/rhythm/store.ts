import { and, eq, inArray, lte, max, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../database/connection.ts';
import { agreedPlans, wish } from '../database/plan-versions.ts';
import { changes } from '../database/schema/changes.ts';
import { engagements, scheduleTemplates } from '../database/schema/engagements.ts';
import { isActive, isOpenWish, isProposal } from '../database/schema/states.ts';

/**
 * @param settled what was asked for later waits
 * @returns the ids of the services whose worker is to be asked
 */
export async function selectUnasked(
  database: Queryable,
  { now, settled }: { now: Temporal.Instant; settled: Temporal.Instant },
  limit: number,
): Promise<string[]> {
  const rows = await database
    .select({ engagementId: wish.engagementId })
    .from(wish)
    .innerJoin(engagements, eq(engagements.id, wish.engagementId))
    .where(
      and(
        isOpenWish(wish),
        lte(wish.wantedAt, settled),
        isActive(engagements),
        sql`${wish.workerProfileId} is distinct from ${engagements.workerProfileId}`,
        // Who was not told of the service yet is asked after that.
        sql`not (coalesce(${engagements.tellAfter} > ${now.toString()}::timestamptz, false) and ${engagements.workerProfileId} is distinct from (
          select plan.worker_profile_id from ${agreedPlans('plan')} where plan.engagement_id = ${engagements.id} and plan.told_at is not null
          order by plan.told_at desc, plan.id desc limit 1))`,
      ),
    )
    .limit(limit);
  return rows.map(({ engagementId }) => engagementId);
}

/** @returns the ids of the services without a worker of which another rhythm was wanted from today on, or from before */
export async function selectDue(database: Queryable, today: Temporal.PlainDate, limit: number): Promise<string[]> {
  const rows = await database
    .select({ engagementId: wish.engagementId })
    .from(wish)
    .innerJoin(engagements, eq(engagements.id, wish.engagementId))
    .where(and(isOpenWish(wish), lte(wish.startDay, today), isProposal(engagements)))
    .limit(limit);
  return rows.map(({ engagementId }) => engagementId);
}

/** @returns the rhythm that a service has, or is to have, and whether it is served, by whom */
export async function selectTerms(database: Queryable, engagementId: string) {
  const { startDay, frequency, interval } = scheduleTemplates;
  const [terms] = await database
    .select({ startDay, frequency, interval, status: engagements.status, worker: engagements.workerProfileId })
    .from(engagements)
    .innerJoin(scheduleTemplates, eq(scheduleTemplates.engagementId, engagements.id))
    .where(eq(engagements.id, engagementId));
  return terms;
}

/** @returns when the last wish for another rhythm of a service was fulfilled or taken back; undefined when none was */
export async function selectLastAnswer(
  transaction: Transaction,
  engagementId: string,
): Promise<Temporal.Instant | undefined> {
  const [last] = await transaction
    .select({ at: max(changes.at) })
    .from(changes)
    .where(
      and(eq(changes.subjectId, engagementId), inArray(changes.kind, ['rhythm-accepted', 'rhythm-withdrawn'] as const)),
    );
  return last?.at ?? undefined;
}
