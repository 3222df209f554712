import { sql } from 'drizzle-orm';
import { counts, share } from '../database/earned.ts';
import { listOf } from '../database/hot-read.ts';
import { charges, payments } from '../database/schema/billing.ts';
import { shown } from '../database/schema/columns.ts';
import { engagements, skips, works } from '../database/schema/engagements.ts';
import { files } from '../database/schema/files.ts';
import { notes } from '../database/schema/notes.ts';
import { takesPlace } from '../database/schema/states.ts';
import { visits } from '../database/schema/visits.ts';

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

/** What takes place or was taken off by people: a visit that is off by a rule is none. */
const weekVisits = listOf(
  {
    date: sql<string>`${visits.day}`,
    home: sql<string>`${visits.home}`,
    workerProfileId: visits.workerProfileId,
    state: visits.state,
  },
  sql`from ${visits} where ${visits.engagementId} = ${engagements.id} and ${visits.day} ${inWeek}
    and (${visits.offBy} is null or ${visits.offBy} in ('customer', 'worker', 'employee'))`,
  // Of two on a day the one that takes place.
  sql`${takesPlace(visits)} desc`,
);

/** The ids of the engagements in which a worker has a visit in the week; takes `workerProfileId` and `monday`. */
export const visitedInWeek = sql`array(
  select ${visits.engagementId} from ${visits}
  where ${visits.workerProfileId} = ${sql.placeholder('workerProfileId')} and ${visits.day} ${inWeek} and ${visits.state} <> 'off'
)`;

/** The ids of the engagements in which a worker made a visit in the week; takes `workerProfileId` and `monday`. */
export const startedInWeek = sql`array(
  select ${works.engagementId} from ${works}
  where ${works.workerProfileId} = ${sql.placeholder('workerProfileId')} and ${works.date} ${inWeek}
)`;

export const weekFields = {
  works: weekWorks,
  skips: weekSkips,
  visits: weekVisits,
  files: weekFiles,
  /** The worker's own. */
  notes: weekNotes,
};
