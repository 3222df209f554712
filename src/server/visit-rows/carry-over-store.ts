import { asc, sql } from 'drizzle-orm';
import type { IsoDay } from '#domain/iso-days.ts';
import type { Transaction } from '../database/connection.ts';
import { daysOfTemplate } from '../database/exceptions.ts';
import { listOf } from '../database/hot-read.ts';
import { moves } from '../database/schema/calendar.ts';
import { engagements, scheduleTemplates } from '../database/schema/engagements.ts';
import { plans, visits } from '../database/schema/visits.ts';
import { isoDay, type VisitRow } from './fill-store.ts';

/** @returns services that have a worker, with their plans and what was moved of them */
export async function selectServices(transaction: Transaction, ids: readonly string[]) {
  return await transaction
    .select({
      engagementId: engagements.id,
      status: engagements.status,
      worker: engagements.workerProfileId,
      feePercent: engagements.agreedFeePercent,
      frequency: scheduleTemplates.frequency,
      interval: scheduleTemplates.interval,
      weekOffset: scheduleTemplates.weekOffset,
      startDay: isoDay(scheduleTemplates.startDay),
      weekDays: daysOfTemplate,
      moves: listOf(
        {
          originalDay: isoDay(moves.originalDay),
          day: sql<IsoDay | null>`${moves.day}`,
          worker: moves.workerProfileId,
          isKept: moves.isKept,
          holidayId: moves.holidayId,
          movedAt: moves.movedAt,
        },
        sql`from ${moves} where ${moves.engagementId} = ${engagements.id}`,
        sql`${moves.originalDay}`,
      ),
    })
    .from(engagements)
    .innerJoin(scheduleTemplates, sql`${scheduleTemplates.engagementId} = ${engagements.id}`)
    .where(sql`${engagements.id} = any(${sql.param(ids)}::uuid[])`)
    .orderBy(asc(engagements.id));
}

export type Service = Awaited<ReturnType<typeof selectServices>>[number];
export type NewPlan = Omit<typeof plans.$inferInsert, 'firstDay' | 'startDay' | 'endedOn'> &
  Record<'firstDay' | 'startDay', IsoDay> & { endedOn: IsoDay | null };

/** Postgres takes at most 65,535 values in a statement. */
const rowsAtOnce = 3000;

export async function insertPlans(transaction: Transaction, made: readonly NewPlan[]): Promise<void> {
  const date = (day: IsoDay) => Temporal.PlainDate.from(day);
  for (let from = 0; from < made.length; from += rowsAtOnce) {
    await transaction.insert(plans).values(
      made.slice(from, from + rowsAtOnce).map(({ firstDay, startDay, endedOn, ...plan }) => ({
        ...plan,
        firstDay: date(firstDay),
        startDay: date(startDay),
        endedOn: endedOn === null ? null : date(endedOn),
      })),
    );
  }
}

/** Notes which days people chose for visits, and which workers. */
export async function updateChosen(transaction: Transaction, chosen: readonly VisitRow[]): Promise<void> {
  const rows = chosen.map(({ id, setDay, setWorker, setAt }) => ({ id, setDay, setWorker, setAt }));
  await transaction.execute(sql`
    update ${visits} set set_day = given."setDay", set_worker_profile_id = given."setWorker", set_at = to_timestamp(given."setAt")
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as given(id uuid, "setDay" date, "setWorker" uuid, "setAt" double precision)
    where ${visits.id} = given.id`);
}
