import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { DayStep } from '#domain/day-ranges.ts';
import { recordOf } from '#domain/record-of.ts';
import {
  mostFound,
  mostListed,
  mostWays,
  type RecurringKind,
  type VisitDimension,
  visitDimensions,
  visitFigures,
} from '#domain/reports.ts';
import type { Database } from '../database/connection.ts';
import { writersOf } from '../database/customer-of-inquiry.ts';
import { listOf } from '../database/list-of.ts';
import { given, prepared } from '../database/prepared.ts';
import { inquiries } from '../database/schema/messages.ts';
import { recurringSums, visitMonthSums, visitSums } from '../database/schema/reports.ts';
import { visits } from '../database/schema/visits.ts';
import { sumColumns } from './keep-store.ts';

const [from, to] = [given('from', 'date'), given('to', 'date')];
const firstOf = (day: SQL | typeof visitSums.day | typeof recurringSums.day) =>
  sql<string>`date_trunc(${sql.placeholder('by')}, ${day}::timestamp)::date::text`;

/** What a key of `sums` is called. */
const nameOf = sql<string | null>`case
  when sums.key = '' then 'Nobody'
  when sums.dimension = 'worker' then (select first_name || ' ' || last_name from profiles where id = sums.key::uuid)
  when sums.dimension = 'product' then (select name from products where id = sums.key::uuid)
  else sums.key end`;
/** A city is known by its visits on any day. */
const nameOfWhose = (dimension: unknown, key: unknown) => sql<string | null>`(
  select ${nameOf} from (values (${dimension}::text, ${key}::text)) sums (dimension, key) where sums.dimension <> 'city'
    or exists (select from visit_sums known where known.dimension = 'city' and known.key = sums.key)
)`;
const sumOf = (name: string) => sql`sums.${sql.identifier(name)}`.mapWith(Number) as SQL<number>;
const summed = recordOf(visitFigures, (name) => sumOf(sumColumns[name]));
const columns = Object.values(sumColumns);
const sums = sql.raw(columns.map((column) => `sum(${column}) as ${column}`).join(', '));

const visitSteps = listOf(
  { first: sql<string>`sums.first`, ...summed },
  sql`from (
    select date_trunc(${sql.placeholder('by')}, day::timestamp)::date::text as first, ${sums} from ${visitSums}
    where dimension = ${sql.placeholder('dimension')}::text and key = ${sql.placeholder('key')}::text and day between ${from} and ${to}
    group by 1
  ) sums`,
);

const dimensions = sql.raw(visitDimensions.map((one) => `'${one}'`).join(', '));
/** The first month that begins within these days, and the one after the last that ends within them. */
const firstMonth = sql`date_trunc('month', ${from} + interval '1 month' - interval '1 day')::date`;
const monthAfter = sql`date_trunc('month', ${to} + interval '1 day')::date`;
const sumsWhen = (table: PgTable, when: SQL) =>
  sql`select dimension, key, ${sql.raw(columns.join(', '))} from ${table} where dimension in (${dimensions}) and ${when}`;
/** Whole months by their sums, and by their days only those before and after. */
const inMonths = sql`(
  ${sumsWhen(visitMonthSums, sql`month >= ${firstMonth} and month < ${monthAfter}`)}
  union all ${sumsWhen(visitSums, sql`day between ${from} and least(${to}, ${firstMonth} - 1)`)}
  union all ${sumsWhen(visitSums, sql`day between greatest(${firstMonth}, ${monthAfter}) and ${to}`)}
) sums`;

const byDimension = listOf(
  { dimension: sql<VisitDimension>`sums.dimension`, key: sql<string>`sums.key`, name: nameOf, ...summed },
  sql`from (
    select dimension, key, ${sums}, row_number() over (partition by dimension order by sum(revenue) desc, key) as place
    from ${inMonths} group by dimension, key
  ) sums where sums.place <= ${sql.raw(String(mostListed))}`,
  sql`sums.revenue desc, sums.planned desc, sums.key`,
);

const recurring = listOf(
  {
    /** Null: before the first day. */
    first: sql<string | null>`sums.first`,
    kind: sql<RecurringKind>`sums.kind`,
    reason: sql<string>`sums.reason`,
    services: sumOf('services'),
    served: sumOf('served'),
    amount: sumOf('amount'),
  },
  sql`from (
    select case when day >= ${from} then ${firstOf(sql`day`)} end as first, kind, reason,
      sum(services) as services, sum(served) as served, sum(amount) as amount
    from ${recurringSums} where day <= ${to} group by 1, 2, 3
  ) sums`,
);

