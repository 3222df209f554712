import { sql } from 'drizzle-orm';
import type { SkipKind } from '#domain/schedule-rules.ts';
import { isOffByPeople } from './schema/states.ts';
import { visits } from './schema/visits.ts';

/**
 * That the visits of a query do not take place: what people took off or gave up, on its day, and what was missed, on the day on which
 * it was, also if it is made up for by now. It is joined to `visits` as `skip`.
 */
export const skipsOfVisits = sql`lateral (
  select ${visits.id} as visit_id, ${visits.offId} as id, ${visits.day} as date, case ${visits.state} when 'off' then 'skipped' else 'could-not' end as kind,
    ${visits.offBy} as skipped_by, ${visits.offWorkerProfileId} as worker_profile_id, ${visits.reason}, ${visits.offAt} as created_at
  where ${isOffByPeople(visits)}
  union all
  select ${visits.id}, ${visits.missedId}, ${visits.missedOn}, 'missed', null, ${visits.missedWorkerProfileId}, null, ${visits.missedAt}
  where ${visits.missedOn} is not null
) skip`;

/** What is known of each, as `SkipRow` has it. */
export const skip = {
  visitId: sql<string>`skip.visit_id`,
  id: sql<string>`skip.id`,
  date: sql`skip.date`.mapWith(visits.day),
  kind: sql<SkipKind>`skip.kind`,
  skippedBy: sql<'customer' | 'worker' | 'employee' | null>`skip.skipped_by`,
  workerProfileId: sql<string | null>`skip.worker_profile_id`,
  reason: sql<string | null>`skip.reason`,
  createdAt: sql`skip.created_at`.mapWith(visits.changedAt),
};
