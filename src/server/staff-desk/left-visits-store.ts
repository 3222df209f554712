import { and, between, eq, gte, isNull, not, sql } from 'drizzle-orm';
import { alias, type SelectedFields } from 'drizzle-orm/pg-core';
import type { Queryable } from '../database/connection.ts';
import { inOrder, isBehind, type Order, type Slice, toPage } from '../database/page.ts';
import { nameOf } from '../database/people.ts';
import { engagements, isSkipped, skips, works } from '../database/schema/engagements.ts';
import { addresses, profiles } from '../database/schema/profiles.ts';
import { countOf } from './store.ts';
import { customer, worker } from './visits-store.ts';

/** Visits of past days that were missed, or left at a step. */

const seer = alias(profiles, 'seer');

/** @param besides more columns; the caller joins the visits' table and the workers */
const visitsWith = <Besides extends SelectedFields>(database: Queryable, besides: Besides) =>
  database
    .select({
      engagementId: engagements.id,
      customer: nameOf(customer),
      worker: nameOf(worker),
      streetAddress1: addresses.streetAddress1,
      city: addresses.city,
      ...besides,
    })
    .from(engagements)
    .innerJoin(customer, eq(customer.id, engagements.customerProfileId))
    .innerJoin(addresses, eq(addresses.id, engagements.serviceAddressId));

const newestFirst: Order = { by: [skips.date, skips.id], direction: 'descending' };
const oldestFirst: Order = { by: [works.date, works.id], direction: 'ascending' };

// Spelled out, here and below, because Postgres does not use a partial index for a parameter.
const isMissedSince = (since: Temporal.PlainDate) => and(sql`${skips.kind} = 'missed'`, gte(skips.date, since));

/** Counts the missed visits that no employee has seen. */
export const countMissed = (database: Queryable, since: Temporal.PlainDate) =>
  countOf(database, skips, and(isMissedSince(since), isNull(skips.seenAt)));

/** @returns a page of the visits that were missed since that day, newest first, with the employee who has seen each */
export async function selectMissed(
  database: Queryable,
  since: Temporal.PlainDate,
  { after, limit, isUnseen }: Slice & { isUnseen?: boolean },
) {
  const rows = await visitsWith(database, {
    id: skips.id,
    date: skips.date,
    seenAt: skips.seenAt,
    seenBy: { firstName: seer.firstName, lastName: seer.lastName },
  })
    .innerJoin(skips, eq(skips.engagementId, engagements.id))
    .innerJoin(worker, eq(worker.id, skips.workerProfileId))
    .leftJoin(seer, eq(seer.id, skips.seenBy))
    .where(and(isMissedSince(since), isUnseen ? isNull(skips.seenAt) : undefined, isBehind(newestFirst, after)))
    .orderBy(...inOrder(newestFirst))
    .limit(limit + 1);
  return toPage(rows, limit, ({ date, id }) => [date, id]);
}
export type MissedRow = Awaited<ReturnType<typeof selectMissed>>['rows'][number];

/** Marks a missed visit as seen, where the first employee counts, or as not seen. @returns whether it exists */
export async function updateSeen(
  database: Queryable,
  skipId: string,
  { seenAt, seenBy }: { seenAt: Temporal.Instant | null; seenBy: string | null },
): Promise<boolean> {
  const first = (column: typeof skips.seenAt | typeof skips.seenBy, value: string | null, type: string) =>
    value === null ? null : sql`coalesce(${column}, ${value}::${sql.raw(type)})`;
  const updated = await database
    .update(skips)
    .set({
      seenAt: first(skips.seenAt, seenAt?.toString() ?? null, 'timestamptz'),
      seenBy: first(skips.seenBy, seenBy, 'uuid'),
    })
    .where(and(eq(skips.id, skipId), sql`${skips.kind} = 'missed'`))
    .returning({ id: skips.id });
  return updated.length > 0;
}

type Days = { first: Temporal.PlainDate; last: Temporal.PlainDate };

const isLeft = ({ first, last }: Days) =>
  and(sql`${works.status} <> 'WORK_STATUS_WORK_COMPLETED'`, between(works.date, first, last), not(isSkipped));

export const countLeft = (database: Queryable, days: Days) => countOf(database, works, isLeft(days));

/** @returns a page of the visits of these days that were begun and neither finished nor given up, oldest first */
export async function selectLeft(database: Queryable, days: Days, { after, limit }: Slice) {
  const rows = await visitsWith(database, { id: works.id, date: works.date, status: works.status })
    .innerJoin(works, eq(works.engagementId, engagements.id))
    .innerJoin(worker, eq(worker.id, works.workerProfileId))
    .where(and(isLeft(days), isBehind(oldestFirst, after)))
    .orderBy(...inOrder(oldestFirst))
    .limit(limit + 1);
  return toPage(rows, limit, ({ date, id }) => [date, id]);
}
export type LeftRow = Awaited<ReturnType<typeof selectLeft>>['rows'][number];
