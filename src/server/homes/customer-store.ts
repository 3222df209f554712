import { and, desc, eq, isNotNull, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { businessTimeZone } from '#domain/time-zone.ts';
import { blockOfService } from '../database/blocked.ts';
import { isLeftForGood } from '../database/claimable.ts';
import type { Database } from '../database/connection.ts';
import { hotRead, listOf } from '../database/hot-read.ts';
import { place, placeOfVisit } from '../database/place-of-visit.ts';
import { products } from '../database/schema/catalog.ts';
import { engagements, scheduleTemplates, skips, works } from '../database/schema/engagements.ts';
import { addresses, profiles } from '../database/schema/profiles.ts';
import { awaitsAgreement, isLive, isProposal } from '../database/schema/states.ts';
import { visits } from '../database/schema/visits.ts';
import { photosOf } from '../database/visit-photos.ts';
import { timesOf } from '../database/visit-times.ts';
import { holdsFrom, visitsToCome } from '../database/visits-to-come.ts';
import { point, today, yard, yardNearest } from './yards-store.ts';

/** How long staff may finish a visit; afterwards nobody can. */
const daysToFinish = 7;

/** How many services a home shows. */
const mostServices = 20;

const worker = alias(profiles, 'worker');

const begun = listOf(
  {
    status: works.status,
    workerName: worker.displayName,
    isLeft: isLeftForGood,
    since: sql<string>`coalesce(${works.workCompletedAt}, ${works.workStartedAt}, ${works.travelCompletedAt}, ${works.travelStartedAt}, ${works.createdAt})`,
  },
  sql`from ${works} join ${profiles} ${worker} on ${worker.id} = ${works.workerProfileId}
    where ${works.engagementId} = ${engagements.id} and ${works.date} = ${today}`,
);

const lastDone = listOf(
  {
    id: works.id,
    date: works.date,
    completedAt: timesOf(works).completedAt,
    workerName: worker.displayName,
    photos: photosOf(works.id),
  },
  sql`from (
      select * from ${works}
      where ${works.engagementId} = ${engagements.id} and ${works.date} <= ${today} and ${works.workCompletedAt} is not null
      order by ${works.date} desc limit 1
    ) ${works} join ${profiles} ${worker} on ${worker.id} = ${works.workerProfileId}`,
);

/** What was begun and can still be finished. */
const unfinished = sql`from ${works}
  where ${works.engagementId} = ${engagements.id} and ${works.date} between ${today} - ${sql.raw(String(daysToFinish))} and ${today}
    and ${works.workCompletedAt} is null
    and not exists (select from skips where skips.engagement_id = ${works.engagementId} and skips.date = ${works.date} offset 0)`;
const lastUnfinished = listOf(
  { date: works.date, workerName: worker.displayName },
  sql`from (
      select * ${unfinished} and (${works.date} < ${today} or ${isLeftForGood}) order by ${works.date} desc limit 1
    ) ${works} join ${profiles} ${worker} on ${worker.id} = ${works.workerProfileId}`,
);

const standing = { date: skips.date, kind: skips.kind, reason: skips.reason };
const lastFailed = listOf(
  standing,
  sql`from (
    select * from ${skips}
    where ${skips.engagementId} = ${engagements.id} and ${skips.date} <= ${today} and ${skips.kind} in ('could-not', 'missed')
    order by ${skips.date} desc limit 1
  ) ${skips}`,
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

const servicesAtHome = hotRead('customer_home', (database) =>
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
      skips: listOf(
        standing,
        sql`from ${skips} where ${skips.engagementId} = ${engagements.id} and ${skips.date} >= ${today}`,
      ),
      begun,
      lastDone,
      lastFailed,
      lastUnfinished,
      stopsAhead,
      workersYard,
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

/** @returns the newest visit that was made at any of a customer's services, ended ones too; undefined without one */
export async function selectLastOfAll(database: Database, customerProfileId: string) {
  const [last] = await database
    .select({ date: works.date, workerName: worker.displayName })
    .from(works)
    .innerJoin(engagements, eq(engagements.id, works.engagementId))
    .innerJoin(worker, eq(worker.id, works.workerProfileId))
    .where(and(eq(engagements.customerProfileId, customerProfileId), isNotNull(works.workCompletedAt)))
    .orderBy(desc(works.date))
    .limit(1);
  return last;
}