/**
 * The inquiries between two moments, the newest of them, each with the customer who has its email or phone number: who signed
 * up since, or else who was one before. `is_sign_up`: of the first inquiry of somebody who signed up since.
 */
export const newestInquiries = (since: SQL, until: SQL) => sql`(
  with newest as materialized (
    select * from ${inquiries} where ${inquiries.receivedAt} >= ${since} and ${inquiries.receivedAt} < ${until}
    order by ${inquiries.receivedAt} desc, ${inquiries.id} desc limit ${sql.raw(String(mostFound))}
  ), writer as materialized (${writersOf(sql`newest`)}
  ), customer as (
    select distinct on (newest.id) newest.id as inquiry_id, newest.received_at, person.id, person.first_name, person.last_name,
      person.created_at >= newest.received_at as is_new
    from writer join newest on newest.id = writer.inquiry_id cross join lateral (
      select * from profiles where id = writer.person_id and type = 'PROFILE_TYPE_CUSTOMER' offset 0
    ) person order by newest.id, is_new desc, person.created_at
  ), found as (
    select *, is_new and row_number() over (partition by id, is_new order by received_at, inquiry_id) = 1 as is_sign_up from customer
  )
  select newest.*, found.id as customer_id, found.first_name, found.last_name, coalesce(found.is_sign_up, false) as is_sign_up
  from newest left join found on found.inquiry_id = newest.id
) ${inquiries}`;
/** @returns what visitors wrote as it is counted: in small letters and on one line; null for nothing */
export const wayOf = (referral: SQL) => sql`nullif(lower(trim(regexp_replace(${referral}, '\\s+', ' ', 'g'))), '')`;
export const referralOf = wayOf(sql`${inquiries.data} #>> '{personal,referral}'`);
export const isSignUp = sql<boolean>`${inquiries}.is_sign_up`;
export const isVisited = sql<boolean>`${isSignUp} and exists (
  select from engagements service join ${visits} on ${visits.engagementId} = service.id
  where service.customer_profile_id = ${inquiries}.customer_id and ${visits.workCompletedAt} is not null)`;

const found = listOf(
  {
    referral: sql<string | null>`ways.referral`,
    inquiries: sql`ways.inquiries`.mapWith(Number),
    signedUp: sql`ways.signed_up`.mapWith(Number),
    visited: sql`ways.visited`.mapWith(Number),
    /** Of all ways, also of those that are not listed. */
    total: sql`ways.total`.mapWith(Number),
  },
  sql`from (
    select ${referralOf} as referral, count(*) as inquiries, count(*) filter (where ${isSignUp}) as signed_up,
      count(*) filter (where ${isVisited}) as visited, sum(count(*)) over () as total
    from ${newestInquiries(given('since', 'timestamptz'), given('until', 'timestamptz'))}
    group by 1 order by 2 desc, 1 limit ${sql.raw(String(mostWays))}
  ) ways`,
  sql`ways.inquiries desc, ways.referral`,
);

const report = prepared('report', (database) =>
  database
    .select({
      recurring,
      visits: visitSteps,
      byDimension,
      found,
      /** Whose visits they are; null for who is not known. */
      name: nameOfWhose(sql.placeholder('dimension'), sql.placeholder('key')),
    })
    .from(sql`(select) nothing`),
);

export type ReportDays = { from: string; to: string; since: string; until: string };
export type Whose = { dimension: VisitDimension | 'all'; key: string };

/** @returns all sums of some days by step; `key` is '' for all visits */
export async function selectReport(database: Database, values: ReportDays & Whose & { by: DayStep }) {
  const [found] = await report(database, values);
  if (!found) throw new Error('A statement without a table answered no row');
  return found;
}
export type ReportRows = Awaited<ReturnType<typeof selectReport>>;

/** @returns whether there is such a worker, city or product */
export async function isKnownWhose(database: Database, { dimension, key }: Whose): Promise<boolean> {
  const [found] = await database.select({ name: nameOfWhose(dimension, key) }).from(sql`(select) nothing`);
  return found?.name != null;
}
