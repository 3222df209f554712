import { and, eq, inArray, not, sql } from 'drizzle-orm';
import type { WorkStatus } from '#domain/enums.ts';
import { begunFields } from '../database/begun.ts';
import { isOpenAccount } from '../database/claimable.ts';
import type { Transaction } from '../database/connection.ts';
import { milesDriven } from '../database/miles-driven.ts';
import { agreedPlans } from '../database/plan-versions.ts';
import { prepared } from '../database/prepared.ts';
import { charges } from '../database/schema/billing.ts';
import { engagements, hasBegun } from '../database/schema/engagements.ts';
import { files } from '../database/schema/files.ts';
import { isBegun } from '../database/schema/states.ts';
import { visits } from '../database/schema/visits.ts';
import type { Change } from './fill-store.ts';
import { notMissed, notOff } from './off-store.ts';

const lockOne = prepared('lock_service', (database) =>
  database
    .select({
      id: engagements.id,
      status: engagements.status,
      customerProfileId: engagements.customerProfileId,
      workerProfileId: engagements.workerProfileId,
      createdAt: engagements.createdAt,
    })
    .from(engagements)
    .where(eq(engagements.id, sql.placeholder('engagementId')))
    .for('no key update'),
);

/** A service whose visits somebody begins, takes off or writes of. */
export type Service = Awaited<ReturnType<typeof lockOne>>[number];

const isOffByPeople = inArray(visits.offBy, ['customer', 'worker', 'employee']);

const onDayOrTapped = prepared('visits_to_begin', (database) =>
  database
    .select({
      ...begunFields,
      isLeft: sql<boolean>`(${visits.step} is not null and not ${isOpenAccount(visits.workerProfileId)})`,
      workerProfileId: visits.workerProfileId,
      status: visits.step,
      createdAt: visits.begunAt,
      state: visits.state,
      ...{
        offId: sql<string | null>`case when ${isOffByPeople} then ${visits.offId} end`,
        offAt: visits.offAt,
        offWorkerProfileId: visits.offWorkerProfileId,
        reason: visits.reason,
      },
      offBy: visits.offBy,
      ...{ missedId: visits.missedId, missedOn: visits.missedOn, missedAt: visits.missedAt, seenAt: visits.seenAt },
      missedWorkerProfileId: visits.missedWorkerProfileId,
      wasTheirs: sql<boolean>`tapped.visit_id is not null`,
      /** Of the one that is meant: whether it was on the day at any time. */
      wasThere: sql<boolean>`(${visits.id} = ${sql.placeholder('visitId')}::uuid and exists (
        select from visit_history past where past.visit_id = ${visits.id} and past.day = ${sql.placeholder('date')}::date))`,
    })
    .from(visits)
    .leftJoin(
      sql`(
        select past.visit_id from visit_history past
        where past.engagement_id = ${sql.placeholder('engagementId')} and past.day = ${sql.placeholder('date')}::date
          and past.state = 'planned' and past.worker_profile_id = ${sql.placeholder('workerProfileId')}
          and past.at <= ${sql.placeholder('at')}::timestamptz and not exists (
            select from visit_history later where later.visit_id = past.visit_id and later.nth > past.nth
              and later.at <= ${sql.placeholder('at')}::timestamptz)
        group by past.visit_id
      ) tapped`,
      sql`tapped.visit_id = ${visits.id}`,
    )
    .where(
      and(
        eq(visits.engagementId, sql.placeholder('engagementId')),
        sql`(${visits.day} = ${sql.placeholder('date')}::date or ${visits.missedOn} = ${sql.placeholder('date')}::date
          or tapped.visit_id is not null or ${visits.id} = ${sql.placeholder('visitId')}::uuid)`,
      ),
    ),
);

/** Which day of a service is asked for, and on which of its visits a worker had there at a moment. */
export type Tap = {
  engagementId: string;
  workerProfileId: string | null;
  date: Temporal.PlainDate;
  at: Temporal.Instant;
  /** Which visit of the service is meant, if that is known. */
  visitId?: string | null | undefined;
};

