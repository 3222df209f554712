import { and, asc, between, desc, eq, inArray, isNotNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { EarnedLine } from '#contract/earnings.ts';
import type { Database, Queryable } from '../database/connection.ts';
import { counts, fee, givenBack, price, share } from '../database/earned.ts';
import { type Slice, toPage } from '../database/page.ts';
import { prepared } from '../database/prepared.ts';
import { charges, payments } from '../database/schema/billing.ts';
import { engagements } from '../database/schema/engagements.ts';
import { dailySums, entries } from '../database/schema/ledger.ts';
import { addresses, connectedAccounts, profiles } from '../database/schema/profiles.ts';
import {
  isBegun,
  isGivenUpPayment,
  isOfWholeBill,
  isOwedAfterDecline,
  isStandingTip,
  isUnpaid,
  isWrittenOff,
} from '../database/schema/states.ts';
import { visits } from '../database/schema/visits.ts';

/** Amounts are integer cents. */

/** Whether the card has paid, or there was nothing to pay. */
const isPaid = sql`coalesce(not ${isUnpaid(payments)}, ${charges.amount} = 0)`;
/** Whether it is being collected; not what a card has refused or its customer is to confirm, though it may be paid yet. */
const isOnItsWay = sql`coalesce(${isUnpaid(payments)} and ${payments.status} <> 'action-required'
  and not ${isOwedAfterDecline(payments)}, false)`;
/** Whether nothing is tried any more unless its customer asks for it. */
const isGivenUp = sql`coalesce(${isGivenUpPayment(payments)}, false)`;
/** Whether the worker keeps nothing of what the card has paid. */
const isRefunded = sql`${givenBack} > 0 and ${price} <= 0`;
/** The tip of a visit, and what of it is the worker's. */
const tip = alias(payments, 'tip');
const isTipOfVisit = sql`${tip.tipWorkId} = ${visits.id} and ${isStandingTip(tip)} and not ${isUnpaid(tip)}`;
const tips = sql<number>`coalesce(${tip.amount} - ${tip.reversed}, 0)`;
const sumOf = (what: SQL, which: SQL = sql`true`) =>
  sql`coalesce(sum(${what}) filter (where ${which}), 0)`.mapWith(Number);
/** What moved for no single visit. */
const ofWholeBills = and(eq(entries.accountId, sql.placeholder('workerProfileId')), isOfWholeBill(entries));
const isEarning = sql`${entries.kind} = 'earning'`;
const isFee = sql`${entries.kind} = 'fee'`;
const none = () => sql`0`.mapWith(Number);

const daysQuery = prepared('days_of_earnings', (database) =>
  database
    .select({
      date: visits.day,
      visits: sql`count(*) filter (where ${counts})`.mapWith(Number),
      price: sumOf(price, counts),
      fee: sumOf(fee, counts),
      paid: sumOf(share, sql`${counts} and ${isPaid}`),
      onItsWay: sumOf(share, sql`${counts} and ${isOnItsWay}`),
      givenBack: sumOf(givenBack, counts),
      tips: sumOf(tips),
    })
    .from(visits)
    .innerJoin(charges, eq(charges.workId, visits.id))
    .leftJoin(payments, eq(payments.id, charges.paymentId))
    .leftJoin(tip, isTipOfVisit)
    .where(
      and(
        eq(visits.workerProfileId, sql.placeholder('workerProfileId')),
        isBegun(visits),
        between(visits.day, sql.placeholder('from'), sql.placeholder('to')),
      ),
    )
    .groupBy(visits.day)
    .unionAll(
      database
        .select({
          date: entries.day,
          visits: none(),
          price: sumOf(sql`${entries.amount}`, isEarning),
          fee: sumOf(sql`-${entries.amount}`, isFee),
          paid: sumOf(sql`${entries.amount}`),
          onItsWay: none(),
          givenBack: sumOf(sql`-${entries.amount}`, sql`${isEarning} and ${entries.amount} < 0`),
          tips: none(),
        })
        .from(entries)
        .where(and(ofWholeBills, between(entries.day, sql.placeholder('from'), sql.placeholder('to'))))
        .groupBy(entries.day),
    ),
);
export type DayOfWork = Awaited<ReturnType<typeof daysQuery>>[number];

/**
 * @returns what a worker's visits from one day to another have earned, by the visit's day, and what was given back of whole
 *   bills, by the day of that; a day may be there twice
 */
export const selectDays = (
  database: Database,
  days: { workerProfileId: string; from: string; to: string },
): Promise<DayOfWork[]> => daysQuery(database, days);

/** Price and fee of one cause stand in one line, which is that of the first of them. */
const isFirstOfCause = sql`not exists (select from ${entries} first where first.cause = ${entries.cause}
  and first.line < ${entries.line} and ${isOfWholeBill({ visitId: sql`first.visit_id`, kind: sql`first.kind` })})`;
const ofCause = (kind: 'earning' | 'fee') =>
  sql<number>`coalesce((select sum(one.amount) from ${entries} one where one.cause = ${entries.cause}
    and one.visit_id is null and one.kind = ${sql.raw(`'${kind}'`)}), 0)`;

const isBefore = (day: SQLWrapper, id: SQLWrapper) =>
  sql`(${day}, ${id}) < (${sql.placeholder('day')}::date, ${sql.placeholder('id')}::uuid)`;

const linesQuery = prepared('lines_of_earnings', (database) =>
  database
    .select({
      date: visits.day,
      id: visits.id,
      engagementId: engagements.id,
      customerProfileId: engagements.customerProfileId,
      street: addresses.streetAddress1,
      kind: sql<EarnedLine['kind']>`${charges.kind}`,
      visits: sql`1`.mapWith(Number),
      price: price.mapWith(Number),
      fee: fee.mapWith(Number),
      givenBack: givenBack.mapWith(Number),
      tips: tips.mapWith(Number),
      status: sql<
        EarnedLine['status']
      >`case when ${charges.isNotBilled} then 'not-billed' when ${isWrittenOff(charges, payments)} then 'written-off'
        when ${isPaid} then case when ${isRefunded} then 'refunded' else 'paid' end
        when ${isOnItsWay} then 'on-its-way' when ${isGivenUp} then 'unpaid' else 'expected' end`,
    })
    .from(visits)
    .innerJoin(charges, eq(charges.workId, visits.id))
    .innerJoin(engagements, eq(engagements.id, visits.engagementId))
    .innerJoin(addresses, eq(addresses.id, engagements.serviceAddressId))
    .leftJoin(payments, eq(payments.id, charges.paymentId))
    .leftJoin(tip, isTipOfVisit)
    .where(
      and(
        eq(visits.workerProfileId, sql.placeholder('workerProfileId')),
        isBegun(visits),
        isBefore(visits.day, visits.id),
      ),
    )
    .orderBy(desc(visits.day), desc(visits.id))
    .limit(sql.placeholder('limit'))
    .unionAll(
      database
        .select({
          date: entries.day,
          id: entries.id,
          engagementId: engagements.id,
          customerProfileId: engagements.customerProfileId,
          street: addresses.streetAddress1,
          kind: sql<EarnedLine['kind']>`'bill'`,
          visits: sql`(select count(*) from ${charges} where ${charges.paymentId} = ${payments.id})`.mapWith(Number),
          price: sql`${ofCause('earning')}`.mapWith(Number),
          fee: sql`-${ofCause('fee')}`.mapWith(Number),
          givenBack: sql`greatest(-${ofCause('earning')}, 0)`.mapWith(Number),
          tips: sql<number>`0`,
          status: sql<EarnedLine['status']>`case when ${entries.amount} < 0 then 'refunded' else 'paid' end`,
        })
        .from(entries)
        .innerJoin(payments, eq(payments.id, entries.paymentId))
        .innerJoin(engagements, eq(engagements.id, payments.engagementId))
        .innerJoin(addresses, eq(addresses.id, engagements.serviceAddressId))
        .where(and(ofWholeBills, isFirstOfCause, isBefore(entries.day, entries.id)))
        .orderBy(desc(entries.day), desc(entries.id))
        .limit(sql.placeholder('limit')),
    )
    .orderBy(sql`1 desc, 2 desc`)
    .limit(sql.placeholder('limit')),
);

/** @returns a page of a worker's charged visits and of what was given back of whole bills, newest first */
export async function selectLines(database: Database, workerProfileId: string, { after, limit }: Slice) {
  // Nothing is later than this.
  const [day = '', id = ''] = (after ?? '9999-12-31_ffffffff-ffff-ffff-ffff-ffffffffffff').split('_');
  const rows = await linesQuery(database, { workerProfileId, day, id, limit: limit + 1 });
  return toPage(rows, limit, ({ date, id: last }) => [date, last]);
}

/** @returns whether there is such a worker */
export async function isWorker(database: Queryable, profileId: string): Promise<boolean> {
  const isOne = and(eq(profiles.id, profileId), eq(profiles.type, 'PROFILE_TYPE_WORKER'));
  return (await database.select({ id: profiles.id }).from(profiles).where(isOne)).length > 0;
}

/** @returns a worker's last payout, if the bank did not take it */
export async function selectFailedPayout(database: Queryable, workerProfileId: string) {
  const [failed] = await database
    .select({ amount: connectedAccounts.failedPayoutAmount, at: connectedAccounts.payoutFailedAt })
    .from(connectedAccounts)
    .innerJoin(profiles, eq(profiles.userId, connectedAccounts.userId))
    .where(and(eq(profiles.id, workerProfileId), isNotNull(connectedAccounts.payoutFailedAt)));
  return failed;
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
      tips: sumOf(sql`${dailySums.amount}`, sql`${dailySums.kind} = 'tip-passed'`),
    })
    .from(dailySums)
    .where(
      and(
        eq(dailySums.account, 'worker'),
        eq(dailySums.accountId, workerProfileId),
        inYear(dailySums.day, year),
        inArray(dailySums.kind, ['earning', 'fee', 'tip-passed']),
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
      date: visits.day,
      street: addresses.streetAddress1,
      price: sumOf(sql`${entries.amount}`, sql`${entries.kind} = 'earning'`),
      fee: sumOf(sql`-${entries.amount}`, sql`${entries.kind} = 'fee'`),
      tips: sumOf(sql`${entries.amount}`, sql`${entries.kind} = 'tip-passed'`),
    })
    .from(entries)
    .leftJoin(visits, eq(visits.id, entries.visitId))
    .leftJoin(engagements, eq(engagements.id, visits.engagementId))
    .leftJoin(addresses, eq(addresses.id, engagements.serviceAddressId))
    .where(
      and(
        eq(entries.account, 'worker'),
        eq(entries.accountId, workerProfileId),
        inYear(entries.day, year),
        inArray(entries.kind, ['earning', 'fee', 'tip-passed']),
      ),
    )
    .groupBy(entries.day, entries.visitId, visits.day, addresses.streetAddress1)
    .orderBy(asc(entries.day), desc(visits.day), asc(entries.visitId));
}
