import { and, between, count, eq, notExists, sql } from 'drizzle-orm';
import type { WorkStatus } from '#domain/enums.ts';
import type { Queryable, Transaction } from '../database/connection.ts';
import { engagements, files, skips, works } from '../database/schema/engagements.ts';

export type WorkRow = typeof works.$inferSelect;
export type StepTimes = Partial<
  Pick<WorkRow, 'travelStartedAt' | 'travelCompletedAt' | 'workStartedAt' | 'workCompletedAt'>
>;

/** @returns how many visits of an engagement were completed from one day to another, both of them included */
export async function countCompleted(
  database: Queryable,
  engagementId: string,
  from: Temporal.PlainDate,
  to: Temporal.PlainDate,
): Promise<number> {
  const [completed] = await database
    .select({ visits: count() })
    .from(works)
    .where(
      and(
        eq(works.engagementId, engagementId),
        between(works.date, from, to),
        eq(works.status, 'WORK_STATUS_WORK_COMPLETED'),
      ),
    );
  return completed?.visits ?? 0;
}

export async function selectWorkOfDay(
  database: Queryable,
  engagementId: string,
  date: Temporal.PlainDate,
): Promise<WorkRow | undefined> {
  const [work] = await database
    .select()
    .from(works)
    .where(and(eq(works.engagementId, engagementId), eq(works.date, date)));
  return work;
}

/** @returns a visit; with a worker's profile, only when it is that worker's */
export async function selectWork(
  database: Queryable,
  workId: string,
  workerProfileId?: string,
): Promise<WorkRow | undefined> {
  const [work] = await database
    .select()
    .from(works)
    .where(
      and(eq(works.id, workId), workerProfileId === undefined ? undefined : eq(works.workerProfileId, workerProfileId)),
    );
  return work;
}

export async function insertWork(
  transaction: Transaction,
  work: Omit<WorkRow, 'id' | keyof StepTimes>,
): Promise<WorkRow> {
  const [inserted] = await transaction.insert(works).values(work).returning();
  if (!inserted) throw new Error('The visit was not inserted');
  return inserted;
}

/** The first visit that starts sets an accepted engagement running. */
export async function markRunning(transaction: Transaction, engagementId: string): Promise<void> {
  await transaction
    .update(engagements)
    .set({ status: 'ENGAGEMENT_STATUS_RUNNING', version: sql`${engagements.version} + 1` })
    .where(and(eq(engagements.id, engagementId), eq(engagements.status, 'ENGAGEMENT_STATUS_ACCEPTED')));
}

/**
 * Forgets a visit that was started and no more. For a transaction that holds the engagement's visits locked.
 * @returns whether it is gone: with a photo it stays
 */
export async function deleteStartedWork(transaction: Transaction, workId: string): Promise<boolean> {
  // Locked first, so that a photo that is being announced is seen.
  await transaction.select({ id: works.id }).from(works).where(eq(works.id, workId)).for('update');
  const [file] = await transaction.select({ id: files.id }).from(files).where(eq(files.workId, workId)).limit(1);
  if (file) return false;
  const deleted = await transaction
    .delete(works)
    .where(and(eq(works.id, workId), eq(works.status, 'WORK_STATUS_PENDING')))
    .returning({ id: works.id });
  return deleted.length > 0;
}

/** An engagement that is left without any visit, but perhaps some that were given up, has not begun. */
export async function unmarkRunning(transaction: Transaction, engagementId: string): Promise<void> {
  const givenUp = transaction
    .select({ id: skips.id })
    .from(skips)
    .where(and(eq(skips.engagementId, engagementId), eq(skips.date, works.date)));
  const visits = transaction
    .select({ id: works.id })
    .from(works)
    .where(and(eq(works.engagementId, engagementId), notExists(givenUp)));
  await transaction
    .update(engagements)
    .set({ status: 'ENGAGEMENT_STATUS_ACCEPTED', version: sql`${engagements.version} + 1` })
    .where(
      and(eq(engagements.id, engagementId), eq(engagements.status, 'ENGAGEMENT_STATUS_RUNNING'), notExists(visits)),
    );
}

/**
 * Moves a worker's visit to another status.
 * @returns it, or undefined when it is not there or not in the expected status
 */
export async function moveWork(
  transaction: Transaction,
  expected: { id: string; workerProfileId: string; status: WorkStatus },
  status: WorkStatus,
  times: StepTimes & Pick<WorkRow, 'arrivedAt'>,
): Promise<WorkRow | undefined> {
  const [moved] = await transaction
    .update(works)
    .set({ status, ...times })
    .where(
      and(
        eq(works.id, expected.id),
        eq(works.workerProfileId, expected.workerProfileId),
        eq(works.status, expected.status),
      ),
    )
    .returning();
  return moved;
}
