import { and, eq, exists, sql } from 'drizzle-orm';
import type { WorkStatus } from '#domain/enums.ts';
import { isLeftForGood } from '../database/claimable.ts';
import type { Queryable, Transaction } from '../database/connection.ts';
import { visitsDone } from '../database/due-visits.ts';
import { hotRead, together } from '../database/hot-read.ts';
import { asRows, hotUpdate, hotWrite, put, rowsOf } from '../database/hot-write.ts';
import { engagements, skips, works } from '../database/schema/engagements.ts';

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

const completedBetween = hotRead('completed_between', (database) =>
  database
    .select({
      visits: visitsDone(
        sql`${engagements.id}`,
        sql`${sql.placeholder('from')}::date`,
        sql`${sql.placeholder('to')}::date`,
      ).mapWith(Number),
    })
    .from(engagements)
    .where(eq(engagements.id, sql.placeholder('engagementId'))),
);

/** @returns how many visits of an engagement were completed that the plan had from one day to another, both included */
export async function countCompleted(
  database: Queryable,
  engagementId: string,
  from: Temporal.PlainDate,
  to: Temporal.PlainDate,
): Promise<number> {
  const days = { from: from.toString(), to: to.toString() };
  const [completed] = await completedBetween(database, { engagementId, ...days });
  return completed?.visits ?? 0;
}

const workOfDay = hotRead('work_of_day', (database) =>
  database
    .select()
    .from(works)
    .where(and(eq(works.engagementId, sql.placeholder('engagementId')), eq(works.date, sql.placeholder('date')))),
);

export async function selectWorkOfDay(
  database: Queryable,
  engagementId: string,
  date: Temporal.PlainDate,
): Promise<WorkRow | undefined> {
  const [work] = await workOfDay(database, { engagementId, date });
  return work;
}

const isWork = and(
  eq(works.id, sql.placeholder('workId')),
  sql`coalesce(${sql.placeholder('workerProfileId')}, ${works.workerProfileId}) = ${works.workerProfileId}`,
);

const lockEngagementOf = hotRead('lock_engagement_of_work', (database) =>
  database
    .select({ id: engagements.id })
    .from(works)
    .innerJoin(engagements, eq(engagements.id, works.engagementId))
    .where(isWork)
    .for('no key update', { of: engagements }),
);
const workWithSkip = hotRead('work_with_skip', (database) =>
  database
    .select({
      work: works,
      isLeft: isLeftForGood,
      isSkipped: sql<boolean>`${exists(
        database
          .select({ id: skips.id })
          .from(skips)
          .where(and(eq(skips.engagementId, works.engagementId), eq(skips.date, works.date))),
      )}`,
    })
    .from(works)
    .where(isWork),
);

/**
 * Locks the engagement of a visit, then reads the visit.
 * @param workerProfileId whose it has to be; anybody's when null
 */
export async function lockWorkRow(
  transaction: Transaction,
  workId: string,
  workerProfileId: string | null,
): Promise<{ work: WorkRow; isLeft: boolean; isSkipped: boolean } | undefined> {
  const which = { workId, workerProfileId };
  // Read once the lock is held: what waited for it may have been a step, or a skip.
  const [, [found]] = await together(transaction, lockEngagementOf.with(which), workWithSkip.with(which));
  return found;
}

const insertOne = hotWrite('insert_work', (database) => database.insert(works).select(rowsOf(works)).returning());

export async function insertWork(
  transaction: Transaction,
  work: Omit<WorkRow, 'id' | 'finishedBy' | keyof StepTimes>,
): Promise<WorkRow> {
  const [inserted] = await insertOne(transaction, asRows(works, [work]));
  if (!inserted) throw new Error('The visit was not inserted');
  return inserted;
}

const moveTo = hotUpdate('move_work', works, (database, set) =>
  database
    .update(works)
    .set(set)
    .where(
      and(
        eq(works.id, sql.placeholder('id')),
        eq(works.workerProfileId, sql.placeholder('ofWorker')),
        eq(works.status, put(works.status, 'before')),
      ),
    )
    .returning(),
);

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
  const changes = { status, ...times };
  const { id, workerProfileId, status: before } = expected;
  const [moved] = await moveTo(changes)(transaction, { ...changes, id, ofWorker: workerProfileId, before });
  return moved;
}
