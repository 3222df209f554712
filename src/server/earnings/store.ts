import { and, asc, between, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { EarnedVisit } from '#contract/earnings.ts';
import type { Database, Queryable } from '../database/connection.ts';
import { hotRead } from '../database/hot-read.ts';
import { inOrder, type Order, type Slice, toPage } from '../database/page.ts';
import { charges, payments } from '../database/schema/billing.ts';
import { engagements, works } from '../database/schema/engagements.ts';
import { dailySums, entries } from '../database/schema/ledger.ts';
import { addresses, profiles } from '../database/schema/profiles.ts';
import { isOwedAfterDecline, isUnpaid } from '../database/schema/states.ts';

/** Amounts are integer cents. */

const share = sql`${charges.amount} - ${charges.fee}`;
/** Whether the card has paid, or there was nothing to pay. */
const isPaid = sql`coalesce(not ${isUnpaid(payments)}, ${charges.amount} = 0)`;
/** Whether it is being collected; not what a card has refused, though it will be tried again. */
const isOnItsWay = sql`coalesce(${isUnpaid(payments)} and not ${isOwedAfterDecline(payments)}, false)`;
const sumOf = (what: SQL, which: SQL = sql`true`) =>
  sql`coalesce(sum(${what}) filter (where ${which}), 0)`.mapWith(Number);

const daysQuery = hotRead('days_of_earnings', (database) =>
  database
    .select({
      date: works.date,
      visits: sql`count(*)`.mapWith(Number),
      price: sumOf(sql`${charges.amount}`),
      fee: sumOf(sql`${charges.fee}`),
      paid: sumOf(share, isPaid),
      onItsWay: sumOf(share, isOnItsWay),
    })
    .from(works)
    .innerJoin(charges, eq(charges.workId, works.id))
    .leftJoin(payments, eq(payments.id, charges.paymentId))
    .where(
      and(
        eq(works.workerProfileId, sql.placeholder('workerProfileId')),
        between(works.date, sql.placeholder('from'), sql.placeholder('to')),
        sql`${charges.writtenOffAt} is null`,
      ),
    )
    .groupBy(works.date),
);
export type DayOfWork = Awaited<ReturnType<typeof daysQuery>>[number];

/** @returns what a worker's visits from one day to another have earned, by the visit's day */
export const selectDays = (
  database: Database,
  days: { workerProfileId: string; from: string; to: string },
): Promise<DayOfWork[]> => daysQuery(database, days);

const newestFirst: Order = { by: [works.date, works.id], direction: 'descending' };

const visitsQuery = hotRead('visits_of_earnings', (database) =>
  database
    .select({
      workId: works.id,
      engagementId: engagements.id,
      customerProfileId: engagements.customerProfileId,
      date: works.date,
      street: addresses.streetAddress1,
      kind: charges.kind,
      price: charges.amount,
      fee: charges.fee,
      status: sql<EarnedVisit['status']>`case when ${charges.writtenOffAt} is not null then 'written-off'
        when ${isPaid} then 'paid' when ${isOnItsWay} then 'on-its-way' else 'expected' end`,
    })
    .from(works)
    .innerJoin(charges, eq(charges.workId, works.id))
    .innerJoin(engagements, eq(engagements.id, works.engagementId))
    .innerJoin(addresses, eq(addresses.id, engagements.serviceAddressId))
    .leftJoin(payments, eq(payments.id, charges.paymentId))
    .where(
      and(
        eq(works.workerProfileId, sql.placeholder('workerProfileId')),
        sql`(${works.date}, ${works.id}) < (${sql.placeholder('day')}::date, ${sql.placeholder('id')}::uuid)`,
      ),
    )
    .orderBy(...inOrder(newestFirst))
    .limit(sql.placeholder('limit')),
);

/** @returns a page of a worker's charged visits, newest first */
export async function selectVisits(database: Database, workerProfileId: string, { after, limit }: Slice) {
  // Nothing is later than this.
  const [day, id] = (after ?? '9999-12-31_ffffffff-ffff-ffff-ffff-ffffffffffff').split('_');
  const rows = await visitsQuery(database, { workerProfileId, day, id, limit: limit + 1 });
  return toPage(rows, limit, ({ date, workId }) => [date, workId]);
}

/** @returns whether there is such a worker */
export async function isWorker(database: Queryable, profileId: string): Promise<boolean> {
  const isOne = and(eq(profiles.id, profileId), eq(profiles.type, 'PROFILE_TYPE_WORKER'));
  return (await database.select({ id: profiles.id }).from(profiles).where(isOne)).length > 0;
}

const inYear = (column: typeof entries.day | typeof dailySums.day, year: number) =>
  between(
    column,
    Temporal.PlainDate.from({ year, month: 1, day: 1 }),
    Temporal.PlainDate.from({ year, month: 12, day: 31 }),
  );

/** @returns what was collected for a worker in the months of a year, from the kept sums */
export async function selectMonths(database: Queryable, workerProfileId: string, year: number) {
  const month = sql`extract(month from ${dailySums.day})`.mapWith(Number);
  return await database
    .select({
      month,
      price: sumOf(sql`${dailySums.amount}`, sql`${dailySums.kind} = 'earning'`),
      fee: sumOf(sql`-${dailySums.amount}`, sql`${dailySums.kind} = 'fee'`),
    })
    .from(dailySums)
    .where(
      and(
        eq(dailySums.account, 'worker'),
        eq(dailySums.accountId, workerProfileId),
        inYear(dailySums.day, year),
        inArray(dailySums.kind, ['earning', 'fee']),
      ),
    )
    .groupBy(month)
    .orderBy(asc(month));
}

/** @returns the visits for which something was collected for a worker in a year, in the order of the collection */
export async function selectCollected(database: Queryable, workerProfileId: string, year: number) {
  return await database
    .select({
      day: entries.day,
      date: works.date,
      street: addresses.streetAddress1,
      price: sumOf(sql`${entries.amount}`, sql`${entries.kind} = 'earning'`),
      fee: sumOf(sql`-${entries.amount}`, sql`${entries.kind} = 'fee'`),
    })
    .from(entries)
    .leftJoin(works, eq(works.id, entries.visitId))
    .leftJoin(engagements, eq(engagements.id, works.engagementId))
    .leftJoin(addresses, eq(addresses.id, engagements.serviceAddressId))
    .where(
      and(
        eq(entries.account, 'worker'),
        eq(entries.accountId, workerProfileId),
        inYear(entries.day, year),
        inArray(entries.kind, ['earning', 'fee']),
      ),
    )
    .groupBy(entries.day, entries.visitId, works.date, addresses.streetAddress1)
    .orderBy(asc(entries.day), desc(works.date), asc(entries.visitId));
}
