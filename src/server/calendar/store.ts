import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { CalendarState } from '#contract/calendar.ts';
import { countLimit, mostInTray } from '#domain/desk.ts';
import type { IsoDay } from '#domain/iso-days.ts';
import { businessTimeZone } from '#domain/time-zone.ts';
import { isOpenAccount } from '../database/claimable.ts';
import type { Database } from '../database/connection.ts';
import { listOf } from '../database/list-of.ts';
import { type CursorOrder, cursorValues, isBehindCursor, toPage } from '../database/page.ts';
import { given, prepared } from '../database/prepared.ts';
import { users } from '../database/schema/accounts.ts';
import { holidays } from '../database/schema/calendar.ts';
import { products } from '../database/schema/catalog.ts';
import { shown } from '../database/schema/columns.ts';
import { engagements, scheduleTemplates } from '../database/schema/engagements.ts';
import { addresses, isOnboarded, profiles } from '../database/schema/profiles.ts';
import { isActive, isDayOff, isOffByPeople, isProposal } from '../database/schema/states.ts';
import { visits } from '../database/schema/visits.ts';
import { yardLabel } from '../database/yard-label.ts';

export type CellVisit = {
  visitId: string | null;
  engagementId: string;
  customerProfileId: string;
  firstName: string;
  lastName: string;
  streetAddress1: string;
  city: string;
  state: CalendarState;
  date: string;
  originalDay: string;
  reason: string | null;
  isCover: boolean;
};
type CellRow = {
  workerProfileId: string;
  date: string;
  count: number;
  done: number;
  off: number;
  visits: CellVisit[];
};

const from = given('from', 'date');
const to = given('to', 'date');
const today = given('today', 'date');
const perCell = given('perCell', 'integer');

/** How many workers one page has. */
export const workerPage = 50;
const inOrderOfSignUp: CursorOrder = { by: [profiles.id], types: ['uuid'], direction: 'ascending' };
const workersOfPage = (limit: number) => sql`
  select ${profiles.id} from ${profiles}
  where ${profiles.type} = 'PROFILE_TYPE_WORKER' and ${isBehindCursor(inOrderOfSignUp)}
  order by ${profiles.id} limit ${sql.raw(String(limit))}`;

/** Whether a visit that was begun is under way no more, as on its service's page: its day is over, or its worker's account closed. */
const isLeft = (visit: SQL) => sql`(${visit}.date < ${today} or not ${isOpenAccount(sql`${visit}.worker_profile_id`)})`;

/**
 * The visits that have rows, worker by worker. What is over is shown as it was recorded: one that was missed and is made up for on
 * another day is on both, as in its worker's itinerary.
 */
const inRows = sql`
  select visit.day, visit.worker_profile_id, visit.engagement_id, visit.home, visit.state, visit.set_reason, visit.id
  from worker cross join lateral (
    select * from visits where visits.worker_profile_id = worker.id and visits.day between ${from} and ${to} offset 0
  ) visit
  where case visit.state when 'planned' then visit.day >= ${today}
    when 'off' then ${isOffByPeople({ offBy: sql`visit.off_by` })} else true end
  union all
  select visit.missed_on, visit.missed_worker_profile_id, visit.engagement_id, visit.missed_on, 'missed', null, visit.id
  from visits visit where visit.missed_on between ${from} and ${to} and visit.missed_on <> visit.day`;

/** Those of days that have no rows yet; of what differs from the plans then only days off are known. */
const ahead = sql`
  select wanted.date, wanted.worker, wanted.engagement, wanted.date, 'planned', null, null
  from json_to_recordset(${given('wanted', 'json')}) wanted (engagement uuid, date date, worker uuid)
  where not exists (
    select from holidays where wanted.date between holidays.day and coalesce(holidays.last_day, holidays.day)
      and ${isDayOff(holidays)} and coalesce(holidays.worker_profile_id, wanted.worker) is not distinct from wanted.worker
  )`;

