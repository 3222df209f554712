import { and, desc, eq, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { WorkStatus } from '#domain/enums.ts';
import { businessTimeZone } from '#domain/time-zone.ts';
import { blockOfService } from '../database/blocked.ts';
import { isOpenAccount } from '../database/claimable.ts';
import type { Database } from '../database/connection.ts';
import { listOf } from '../database/list-of.ts';
import { isOpenableOrder } from '../database/openable-orders.ts';
import { place, placeOfVisit } from '../database/place-of-visit.ts';
import { prepared } from '../database/prepared.ts';
import { products } from '../database/schema/catalog.ts';
import { engagements, scheduleTemplates } from '../database/schema/engagements.ts';
import { orders } from '../database/schema/orders.ts';
import { addresses, profiles } from '../database/schema/profiles.ts';
import { awaitsAgreement, isLive, isOffByPeople, isProposal } from '../database/schema/states.ts';
import { visits } from '../database/schema/visits.ts';
import { skip, skipsOfVisits } from '../database/skips.ts';
import { photosOf } from '../database/visit-photos.ts';
import { timesOf } from '../database/visit-times.ts';
import { holdsFrom, visitsToCome } from '../database/visits-to-come.ts';
import { point, today, yard, yardNearest } from './yards-store.ts';

/** How long staff may finish a visit; afterwards nobody can. */
const daysToFinish = 7;

/** How many services a home shows. */
const mostServices = 20;

const worker = alias(profiles, 'worker');

/** Whether somebody may still go on with a visit that was begun. */
const isUnderWay = sql`${visits.state} = 'begun' and ${isOpenAccount(visits.workerProfileId)}`;

const underWay = listOf(
  {
    status: sql<WorkStatus>`${visits.step}`,
    workerName: worker.displayName,
    since: sql<string>`coalesce(${visits.workStartedAt}, ${visits.travelCompletedAt}, ${visits.travelStartedAt}, ${visits.begunAt})`,
  },
  sql`from ${visits} join ${profiles} ${worker} on ${worker.id} = ${visits.workerProfileId}
    where ${visits.engagementId} = ${engagements.id} and ${visits.day} = ${today} and ${isUnderWay}`,
);

const lastDone = listOf(
  {
    id: visits.id,
    date: visits.day,
    completedAt: timesOf({ ...visits, date: visits.day }).completedAt,
    workerName: worker.displayName,
    photos: photosOf(visits.id),
  },
  sql`from (
      select * from ${visits} where ${visits.engagementId} = ${engagements.id} and ${visits.day} <= ${today} and ${visits.state} = 'done'
      order by ${visits.day} desc limit 1
    ) ${visits} join ${profiles} ${worker} on ${worker.id} = ${visits.workerProfileId}`,
);

/** What was begun and can still be finished. */
const unfinished = sql`from ${visits}
  where ${visits.engagementId} = ${engagements.id} and ${visits.day} between ${today} - ${sql.raw(String(daysToFinish))} and ${today}
    and ${visits.state} = 'begun'`;
const lastUnfinished = listOf(
  { date: visits.day, workerName: worker.displayName },
  sql`from (
      select * ${unfinished} and (${visits.day} < ${today} or not (${isUnderWay})) order by ${visits.day} desc limit 1
    ) ${visits} join ${profiles} ${worker} on ${worker.id} = ${visits.workerProfileId}`,
);

/** What its worker gave up, or nobody came to, whichever was last. */
const lastFailed = listOf(
  { date: skip.date, kind: skip.kind, reason: skip.reason },
  sql`from (
    select skip.* from ${visits} cross join ${skipsOfVisits}
    where ${visits.engagementId} = ${engagements.id} and (${visits.state} = 'could-not' or ${visits.missedOn} is not null)
      and ${skip.kind} <> 'skipped' order by ${skip.date} desc limit 1
  ) skip`,
);

/**
 * The yards that the service's worker has to do before it today, and then the yard itself. None on days on which it has no
 * place in the plan.
 */
const stopsAhead = listOf(
  { ...point, isOwn: sql<boolean>`(${place.id} = own.id)` },
  sql`from schedule_template_days own
    join ${visits} on ${visits.workerProfileId} = own.worker_profile_id and ${visits.day} = ${today}
      and ${visits.state} in ('planned', 'begun')
    join engagements other on other.id = ${visits.engagementId}
    join ${addresses} ${yard} on ${yard.id} = other.service_address_id
    ${placeOfVisit}
    where own.schedule_template_id = ${scheduleTemplates.id} and own.day_of_week = ${sql.placeholder('weekDay')}
      and ${place.sequence} <= own.sequence`,
  sql`${place.sequence}, ${place.id}`,
);

const workersYard = yardNearest(sql`${engagements.workerProfileId}`);

const ordered = alias(products, 'ordered');
const waitingOrders = listOf(
  {
    orderId: orders.id,
    productName: ordered.name,
    street: sql<string>`${orders.service} #>> '{address,streetAddress1}'`,
  },
  sql`from ${orders} join ${products} ${ordered} on ${ordered.id} = ${orders.productId}
    where ${isOpenableOrder} and ${orders.userId} = (select customer.user_id from profiles customer
      where customer.id = ${sql.placeholder('customerProfileId')})`,
  sql`${orders.createdAt}`,
);

const servicesAtHome = prepared('customer_home', (database) =>
  database
    .select({
      engagement: {
        id: engagements.id,
        status: engagements.status,
        baseCost: engagements.baseCost,
        isPausedUnpaid: engagements.isPausedUnpaid,
        blockedFor: blockOfService,
        awaitsAgreement: sql<boolean>`(${isProposal(engagements)} and ${awaitsAgreement(engagements)})`,
      },
      productName: products.name,
      yard: {
        id: yard.id,
        label: yard.label,
        city: yard.city,
        gateNotes: yard.gateNotes,
        dogNotes: yard.dogNotes,
        noAccessOn: yard.noAccessOn,
      },
      worker: { id: worker.id, displayName: worker.displayName },
      // Today's may not have been made in the evening, and then the one after it is the next.
      coming: visitsToCome(today, 2),
      holds: holdsFrom(today),
      skipped: listOf(
        { date: visits.day },
        sql`from ${visits} where ${visits.engagementId} = ${engagements.id} and ${visits.day} >= ${today} and ${isOffByPeople(visits)}`,
      ),
      underWay,
      lastDone,
      lastFailed,
      lastUnfinished,
      stopsAhead,
      workersYard,
      waitingOrders,
    })
    .from(engagements)
    .innerJoin(products, eq(products.id, engagements.productId))
    .innerJoin(yard, eq(yard.id, engagements.serviceAddressId))
    .leftJoin(worker, eq(worker.id, engagements.workerProfileId))
    .innerJoin(scheduleTemplates, eq(scheduleTemplates.engagementId, engagements.id))
    .where(
      and(
        eq(engagements.customerProfileId, sql.placeholder('customerProfileId')),
        or(isLive(engagements), sql`exists (select ${unfinished} offset 0)`),
      ),
    )
    .orderBy(sql`${engagements.createdAt} desc`)
    .limit(mostServices),
);

/**
 * @param day the business's today, and its weekday
 * @returns a customer's services that have not ended, or of which a visit that was begun can still be finished, newest first
 */
export const selectServicesAtHome = async (
  database: Database,
  customerProfileId: string,
  day: { today: string; weekDay: string },
) => await servicesAtHome(database, { customerProfileId, timeZone: businessTimeZone, ...day });
export type FoundService = Awaited<ReturnType<typeof selectServicesAtHome>>[number];

const ordersAlone = prepared('waiting_orders_at_home', (database) =>
  database
    .select({ waitingOrders })
    .from(profiles)
    .where(eq(profiles.id, sql.placeholder('customerProfileId'))),
);

/** @returns the orders that wait for a customer, who has no service to read them with */
export async function selectWaitingOrders(database: Database, customerProfileId: string) {
  const [found] = await ordersAlone(database, { customerProfileId });
  return found?.waitingOrders ?? [];
}

/** @returns the newest visit that was made at any of a customer's services, ended ones too; undefined without one */
export async function selectLastOfAll(database: Database, customerProfileId: string) {
  const [last] = await database
    .select({ date: visits.day, workerName: worker.displayName })
    .from(visits)
    .innerJoin(engagements, eq(engagements.id, visits.engagementId))
    .innerJoin(worker, eq(worker.id, visits.workerProfileId))
    .where(and(eq(engagements.customerProfileId, customerProfileId), eq(visits.state, 'done')))
    .orderBy(desc(visits.day))
    .limit(1);
  return last;
}
