import { asc, sql } from 'drizzle-orm';
import type { IsoDay } from '#domain/iso-days.ts';
import type { Transaction } from '../database/connection.ts';
import { listOf } from '../database/hot-read.ts';
import { moves } from '../database/schema/calendar.ts';
import { engagements, scheduleTemplates } from '../database/schema/engagements.ts';
import { isoDay } from './fill-store.ts';
import { planFields } from './plans-store.ts';

/** @returns services that have a worker, with their plans and what was moved of them */
export async function selectServices(transaction: Transaction, ids: readonly string[]) {
  return await transaction
    .select({
      ...planFields,
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