/** Where in a worker's day the plan has a service. */
const place = sql`(
  select planned.sequence from schedule_templates template join schedule_template_days planned
    on planned.schedule_template_id = template.id and planned.worker_profile_id = visit.worker_profile_id
    and planned.day_of_week = 'DAY_OF_WEEK_' || trim(to_char(visit.date, 'DAY'))
  where template.engagement_id = visit.engagement_id
)`;

/** The visits of some days, each worker's of a day together. Only the visits that are named are joined to their customers. */
const cells = sql<
  CellRow[]
>`(select coalesce(json_agg(cell order by cell.date, cell."workerProfileId"), '[]'::json) from (
    with worker as materialized (${workersOfPage(workerPage)}), visit as (
      select one.date, one.worker_profile_id, one.engagement_id, one.home, case one.state
          when 'planned' then 'not-started' when 'begun' then case when ${isLeft(sql`one`)} then 'unfinished' else 'under-way' end
          when 'done' then 'done' when 'missed' then 'missed' else 'skipped' end as state, one.set_reason, one.id
      from (${inRows} union all ${ahead}) one (date, worker_profile_id, engagement_id, home, state, set_reason, id)
    ), placed as (
      select visit.*, row_number() over (
        partition by visit.worker_profile_id, visit.date
        -- A day may show its first visits only, and the one under way is what people ask about.
        order by (visit.state = 'under-way') desc, case visit.state when 'not-started' then ${place} end, visit.engagement_id
      ) as place
      from visit where visit.worker_profile_id in (select worker.id from worker)
    ), counted as (
      select worker_profile_id, date, count(*)::int as count,
        (count(*) filter (where state = 'done'))::int as done,
        (count(*) filter (where state in ('skipped', 'missed')))::int as off
      from placed group by worker_profile_id, date
    )
    select counted.worker_profile_id as "workerProfileId", counted.date::text as date, counted.count, counted.done,
      counted.off, named.visits
    from counted join (
      select placed.worker_profile_id, placed.date, json_agg(json_build_object(
        'engagementId', placed.engagement_id, 'customerProfileId', seen.customer_profile_id, 'firstName', seen.first_name,
        'lastName', seen.last_name, 'streetAddress1', seen.street_address1, 'city', seen.city,
        'visitId', placed.id, 'state', placed.state, 'date', placed.date, 'originalDay', placed.home,
        'reason', placed.set_reason, 'isCover', placed.worker_profile_id is distinct from seen.worker_profile_id
      ) order by placed.place) as visits
      from placed cross join lateral (
        select engagement.customer_profile_id, engagement.worker_profile_id, customer.first_name, customer.last_name,
          yard.street_address1, yard.city
        from engagements engagement
        join profiles customer on customer.id = engagement.customer_profile_id
        join addresses yard on yard.id = engagement.service_address_id
        where engagement.id = placed.engagement_id offset 0
      ) seen
      where placed.place <= ${perCell}
      group by placed.worker_profile_id, placed.date
    ) named on named.worker_profile_id = counted.worker_profile_id and named.date = counted.date
) cell)`;

const person = { firstName: profiles.firstName, lastName: profiles.lastName };
const ofService = sql`inner join ${profiles} on ${profiles.id} = ${engagements.customerProfileId}
  inner join ${addresses} on ${addresses.id} = ${engagements.serviceAddressId}
  inner join ${products} on ${products.id} = ${engagements.productId}`;
const yard = {
  streetAddress1: addresses.streetAddress1,
  city: addresses.city,
  yard: yardLabel({
    engagementId: engagements.id,
    customerProfileId: engagements.customerProfileId,
    street: addresses.streetAddress1,
    productName: products.name,
    createdAt: engagements.createdAt,
    timeZone: given('timeZone', 'text'),
  }),
};

