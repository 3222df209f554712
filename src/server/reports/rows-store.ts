import { and, between, eq, gt, lte, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { InquiryData } from '#contract/inquiries.ts';
import type { CancelReason } from '#domain/cancel-reasons.ts';
import type { Became, ListedRecurring, ListedVisits } from '#domain/reports.ts';
import type { Database } from '../database/connection.ts';
import { inOrder, isBehind, type Order, type Page, toPage } from '../database/page.ts';
import { charges } from '../database/schema/billing.ts';
import { products } from '../database/schema/catalog.ts';
import { shown } from '../database/schema/columns.ts';
import { engagements } from '../database/schema/engagements.ts';
import { inquiries } from '../database/schema/messages.ts';
import { profiles } from '../database/schema/profiles.ts';
import { recurringSteps } from '../database/schema/reports.ts';
import { visits } from '../database/schema/visits.ts';
import { isCounted, isMissedBefore, isOnTime, minutes, serviceAndYard } from './keep-store.ts';
import {
  isSignUp,
  isVisited,
  newestInquiries,
  type ReportDays,
  referralOf,
  type Whose,
  wayOf,
} from './report-store.ts';

const pageSize = 50;
const customer = alias(profiles, 'customer');
const worker = alias(profiles, 'worker');
const person = { id: customer.id, firstName: customer.firstName, lastName: customer.lastName };

const isOff = sql`visit.state = 'off'`;
/** The visits that a figure counts, as `sumVisits` has them: by their days, but for those that were missed. */
const isOf: Record<Exclude<ListedVisits, 'missed'>, SQL> = {
  begun: sql`visit.step is not null`,
  planned: isCounted,
  done: sql`visit.state = 'done'`,
  onTime: isOnTime,
  skipped: sql`${isOff} and visit.off_by = 'customer'`,
  takenOff: sql`${isOff} and visit.off_by in ('worker', 'employee')`,
  couldNot: sql`visit.state = 'could-not'`,
};
/** Those that were missed on a day; `planned` has by their days the ones that have not moved on. */
const isMissed = { missed: sql`visit.missed_on is not null`, planned: isMissedBefore };

const isWhose = ({ dimension, key }: Whose, worker: SQL): SQL | undefined =>
  ({
    all: undefined,
    worker: key === '' ? sql`${worker} is null` : sql`${worker} = ${key}`,
    city: sql`yard.city = ${key}`,
    product: sql`service.product_id = ${key}`,
  })[dimension];

const byDay = (day: SQL): Order => ({
  by: [day, sql`visit.engagement_id`, sql`visit.id`],
  direction: 'descending',
});

/** @returns a page of the visits that a figure counts, newest first */
export async function selectVisits(
  database: Database,
  { from, to }: ReportDays,
  { figure, after, whose }: { figure: ListedVisits; after: string | undefined; whose: Whose },
) {
  const isLookedUp = whose.dimension === 'city' || whose.dimension === 'product';
  const place = serviceAndYard(sql`visit.engagement_id`);
  const last = sql`least(${to}::date, ${after?.split('_')[0] ?? to}::date)`;
  const first = (day: SQL) => sql`order by ${sql.join(inOrder(byDay(day)), sql`, `)} limit ${pageSize + 1}`;
  const part = (day: SQL, worker: SQL, isMade: SQL, which: SQL) => sql`(
    select visit.*, ${day} as date, ${worker} as whose, ${isMade} as is_made from visits visit ${isLookedUp ? place : sql``}
    where ${and(sql`${day} between ${from}::date and ${last}`, which, isWhose(whose, worker), isBehind(byDay(day), after))} ${first(day)}
  )`;
  const parts = [
    figure !== 'missed' && part(sql`visit.day`, sql`visit.worker_profile_id`, sql`true`, isOf[figure]),
    (figure === 'missed' || figure === 'planned') &&
      part(sql`visit.missed_on`, sql`visit.missed_worker_profile_id`, sql`visit.state = 'missed'`, isMissed[figure]),
  ].filter((one) => one !== false);
  const listed = sql`(select * from (${sql.join(parts, sql` union all `)}) visit ${first(sql`visit.date`)})`;
  const ofMade = (what: SQL) => sql<number | null>`case when visit.is_made then ${what} end`;
  const rows = await database
    .select({
      id: sql<string>`visit.id`,
      engagementId: sql<string>`visit.engagement_id`,
      date: sql`visit.date`.mapWith(visits.day),
      customer: person,
      worker: { firstName: worker.firstName, lastName: worker.lastName },
      productName: products.name,
      city: sql<string>`yard.city`,
      amount: ofMade(sql`case when ${charges.isNotBilled} then 0 else ${charges.amount} end`),
      fee: ofMade(sql`case when ${charges.isNotBilled} then 0 else ${charges.fee} end`),
      minutes: ofMade(sql`${minutes}::float8`),
      miles: ofMade(sql`visit.miles::float8`),
    })
    .from(sql`${listed} visit ${place}`)
    .innerJoin(customer, eq(customer.id, sql`service.customer_profile_id`))
    .innerJoin(products, eq(products.id, sql`service.product_id`))
    .leftJoin(worker, eq(worker.id, sql`visit.whose`))
    .leftJoin(charges, eq(charges.workId, sql`visit.id`))
    .orderBy(...inOrder(byDay(sql`visit.date`)));
  return toPage(rows, pageSize, ({ date, engagementId, id }) => [date, engagementId, id]);
}

const byStep: Order = { by: [recurringSteps.day, recurringSteps.engagementId], direction: 'descending' };

/** @param reason null for those of whom nobody said why; undefined for all */
export async function selectSteps(
  database: Database,
  { from, to }: ReportDays,
  {
    kind,
    reason,
    after,
  }: { kind: ListedRecurring; reason: CancelReason | null | undefined; after: string | undefined },
) {
  const last = Temporal.PlainDate.from(to);
  // Of one that is served, what it brings is what its last step has left.
  const isListed =
    kind === 'served'
      ? and(
          lte(recurringSteps.day, last),
          gt(recurringSteps.amountAfter, 0),
          sql`not exists (select from recurring_steps later where later.engagement_id = ${recurringSteps.engagementId}
            and later.day > ${recurringSteps.day} and later.day <= ${to}::date)`,
        )
      : and(eq(recurringSteps.kind, kind), between(recurringSteps.day, Temporal.PlainDate.from(from), last));
  const isWhy = sql`${recurringSteps.reason} is not distinct from ${reason}`;
  const rows = await database
    .select({
      engagementId: recurringSteps.engagementId,
      day: recurringSteps.day,
      kind: recurringSteps.kind,
      customer: person,
      productName: products.name,
      before: recurringSteps.amountBefore,
      after: recurringSteps.amountAfter,
      reason: recurringSteps.reason,
    })
    .from(recurringSteps)
    .innerJoin(engagements, eq(engagements.id, recurringSteps.engagementId))
    .innerJoin(customer, eq(customer.id, engagements.customerProfileId))
    .innerJoin(products, eq(products.id, engagements.productId))
    .where(and(isListed, reason === undefined ? undefined : isWhy, isBehind(byStep, after)))
    .orderBy(...inOrder(byStep))
    .limit(pageSize + 1);
  return toPage(rows, pageSize, ({ day, engagementId }) => [day, engagementId]);
}

const byArrival: Order = { by: [inquiries.receivedAt, inquiries.id], direction: 'descending' };

type FoundRow = {
  id: string;
  receivedAt: string;
  fromAddress: string;
  data: InquiryData | null;
  customer: { id: string; firstName: string; lastName: string } | null;
  isSignUp: boolean;
  isVisited: boolean;
};

const hasBecome: Record<Became, SQL> = { 'signed-up': isSignUp, visited: isVisited };

/** @param referral as the report has it; null for those who wrote nothing */
export async function selectFound(
  database: Database,
  { since, until }: ReportDays,
  { referral, became, after }: { referral: string | null; became: Became | undefined; after: string | undefined },
): Promise<Page<FoundRow>> {
  const rows = await database
    .select({
      // In a statement of its own, so that drizzle leaves the name of the table in it.
      id: sql<string>`${sql`${inquiries.id}`}`,
      receivedAt: shown(inquiries.receivedAt),
      fromAddress: sql<string>`${inquiries.fromAddress}`,
      data: sql<InquiryData | null>`${inquiries.data}`,
      customer: sql<FoundRow['customer']>`case when ${inquiries}.customer_id is not null then json_build_object(
        'id', ${inquiries}.customer_id, 'firstName', ${inquiries}.first_name, 'lastName', ${inquiries}.last_name) end`,
      isSignUp,
      isVisited,
    })
    .from(newestInquiries(sql`${since}::timestamptz`, sql`${until}::timestamptz`))
    .where(
      and(
        sql`${referralOf} is not distinct from ${wayOf(sql`${referral}::text`)}`,
        became && hasBecome[became],
        isBehind(byArrival, after),
      ),
    )
    .orderBy(...inOrder(byArrival))
    .limit(pageSize + 1);
  return toPage(rows, pageSize, ({ receivedAt, id }) => [receivedAt, id]);
}