/**
 * Keeps everybody else from a service's visits until the transaction ends.
 * @returns it, with its visits that are on a day or were missed there, those that were a worker's on that day at a moment, `wasTheirs`, and
 *   the one that is meant
 */
export async function lockToBegin(transaction: Transaction, { date, at, visitId = null, ...whose }: Tap) {
  // Read once the lock is held: what waited for it may have moved the visit.
  const [engagement] = await lockOne(transaction, { engagementId: whose.engagementId });
  const rows = await onDayOrTapped(transaction, { ...whose, visitId, date: `${date}`, at: `${at}` });
  return engagement && { engagement, rows };
}

export type ToBegin = Awaited<ReturnType<typeof onDayOrTapped>>[number];

/** The business's part that is agreed with who begins a visit: as in their last version of the plan, where another worker has the service since. */
const agreedFee = (workerProfileId: string | null, firstFeePercent: number) => sql`(
  select coalesce(own.fee_percent, case when own.id is null then service.agreed_fee_percent end, ${firstFeePercent}::integer)
  from engagements service
  left join lateral (
    select had.id, had.fee_percent from ${agreedPlans('had')} where had.engagement_id = service.id
      and had.worker_profile_id = ${workerProfileId} and had.worker_profile_id is distinct from service.worker_profile_id
    order by had.id desc limit 1
  ) own on true
  where service.id = visits.engagement_id
)`;

/** A visit that was begun. */
export type WorkRow = Awaited<ReturnType<typeof workWithSkip>>[number]['work'];

/**
 * Begins a visit, wherever it was. No other one is on that day.
 * @param begun `wasMissed`: whether it counted as missed there, which it does no more; `firstFeePercent`: what counts for a service
 *   claimed before fees were kept
 */
export async function beginVisit(
  transaction: Transaction,
  id: string,
  {
    date,
    createdAt,
    arrivedAt,
    workerProfileId,
    wasMissed,
    firstFeePercent,
  }: Pick<WorkRow, 'date' | 'createdAt' | 'arrivedAt' | 'workerProfileId'> & {
    wasMissed: boolean;
    firstFeePercent: number;
  },
): Promise<WorkRow> {
  const changes = {
    ...notOff,
    ...(wasMissed && notMissed),
    ...({ state: 'begun', step: 'WORK_STATUS_PENDING' } as const),
    ...{ day: date, workerProfileId, begunAt: createdAt, arrivedAt },
    ...{ changedAt: arrivedAt ?? createdAt, changedBy: workerProfileId },
  };
  const [begun] = await transaction
    .update(visits)
    .set({ ...changes, feePercent: agreedFee(workerProfileId, firstFeePercent) })
    .where(eq(visits.id, id))
    .returning(begunFields);
  if (!begun) throw new Error('The visit is not there');
  return begun;
}

type StepTimes = Partial<Pick<WorkRow, 'travelStartedAt' | 'travelCompletedAt' | 'workStartedAt' | 'workCompletedAt'>>;

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

/**
 * Moves a worker's visit to another status. Of its state only the last step changes something.
 * @returns it, or undefined when it is not there or not in the expected status
 */
export async function moveWork(
  transaction: Transaction,
  expected: Pick<WorkRow, 'id' | 'workerProfileId' | 'status'>,
  status: WorkStatus,
  times: StepTimes & Pick<WorkRow, 'arrivedAt'> & Partial<Pick<WorkRow, 'finishedBy'>>,
  { at: changedAt, by: changedBy }: Change,
): Promise<WorkRow | undefined> {
  const last = 'WORK_STATUS_WORK_COMPLETED';
  const state = status === last ? 'done' : 'begun';
  const ends = [status, expected.status].includes(last) ? ({ state, changedAt, changedBy } as const) : {};
  const [moved] = await transaction
    .update(visits)
    .set({ step: status, ...times, ...ends, ...(times.workCompletedAt && { miles: milesDriven }) })
    .where(
      and(
        eq(visits.id, expected.id),
        eq(visits.workerProfileId, expected.workerProfileId),
        eq(visits.step, expected.status),
      ),
    )
    .returning(begunFields);
  return moved;
}

