import { sql } from 'drizzle-orm';
import type { WorkStatus } from '#domain/enums.ts';
import { engagements, files, skips, works } from '../database/schema/engagements.ts';

/**
 * What has become of an engagement's visits in a week and on the Sunday before, whose visits may be finished on Monday,
 * as columns beside it; they take `monday`.
 */

type WeekWork = {
  id: string;
  workerProfileId: string;
  date: Temporal.PlainDate;
  status: WorkStatus;
  createdAt: Temporal.Instant;
  arrivedAt: Temporal.Instant | null;
  travelStartedAt: Temporal.Instant | null;
  travelCompletedAt: Temporal.Instant | null;
  workStartedAt: Temporal.Instant | null;
  workCompletedAt: Temporal.Instant | null;
};
type WeekSkip = {
  date: Temporal.PlainDate;
  kind: (typeof skips.$inferSelect)['kind'];
  skippedBy: (typeof skips.$inferSelect)['skippedBy'];
  workerProfileId: string | null;
  reason: string | null;
};
type WeekFile = { id: string; workId: string; fileName: string; contentType: string; createdAt: Temporal.Instant };

/** Rows as JSON carries them: moments and days are text. */
type AsJson<Row> = {
  [Key in keyof Row]: Row[Key] extends Temporal.Instant | Temporal.PlainDate
    ? string
    : Row[Key] extends Temporal.Instant | null
      ? string | null
      : Row[Key];
};
const instant = (text: string) => Temporal.Instant.from(text);
const instantOrNull = (text: string | null) => (text === null ? null : instant(text));

const inWeek = sql`between ${sql.placeholder('monday')}::date - 1 and ${sql.placeholder('monday')}::date + 6`;

const weekWorks = sql`(
  select coalesce(json_agg(json_build_object(
    'id', ${works.id},
    'workerProfileId', ${works.workerProfileId},
    'date', ${works.date},
    'status', ${works.status},
    'createdAt', ${works.createdAt},
    'arrivedAt', ${works.arrivedAt},
    'travelStartedAt', ${works.travelStartedAt},
    'travelCompletedAt', ${works.travelCompletedAt},
    'workStartedAt', ${works.workStartedAt},
    'workCompletedAt', ${works.workCompletedAt}
  ) order by ${works.date}), '[]'::json)
  from ${works} where ${works.engagementId} = ${engagements.id} and ${works.date} ${inWeek}
)`.mapWith((rows: AsJson<WeekWork>[]): WeekWork[] =>
  rows.map((row) => ({
    ...row,
    date: Temporal.PlainDate.from(row.date),
    createdAt: instant(row.createdAt),
    arrivedAt: instantOrNull(row.arrivedAt),
    travelStartedAt: instantOrNull(row.travelStartedAt),
    travelCompletedAt: instantOrNull(row.travelCompletedAt),
    workStartedAt: instantOrNull(row.workStartedAt),
    workCompletedAt: instantOrNull(row.workCompletedAt),
  })),
);

const weekSkips = sql`(
  select coalesce(json_agg(json_build_object(
    'date', ${skips.date}, 'kind', ${skips.kind}, 'skippedBy', ${skips.skippedBy}, 'reason', ${skips.reason},
    'workerProfileId', ${skips.workerProfileId}
  )), '[]'::json)
  from ${skips} where ${skips.engagementId} = ${engagements.id} and ${skips.date} ${inWeek}
)`.mapWith((rows: AsJson<WeekSkip>[]): WeekSkip[] =>
  rows.map((row) => ({ ...row, date: Temporal.PlainDate.from(row.date) })),
);

const weekFiles = sql`(
  select coalesce(json_agg(json_build_object(
    'id', ${files.id},
    'workId', ${files.workId},
    'fileName', ${files.fileName},
    'contentType', ${files.contentType},
    'createdAt', ${files.createdAt}
  ) order by ${files.createdAt}, ${files.id}), '[]'::json)
  from ${works} inner join ${files} on ${files.workId} = ${works.id}
  where ${works.engagementId} = ${engagements.id} and ${works.date} ${inWeek} and ${files.uploadedAt} is not null
)`.mapWith((rows: AsJson<WeekFile>[]): WeekFile[] =>
  rows.map((row) => ({ ...row, createdAt: instant(row.createdAt) })),
);

/** The ids of the engagements in which a worker made a visit in the week; takes `workerProfileId` and `monday`. */
export const startedInWeek = sql`array(
  select ${works.engagementId} from ${works}
  where ${works.workerProfileId} = ${sql.placeholder('workerProfileId')} and ${works.date} ${inWeek}
)`;

export const weekFields = { works: weekWorks, skips: weekSkips, files: weekFiles };
