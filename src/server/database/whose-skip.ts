import { type SQL, sql } from 'drizzle-orm';
import { businessTimeZone } from '#domain/time-zone.ts';

/**
 * Whose an engagement was when a day ended; if nobody's, whose it was last before. Null where nobody has had it yet. What is
 * assigned later changes nothing of it.
 */
function workerAtEndOf(engagementId: SQL, date: SQL): SQL {
  const end = sql`((${date} + 1)::timestamp at time zone ${sql.raw(`'${businessTimeZone}'`)})`;
  return sql`(
    select had.worker_profile_id from (
      select past.worker_profile_id, past.since, past.until from past_assignments past where past.engagement_id = ${engagementId}
      union all
      select has.worker_profile_id, has.active_since, 'infinity' from engagements has
      where has.id = ${engagementId} and has.worker_profile_id is not null
    ) had
    where had.since < ${end}
    order by had.until < ${end}, case when had.until >= ${end} then had.until end, had.until desc limit 1
  )`;
}

/**
 * @param skip an alias of `skips` in the query
 * @returns the worker whose visit it was on its day: who is noted, who was to make that visit alone, or whose the service was
 */
export function workerOfSkip(skip: string): SQL {
  const [engagementId, date] = [sql.raw(`${skip}.engagement_id`), sql.raw(`${skip}.date`)];
  return sql`coalesce(${sql.raw(skip)}.worker_profile_id,
    (select moves.worker_profile_id from moves where moves.engagement_id = ${engagementId} and moves.day = ${date}),
    ${workerAtEndOf(engagementId, date)})`;
}