/** What a visit that nobody has begun has none of. */
const notBegun = {
  ...{ step: null, begunAt: null, arrivedAt: null, finishedBy: null, feePercent: null, miles: null },
  ...{ travelStartedAt: null, travelCompletedAt: null, workStartedAt: null, workCompletedAt: null },
};

/**
 * Makes a visit that was only started one that is planned on that day, in a transaction that holds the engagement's visits locked.
 * @returns false when it has a photo or has gone on: then it stays
 */
export async function takeBackStart(transaction: Transaction, id: string, { at, by }: Change): Promise<boolean> {
  // The lock waits for a photo that is being announced.
  const [visit] = await transaction.select({ step: visits.step }).from(visits).where(eq(visits.id, id)).for('update');
  const [file] = await transaction.select({ id: files.id }).from(files).where(eq(files.workId, id)).limit(1);
  if (file) return false;
  if (visit?.step !== 'WORK_STATUS_PENDING') return false;
  // It had been completed and undone meanwhile, and staff did not want it billed.
  await transaction.delete(charges).where(and(eq(charges.workId, id), eq(charges.isNotBilled, true)));
  await transaction
    .update(visits)
    .set({ ...notBegun, state: 'planned', changedAt: at, changedBy: by })
    .where(eq(visits.id, id));
  return true;
}

/** Sets an accepted engagement running. */
export async function markRunning(transaction: Transaction, engagementId: string): Promise<void> {
  await transaction
    .update(engagements)
    .set({ status: 'ENGAGEMENT_STATUS_RUNNING', version: sql`${engagements.version} + 1` })
    .where(and(eq(engagements.id, engagementId), eq(engagements.status, 'ENGAGEMENT_STATUS_ACCEPTED')));
}

/** Sets a running engagement back to accepted, when it has no visit that was not given up. */
export async function unmarkRunning(transaction: Transaction, engagementId: string): Promise<void> {
  await transaction
    .update(engagements)
    .set({ status: 'ENGAGEMENT_STATUS_ACCEPTED', version: sql`${engagements.version} + 1` })
    .where(and(eq(engagements.id, engagementId), eq(engagements.status, 'ENGAGEMENT_STATUS_RUNNING'), not(hasBegun)));
}

const isWork = and(
  eq(visits.id, sql.placeholder('workId')),
  sql`coalesce(${sql.placeholder('workerProfileId')}, ${visits.workerProfileId}) = ${visits.workerProfileId}`,
  isBegun(visits),
);

const lockEngagementOf = prepared('lock_engagement_of_work', (database) =>
  database
    .select({ id: engagements.id })
    .from(visits)
    .innerJoin(engagements, eq(engagements.id, visits.engagementId))
    .where(isWork)
    .for('no key update', { of: engagements }),
);
const workWithSkip = prepared('work_with_skip', (database) =>
  database
    .select({
      work: begunFields,
      isLeft: sql<boolean>`not ${isOpenAccount(visits.workerProfileId)}`,
      isSkipped: sql<boolean>`(${visits.state} in ('could-not', 'missed'))`,
    })
    .from(visits)
    .where(isWork),
);

/**
 * Locks the engagement of a visit, then reads the visit.
 * @param workerProfileId whose it has to be; anybody's when null
 */
export async function lockWorkRow(transaction: Transaction, workId: string, workerProfileId: string | null) {
  const which = { workId, workerProfileId };
  // Read once the lock is held: what waited for it may have been a step, or a skip.
  await lockEngagementOf(transaction, which);
  const [found] = await workWithSkip(transaction, which);
  return found;
}
