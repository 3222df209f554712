import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { WeekDay } from '#domain/calendar.ts';
import { businessTimeZone } from '#domain/time-zone.ts';
import { isClaimable } from '../database/claimable.ts';
import type { Database } from '../database/connection.ts';
import { listOf } from '../database/list-of.ts';
import { place, placeOfVisit } from '../database/place-of-visit.ts';
import { prepared } from '../database/prepared.ts';
import { charges } from '../database/schema/billing.ts';
import { coupons, products } from '../database/schema/catalog.ts';
import { engagements, scheduleTemplates } from '../database/schema/engagements.ts';
import { addresses, profiles, seesProposals } from '../database/schema/profiles.ts';
import { isActive, isBegun, takesPlace } from '../database/schema/states.ts';
import { visits } from '../database/schema/visits.ts';
import { isDoneOnItsDay } from '../database/visit-times.ts';
import { point, today, yard, yardReached } from './yards-store.ts';

const workerProfileId = sql`${sql.placeholder('workerProfileId')}::uuid`;
const isActiveOne = isActive({ status: sql`engagement.status` });

/** By what it is known how long a visit takes. */
const product = { productId: products.id, multiplier: products.baseCostMultiplier };

/** The visits of today and tomorrow: those that have a place in the plan in their order, then the others. */
const stops = listOf(
  {
    date: sql<string>`${visits.day}`,
    ...point,
    ...product,
    isDone: sql<boolean>`(${visits.state} = 'done')`,
    isPlaced: sql<boolean>`(${place.id} is not null)`,
  },
  sql`from ${visits} join ${engagements} on ${engagements.id} = ${visits.engagementId}
    join ${products} on ${products.id} = ${engagements.productId}
    join ${addresses} ${yard} on ${yard.id} = ${engagements.serviceAddressId}
    ${placeOfVisit}
    where ${visits.workerProfileId} = ${workerProfileId} and ${visits.day} between ${today} and ${today} + 1
      and ${takesPlace(visits)}`,
  sql`${visits.day}, ${place.sequence}, ${visits.engagementId}`,
);

const start = listOf(
  point,
  sql`from ${addresses} ${yard} where ${yard.profileId} = ${workerProfileId} and ${yard.primaryAddress}`,
);

/** The yards of the worker's plan, weekday by weekday in their order. */
const planned = listOf(
  { dayOfWeek: sql<WeekDay>`place.day_of_week`, ...point },
  sql`from schedule_template_days place
    join schedule_templates template on template.id = place.schedule_template_id
    join engagements engagement on engagement.id = template.engagement_id
    join ${addresses} ${yard} on ${yard.id} = engagement.service_address_id
    where place.worker_profile_id = ${workerProfileId} and place.day_of_week = any(array[
      'DAY_OF_WEEK_MONDAY', 'DAY_OF_WEEK_TUESDAY', 'DAY_OF_WEEK_WEDNESDAY', 'DAY_OF_WEEK_THURSDAY',
      'DAY_OF_WEEK_FRIDAY', 'DAY_OF_WEEK_SATURDAY', 'DAY_OF_WEEK_SUNDAY'
    ]) and ${isActiveOne}`,
  sql`place.day_of_week, place.sequence, place.id`,
);

/** Of so many proposals, those that wait longest, the nearest are shown. */
const mostProposals = 50;
const isUsed = sql`exists (select from ${charges} where ${charges.engagementId} = ${engagements.id} and ${charges.kind} = 'visit')`;
const proposals = (userId: SQL) =>
  listOf(
    {
      engagementId: engagements.id,
      ...product,
      productName: products.name,
      street: yard.streetAddress1,
      city: yard.city,
      ...point,
      baseCost: engagements.baseCost,
      agreedBaseCost: engagements.agreedBaseCost,
      discount: { term: coupons.term, amountOff: coupons.amountOff, percentOff: coupons.percentOff },
      isDiscountUsed: sql<boolean>`coalesce(${coupons.term} = 'TERM_ONCE' and ${isUsed}, false)`,
      frequency: scheduleTemplates.frequency,
      interval: scheduleTemplates.interval,
    },
    sql`from (
        select * from ${engagements} where ${seesProposals(userId)} and ${isClaimable}
        order by ${engagements.openSince} limit ${sql.raw(String(mostProposals))}
      ) ${engagements} join ${addresses} ${yard} on ${yard.id} = ${engagements.serviceAddressId}
      join ${scheduleTemplates} on ${scheduleTemplates.engagementId} = ${engagements.id}
      join ${products} on ${products.id} = ${engagements.productId}
      left join ${coupons} on ${coupons.id} = ${engagements.couponId}`,
  );

const isOnItsDay = isDoneOnItsDay({ ...visits, date: visits.day }, sql`${sql.placeholder('timeZone')}::text`);
const isMeasured = sql`${visits.workerProfileId} = ${workerProfileId}
  and ${visits.day} between ${today} - 30 and ${today} and ${isOnItsDay}`;
const minutesTaken = sql`(sum(extract(epoch from ${visits.workCompletedAt} - ${visits.workStartedAt})) / 60)::float`;

/** What the worker's visits of the last 30 days have taken, product by product. */
const taken = listOf(
  { ...product, visits: sql<number>`taken.visits`, minutes: sql<number>`taken.minutes` },
  sql`from (
      select visited.product_id, count(*)::integer as visits, ${minutesTaken} as minutes from ${visits}
      join engagements visited on visited.id = ${visits.engagementId}
      where ${isMeasured} group by visited.product_id
    ) taken join ${products} on ${products.id} = taken.product_id`,
);

/**
 * The customers to whom nobody came on the last day on which the worker had visits: a weekend, or a day off, lies between that and the
 * next one.
 */
const missed = listOf(
  {
    date: sql<string>`${visits.missedOn}`,
    name: sql<string>`customer.first_name || ' ' || customer.last_name`,
    isTold: sql<boolean>`(${visits.dueAt} is null)`,
  },
  sql`from ${visits}
    join engagements visited on visited.id = ${visits.engagementId}
    join ${profiles} customer on customer.id = visited.customer_profile_id
    where ${visits.missedWorkerProfileId} = ${workerProfileId} and ${visits.missedOn} between ${today} - 3 and ${today} - 1
      and not exists (select from visits later where later.worker_profile_id = ${workerProfileId}
        and later.day > ${visits.missedOn} and later.day < ${today} and ${isBegun({ step: sql`later.step` })})
      and not exists (select from visits later where later.missed_worker_profile_id = ${workerProfileId}
        and later.missed_on > ${visits.missedOn} and later.missed_on < ${today})`,
  sql`customer.first_name, customer.last_name, ${visits.missedId}`,
);

const home = prepared('worker_home', (database) =>
  database
    .select({
      id: profiles.id,
      start,
      reached: yardReached(workerProfileId),
      stops,
      planned,
      missed,
      proposals: proposals(sql`(select ${profiles.userId} from ${profiles} where ${profiles.id} = ${workerProfileId})`),
      taken,
    })
    .from(profiles)
    .where(and(eq(profiles.id, sql.placeholder('workerProfileId')))),
);

/** @returns what is known of a worker's route, and the proposals that the worker may claim; undefined for nobody's id */
export async function selectWorkerHome(database: Database, workerId: string, day: Temporal.PlainDate) {
  const [found] = await home(database, {
    workerProfileId: workerId,
    today: day.toString(),
    timeZone: businessTimeZone,
  });
  return found;
}
export type FoundRoute = NonNullable<Awaited<ReturnType<typeof selectWorkerHome>>>;
