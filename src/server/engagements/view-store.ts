import { desc, eq, inArray, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { activeEngagementStatuses } from '#domain/engagement-status.ts';
import type { DayOfWeek } from '#domain/enums.ts';
import type { Database } from '../database/connection.ts';
import { oncePerDatabase } from '../database/prepared.ts';
import { coupons, products } from '../database/schema/catalog.ts';
import { engagements, scheduleTemplateDays, scheduleTemplates } from '../database/schema/engagements.ts';
import { addresses, profiles } from '../database/schema/profiles.ts';

/** Engagements as they are shown: everything around one in a single row, whichever list it is for. */

const customer = alias(profiles, 'customer');
const worker = alias(profiles, 'worker');
const serviceAddress = alias(addresses, 'service_address');
const billingAddress = alias(addresses, 'billing_address');

type DayRow = { id: string; scheduleTemplateId: string; dayOfWeek: DayOfWeek; sequence: number };
const days = sql<DayRow[]>`(
  select coalesce(json_agg(json_build_object(
    'id', ${scheduleTemplateDays.id},
    'scheduleTemplateId', ${scheduleTemplateDays.scheduleTemplateId},
    'dayOfWeek', ${scheduleTemplateDays.dayOfWeek},
    'sequence', ${scheduleTemplateDays.sequence}
  )), '[]'::json)
  from ${scheduleTemplateDays}
  where ${scheduleTemplateDays.scheduleTemplateId} = ${scheduleTemplates.id}
)`;

const views = (database: Database) =>
  database
    .select({
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
    })
    .from(engagements)
    .innerJoin(products, eq(products.id, engagements.productId))
    .innerJoin(customer, eq(customer.id, engagements.customerProfileId))
    .leftJoin(worker, eq(worker.id, engagements.workerProfileId))
    .innerJoin(serviceAddress, eq(serviceAddress.id, engagements.serviceAddressId))
    .innerJoin(billingAddress, eq(billingAddress.id, engagements.billingAddressId))
    .leftJoin(coupons, eq(coupons.id, engagements.couponId))
    .innerJoin(scheduleTemplates, eq(scheduleTemplates.engagementId, engagements.id))
    .$dynamic();

const newestFirst = [desc(engagements.createdAt), desc(engagements.id)];
const ownWorker = eq(engagements.workerProfileId, sql.placeholder('workerProfileId'));
// Spelled out, because the partial index of open proposals is not used for a parameter.
const isOpenProposal = sql`${engagements.status} = 'ENGAGEMENT_STATUS_PROPOSED'`;

const one = oncePerDatabase((database) =>
  views(database)
    .where(eq(engagements.id, sql.placeholder('engagementId')))
    .prepare('engagement'),
);
const ofCustomer = oncePerDatabase((database) =>
  views(database)
    .where(eq(engagements.customerProfileId, sql.placeholder('customerProfileId')))
    .orderBy(...newestFirst)
    .prepare('engagements_of_customer'),
);
const ofWorker = oncePerDatabase((database) =>
  views(database)
    .where(ownWorker)
    .orderBy(...newestFirst)
    .prepare('engagements_of_worker'),
);
const ofWorkerAndPool = oncePerDatabase((database) =>
  views(database)
    .where(or(ownWorker, isOpenProposal))
    .orderBy(...newestFirst)
    .prepare('engagements_of_worker_and_pool'),
);
const plannedOrListed = oncePerDatabase((database) =>
  views(database)
    .where(
      or(
        sql`(${ownWorker} and ${inArray(engagements.status, [...activeEngagementStatuses])})`,
        sql`${engagements.id} = any(${sql.placeholder('engagementIds')}::uuid[])`,
      ),
    )
    .orderBy(...newestFirst)
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

/** @returns a customer's engagements, newest first */
export async function selectCustomerViews(database: Database, customerProfileId: string): Promise<EngagementView[]> {
  return await ofCustomer(database).execute({ customerProfileId });
}

/** @returns a worker's engagements and, with `pool`, the open proposals, newest first */
export async function selectWorkerViews(
  database: Database,
  workerProfileId: string,
  pool: boolean,
): Promise<EngagementView[]> {
  return await (pool ? ofWorkerAndPool : ofWorker)(database).execute({ workerProfileId });
}

/** @returns the engagements in which a worker has visits due, and those with the given ids */
export async function selectItineraryViews(
  database: Database,
  workerProfileId: string,
  engagementIds: string[],
): Promise<EngagementView[]> {
  return await plannedOrListed(database).execute({ workerProfileId, engagementIds });
}