const calendar = prepared('calendar', (database) =>
  database
    .select({
      cells,
      workers: listOf(
        {
          profileId: profiles.id,
          name: profiles.displayName,
          mayWork: sql<boolean>`coalesce(${profiles.approval} = 'approved', false) and ${isOnboarded(profiles.userId)} and not exists (
            select from ${users} where ${users.id} = ${profiles.userId} and ${users.deactivatedAt} is not null offset 0
          )`,
        },
        sql`from (${workersOfPage(workerPage + 1)}) page inner join ${profiles} on ${profiles.id} = page.id`,
        sql`${profiles.id}`,
      ),
      holidays: listOf(
        {
          day: holidays.day,
          lastDay: sql<Temporal.PlainDate>`coalesce(${holidays.lastDay}, ${holidays.day})`.mapWith(holidays.day),
          name: holidays.name,
          workerProfileId: holidays.workerProfileId,
        },
        sql`from ${holidays} where ${isDayOff(holidays)} and ${holidays.day} <= ${to}
          and coalesce(${holidays.lastDay}, ${holidays.day}) >= ${from}`,
        sql`${holidays.day}`,
      ),
      unassignedCount: sql<number>`(select count(*)::int from (
        select from ${engagements} where ${isProposal(engagements)} limit ${sql.raw(String(countLimit + 1))}
      ) one)`,
      unassigned: listOf(
        {
          engagementId: engagements.id,
          version: engagements.version,
          customerProfileId: engagements.customerProfileId,
          ...person,
          ...yard,
          frequency: scheduleTemplates.frequency,
          interval: scheduleTemplates.interval,
          startDay: scheduleTemplates.startDay,
          openSince: shown(engagements.openSince),
        },
        sql`from (
            select * from ${engagements} where ${isProposal(engagements)}
            order by ${engagements.openSince} limit ${sql.raw(String(mostInTray))}
          ) ${engagements} ${ofService}
          inner join ${scheduleTemplates} on ${scheduleTemplates.engagementId} = ${engagements.id}`,
        sql`${engagements.openSince}`,
      ),
      undecided: listOf(
        {
          skipId: sql<string>`${visits.missedId}`,
          date: sql<Temporal.PlainDate>`${visits.missedOn}`.mapWith(visits.missedOn),
          engagementId: engagements.id,
          customerProfileId: engagements.customerProfileId,
          ...person,
          ...yard,
          workerProfileId: visits.missedWorkerProfileId,
          workerName: sql<string | null>`(
            select worker.display_name from ${profiles} worker where worker.id = ${visits.missedWorkerProfileId}
          )`,
        },
        sql`from (
            select * from ${visits} where ${visits.missedOn} >= ${given('since', 'date')} and ${isNull(visits.seenAt)}
            order by ${visits.missedOn} desc limit ${sql.raw(String(mostInTray))}
          ) ${visits} inner join ${engagements} on ${engagements.id} = ${visits.engagementId} ${ofService}`,
        sql`${visits.missedOn} desc`,
      ),
    })
    .from(sql`(select) nothing`),
);

const servicesOfPage = prepared('calendar_services', (database) =>
  database
    .select({ id: engagements.id })
    .from(sql`(${workersOfPage(workerPage)}) worker`)
    .innerJoin(engagements, and(eq(engagements.workerProfileId, sql`worker.id`), isActive(engagements))),
);

/** @returns the services whose visits are due, of the workers of a page */
export async function selectServices(database: Database, after: string | undefined): Promise<string[]> {
  return (await servicesOfPage(database, cursorValues(inOrderOfSignUp, after))).map(({ id }) => id);
}

type Range = Record<'from' | 'to' | 'today' | 'since', IsoDay>;
/** A visit of a day that has no rows yet. */
export type Wanted = { engagement: string; date: IsoDay; worker: string | null };

/**
 * @param range `since` is the first day whose missed visits wait for a decision
 * @param perCell how many visits are named of each worker and day
 * @param after the cursor of the page of workers; undefined for the first one
 */
export async function selectCalendar(
  database: Database,
  range: Range,
  wanted: readonly Wanted[],
  perCell: number,
  after: string | undefined,
) {
  const [found] = await calendar(database, {
    ...range,
    wanted: JSON.stringify(wanted),
    perCell,
    timeZone: businessTimeZone,
    ...cursorValues(inOrderOfSignUp, after),
  });
  if (!found) throw new Error('The calendar is not there');
  return { ...found, workers: toPage(found.workers, workerPage, ({ profileId }) => [profileId]) };
}
