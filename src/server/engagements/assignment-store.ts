import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import type { Transaction } from '../database/connection.ts';
import {
  engagements,
  pastAssignments,
  scheduleTemplateDays,
  scheduleTemplates,
} from '../database/schema/engagements.ts';

/** Writes down whose the visits of engagements were until a moment, while their worker and weekdays are there still. */
export async function insertPastAssignments(
  transaction: Transaction,
  engagementIds: string[],
  { until, firstFeePercent }: { until: Temporal.Instant; firstFeePercent: number },
): Promise<void> {
  const rows = await transaction
    .select({
      engagementId: engagements.id,
      workerProfileId: engagements.workerProfileId,
      since: engagements.activeSince,
      agreedFeePercent: engagements.agreedFeePercent,
      dayOfWeek: scheduleTemplateDays.dayOfWeek,
    })
    .from(engagements)
    .innerJoin(scheduleTemplates, eq(scheduleTemplates.engagementId, engagements.id))
    .innerJoin(scheduleTemplateDays, eq(scheduleTemplateDays.scheduleTemplateId, scheduleTemplates.id))
    .where(and(inArray(engagements.id, engagementIds), isNotNull(engagements.workerProfileId)));
  const assignments = [...Map.groupBy(rows, (row) => row.engagementId)].flatMap(([engagementId, days]) => {
    const { workerProfileId, since, agreedFeePercent } = days[0] ?? {};
    if (!workerProfileId || !since) return [];
    return [
      {
        engagementId,
        workerProfileId,
        weekDays: days.map(({ dayOfWeek }) => dayOfWeek),
        agreedFeePercent: agreedFeePercent ?? firstFeePercent,
        since,
        until,
      },
    ];
  });
  if (assignments.length > 0) await transaction.insert(pastAssignments).values(assignments).onConflictDoNothing();
}
