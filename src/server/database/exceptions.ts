import { type SQL, sql } from 'drizzle-orm';
import { listOf } from './hot-read.ts';
import { holidays, moves } from './schema/calendar.ts';
import { engagements, scheduleTemplateDays, scheduleTemplates } from './schema/engagements.ts';
import { profiles } from './schema/profiles.ts';
import { holdsFrom } from './visits-to-come.ts';

/** The weekdays of a schedule template, as a column beside it. */
export const daysOfTemplate = listOf(
  { dayOfWeek: scheduleTemplateDays.dayOfWeek },
  sql`from ${scheduleTemplateDays} where ${scheduleTemplateDays.scheduleTemplateId} = ${scheduleTemplates.id}`,
);

/**
 * What differs from an engagement's plan from a day on, as columns beside it.
 * @param from an expression of the type date
 */
export const exceptionsFrom = (from: SQL) => ({
  moves: listOf(
    {
      originalDay: moves.originalDay,
      day: moves.day,
      workerProfileId: moves.workerProfileId,
      workerName: sql<
        string | null
      >`(select ${profiles.displayName} from ${profiles} where ${profiles.id} = ${moves.workerProfileId})`,
      reason: moves.reason,
      movedAt: moves.movedAt,
      isKept: moves.isKept,
      movedFrom: moves.movedFrom,
    },
    sql`from ${moves} where ${moves.engagementId} = ${engagements.id}
      and (${moves.day} >= ${from} or ${moves.originalDay} >= ${from})`,
    sql`${moves.originalDay}`,
  ),
  holds: holdsFrom(from),
  holidays: listOf(
    { day: holidays.day, name: holidays.name, createdAt: holidays.createdAt },
    sql`from ${holidays} where ${holidays.day} >= ${from} and ${holidays.takenBackAt} is null
      and ${holidays.workerProfileId} is null`,
    sql`${holidays.day}`,
  ),
});
