import { and, eq, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { dayStart } from '#domain/calendar.ts';
import { isClaimable, isOfOpenAccount } from '../database/claimable.ts';
import type { Database, Queryable } from '../database/connection.ts';
import { gaveBack, makesVisit, underWayOf } from '../database/due-visits.ts';
import { isGivenBefore } from '../database/given-before.ts';
import { listOf } from '../database/list-of.ts';
import { inOrder, isBehind, type Order, type Page, toPage } from '../database/page.ts';
import { agreedPlans, wish } from '../database/plan-versions.ts';
import { given, prepared } from '../database/prepared.ts';
import { charges } from '../database/schema/billing.ts';
import { coupons, products } from '../database/schema/catalog.ts';
import { shown, shownMoment } from '../database/schema/columns.ts';
import { engagements, scheduleTemplateDays, scheduleTemplates } from '../database/schema/engagements.ts';
import { addresses, profiles, seesProposals } from '../database/schema/profiles.ts';
import { isActive, isBegun, isLive, isOpenWish, isProposal } from '../database/schema/states.ts';
import { plans, visits } from '../database/schema/visits.ts';
import { visitedInWeek, week, weekFields } from './week-store.ts';

/** Engagements as they are shown: everything around one in a single row, whichever list it is for. */

const customer = alias(profiles, 'customer');
const worker = alias(profiles, 'worker');
const serviceAddress = alias(addresses, 'service_address');
const billingAddress = alias(addresses, 'billing_address');

const days = listOf(
  {
    id: scheduleTemplateDays.id,
    scheduleTemplateId: scheduleTemplateDays.scheduleTemplateId,
    dayOfWeek: scheduleTemplateDays.dayOfWeek,
    sequence: scheduleTemplateDays.sequence,
  },
  sql`from ${scheduleTemplateDays} where ${scheduleTemplateDays.scheduleTemplateId} = ${scheduleTemplates.id}`,
);

// Only a paused one is asked, since nothing else depends on it.
const hasStarted = sql<boolean>`(
  ${engagements.status} = 'ENGAGEMENT_STATUS_PAUSED'
  and exists (select from ${visits} where ${visits.engagementId} = ${engagements.id} and ${isBegun(visits)})
)`;

// Likewise: of a paused one its worker declines what staff have given them.
const isGiven = sql<boolean>`(${engagements.status} = 'ENGAGEMENT_STATUS_PAUSED' and ${isGivenBefore(engagements)})`;

// Likewise: a paused one of a closed account stays paused until that is opened again.
const isOfClosedAccount = sql<boolean>`(
  ${engagements.status} = 'ENGAGEMENT_STATUS_PAUSED' and not ${isOfOpenAccount}
)`;

// Only for a coupon that is used once; nothing else depends on it.
const isDiscountUsed = sql<boolean>`case when ${coupons.term} = 'TERM_ONCE' then exists (
  select 1 from ${charges} where ${charges.engagementId} = ${engagements.id} and ${charges.kind} = 'visit' offset 0
) else false end`;

const addressFields = (address: typeof serviceAddress | typeof billingAddress) => ({
  id: address.id,
  label: address.label,
  streetAddress1: address.streetAddress1,
  streetAddress2: address.streetAddress2,
  city: address.city,
  state: address.state,
  zipCode: address.zipCode,
});

// Each column costs time in every row, so there are no more than are shown or decide something.
const fields = {
  engagement: {
    id: engagements.id,
    version: engagements.version,
    status: engagements.status,
    customerProfileId: engagements.customerProfileId,
    workerProfileId: engagements.workerProfileId,
    productId: engagements.productId,
    serviceAddressId: engagements.serviceAddressId,
    billingAddressId: engagements.billingAddressId,
    stripePaymentMethodId: engagements.stripePaymentMethodId,
    baseCost: engagements.baseCost,
    agreedBaseCost: engagements.agreedBaseCost,
    agreedFeePercent: engagements.agreedFeePercent,
    cancelReason: engagements.cancelReason,
    cancelNote: engagements.cancelNote,
    baseCostHeldUntil: shownMoment(
      sql`case when ${engagements.activeSince} is null then ${engagements.baseCostHeldUntil} end`,
    ),
    billingCycle: engagements.billingCycle,
    yardSize: engagements.yardSize,
    createdAt: shown(engagements.createdAt),
    openSince: shown(engagements.openSince),
  },
  product: {
    id: products.id,
    name: products.name,
    description: products.description,
    billingCycle: products.billingCycle,
    baseCostRetentionPeriod: products.baseCostRetentionPeriod,
    baseCostMultiplier: products.baseCostMultiplier,
    version: products.version,
    archivedAt: products.archivedAt,
  },
  customer: {
    id: customer.id,
    userId: customer.userId,
    firstName: customer.firstName,
    lastName: customer.lastName,
    phone: customer.phone,
    email: customer.email,
  },
  worker: { id: worker.id, displayName: worker.displayName },
  serviceAddress: {
    ...addressFields(serviceAddress),
    gateNotes: serviceAddress.gateNotes,
    dogNotes: serviceAddress.dogNotes,
    noAccessOn: serviceAddress.noAccessOn,
    precision: serviceAddress.precision,
  },
  billingAddress: addressFields(billingAddress),
  couponName: coupons.name,
  discount: { term: coupons.term, amountOff: coupons.amountOff, percentOff: coupons.percentOff },
  isDiscountUsed,
  scheduleTemplate: {
    id: scheduleTemplates.id,
    period: scheduleTemplates.period,
    frequency: scheduleTemplates.frequency,
    interval: scheduleTemplates.interval,
    startDay: scheduleTemplates.startDay,
    weekOffset: scheduleTemplates.weekOffset,
    isPinned: scheduleTemplates.isPinned,
  },
  days,
  hasStarted,
  isGiven,
  isOfClosedAccount,
};

/** @param besides more of each engagement, for a list that shows it */
const viewsWith = <Besides extends Record<string, SQL.Aliased | SQL>>(database: Queryable, besides: Besides) =>
  database
    .select({ ...fields, ...besides })
    .from(engagements)
    .innerJoin(products, eq(products.id, engagements.productId))
    .innerJoin(customer, eq(customer.id, engagements.customerProfileId))
    .leftJoin(worker, eq(worker.id, engagements.workerProfileId))
    .innerJoin(serviceAddress, eq(serviceAddress.id, engagements.serviceAddressId))
    .innerJoin(billingAddress, eq(billingAddress.id, engagements.billingAddressId))
    .leftJoin(coupons, eq(coupons.id, engagements.couponId))
    .innerJoin(scheduleTemplates, eq(scheduleTemplates.engagementId, engagements.id))
    .$dynamic();
const views = (database: Queryable) => viewsWith(database, {});

const newestFirst: Order = { by: [engagements.createdAt, engagements.id], direction: 'descending' };
const longestOpenFirst: Order = { by: [engagements.openSince, engagements.id], direction: 'ascending' };
/** How many engagements one page has. */
const customerPage = 100;
const proposalPage = 50;

/** @returns SQL for the business's part of the visits that stay with a worker who had the engagement before; null of who never had it */
const feeBefore = (which: SQL) => sql<number | null>`(
  select past.fee_percent from ${agreedPlans('past')} join profiles maker on maker.id = past.worker_profile_id
  where past.engagement_id = ${engagements.id} and past.worker_profile_id is distinct from ${engagements.workerProfileId} and ${which}
  order by past.id desc limit 1)`;
const isOfWorker = sql`maker.id = ${sql.placeholder('workerProfileId')}::uuid`;
// Of the worker's own service nothing is looked up.
const feeBeforeOfWorker = sql<number | null>`case
  when ${engagements.workerProfileId} is distinct from ${given('workerProfileId', 'uuid')} then ${feeBefore(isOfWorker)} end`;
const asking = sql`${sql.placeholder('userId')}::uuid`;
const today = sql`${sql.placeholder('today')}::date`;
const isUnderWay = (isMaker: SQL) => sql<boolean>`${engagements.id} = any(${underWayOf(isMaker, today)})`;
const isOfAsking = sql`maker.user_id = ${asking}`;
/** The other rhythm that the customer wants. */
const wantedRhythm = sql<WantedRhythm | null>`(
  select jsonb_build_object('frequency', wish.frequency, 'interval', wish.interval, 'startDay', wish.start_day)
  from ${plans} ${wish} where ${wish.engagementId} = ${engagements.id} and ${isOpenWish(wish)}
)`;
type WantedRhythm = { frequency: number; interval: number; startDay: string };
const one = prepared('engagement', (database) =>
  viewsWith(database, {
    seesProposals: seesProposals(sql.placeholder('userId')),
    wantedRhythm,
    makesVisit: makesVisit(asking, today),
    isUnderWay: isUnderWay(isOfAsking),
    feeBefore: feeBefore(isOfAsking),
    gaveBack: gaveBack(sql`${engagements.id}`, asking, sql`${sql.placeholder('yesterday')}::timestamptz`),
  }).where(eq(engagements.id, sql.placeholder('engagementId'))),
);
const byIds = prepared('engagements_by_ids', (database) =>
  views(database).where(sql`${engagements.id} = any(${sql.placeholder('engagementIds')}::uuid[])`),
);
const ofCustomer = prepared('engagements_of_customer', (database) =>
  views(database)
    .where(eq(engagements.customerProfileId, sql.placeholder('customerProfileId')))
    .orderBy(...inOrder(newestFirst))
    .limit(customerPage + 1),
);
// What is looked up by ids in an array is read by an index, row by row. As a join, or as an "or", Postgres would read
// whole tables for a worker with hundreds of engagements.
const own = sql`array(
  select ${engagements.id} from ${engagements}
  where ${engagements.workerProfileId} = ${sql.placeholder('workerProfileId')}
)`;
const ownActive = sql`array(
  select ${engagements.id} from ${engagements}
  where ${engagements.workerProfileId} = ${sql.placeholder('workerProfileId')}
    and ${isActive(engagements)}
)`;
const isForWorker = (workerProfileId: unknown) =>
  seesProposals(sql`(select ${profiles.userId} from ${profiles} where ${profiles.id} = ${workerProfileId})`);
const firstProposals = sql`array(
  select ${engagements.id} from ${engagements}
  where ${isForWorker(sql.placeholder('workerProfileId'))} and ${isClaimable} order by ${sql.join(inOrder(longestOpenFirst), sql`, `)} limit ${sql.raw(String(proposalPage + 1))}
)`;
// Of other workers' services, those in which this one makes visits to come; one of yesterday may be finished still.
const givenToWorker = sql`array(
  select made.engagement_id from (
    select distinct ${visits.engagementId} from ${visits} where ${visits.workerProfileId} = ${sql.placeholder('workerProfileId')}
      and ${visits.day} >= ${sql.placeholder('today')}::date - 1 and ${visits.state} <> 'off'
  ) made where exists (
    select from ${engagements} where ${engagements.id} = made.engagement_id and ${isLive(engagements)}
      and ${engagements.workerProfileId} is not null offset 0
  )
)`;
const ofWorker = prepared('engagements_of_worker', (database) =>
  viewsWith(database, { wantedRhythm, isUnderWay: isUnderWay(isOfWorker), feeBefore: feeBeforeOfWorker })
    .where(sql`${engagements.id} = any(${own} || ${givenToWorker} || ${firstProposals})`)
    .orderBy(
      ...inOrder({
        by: [
          sql`case when ${isProposal(engagements)} then ${engagements.openSince} else ${engagements.createdAt} end`,
          engagements.id,
        ],
        direction: 'descending',
      }),
    ),
);
const ofWeek = prepared('engagements_of_itinerary', (database) =>
  viewsWith(database, { ...weekFields, isUnderWay: isUnderWay(isOfWorker), feeBefore: feeBeforeOfWorker })
    .leftJoin(sql`${week} week`, sql`week.engagement_id = ${engagements.id}`)
    .where(sql`${engagements.id} = any(${ownActive} || ${visitedInWeek})`)
    .orderBy(...inOrder(newestFirst)),
);

export type EngagementView = Awaited<ReturnType<typeof ofCustomer>>[number];
type ProposalView = EngagementView & { wantedRhythm: WantedRhythm | null };

/** @returns the engagement, and whether the user who asks for it is a worker who sees proposals */
export async function selectEngagementView(
  database: Database,
  engagementId: string,
  userId: string,
  today: Temporal.PlainDate,
) {
  const [view] = await one(database, {
    engagementId,
    userId,
    today: today.toString(),
    yesterday: dayStart(today.toString(), -1),
  });
  return view;
}

/** @returns the engagements with these ids, in no order */
export async function selectEngagementViews(database: Queryable, engagementIds: string[]): Promise<EngagementView[]> {
  return await byIds(database, { engagementIds });
}

/** @returns a page of a customer's engagements, newest first */
export async function selectCustomerPage(
  database: Database,
  customerProfileId: string,
  after?: string,
): Promise<Page<EngagementView>> {
  const isOfCustomer = eq(engagements.customerProfileId, customerProfileId);
  const rows = after
    ? await views(database)
        .where(and(isOfCustomer, isBehind(newestFirst, after)))
        .orderBy(...inOrder(newestFirst))
        .limit(customerPage + 1)
    : await ofCustomer(database, { customerProfileId });
  return toPage(rows, customerPage, ({ engagement }) => [engagement.createdAt, engagement.id]);
}

/**
 * @returns a worker's own engagements and those in which the worker makes visits of another's, newest first, and the first page of the open proposals, longest open first, if the
 * worker sees them
 */
export async function selectWorkerViews(
  database: Database,
  workerProfileId: string,
  today: Temporal.PlainDate,
): Promise<{ own: Awaited<ReturnType<typeof ofWorker>>; proposals: Page<ProposalView> }> {
  const rows = await ofWorker(database, { workerProfileId, today: today.toString() });
  const isOwn = ({ engagement }: EngagementView) => engagement.workerProfileId !== null;
  const proposals = rows.filter((row) => !isOwn(row)).reverse();
  return { own: rows.filter(isOwn), proposals: toProposalPage(proposals) };
}

/** @returns a further page of the open proposals, longest open first, if the worker sees them */
export async function selectProposalsAfter(
  database: Database,
  workerProfileId: string,
  after: string,
): Promise<Page<ProposalView>> {
  const rows = await viewsWith(database, { wantedRhythm })
    .where(and(isForWorker(workerProfileId), isClaimable, isBehind(longestOpenFirst, after)))
    .orderBy(...inOrder(longestOpenFirst))
    .limit(proposalPage + 1);
  return toProposalPage(rows);
}

const toProposalPage = (rows: ProposalView[]) =>
  toPage(rows, proposalPage, ({ engagement }) => [engagement.openSince, engagement.id]);

/**
 * @returns the engagements in which a worker has visits due, and those in which the worker made one in the week from
 * that Monday on, each with all its visits, skips and photos of that week
 */
export async function selectItinerary(
  database: Database,
  workerProfileId: string,
  { monday, today }: Record<'monday' | 'today', Temporal.PlainDate>,
) {
  return await ofWeek(database, { workerProfileId, monday: monday.toString(), today: today.toString() });
}
export type ItineraryView = Awaited<ReturnType<typeof selectItinerary>>[number];
