import { sql } from 'drizzle-orm';
import { counts, share } from '../database/earned.ts';
import { listOf } from '../database/hot-read.ts';
import { charges, payments } from '../database/schema/billing.ts';
import { holds, holidays, moves } from '../database/schema/calendar.ts';
import { shown } from '../database/schema/columns.ts';
import {
  engagements,
  files,
  scheduleTemplateDays,
  scheduleTemplates,
  skips,
  works,
} from '../database/schema/engagements.ts';
import { notes } from '../database/schema/notes.ts';

/**
 * What has become of an engagement's visits in a week and on the Sunday before, whose visits may be finished on Monday,
 * as columns beside it; they take `monday`.
 */

const inWeek = sql`between ${sql.placeholder('monday')}::date - 1 and ${sql.placeholder('monday')}::date + 6`;

const weekWorks = listOf(
  {
    id: works.id,
    workerProfileId: works.workerProfileId,
    // Days and moments as text: to make them of it, for each visit of each row, takes longer than all else.
    date: sql<string>`${works.date}`,
    status: works.status,
    createdAt: sql<string>`${works.createdAt}`,
    arrivedAt: sql<string | null>`${works.arrivedAt}`,
    travelStartedAt: sql<string | null>`${works.travelStartedAt}`,
    travelCompletedAt: sql<string | null>`${works.travelCompletedAt}`,
    workStartedAt: sql<string | null>`${works.workStartedAt}`,
    workCompletedAt: sql<string | null>`${works.workCompletedAt}`,
    earned: sql<
      number | null
    >`case when ${charges.id} is not null then case when ${counts} then ${share} else 0 end end`,
  },
  sql`from ${works} left join ${charges} on ${charges.workId} = ${works.id}
    left join ${payments} on ${payments.id} = ${charges.paymentId}
    where ${works.engagementId} = ${engagements.id} and ${works.date} ${inWeek}`,
  sql`${works.date}`,
);

const weekSkips = listOf(
  {
    date: sql<string>`${skips.date}`,
    kind: skips.kind,
    skippedBy: skips.skippedBy,
    workerProfileId: skips.workerProfileId,
    reason: skips.reason,
  },
  sql`from ${skips} where ${skips.engagementId} = ${engagements.id} and ${skips.date} ${inWeek}`,
);

const weekFiles = listOf(
  {
    id: files.id,
    workId: files.workId,
    fileName: files.fileName,
    contentType: files.contentType,
    createdAt: shown(files.createdAt),
  },
  sql`from ${works} inner join ${files} on ${files.workId} = ${works.id}
    where ${works.engagementId} = ${engagements.id} and ${works.date} ${inWeek} and ${files.uploadedAt} is not null`,
  sql`${files.createdAt}, ${files.id}`,
);

const weekNotes = listOf(
  {
    id: notes.id,
    date: sql<string>`${notes.visitDay}`,
    isToCustomer: notes.isToCustomer,
    text: notes.text,
  },
  sql`from ${notes} where ${notes.engagementId} = ${engagements.id} and ${notes.visitDay} ${inWeek}
    and ${notes.byProfileId} = ${sql.placeholder('workerProfileId')}`,
  sql`${notes.createdAt}, ${notes.id}`,
);

const weekMoves = listOf(
  {
    originalDay: sql<string>`${moves.originalDay}`,
    isKept: moves.isKept,
    movedFrom: sql<string | null>`${moves.movedFrom}`,
    day: sql<string | null>`${moves.day}`,
    workerProfileId: moves.workerProfileId,
  },
  sql`from ${moves} where ${moves.engagementId} = ${engagements.id}
    and (${moves.day} ${inWeek} or ${moves.originalDay} ${inWeek})`,
);

/** When each weekday was put into the plan: of a day before that no visit was due on it. */
const weekDaysSince = listOf(
  { dayOfWeek: scheduleTemplateDays.dayOfWeek, plannedAt: sql<string>`${scheduleTemplateDays.plannedAt}` },
  sql`from ${scheduleTemplateDays}
    where ${scheduleTemplateDays.scheduleTemplateId} = ${scheduleTemplates.id} and ${scheduleTemplateDays.plannedAt} is not null`,
);

/** The days of the week on which nobody comes: the customer is away, or nobody works. */
const weekDaysOff = listOf(
  { date: sql<string>`off.day::date` },
  sql`from (
    select ${holidays.day} from ${holidays} where ${holidays.day} ${inWeek} and ${holidays.takenBackAt} is null
    union all
    select generate_series(
      greatest(${holds.firstDay}, ${sql.placeholder('monday')}::date), least(${holds.lastDay}, ${sql.placeholder('monday')}::date + 6), '1 day'
    )::date from ${holds}
    where ${holds.engagementId} = ${engagements.id} and ${holds.lastDay} >= ${sql.placeholder('monday')}::date
  ) off`,
);

/** The ids of the engagements in which a worker has a visit of the week that is otherwise another's; takes the same. */
export const givenInWeek = sql`array(
  select ${moves.engagementId} from ${moves}
  where ${moves.workerProfileId} = ${sql.placeholder('workerProfileId')} and ${moves.day} ${inWeek}
)`;

/** The ids of the engagements in which a worker made a visit in the week; takes `workerProfileId` and `monday`. */
export const startedInWeek = sql`array(
  select ${works.engagementId} from ${works}
  where ${works.workerProfileId} = ${sql.placeholder('workerProfileId')} and ${works.date} ${inWeek}
)`;

export const weekFields = {
  /** Since when its visits are due to the worker who has it. */
  activeSince: sql<string | null>`${engagements.activeSince}`,
  plannedSince: weekDaysSince,
  works: weekWorks,
  skips: weekSkips,
  moves: weekMoves,
  daysOff: weekDaysOff,
  files: weekFiles,
  /** The worker's own. */
  notes: weekNotes,
};
