import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { PlanDay } from '#domain/plan-order.ts';
import type { Database, Queryable } from '../database/connection.ts';
import { inOrder, isBehind, type Order, type Page, toPage } from '../database/page.ts';
import { oncePerDatabase } from '../database/prepared.ts';
import { coupons, products } from '../database/schema/catalog.ts';
import { engagements, scheduleTemplateDays, scheduleTemplates, works } from '../database/schema/engagements.ts';
import { addresses, profiles } from '../database/schema/profiles.ts';
import { awaitsAgreement, isActive, isProposal } from '../database/schema/states.ts';
import { isOfOpenAccount, isOfPayingCustomer } from './store.ts';
import { startedInWeek, weekFields } from './week-store.ts';

/** Engagements as they are shown: everything around one in a single row, whichever list it is for. */

const customer = alias(profiles, 'customer');
const worker = alias(profiles, 'worker');
const serviceAddress = alias(addresses, 'service_address');
const billingAddress = alias(addresses, 'billing_address');

const days = sql<PlanDay[]>`(
  select coalesce(json_agg(json_build_object(
    'id', ${scheduleTemplateDays.id},
    'scheduleTemplateId', ${scheduleTemplateDays.scheduleTemplateId},
    'dayOfWeek', ${scheduleTemplateDays.dayOfWeek},
    'sequence', ${scheduleTemplateDays.sequence}
  )), '[]'::json)
  from ${scheduleTemplateDays}
  where ${scheduleTemplateDays.scheduleTemplateId} = ${scheduleTemplates.id}
)`;

// Only a paused one is asked, since nothing else depends on it.
const hasStarted = sql<boolean>`(
  ${engagements.status} = 'ENGAGEMENT_STATUS_PAUSED'
  and exists (select 1 from ${works} where ${works.engagementId} = ${engagements.id})
)`;

const fields = {
  engagement: engagements,
  product: products,
  customer: {
    id: customer.id,
    userId: customer.userId,
    firstName: customer.firstName,
    lastName: customer.lastName,
    phone: customer.phone,
    email: customer.email,
  },
  worker: { id: worker.id, displayName: worker.displayName },
  serviceAddress,
  billingAddress,
  couponName: coupons.name,
  scheduleTemplate: scheduleTemplates,
  days,
  hasStarted,
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

const one = oncePerDatabase((database) =>
  views(database)
    .where(eq(engagements.id, sql.placeholder('engagementId')))
    .prepare('engagement'),
);
const ofCustomer = oncePerDatabase((database) =>
  views(database)
    .where(eq(engagements.customerProfileId, sql.placeholder('customerProfileId')))
    .orderBy(...inOrder(newestFirst))
    .limit(customerPage + 1)
    .prepare('engagements_of_customer'),
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
const isClaimable = sql`${isProposal(engagements)} and not ${awaitsAgreement(engagements)} and ${isOfOpenAccount} and ${isOfPayingCustomer}`;
const firstProposals = sql`array(
  select ${engagements.id} from ${engagements}
  where ${isClaimable} order by ${sql.join(inOrder(longestOpenFirst), sql`, `)} limit ${sql.raw(String(proposalPage + 1))}
)`;
const ofWorker = oncePerDatabase((database) =>
  views(database)
    .where(sql`${engagements.id} = any(${own})`)
    .orderBy(...inOrder(newestFirst))
    .prepare('engagements_of_worker'),
);
const ofWorkerAndPool = oncePerDatabase((database) =>
  views(database)
    .where(sql`${engagements.id} = any(${own} || ${firstProposals})`)
    .orderBy(
      ...inOrder({
        by: [
          sql`case when ${isProposal(engagements)} then ${engagements.openSince} else ${engagements.createdAt} end`,
          engagements.id,
        ],
        direction: 'descending',
      }),
    )
    .prepare('engagements_of_worker_and_pool'),
);
const ofWeek = oncePerDatabase((database) =>
  viewsWith(database, weekFields)
    .where(sql`${engagements.id} = any(${ownActive} || ${startedInWeek})`)
    .orderBy(...inOrder(newestFirst))
    .prepare('engagements_of_itinerary'),
);

export type EngagementView = Awaited<ReturnType<ReturnType<typeof ofCustomer>['execute']>>[number];

export async function selectEngagementView(
  database: Database,
  engagementId: string,
): Promise<EngagementView | undefined> {
  const [view] = await one(database).execute({ engagementId });
  return view;
}

/** @returns the engagements with these ids, in no order */
export async function selectEngagementViews(database: Queryable, engagementIds: string[]): Promise<EngagementView[]> {
  return await views(database).where(inArray(engagements.id, engagementIds));
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
    : await ofCustomer(database).execute({ customerProfileId });
  return toPage(rows, customerPage, ({ engagement }) => [engagement.createdAt, engagement.id]);
}

/** @returns a worker's own engagements, newest first */
export async function selectWorkerViews(database: Database, workerProfileId: string): Promise<EngagementView[]> {
  return await ofWorker(database).execute({ workerProfileId });
}

/** @returns a worker's own engagements, newest first, and the first page of the open proposals, longest open first */
export async function selectWorkerViewsAndProposals(
  database: Database,
  workerProfileId: string,
): Promise<{ own: EngagementView[]; proposals: Page<EngagementView> }> {
  const rows = await ofWorkerAndPool(database).execute({ workerProfileId });
  const isOwn = ({ engagement }: EngagementView) => engagement.workerProfileId === workerProfileId;
  const proposals = rows.filter((row) => !isOwn(row)).reverse();
  return { own: rows.filter(isOwn), proposals: toProposalPage(proposals) };
}

/** @returns a further page of the open proposals, longest open first */
export async function selectProposalsAfter(database: Database, after: string): Promise<Page<EngagementView>> {
  const rows = await views(database)
    .where(and(isClaimable, isBehind(longestOpenFirst, after)))
    .orderBy(...inOrder(longestOpenFirst))
    .limit(proposalPage + 1);
  return toProposalPage(rows);
}

const toProposalPage = (rows: EngagementView[]) =>
  toPage(rows, proposalPage, ({ engagement }) => [engagement.openSince, engagement.id]);

/**
 * @returns the engagements in which a worker has visits due, and those in which the worker made one in the week from
 * that Monday on, each with all its visits, skips and photos of that week
 */
export async function selectItinerary(database: Database, workerProfileId: string, monday: Temporal.PlainDate) {
  return await ofWeek(database).execute({ workerProfileId, monday: monday.toString() });
}
export type ItineraryView = Awaited<ReturnType<typeof selectItinerary>>[number];
