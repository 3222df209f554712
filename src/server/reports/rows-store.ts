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
import { engagements, works } from '../database/schema/engagements.ts';
import { inquiries } from '../database/schema/messages.ts';
import { profiles } from '../database/schema/profiles.ts';
import { recurringSteps } from '../database/schema/reports.ts';
import { isFinishedOnItsDay } from '../database/visit-times.ts';
import { workerOfSkip } from '../database/whose-skip.ts';
import { miles, minutes, serviceAndYard, timeZone } from './keep-store.ts';
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

/** Whether another row is about the same visit. `offset 0` has each looked up: a join would read whole tables rather than a page. */
const isAlso = (table: 'works' | 'skips', of: SQL) => sql`exists (
  select from ${sql.raw(table)} other where other.engagement_id = ${of}.engagement_id and other.date = ${of}.date offset 0
)`;
const [work, skip] = [sql`work`, sql`skip`];
const isDone = sql`work.status = 'WORK_STATUS_WORK_COMPLETED' and not ${isAlso('skips', work)}`;
const isOnTime = sql`${isDone} and ${isFinishedOnItsDay({ date: sql`work.date`, workCompletedAt: sql`work.work_completed_at` }, timeZone)}
  and not exists (select from moves move where move.engagement_id = work.engagement_id
  and move.day = work.date and not move.is_kept and coalesce(move.moved_from, move.original_day) <> move.day and move.holiday_id is null offset 0)`;

/** The visits that a figure counts, as `sumVisits` has them: which of those that were begun, and of those that did not take place. */
const isOf: Record<ListedVisits, { work?: SQL; skip?: SQL }> = {
  begun: { work: sql`true` },
  planned: { work: sql`true`, skip: sql`not ${isAlso('works', skip)}` },
  done: { work: isDone },
  onTime: { work: isOnTime },
  skipped: { skip: sql`skip.kind = 'skipped' and skip.skipped_by = 'customer'` },
  takenOff: { skip: sql`skip.kind = 'skipped' and skip.skipped_by is distinct from 'customer'` },
  couldNot: { skip: sql`skip.kind = 'could-not'` },
  missed: { skip: sql`skip.kind = 'missed'` },
};
const workOfSkip = sql`left join lateral (
  select * from works where engagement_id = skip.engagement_id and date = skip.date offset 0
) work on true`;
const visitsOf = {
  work: { of: work, from: sql`works work`, worker: sql`work.worker_profile_id` },
  skip: {
    of: skip,
    from: sql`skips skip ${workOfSkip}`,
    worker: sql`coalesce(work.worker_profile_id, ${workerOfSkip('skip')})`,
  },
};

const isWhose = ({ dimension, key }: Whose, worker: SQL): SQL | undefined =>
  ({
    all: undefined,
    worker: key === '' ? sql`${worker} is null` : sql`${worker} = ${key}`,
    city: sql`yard.city = ${key}`,
    product: sql`service.product_id = ${key}`,
  })[dimension];

const byDay = (of: SQL): Order => ({ by: [sql`${of}.date`, sql`${of}.engagement_id`], direction: 'descending' });

/**
 * A begun visit, its yard, and where its worker came from, as `sumVisits` has it: the yard of the visit before on that day, or the
 * worker's home.
 */
const way = sql`left join lateral (
  select work.*, yard.latitude, yard.longitude,
    case when before.id is null then home.latitude else before.latitude end as from_latitude,
    case when before.id is null then home.longitude else before.longitude end as from_longitude
  from works work
  ${serviceAndYard(sql`work.engagement_id`)}
  left join lateral (
    select other.id, other_yard.latitude, other_yard.longitude from works other
    cross join lateral (select * from engagements where id = other.engagement_id offset 0) other_service
    cross join lateral (select * from addresses where id = other_service.service_address_id offset 0) other_yard
    where other.worker_profile_id = work.worker_profile_id and other.date = work.date
      and (coalesce(other.travel_started_at, other.created_at), other.id) < (coalesce(work.travel_started_at, work.created_at), work.id)
    order by coalesce(other.travel_started_at, other.created_at) desc, other.id desc limit 1
  ) before on true
  left join lateral (
    select latitude, longitude from addresses where profile_id = work.worker_profile_id and primary_address offset 0
  ) home on true
  where work.id = visit.work_id
) made on true`;

/** @returns a page of the visits that a figure counts, newest first */
export async function selectVisits(
  database: Database,
  days: ReportDays,
  { figure, after, whose }: { figure: ListedVisits; after: string | undefined; whose: Whose },
) {
  const isLookedUp = whose.dimension === 'city' || whose.dimension === 'product';
  const last = sql`least(${days.to}::date, ${after?.split('_')[0] ?? days.to}::date)`;
  const first = (of: SQL) => sql`order by ${sql.join(inOrder(byDay(of)), sql`, `)} limit ${pageSize + 1}`;
  const parts = (['work', 'skip'] as const).flatMap((name) => {
    const which = isOf[figure][name];
    const { of, from, worker } = visitsOf[name];
    if (!which) return [];
    const isBetween = sql`${of}.date between ${days.from}::date and ${last}`;
    return sql`(
      select ${of}.date, ${of}.engagement_id, work.id as work_id, ${worker} as worker_profile_id
      from ${from} ${isLookedUp ? serviceAndYard(sql`${of}.engagement_id`) : sql``}
      where ${and(isBetween, which, isWhose(whose, worker), isBehind(byDay(of), after))} ${first(of)}
    )`;
  });
  const visit = sql`visit`;
  const counted = sql`(
    select visit.*, service.customer_profile_id, service.product_id, yard.city
    from (select * from (${sql.join(parts, sql` union all `)}) visit ${first(visit)}) visit
    ${serviceAndYard(sql`visit.engagement_id`)}
  ) visit`;
  const rows = await database
    .select({
      engagementId: sql<string>`visit.engagement_id`,
      date: sql`visit.date`.mapWith(works.date),
      customer: person,
      worker: { firstName: worker.firstName, lastName: worker.lastName },
      productName: products.name,
      city: sql<string>`visit.city`,
      amount: sql<number | null>`case when ${charges.isNotBilled} then 0 else ${charges.amount} end`,
      fee: sql<number | null>`case when ${charges.isNotBilled} then 0 else ${charges.fee} end`,
      minutes: sql<number | null>`${minutes()}::float8`,
      miles: sql<number | null>`${miles}`,
    })
    .from(sql`${counted} ${way}`)
    .innerJoin(customer, eq(customer.id, sql`visit.customer_profile_id`))
    .innerJoin(products, eq(products.id, sql`visit.product_id`))
    .leftJoin(worker, eq(worker.id, sql`visit.worker_profile_id`))
    .leftJoin(charges, eq(charges.workId, sql`visit.work_id`))
    .orderBy(sql`visit.date desc`, sql`visit.engagement_id desc`);
  return toPage(rows, pageSize, ({ date, engagementId }) => [date, engagementId]);
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
