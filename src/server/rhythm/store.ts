import { and, eq, gt, inArray, lte, max, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../database/connection.ts';
import { changes } from '../database/schema/changes.ts';
import { engagements, scheduleTemplates } from '../database/schema/engagements.ts';
import { rhythmRequests, rhythmsBefore } from '../database/schema/rhythms.ts';
import { isActive, isProposal } from '../database/schema/states.ts';

export type RequestRow = typeof rhythmRequests.$inferSelect;

export async function selectRequest(database: Queryable, engagementId: string): Promise<RequestRow | undefined> {
  const [request] = await database.select().from(rhythmRequests).where(eq(rhythmRequests.engagementId, engagementId));
  return request;
}

/** Writes what is wanted, in place of what was wanted before. */
export async function writeRequest(transaction: Transaction, request: RequestRow): Promise<void> {
  const { engagementId: _, ...changed } = request;
  await transaction
    .insert(rhythmRequests)
    .values(request)
    .onConflictDoUpdate({ target: rhythmRequests.engagementId, set: changed });
}

export async function deleteRequest(transaction: Transaction, engagementId: string): Promise<void> {
  await transaction.delete(rhythmRequests).where(eq(rhythmRequests.engagementId, engagementId));
}

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
    .select({ engagementId: rhythmRequests.engagementId })
    .from(rhythmRequests)
    .innerJoin(engagements, eq(engagements.id, rhythmRequests.engagementId))
    .where(
      and(
        lte(rhythmRequests.askedAt, settled),
        isActive(engagements),
        sql`${rhythmRequests.toldWorkerProfileId} is distinct from ${engagements.workerProfileId}`,
        // Who was not told of the service yet is asked after that.
        sql`not (coalesce(${engagements.tellAfter} > ${now.toString()}::timestamptz, false) and ${engagements.workerProfileId} is distinct from (
          select plan.worker_profile_id from plans plan where plan.engagement_id = ${engagements.id} and plan.told_at is not null
          order by plan.told_at desc, plan.id desc limit 1))`,
      ),
    )
    .limit(limit);
  return rows.map(({ engagementId }) => engagementId);
}

/** @returns the ids of the services without a worker of which another rhythm was wanted from today on, or from before */
export async function selectDue(database: Queryable, today: Temporal.PlainDate, limit: number): Promise<string[]> {
  const rows = await database
    .select({ engagementId: rhythmRequests.engagementId })
    .from(rhythmRequests)
    .innerJoin(engagements, eq(engagements.id, rhythmRequests.engagementId))
    .where(and(lte(rhythmRequests.startDay, today), isProposal(engagements)))
    .limit(limit);
  return rows.map(({ engagementId }) => engagementId);
}

export async function markAsked(
  transaction: Transaction,
  engagementId: string,
  workerProfileId: string,
): Promise<void> {
  await transaction
    .update(rhythmRequests)
    .set({ toldWorkerProfileId: workerProfileId })
    .where(eq(rhythmRequests.engagementId, engagementId));
}

/** @returns the worker who has accepted a rhythm last that a service is to have, begun or not */
export async function selectAcceptor(transaction: Transaction, engagementId: string): Promise<string | undefined> {
  const [before] = await transaction
    .select({ acceptedBy: rhythmsBefore.acceptedBy })
    .from(rhythmsBefore)
    .where(eq(rhythmsBefore.engagementId, engagementId));
  return before?.acceptedBy;
}

/** @returns the rhythm of a service that was accepted and begins after today, with the one until then; undefined when none is */
export async function selectAgreed(database: Queryable, engagementId: string, today: Temporal.PlainDate) {
  const [agreed] = await database
    .select({
      frequency: scheduleTemplates.frequency,
      interval: scheduleTemplates.interval,
      startDay: scheduleTemplates.startDay,
      before: { frequency: rhythmsBefore.frequency, interval: rhythmsBefore.interval },
      canBeTakenBack: sql<boolean>`(${isActive(engagements)} and ${rhythmsBefore.weekDays} is not null
        and ${engagements.workerProfileId} is not distinct from ${rhythmsBefore.acceptedBy})`,
    })
    .from(rhythmsBefore)
    .innerJoin(engagements, eq(engagements.id, rhythmsBefore.engagementId))
    .innerJoin(
      scheduleTemplates,
      and(
        eq(scheduleTemplates.engagementId, rhythmsBefore.engagementId),
        eq(scheduleTemplates.startDay, rhythmsBefore.until),
      ),
    )
    .where(and(eq(rhythmsBefore.engagementId, engagementId), gt(rhythmsBefore.until, today)));
  return agreed;
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
