import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { businessTimeZone } from '#domain/time-zone.ts';
import { agreedPlans } from './plan-versions.ts';
import { isBegun } from './schema/states.ts';
import { visits } from './schema/visits.ts';

type Given = Record<'engagementId' | 'worker' | 'firstDay' | 'since', SQLWrapper>;

/**
 * Whether a worker has begun, or missed, a visit of a service since its first day with them. The visit of the day on which it was given
 * to them may be missed, and single visits that staff gave them before are no beginning.
 */
export const hasBegun = ({ engagementId, worker, firstDay, since }: Given): SQL => sql`exists (
  select from ${visits} where ${visits.engagementId} = ${engagementId}
    and (
      ${visits.workerProfileId} = ${worker} and ${isBegun(visits)} and ${visits.day} >= ${firstDay}
      or ${visits.missedWorkerProfileId} = ${worker} and ${visits.missedOn} >= ${firstDay}
        and ${visits.missedOn} > (${since} at time zone ${sql.raw(`'${businessTimeZone}'`)})::date
    )
    and not coalesce(${visits.setWorkerProfileId} = ${worker} and ${visits.setAt} < ${since}, false)
)`;

/** Whether staff have given a service to its worker, who has not begun it, and another worker had it before. */
export const isGivenBefore = ({ id, workerProfileId: worker }: Record<'id' | 'workerProfileId', SQLWrapper>): SQL => {
  return sql`exists (
    select from (
      select min(own.made_at) as since, min(own.first_day) as first_day from ${agreedPlans('own')}
      where own.engagement_id = ${id} and own.ended_on is null and own.worker_profile_id = ${worker} and own.id > (
        select other.id from ${agreedPlans('other')}
        where other.engagement_id = ${id} and other.ended_on is null and other.worker_profile_id <> ${worker}
        order by other.id desc limit 1
      )
    ) given
    where given.since is not null
      and not ${hasBegun({ engagementId: id, worker, firstDay: sql`given.first_day`, since: sql`given.since` })}
  )`;
};
