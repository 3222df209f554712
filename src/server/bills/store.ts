import { and, eq, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { WorkStatus } from '#domain/enums.ts';
import { businessTimeZone } from '#domain/time-zone.ts';
import type { Database } from '../database/connection.ts';
import { waitsInTurn } from '../database/debits-in-turn.ts';
import { disputesOf, disputesOfPayment } from '../database/held-payment.ts';
import { listOf } from '../database/list-of.ts';
import { type CursorOrder, cursorValues, inOrder, isBehindCursor, type Page, toPage } from '../database/page.ts';
import { prepared } from '../database/prepared.ts';
import { bills, charges, payments, refunds } from '../database/schema/billing.ts';
import { coupons, products } from '../database/schema/catalog.ts';
import { shown } from '../database/schema/columns.ts';
import { creditBalances } from '../database/schema/credits.ts';
import { engagements } from '../database/schema/engagements.ts';
import { messages } from '../database/schema/messages.ts';
import { addresses, profiles } from '../database/schema/profiles.ts';
import {
  isOpenPayment,
  isOwedAfterDecline,
  isOwedBack,
  isPaidTwice,
  isStandingTip,
  isUnbilled,
} from '../database/schema/states.ts';
import { visits } from '../database/schema/visits.ts';
import { photosOf } from '../database/visit-photos.ts';
import { timesOf } from '../database/visit-times.ts';

export type AttemptRow = typeof payments.$inferSelect;

/** How a bill's last attempt stands; amounts are integer cents. */
const standing = {
  status: payments.status,
  isDeclined: isOwedAfterDecline(payments),
  dueAt: payments.dueAt,
  declineMessage: payments.declineMessage,
  waitsInTurn,
};

const isTip = sql<boolean>`(${payments.tipWorkId} is not null)`;

/** What became of the money of a bill's last attempt. */
const aftermath = {
  refunded: payments.refunded,
  refundedAt: sql`(select max(${refunds.createdAt}) from ${refunds}
    where ${refunds.paymentId} = ${payments.id} and ${refunds.status} = 'done')`.mapWith(refunds.createdAt),
  owedBack: sql`greatest(${payments.owedBack} - ${payments.creditedBack}, 0)`.mapWith(Number),
  creditedBack: payments.creditedBack,
  disputes: disputesOfPayment,
};

const ofCustomer = sql`${engagements.customerProfileId} = ${profiles.id}`;
// In parentheses of their own, because a query of one table leaves the table's name off columns that stand directly in it.
const unbilled = (what: SQL) =>
  sql`(${sql`select ${what} from ${engagements}
    join ${charges} on ${charges.engagementId} = ${engagements.id} and ${isUnbilled(charges)} where ${ofCustomer}`})`;
const paidTwice = sql`(${sql`select coalesce(sum(${payments.amount} - ${payments.refunded}), 0) from ${engagements}
  join ${payments} on ${payments.engagementId} = ${engagements.id} and ${isPaidTwice(payments)} where ${ofCustomer}`})`;

const owedBack = sql`(${sql`select coalesce(sum(${payments.owedBack} - ${payments.creditedBack}), 0) from ${engagements}
  join ${payments} on ${payments.engagementId} = ${engagements.id} and ${isOwedBack(payments)} where ${ofCustomer}`})`;

const ofBalance = (column: typeof creditBalances.amount | typeof creditBalances.version) =>
  sql`coalesce((${sql`select ${column} from ${creditBalances}
    where ${creditBalances.customerProfileId} = ${profiles.id}`}), 0)`.mapWith(Number);

const billingQuery = prepared('billing_of_customer', (database) =>
  database
    .select({
      firstName: profiles.firstName,
      lastName: profiles.lastName,
      open: listOf(
        { amount: payments.amount, ...standing },
        sql`from ${engagements}
          join ${payments} on ${payments.engagementId} = ${engagements.id} and ${isOpenPayment(payments)} where ${ofCustomer}`,
        sql`${payments.dueAt}, ${payments.id}`,
      ),
      unbilledAmount: unbilled(sql`coalesce(sum(${charges.amount}), 0)`).mapWith(Number),
      /** What is held has no day. */
      unbilledDueAt: unbilled(sql`min(${charges.dueAt}) filter (where ${charges.heldSince} is null)`).mapWith(
        charges.dueAt,
      ),
      paidTwice: paidTwice.mapWith(Number),
      owedBack: owedBack.mapWith(Number),
      credit: ofBalance(creditBalances.amount),
      creditVersion: ofBalance(creditBalances.version),
    })
    .from(profiles)
    .where(and(eq(profiles.id, sql.placeholder('customerProfileId')), eq(profiles.type, sql`'PROFILE_TYPE_CUSTOMER'`))),
);

/** @returns a customer with what is open of it; undefined when there is none of this id */
export async function selectBilling(database: Database, customerProfileId: string) {
  const [billing] = await billingQuery(database, { customerProfileId });
  return billing;
}

/** What credit pays of a bill, and has not got back. */
const creditUsed = sql`case when ${bills.isCreditReturned} then 0 else ${bills.creditUsed} end`.mapWith(Number);

const isLast = and(eq(payments.billId, bills.id), sql`not ${payments.isTakenOver}`);
const newestFirst: CursorOrder = {
  // Those of one transaction were made at one moment.
  by: [bills.createdAt, bills.number],
  types: ['timestamptz', 'text'],
  direction: 'descending',
};
const pageSize = 50;
/** Of a tip, the visit that it is for. */
const isVisitOfBill = sql`${visits.id} = any(array(
  select ${charges.workId} from ${charges} where ${charges.billId} = ${bills.id} union all select ${payments.tipWorkId}))`;
/** Their number, the first and the last day: read at once, because each look at them costs as much as the rest of a bill. */
const days = sql`(select json_build_array(count(*), min(${visits.day}), max(${visits.day})) from ${visits}
  where ${isVisitOfBill})`.mapWith(([visits, first, last]: [number, string, string]) => ({
  visits,
  firstDay: Temporal.PlainDate.from(first),
  lastDay: Temporal.PlainDate.from(last),
}));

const billsQuery = prepared('bills_of_customer', (database) =>
  database
    .select({
      id: bills.id,
      number: bills.number,
      createdAt: shown(bills.createdAt),
      amount: bills.amount,
      isTip,
      creditUsed,
      ...standing,
      ...aftermath,
      days,
    })
    .from(bills)
    .innerJoin(payments, isLast)
    .where(and(eq(bills.customerProfileId, sql.placeholder('customerProfileId')), isBehindCursor(newestFirst)))
    .orderBy(...inOrder(newestFirst))
    .limit(pageSize + 1),
);
type BillRow = Awaited<ReturnType<typeof billsQuery>>[number];

/** @returns a page of a customer's bills, newest first, without those that came to nothing */
export async function selectBills(
  database: Database,
  customerProfileId: string,
  after: string | undefined,
): Promise<Page<BillRow>> {
  const rows = await billsQuery(database, { customerProfileId, ...cursorValues(newestFirst, after) });
  return toPage(rows, pageSize, ({ createdAt, number }) => [createdAt, number]);
}

const tried = alias(payments, 'tried');
const worker = alias(profiles, 'worker');
const yard = alias(addresses, 'yard');

const tip = alias(payments, 'tip');
const visitsOfBill = listOf(
  {
    workId: visits.id,
    engagementId: visits.engagementId,
    date: visits.day,
    kind: sql<'visit' | 'way' | 'tip'>`coalesce(${charges.kind}, 'tip')`,
    status: sql<WorkStatus>`${visits.step}`,
    workCompletedAt: shown(visits.workCompletedAt),
    arrivedAt: shown(visits.arrivedAt),
    tip: { status: tip.status, amount: tip.amount, refunded: tip.refunded, disputes: disputesOf(tip.id) },
    productName: products.name,
    street: yard.streetAddress1,
    workerName: worker.displayName,
    finishedBy: sql<
      string | null
    >`(select ${profiles.displayName} from ${profiles} where ${profiles.id} = ${visits.finishedBy})`,
    ...timesOf({ ...visits, date: visits.day }),
    amount: sql`coalesce(${charges.amount}, ${payments.amount})`.mapWith(Number),
    discount: sql`coalesce(${charges.discount}, 0)`.mapWith(Number),
    creditUsed: sql`coalesce(${charges.creditUsed}, 0)`.mapWith(Number),
    writtenOffAt: charges.writtenOffAt,
    yardSize: charges.yardSize,
    multiplier: charges.multiplier,
    couponName: coupons.name,
    messageSentAt: sql`(select min(${messages.endedAt}) from ${messages} where ${messages.outcome} = 'sent'
      and ${messages.kind} = 'work-completed' and ${messages.subjectId} = ${visits.id})`.mapWith(messages.endedAt),
    photos: photosOf(visits.id),
  },
  sql`from ${visits}
    left join ${charges} on ${charges.workId} = ${visits.id} and ${charges.billId} = ${bills.id}
    left join ${payments} ${tip} on ${tip.tipWorkId} = ${visits.id} and ${isStandingTip(tip)}
    join ${profiles} ${worker} on ${worker.id} = ${visits.workerProfileId}
    join ${engagements} of_visit on of_visit.id = ${visits.engagementId}
    join ${products} on ${products.id} = of_visit.product_id
    join ${addresses} ${yard} on ${yard.id} = of_visit.service_address_id
    left join ${coupons} on ${coupons.id} = of_visit.coupon_id and ${charges.discount} > 0
    where ${isVisitOfBill}`,
  sql`${visits.day}, ${visits.id}`,
);

/** Those that Stripe was asked for. */
const attempts = listOf(
  {
    amount: tried.amount,
    createdAt: tried.createdAt,
    askedAt: tried.askedAt,
    status: tried.status,
    declineMessage: tried.declineMessage,
    isTakenOver: tried.isTakenOver,
  },
  sql`from ${payments} ${tried} where ${tried.billId} = ${bills.id} and ${tried.status} <> 'pending'
    and (${tried.status} not in ('declined', 'written-off') or ${tried.askedAt} is not null)`,
  sql`${tried.createdAt}, ${tried.id}`,
);

const refundsOfPayment = listOf(
  {
    id: refunds.id,
    amount: refunds.amount,
    createdAt: refunds.createdAt,
    status: refunds.status,
    reason: refunds.reason,
  },
  sql`from ${refunds} where ${refunds.paymentId} = ${payments.id}`,
  sql`${refunds.createdAt}, ${refunds.id}`,
);

const billQuery = prepared('bill', (database) =>
  database
    .select({
      id: bills.id,
      number: bills.number,
      createdAt: bills.createdAt,
      amount: bills.amount,
      isTip,
      creditUsed,
      settledAt: payments.settledAt,
      ...standing,
      ...aftermath,
      firstName: profiles.firstName,
      lastName: profiles.lastName,
      address: {
        streetAddress1: addresses.streetAddress1,
        streetAddress2: addresses.streetAddress2,
        city: addresses.city,
        state: addresses.state,
        zipCode: addresses.zipCode,
      },
      visits: visitsOfBill,
      attempts,
      refunds: refundsOfPayment,
    })
    .from(bills)
    .innerJoin(payments, isLast)
    .innerJoin(profiles, eq(profiles.id, bills.customerProfileId))
    .innerJoin(engagements, eq(engagements.id, payments.engagementId))
    .innerJoin(addresses, eq(addresses.id, engagements.billingAddressId))
    .where(
      and(eq(bills.id, sql.placeholder('billId')), eq(bills.customerProfileId, sql.placeholder('customerProfileId'))),
    ),
);

/** @returns undefined unless it is a bill of this customer, and one that came to something */
export async function selectBill(database: Database, customerProfileId: string, billId: string) {
  const [bill] = await billQuery(database, { customerProfileId, billId, timeZone: businessTimeZone });
  return bill;
}
