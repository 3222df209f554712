import { type SQL, sql } from 'drizzle-orm';

/**
 * @param skip an alias of `skips` in the query
 * @returns the worker whose visit it was: who is noted, or who was to make it when its customer or staff took it off
 */
export function workerOfSkip(skip: string): SQL {
  const one = sql.raw(skip);
  return sql`coalesce(${one}.worker_profile_id, (
    select off.worker_profile_id from visits off
    where off.engagement_id = ${one}.engagement_id and off.day = ${one}.date and off.off_by = ${one}.skipped_by limit 1
  ))`;
}
