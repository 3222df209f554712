import { type SQL, sql } from 'drizzle-orm';
import { businessTimeZone } from '#domain/time-zone.ts';

/** The moment in which a day ended. */
const endOf = (date: SQL) => sql`((${date} + 1)::timestamp at time zone ${sql.raw(`'${businessTimeZone}'`)})`;

/**
 * Whose an engagement was when a day ended; if nobody's, whose it was last before. Null where nobody has had it yet. What is
 * assigned later changes nothing of it.
 */
const workerAtEndOf = (engagementId: SQL, date: SQL): SQL => sql`(
    select had.worker_profile_id from (
      select past.worker_profile_id, past.since, past.until from past_assignments past where past.engagement_id = ${engagementId}
      union all
      select has.worker_profile_id, has.active_since, 'infinity' from engagements has
      where has.id = ${engagementId} and has.worker_profile_id is not null
    ) had
    where had.since < ${endOf(date)}
    order by had.until < ${endOf(date)}, case when had.until >= ${endOf(date)} then had.until end, had.until desc limit 1
  )`;

/**
 * Who was to make a visit by itself when its day ended; null where the engagement's worker was. A service that is given back since
 * has no such visits any more.
 */
const makerAtEndOf = (engagementId: SQL, date: SQL): SQL => sql`(
    select had.worker_profile_id from (
      select past.worker_profile_id, past.since, past.until from past_moves past
      where past.engagement_id = ${engagementId} and past.day = ${date}
      union all
      select move.worker_profile_id, move.moved_at, 'infinity' from moves move
      where move.engagement_id = ${engagementId} and move.day = ${date}
    ) had
    where had.since < ${endOf(date)} and had.until >= ${endOf(date)} limit 1
  )`;

/**
 * @param skip an alias of `skips` in the query
 * @returns the worker whose visit it was on its day: who is noted, who was to make that visit alone, or whose the service was
 */
export function workerOfSkip(skip: string): SQL {
  const [engagementId, date] = [sql.raw(`${skip}.engagement_id`), sql.raw(`${skip}.date`)];
  return sql`coalesce(${sql.raw(skip)}.worker_profile_id, ${makerAtEndOf(engagementId, date)}, ${workerAtEndOf(engagementId, date)})`;
}
