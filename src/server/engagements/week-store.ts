import { sql } from 'drizzle-orm';
import type { WorkStatus } from '#domain/enums.ts';
import type { Visit } from '#domain/reconcile.ts';
import type { SkipKind } from '#domain/schedule-rules.ts';
import { counts, share } from '../database/earned.ts';
import { listOf } from '../database/hot-read.ts';
import { charges, payments } from '../database/schema/billing.ts';
import { shown } from '../database/schema/columns.ts';
import { engagements } from '../database/schema/engagements.ts';
import { files } from '../database/schema/files.ts';
import { notes } from '../database/schema/notes.ts';
import { isBegun, isOffByPeople, takesPlace } from '../database/schema/states.ts';
import { visits } from '../database/schema/visits.ts';

/**
 * What has become of a worker's visits of an engagement in a week and on the Sunday before, whose visits may be finished on Monday,
 * as columns beside it; they take `monday` and `workerProfileId`.
 */

const inWeek = sql`between ${sql.placeholder('monday')}::date - 1 and ${sql.placeholder('monday')}::date + 6`;
const isOfWorker = sql`= ${sql.placeholder('workerProfileId')}`;

const isWork = sql`on_day.date = ${visits.day} and ${isBegun(visits)}`;

/**
 * What takes place, was taken off by people or was missed: a visit that is off by a rule is none. One that was missed and is made up
 * for on another day is on both.
 */
const weekVisits = listOf(
  {
    id: visits.id,
    // Days and moments as text: to make them of it, for each visit of each row, takes longer than all else.
    date: sql<string>`on_day.date`,
    home: sql<string>`on_day.home`,
    workerProfileId: sql<string>`on_day.worker_profile_id`,
    state: sql<Visit['state']>`on_day.state`,
    work: {
      id: sql<string>`case when ${isWork} then ${visits.id} end`,
      status: sql<WorkStatus>`${visits.step}`,
      createdAt: sql<string>`${visits.begunAt}`,
      arrivedAt: sql<string | null>`${visits.arrivedAt}`,
      travelStartedAt: sql<string | null>`${visits.travelStartedAt}`,
      travelCompletedAt: sql<string | null>`${visits.travelCompletedAt}`,
      workStartedAt: sql<string | null>`${visits.workStartedAt}`,
      workCompletedAt: sql<string | null>`${visits.workCompletedAt}`,
      earned: sql<
        number | null
      >`case when ${charges.id} is not null then case when ${counts} then ${share} else 0 end end`,
    },
    skip: {
      kind: sql<SkipKind>`case on_day.state when 'off' then 'skipped' when 'could-not' then 'could-not' when 'missed' then 'missed' end`,
      skippedBy: sql<'customer' | 'worker' | 'employee' | null>`${visits.offBy}`,
      reason: visits.reason,
    },
  },
  sql`from ${visits}
    cross join lateral (
      select ${visits.day} as date, ${visits.home}, ${visits.workerProfileId}, ${visits.state}
      where ${visits.offBy} is null or ${isOffByPeople(visits)}
      union all
      select ${visits.missedOn}, ${visits.missedOn}, ${visits.missedWorkerProfileId}, 'missed'
      where ${visits.missedOn} <> ${visits.day}
    ) on_day
    left join ${charges} on ${charges.workId} = ${visits.id}
    left join ${payments} on ${payments.id} = ${charges.paymentId}
    where ${visits.engagementId} = ${engagements.id} and on_day.date ${inWeek} and on_day.worker_profile_id ${isOfWorker}`,
  // Of two on a day the one that takes place.
  sql`${takesPlace({ state: sql`on_day.state` })} desc`,
);

const weekFiles = listOf(
  {
    id: files.id,
    workId: files.workId,
    fileName: files.fileName,
    contentType: files.contentType,
    createdAt: shown(files.createdAt),
  },
  sql`from ${visits} inner join ${files} on ${files.workId} = ${visits.id}
    where ${visits.engagementId} = ${engagements.id} and ${visits.day} ${inWeek} and ${files.uploadedAt} is not null`,
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
    and ${notes.byProfileId} ${isOfWorker}`,
  sql`${notes.createdAt}, ${notes.id}`,
);

/** The ids of the engagements in which a worker has a visit in the week; takes `workerProfileId` and `monday`. */
export const visitedInWeek = sql`array(
  select ${visits.engagementId} from ${visits}
  where ${visits.workerProfileId} ${isOfWorker} and ${visits.day} ${inWeek} and ${visits.state} <> 'off'
)`;

export const weekFields = {
  visits: weekVisits,
  files: weekFiles,
  /** The worker's own. */
  notes: weekNotes,
};
