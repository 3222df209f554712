import { and, asc, between, desc, eq, gte, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../database/connection.ts';
import { engagements, skips, works } from '../database/schema/engagements.ts';
import { addresses } from '../database/schema/profiles.ts';
import { countOf, type Slice } from './store.ts';
import { customer, nameOf, worker } from './visits-store.ts';

/** Visits of days that are over and that were missed, or left at a step. */

const visitFields = {
  engagementId: engagements.id,
  customer: nameOf(customer),
  worker: nameOf(worker),
  streetAddress1: addresses.streetAddress1,
  city: addresses.city,
};

// Spelled out, here and below, because a partial index is not used for a parameter.
const isMissedSince = (since: Temporal.PlainDate) => and(sql`${skips.kind} = 'missed'`, gte(skips.date, since));

export const countMissed = (database: Queryable, since: Temporal.PlainDate) =>
  countOf(database, skips, isMissedSince(since));

/** @returns the visits that were missed on that day or later, newest first */
export async function selectMissed(database: Queryable, since: Temporal.PlainDate, { after, limit }: Slice) {
  const place = sql`select place.date, place.id from ${skips} place where place.id = ${after}::uuid`;
  const isBehind: SQL | undefined = after === undefined ? undefined : sql`(${skips.date}, ${skips.id}) < (${place})`;
  return await database
    .select({ id: skips.id, date: skips.date, ...visitFields })
    .from(skips)
    .innerJoin(engagements, eq(engagements.id, skips.engagementId))
    .innerJoin(customer, eq(customer.id, engagements.customerProfileId))
    .innerJoin(worker, eq(worker.id, skips.workerProfileId))
    .innerJoin(addresses, eq(addresses.id, engagements.serviceAddressId))
    .where(and(isMissedSince(since), isBehind))
    .orderBy(desc(skips.date), desc(skips.id))
    .limit(limit);
}

type Days = { first: Temporal.PlainDate; last: Temporal.PlainDate };

const isLeft = ({ first, last }: Days) =>
  and(
    sql`${works.status} <> 'WORK_STATUS_WORK_COMPLETED'`,
    between(works.date, first, last),
    sql`not exists (select 1 from ${skips} where ${skips.engagementId} = ${works.engagementId} and ${skips.date} = ${works.date})`,
  );

export const countLeft = (database: Queryable, days: Days) => countOf(database, works, isLeft(days));

/** @returns the visits of some days that were begun and neither finished nor given up, oldest first */
export async function selectLeft(database: Queryable, days: Days, { after, limit }: Slice) {
  const place = sql`select place.date, place.id from ${works} place where place.id = ${after}::uuid`;
  const isBehind: SQL | undefined = after === undefined ? undefined : sql`(${works.date}, ${works.id}) > (${place})`;
  return await database
    .select({ id: works.id, date: works.date, status: works.status, ...visitFields })
    .from(works)
    .innerJoin(engagements, eq(engagements.id, works.engagementId))
    .innerJoin(customer, eq(customer.id, engagements.customerProfileId))
    .innerJoin(worker, eq(worker.id, works.workerProfileId))
    .innerJoin(addresses, eq(addresses.id, engagements.serviceAddressId))
    .where(and(isLeft(days), isBehind))
    .orderBy(asc(works.date), asc(works.id))
    .limit(limit);
}

/** @returns whether there is a visit, made or not made, with this id */
export async function visitExists(
  database: Queryable,
  table: typeof skips | typeof works,
  id: string,
): Promise<boolean> {
  return (await database.select({ id: table.id }).from(table).where(eq(table.id, id))).length > 0;
}
export const placeTables = { missed: skips, left: works };
