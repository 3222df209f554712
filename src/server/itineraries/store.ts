import { and, between, count, eq } from 'drizzle-orm';
import type { WorkStatus } from '#domain/enums.ts';
import type { Queryable, Transaction } from '../database/connection.ts';
import { works } from '../database/schema/engagements.ts';

export type WorkRow = typeof works.$inferSelect;
export type StepTimes = Partial<
  Pick<WorkRow, 'travelStartedAt' | 'travelCompletedAt' | 'workStartedAt' | 'workCompletedAt'>
>;

const timeColumns: Partial<Record<WorkStatus, keyof StepTimes>> = {
  WORK_STATUS_TRAVEL_STARTED: 'travelStartedAt',
  WORK_STATUS_TRAVEL_COMPLETED: 'travelCompletedAt',
  WORK_STATUS_WORK_STARTED: 'workStartedAt',
  WORK_STATUS_WORK_COMPLETED: 'workCompletedAt',
};

/** @returns the moment of the step that leads to a status, as its column; null when the step is undone */
export function stepTimes(status: WorkStatus, at: Temporal.Instant | null): StepTimes {
  const column = timeColumns[status];
  return column ? { [column]: at } : {};
}

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
  work: Omit<WorkRow, 'id' | 'finishedBy' | keyof StepTimes>,
): Promise<WorkRow> {
  const [inserted] = await transaction.insert(works).values(work).returning();
  if (!inserted) throw new Error('The visit was not inserted');
  return inserted;
}

/**
 * Moves a worker's visit to another status.
 * @returns it, or undefined when it is not there or not in the expected status
 */
export async function moveWork(
  transaction: Transaction,
  expected: { id: string; workerProfileId: string; status: WorkStatus },
  status: WorkStatus,
  times: StepTimes & Pick<WorkRow, 'arrivedAt'> & Partial<Pick<WorkRow, 'finishedBy'>>,
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
