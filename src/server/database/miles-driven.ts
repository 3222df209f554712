import { sql } from 'drizzle-orm';
import { circuity, earthRadiusMiles } from '#domain/best-order.ts';

const radians = (degrees: string) => sql.raw(`radians(${degrees})`);

/**
 * How far the worker of a visit that was begun drove to it, for an update of `visits`: from the yard of the visit that they began last
 * before on that day, else from their home, as `drivingMiles` has it; null where somebody lies unknown.
 */
export const milesDriven = sql`(
  select case when num_nulls(yard.latitude, start.latitude) = 0 then ${sql.raw(String(circuity * 2 * earthRadiusMiles))} * asin(least(1, sqrt(
    power(sin((${radians('yard.latitude')} - ${radians('start.latitude')}) / 2), 2)
    + cos(${radians('start.latitude')}) * cos(${radians('yard.latitude')})
      * power(sin((${radians('yard.longitude')} - ${radians('start.longitude')}) / 2), 2)))) end
  from engagements service join addresses yard on yard.id = service.service_address_id
  cross join lateral (
    select * from (
      (select place.latitude, place.longitude, false as is_home from visits earlier
      join engagements other on other.id = earlier.engagement_id join addresses place on place.id = other.service_address_id
      where earlier.worker_profile_id = visits.worker_profile_id and earlier.day = visits.day and earlier.step is not null
        and (coalesce(earlier.travel_started_at, earlier.begun_at), earlier.id) < (coalesce(visits.travel_started_at, visits.begun_at), visits.id)
      order by coalesce(earlier.travel_started_at, earlier.begun_at) desc, earlier.id desc limit 1)
      union all
      select latitude, longitude, true from addresses where profile_id = visits.worker_profile_id and primary_address
    ) from_where order by is_home limit 1
  ) start
  where service.id = visits.engagement_id
)`;
