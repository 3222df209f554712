import { and, eq, gt, inArray, isNotNull, lte } from 'drizzle-orm';
import type { WeekDay } from '#domain/calendar.ts';
import type { Transaction } from '../database/connection.ts';
import {
  engagements,
  pastAssignments,
  scheduleTemplateDays,
  scheduleTemplates,
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
