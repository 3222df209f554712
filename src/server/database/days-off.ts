import { type SQL, sql } from 'drizzle-orm';

/**
 * The days off through which a visit went to where it is, the last one first: one may have moved it from where another one had. A
 * subselect; `step` counts them from 0 on.
 * @param move names the visit's row of `moves`
 */
export const waysThroughDaysOff = (move: SQL): SQL => sql`(
  with recursive way as (
    select own.id, own.day, own.created_at, own.told_at, own.taken_back_at, 0 as step
    from holidays own where own.id = ${move}.holiday_id
    union all
    select earlier.id, earlier.day, earlier.created_at, earlier.told_at, earlier.taken_back_at, way.step + 1
    from way
    join past_moves past on past.engagement_id = ${move}.engagement_id and past.original_day = ${move}.original_day
      and past.until = way.created_at
    join holidays earlier on earlier.id = past.holiday_id and earlier.moved_to = past.day
  ) select way.id, way.day, way.step, way.told_at is null and way.taken_back_at is null as is_untold from way
)`;
