import { type SQL, sql } from 'drizzle-orm';
import { engagements } from './schema/engagements.ts';

/**
 * Whether a user is a worker who makes a visit of an engagement of another worker's: covers one, or has one left until
 * somebody takes over. One of yesterday may be finished still.
 */
export const makesVisit = (
  userId: SQL,
  today: SQL,
): SQL<boolean> => sql`(${engagements.workerProfileId} is not null and exists (
  select from visits join profiles maker on maker.id = visits.worker_profile_id
  where visits.engagement_id = ${engagements.id} and maker.user_id = ${userId} and visits.day >= ${today} - 1
    and visits.state <> 'off' offset 0
))`;

/**
 * The engagements of which somebody has begun a visit that can still be finished, whatever became of them meanwhile: a list that
 * is read once for a whole statement. Who is in one has to get into the yard.
 * @param isMaker whose visits, of the profile `maker`
 */
export const underWayOf = (isMaker: SQL, today: SQL): SQL => sql`array(
  select visit.engagement_id from visits visit join profiles maker on maker.id = visit.worker_profile_id
  where ${isMaker} and visit.day >= ${today} - 1 and visit.state = 'begun'
)`;

/**
 * Whether a user has given an engagement back since a moment: released it to all, or declined it in favour of who had it before.
 * The answer may have been lost, and the page is open still.
 */
export const gaveBack = (engagementId: SQL, userId: SQL, since: SQL): SQL<boolean> => sql`exists (
  select from changes where changes.subject_id = ${engagementId} and changes.by_user_id = ${userId}
    and changes.at >= ${since} and (
      changes.kind = 'worker-assigned'
      or changes.kind = 'status-changed' and changes.fields @> '[{"name": "status", "to": "ENGAGEMENT_STATUS_PROPOSED"}]'
    ) offset 0
)`;
