import { and, eq, gt, gte, inArray, isNotNull, lte, sql } from 'drizzle-orm';
import type { WeekDay } from '#domain/calendar.ts';
import type { Transaction } from '../database/connection.ts';
import { moves } from '../database/schema/calendar.ts';
import {
  engagements,
  pastAssignments,
  scheduleTemplateDays,
  scheduleTemplates,
  works,
} from '../database/schema/engagements.ts';

/** Writes down whose the visits of engagements were until now, while their worker and weekdays are there still. */
export async function insertPastAssignments(
  transaction: Transaction,
  engagementIds: string[],
  until: Temporal.Instant,
): Promise<void> {
  const rows = await transaction
    .select({
      engagementId: engagements.id,
      workerProfileId: engagements.workerProfileId,
      since: engagements.activeSince,
      dayOfWeek: scheduleTemplateDays.dayOfWeek,
    })
    .from(engagements)
    .innerJoin(scheduleTemplates, eq(scheduleTemplates.engagementId, engagements.id))
    .innerJoin(scheduleTemplateDays, eq(scheduleTemplateDays.scheduleTemplateId, scheduleTemplates.id))
    .where(and(inArray(engagements.id, engagementIds), isNotNull(engagements.workerProfileId)));
  const assignments = [...Map.groupBy(rows, (row) => row.engagementId)].flatMap(([engagementId, days]) => {
    const { workerProfileId, since } = days[0] ?? {};
    const weekDays = days.map(({ dayOfWeek }) => dayOfWeek);
    return workerProfileId && since ? [{ engagementId, workerProfileId, since, until, weekDays }] : [];
  });
  if (assignments.length > 0) await transaction.insert(pastAssignments).values(assignments).onConflictDoNothing();
}

/** @returns the weekdays on which an engagement's visits were due to one of these workers at a moment that is over */
export async function selectPastWeekDays(
  transaction: Transaction,
  engagementId: string,
  workerProfileIds: string[],
  at: Temporal.Instant,
): Promise<WeekDay[]> {
  const [past] = await transaction
    .select({ weekDays: pastAssignments.weekDays })
    .from(pastAssignments)
    .where(
      and(
        eq(pastAssignments.engagementId, engagementId),
        inArray(pastAssignments.workerProfileId, workerProfileIds),
        lte(pastAssignments.since, at),
        gt(pastAssignments.until, at),
      ),
    );
  return past?.weekDays ?? [];
}

const isToCome = (today: Temporal.PlainDate) =>
  and(
    gte(moves.day, today),
    sql`not exists (select from ${works} where ${works.engagementId} = ${moves.engagementId} and ${works.date} = ${moves.day})`,
  );

/** Forgets where visits were moved that are still to come: their engagements have no worker any more, or have ended. */
export async function forgetMoves(
  transaction: Transaction,
  engagementIds: string[],
  today: Temporal.PlainDate,
): Promise<void> {
  await transaction.delete(moves).where(and(inArray(moves.engagementId, engagementIds), isToCome(today)));
}

/** Gives visits to come that a worker was to make for others back to the workers whose they are. */
export async function giveBackVisits(
  transaction: Transaction,
  workerProfileIds: string[],
  today: Temporal.PlainDate,
): Promise<void> {
  await transaction
    .update(moves)
    .set({ workerProfileId: null })
    .where(and(inArray(moves.workerProfileId, workerProfileIds), isToCome(today)));
}
