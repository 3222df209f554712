import { and, asc, between, eq, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { DayStep } from '#domain/day-ranges.ts';
import { type EntryKind, entryKinds } from '#domain/ledger.ts';
import { type MoneyFigure, moneyFigures } from '#domain/money.ts';
import type { Database, Queryable } from '../database/connection.ts';
import { type CursorOrder, cursorValues, inOrder, isBehindCursor, type Page, toPage } from '../database/page.ts';
import { given, prepared } from '../database/prepared.ts';
import { bills, charges, payments } from '../database/schema/billing.ts';
import { literals } from '../database/schema/columns.ts';
import { engagements } from '../database/schema/engagements.ts';
import { dailySums, entries } from '../database/schema/ledger.ts';
import { profiles } from '../database/schema/profiles.ts';
import { visits } from '../database/schema/visits.ts';

type Days = { from: string; to: string };

/** The side of each kind whose sums are kept for the whole business. */
const keptSides = Object.entries(entryKinds).map(([kind, [, against]]) => `('${against}', '${kind}')`);
const nil = '00000000-0000-0000-0000-000000000000';

const sumsQuery = prepared('money_sums', (database) =>
  database
    .select({
      kind: dailySums.kind,
      // Null: before the first day.
      first: sql<string | null>`case when ${dailySums.day} >= ${given('from', 'date')}
        then date_trunc(${sql.placeholder('by')}, ${dailySums.day}::timestamp)::date::text end`,
      amount: sql`-sum(${dailySums.amount})`.mapWith(Number),
    })
    .from(dailySums)
    .where(
      and(
        sql`${dailySums.account} in ('business', 'provider', 'bank', 'outside') and ${dailySums.accountId} = ${sql.raw(`'${nil}'`)}`,
        sql`(${dailySums.account}, ${dailySums.kind}) in (${sql.raw(keptSides.join(', '))})`,
        sql`${dailySums.day} <= ${given('to', 'date')}`,
        sql`(${dailySums.day} >= ${given('from', 'date')} or ${dailySums.kind} in (${literals(moneyFigures.owed.kinds)}))`,
      ),
    )
    .groupBy(sql`1`, sql`2`),
);
export type KindSum = Awaited<ReturnType<typeof sumsQuery>>[number];

/**
 * @returns what the entries of each kind sum to, by the first day of each step, and before the first day of those that
 *   make up what customers owe
 */
export const selectSums = (database: Database, days: Days & { by: DayStep }): Promise<KindSum[]> =>
  sumsQuery(database, days);

const customer = alias(profiles, 'customer');
const worker = alias(profiles, 'worker');

const described = (database: Queryable) =>
  database
    .select({
      id: entries.id,
      day: entries.day,
      kind: entries.kind,
      account: entries.account,
      against: entries.against,
      amount: entries.amount,
      cause: entries.cause,
      paymentId: entries.paymentId,
      customer: { id: customer.id, firstName: customer.firstName, lastName: customer.lastName },
      worker: { id: worker.id, firstName: worker.firstName, lastName: worker.lastName },
      visitDay: visits.day,
      engagementId: engagements.id,
      bill: { id: bills.id, number: bills.number },
    })
    .from(entries)
    .leftJoin(payments, eq(payments.id, entries.paymentId))
    .leftJoin(visits, eq(visits.id, entries.visitId))
    .leftJoin(charges, eq(charges.workId, visits.id))
    .leftJoin(bills, eq(bills.id, sql`coalesce(${payments.billId}, ${charges.billId})`))
    .leftJoin(engagements, eq(engagements.id, sql`coalesce(${visits.engagementId}, ${payments.engagementId})`))
    .leftJoin(
      customer,
      eq(
        customer.id,
        sql`case when ${entries.account} in ('customer', 'card') then ${entries.accountId} else ${engagements.customerProfileId} end`,
      ),
    )
    .leftJoin(
      worker,
      eq(
        worker.id,
        sql`case when ${entries.account} = 'worker' then ${entries.accountId} else coalesce(${visits.workerProfileId}, ${bills.workerProfileId}) end`,
      ),
    );

const newestFirst: CursorOrder = { by: [entries.day, entries.id], types: ['date', 'uuid'], direction: 'descending' };
const pageSize = 50;

/** Whether a bill has used it, or given it back: of credit given that makes nothing, with what the bill got of it. */
const isUseOfCredit = sql`(${entries.kind} = 'credit' and exists (select from ${entries} used
  where used.cause = ${entries.cause} and used.kind = 'credit-used'))`;

/** The newest of each kind, so that a year's rows are not sorted for the first page. */
const newestOfKinds: SQL = sql`select one.id from unnest(${sql.placeholder('kinds')}::text[]) of_kind
  cross join lateral (
    select ${entries.day}, ${entries.id} from ${entries}
    where ${entries.kind} = of_kind and ${entries.day} between ${given('from', 'date')} and ${given('to', 'date')}
      and ${isBehindCursor(newestFirst)} and not ${isUseOfCredit}
    order by ${entries.day} desc, ${entries.id} desc limit ${sql.raw(String(pageSize + 1))}
  ) one order by one.day desc, one.id desc limit ${sql.raw(String(pageSize + 1))}`;

const entriesQuery = prepared('money_entries', (database) =>
  described(database)
    // As an array, which is found first: otherwise all entries are joined before most of them are left out.
    .where(sql`${entries.id} = any(array(${newestOfKinds}))`)
    .orderBy(...inOrder(newestFirst)),
);
export type EntryRow = Awaited<ReturnType<typeof entriesQuery>>[number];

/** @returns a page of the entries that a figure of these days is the sum of, newest first, each credit once */
export async function selectEntries(
  database: Database,
  { figure, from, to, after }: Days & { figure: MoneyFigure; after: string | undefined },
): Promise<Page<EntryRow>> {
  const { kinds: summed, rowKinds: kinds = summed } = moneyFigures[figure];
  const rows = await entriesQuery(database, { kinds, from, to, ...cursorValues(newestFirst, after) });
  return toPage(rows, pageSize, ({ day, id }) => [day, id]);
}

/** @returns the entries of some days in their order, at most `limit`; of Stripe's side only, if it is asked for */
export async function selectForExport(
  database: Queryable,
  { from, to, ofStripe, limit }: Days & { ofStripe: boolean; limit: number },
): Promise<EntryRow[]> {
  const kinds = (Object.keys(entryKinds) as EntryKind[]).filter((kind) =>
    ofStripe ? entryKinds[kind][1] === 'provider' : kind !== 'declined',
  );
  return await described(database)
    .where(
      and(
        sql`${entries.kind} in (${literals(kinds)})`,
        between(entries.day, Temporal.PlainDate.from(from), Temporal.PlainDate.from(to)),
      ),
    )
    .orderBy(asc(entries.day), asc(entries.at), asc(entries.cause), asc(entries.line))
    .limit(limit);
}
