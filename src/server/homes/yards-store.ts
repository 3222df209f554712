import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { listOf } from '../database/list-of.ts';
import { addresses } from '../database/schema/profiles.ts';
import { visits } from '../database/schema/visits.ts';

/** The business's day; the query takes `today`. */
export const today = sql`${sql.placeholder('today')}::date`;
export const yard = alias(addresses, 'yard');
/** What says where a yard lies. */
export const point = { latitude: yard.latitude, longitude: yard.longitude, zipCode: yard.zipCode };

/** The yard that a worker has reached last today: where the worker is, or was last. */
export const yardReached = (workerProfileId: SQL) => newestYard(workerProfileId, sql`${visits.travelCompletedAt}`);

/** The same, and before the first one the yard to which the worker drives. */
export const yardNearest = (workerProfileId: SQL) => newestYard(workerProfileId, sql`${visits.travelStartedAt}`);

/** @param isThere a moment that the visits at such a yard have */
const newestYard = (workerProfileId: SQL, isThere: SQL) =>
  listOf(
    point,
    sql`from (
        select * from ${visits}
        where ${visits.workerProfileId} = ${workerProfileId} and ${visits.day} = ${today} and ${isThere} is not null
        order by ${visits.travelCompletedAt} desc nulls last limit 1
      ) ${visits} join engagements visited on visited.id = ${visits.engagementId}
      join ${addresses} ${yard} on ${yard.id} = visited.service_address_id`,
  );
