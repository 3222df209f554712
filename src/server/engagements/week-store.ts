import { sql } from 'drizzle-orm';
import type { WorkStatus } from '#domain/enums.ts';
import type { Visit } from '#domain/reconcile.ts';
import type { SkipKind } from '#domain/schedule-rules.ts';
import { counts, share } from '../database/earned.ts';
import { listOf, membersOf } from '../database/list-of.ts';
import { given } from '../database/prepared.ts';
import { charges, payments } from '../database/schema/billing.ts';
import { engagements } from '../database/schema/engagements.ts';
import { notes } from '../database/schema/notes.ts';
import { isBegun, isOffByPeople, takesPlace } from '../database/schema/states.ts';
import { visits } from '../database/schema/visits.ts';
import { photosOf } from '../database/visit-photos.ts';

/**
 * What has become of a worker's visits of an engagement in a week and on the Sunday before, whose visits may be finished on Monday,
 * as columns beside it; they take `monday` and `workerProfileId`.
 */

const monday = given('monday', 'date');
const inWeek = sql`between ${monday} - 1 and ${monday} + 6`;
const isOfWorker = sql`= ${given('workerProfileId', 'uuid')}`;

/** The day on which it is in the week: its own, or the one on which it was missed. */
const then = {
  day: sql<string>`${visits}.date`,
  home: sql<string>`${visits}.home_then`,
  state: sql<Visit['state']>`${visits}.state_then`,
};
const isWork = sql`${then.day} = ${visits.day} and ${isBegun(visits)}`;

/**
 * What takes place, was taken off by people or was missed: a visit that is off by a rule is none. One that was missed and is made up
 * for on another day is on both.
 */
const weekVisits = membersOf(
  {
    id: visits.id,
    // Days and moments as text: to make them of it, for each visit of each row, takes longer than all else.
    date: then.day,
    home: then.home,
    state: then.state,
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
      kind: sql<SkipKind>`case ${then.state} when 'off' then 'skipped' when 'could-not' then 'could-not' when 'missed' then 'missed' end`,
      skippedBy: sql<'customer' | 'worker' | 'employee' | null>`${visits.offBy}`,
      reason: visits.reason,
    },
    photos: photosOf(visits.id),
  },
  // Of two on a day the one that takes place.
  sql`${takesPlace(then)} desc`,
);

/** The worker's visits of the week, read once and put together by engagement; a table to join as `week`. */
export const week = sql`(
  select ${visits.engagementId} as engagement_id, ${weekVisits.members} as visits
  from (
    select *, day as date, home as home_then, state as state_then from ${visits}
    where ${visits.workerProfileId} ${isOfWorker} and ${visits.day} ${inWeek}
      and (${visits.offBy} is null or ${isOffByPeople(visits)})
    union all
    select *, missed_on, missed_on, 'missed' from ${visits}
    where ${visits.missedWorkerProfileId} ${isOfWorker} and ${visits.missedOn} ${inWeek} and ${visits.missedOn} <> ${visits.day}
  ) ${visits}
  left join ${charges} on ${charges.workId} = ${visits.id}
  left join ${payments} on ${payments.id} = ${charges.paymentId}
  group by 1
)`;

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
  where ${visits.workerProfileId} ${isOfWorker} and ${visits.day} ${inWeek}
    and (${visits.state} <> 'off' or ${isOffByPeople(visits)})
)`;

export const weekFields = {
  visits: sql`coalesce(week.visits, '[]'::json)`.mapWith(weekVisits.read),
  /** The worker's own. */
  notes: weekNotes,
};
