import { and, eq, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { businessDay } from '#domain/calendar.ts';
import type { CustomerFilter } from '#domain/customer-filters.ts';
import type { WorkStatus } from '#domain/enums.ts';
import type { FailureReason } from '#domain/failure-reasons.ts';
import { recordOf } from '#domain/record-of.ts';
import { firstDayToCome } from '#domain/visit-class.ts';
import { blocksOf } from '../database/blocked.ts';
import { isLeft } from '../database/claimable.ts';
import type { Queryable } from '../database/connection.ts';
import { disputeOfPayment } from '../database/held-payment.ts';
import { listOf } from '../database/list-of.ts';
import { type CursorOrder, cursorValues, isBehindCursor, type Page, toPage } from '../database/page.ts';
import { wish } from '../database/plan-versions.ts';
import { given, prepared } from '../database/prepared.ts';
import { sessions, users } from '../database/schema/accounts.ts';
import { bills, disputes, payments } from '../database/schema/billing.ts';
import { cards } from '../database/schema/cards.ts';
import { products } from '../database/schema/catalog.ts';
import { shown } from '../database/schema/columns.ts';
import { creditBalances } from '../database/schema/credits.ts';
import { engagements, scheduleTemplates } from '../database/schema/engagements.ts';
import { addresses, addressWords, profiles, profileWords } from '../database/schema/profiles.ts';
import {
  isActive,
  isLive,
  isOffByPeople,
  isOnItsWay,
  isOpenPayment,
  isOpenWish,
  isOwedAfterDecline,
  isPaused,
  isProposal,
} from '../database/schema/states.ts';
import { plans, visits } from '../database/schema/visits.ts';
import { skip, skipsOfVisits } from '../database/skips.ts';

const isCustomer = sql`${profiles.type} = 'PROFILE_TYPE_CUSTOMER'`;

const pageSize = 50;

/** Where workers come to; a list of zip codes of five digits. */
type Places = { state: string; zipCodes: string[] };

const isServed = sql`(yard.state = ${sql.placeholder('state')}
  and left(yard.zip_code, 5) = any(${sql.placeholder('zipCodes')}::text[]))`;
const yard = sql`addresses yard where yard.profile_id = one.id and yard.archived_at is null`;
const isOwed = sql`${isOpenPayment(payments)} and not ${isOnItsWay(payments)}`;
const person = sql`select 1 from profiles where id = one.id and type = 'PROFILE_TYPE_CUSTOMER'`;

/** A row when the customer `one` is found by a filter; read row by row, however Postgres guesses how many there are. */
const isFound: Record<CustomerFilter | 'all', SQL> = {
  all: person,
  active: sql`select 1 from engagements where customer_profile_id = one.id and ${isActive({ status: sql`status` })}`,
  paused: sql`select 1 from engagements where customer_profile_id = one.id and ${isPaused({ status: sql`status` })}`,
  owing: sql`select 1 from ${engagements} cross join lateral (
      select 1 from ${payments} where ${payments.engagementId} = ${engagements.id} and ${isOwed} limit 1
    ) unpaid where ${engagements.customerProfileId} = one.id`,
  'no-card': sql`${person} and not has_card`,
  outside: sql`${person} and exists (select 1 from ${yard}) and not exists (select 1 from ${yard} and ${isServed})`,
  closed: sql`${person} and exists (
    select 1 from ${users} where ${users.id} = user_id and ${users.deactivatedAt} is not null
  )`,
};
const among = (ids: SQL, filter: CustomerFilter | 'all') =>
  sql`(select one.id from (${ids}) one cross join lateral (${isFound[filter]} limit 1) found)`;

/** The newest customer before another one who has an address at a place. */
const newestAt = (before: SQL) => sql`(select profile_id from addresses home
  where home.archived_at is null and home.state = yard.state and home.zip_code = yard.zip_code and home.profile_id < ${before}
    and exists (select from profiles where id = home.profile_id and ${isCustomer})
  order by profile_id desc limit 1)`;

/**
 * A page of the customers who live where nobody comes, newest first: of each such place the next one is known, and the newest of them
 * is looked at, so that it costs the same however many live there.
 */
const strangers = sql`
  with recursive place as (
    (select state, zip_code from addresses where archived_at is null order by state, zip_code limit 1)
    union all
    select following.state, following.zip_code from place cross join lateral (
      select state, zip_code from addresses
      where archived_at is null and (state, zip_code) > (place.state, place.zip_code) order by state, zip_code limit 1
    ) following
  ), outside as (
    select row_number() over () as nth, state, zip_code from place yard where not ${isServed}
  ), walk as (
    select null::uuid as id, false as is_found, 0 as found, array(select ${newestAt(given('after0', 'uuid'))} from outside yard order by nth) as next
    union all
    select one.id, looked.is_found, walk.found + looked.is_found::int,
      array_append(walk.next[:at.nth - 1], ${newestAt(sql`one.id`)}) || walk.next[at.nth + 1:]
    from walk cross join lateral (select id from unnest(walk.next) id where id is not null order by id desc limit 1) one
    cross join lateral (select array_position(walk.next, one.id) as nth offset 0) at
    cross join lateral (select * from outside where outside.nth = at.nth offset 0) yard
    -- Who lives at two such places comes twice, one time after the other.
    cross join lateral (select one.id is distinct from walk.id and not exists (select from ${yard} and ${isServed}) as is_found offset 0) looked
    where walk.found <= ${sql.raw(String(pageSize))}
  )
  select id from walk where is_found`;

/** The ids of the customers of each filter, more than once perhaps; an index has them in order where there are many. */
const idsOf: Record<CustomerFilter | 'all', SQL> = {
  all: sql`(select ${profiles.id} as id from ${profiles} where ${isCustomer})`,
  active: sql`(select ${engagements.customerProfileId} as id from ${engagements} where ${isActive(engagements)})`,
  paused: sql`(select ${engagements.customerProfileId} as id from ${engagements} where ${isPaused(engagements)})`,
  owing: sql`(select unpaid.customer_profile_id as id from (
      select distinct ${payments.engagementId} from ${payments} where ${isOwed}
    ) payment cross join lateral (
      select customer_profile_id from engagements where id = payment.engagement_id offset 0
    ) unpaid)`,
  'no-card': sql`(select ${profiles.id} as id from ${profiles} where ${isCustomer} and not ${profiles.hasCard})`,
  outside: sql`(${strangers})`,
  closed: sql`(select customer.id from ${users} cross join lateral (
      select id from profiles where user_id = ${users.id} and type = 'PROFILE_TYPE_CUSTOMER' offset 0
    ) customer where ${users.deactivatedAt} is not null)`,
};

const query = given('query', 'tsquery');
/** Those whose own words match, and those who live where the words match. */
const alike = sql`
  select id from profiles where ${isCustomer} and ${profileWords(profiles)} @@ ${query}
  union
  select profile_id from addresses where archived_at is null and ${addressWords(addresses)} @@ ${query}`;

const ofCustomer = sql`${engagements.customerProfileId} = ${profiles.id}`;
const countOf = (which: SQL) =>
  sql`(select count(*) from ${engagements} where ${ofCustomer} and ${which})`.mapWith(Number);

const openBillsOf = (which: SQL) =>
  sql`(select coalesce(sum(${payments.amount}), 0) from ${engagements}
    join ${payments} on ${payments.engagementId} = ${engagements.id} and ${isOpenPayment(payments)}
    where ${ofCustomer} and ${which})`.mapWith(Number);

const standing = {
  proposed: countOf(isProposal(engagements)),
  active: countOf(isActive(engagements)),
  paused: countOf(isPaused(engagements)),
  openAmount: openBillsOf(sql`true`),
  onItsWay: openBillsOf(isOnItsWay(payments)),
  hasCard: profiles.hasCard,
  since: shown(profiles.createdAt),
  isConfirmed: sql<boolean>`${users.confirmedAt} is not null`,
  closedAt: shown(users.deactivatedAt),
  /** The primary one first. */
  addresses: listOf(
    {
      streetAddress1: addresses.streetAddress1,
      city: addresses.city,
      state: addresses.state,
      zipCode: addresses.zipCode,
    },
    sql`from ${addresses} where ${addresses.profileId} = ${profiles.id} and ${addresses.archivedAt} is null`,
    sql`${addresses.primaryAddress} desc, ${addresses.label}, ${addresses.id}`,
  ),
};

const newestFirst: CursorOrder = { by: [sql`id`], types: ['uuid'], direction: 'descending' };

type ListQuery = {
  filter: CustomerFilter | 'all';
  /** A query of a full-text search; undefined for no search. */
  query: string | undefined;
  places: Places;
  after: string | undefined;
};

/** @returns a page of the customers, newest first */
export async function selectCustomers(
  database: Queryable,
  { filter, query, places, after }: ListQuery,
): Promise<Page<CustomerListRow>> {
  const read = reads[query === undefined ? 'whole' : 'searched'][filter];
  const values = { ...cursorValues(newestFirst, after), ...(query !== undefined && { query }) };
  const rows = await read(database, { ...values, ...(filter === 'outside' && places) });
  return toPage(rows, pageSize, ({ profileId }) => [profileId]);
}
export type CustomerListRow = Awaited<ReturnType<ReturnType<typeof readOf>>>[number];

// One statement for all filters would use no index.
const filters = Object.keys(idsOf) as (keyof typeof idsOf)[];
const reads = {
  whole: recordOf(filters, (filter) => readOf(filter, false)),
  searched: recordOf(filters, (filter) => readOf(filter, true)),
};

function readOf(filter: keyof typeof idsOf, isSearched: boolean) {
  const some = isSearched ? among(alike, filter) : idsOf[filter];
  const page = sql`select distinct id from ${some} one where ${isBehindCursor(newestFirst)}
    order by id desc limit ${sql.raw(String(pageSize + 1))}`;
  return prepared(`customers_${filter.replace('-', '_')}${isSearched ? '_searched' : ''}`, (database) =>
    database
      .select({
        profileId: profiles.id,
        firstName: profiles.firstName,
        lastName: profiles.lastName,
        email: profiles.email,
        phone: profiles.phone,
        ...standing,
      })
      .from(profiles)
      .innerJoin(users, eq(users.id, profiles.userId))
      // As an array, which is found first: what belongs to the rows is looked up once they are few.
      .where(sql`${profiles.id} = any(array(${page}))`)
      .orderBy(sql`${profiles.id} desc`),
  );
}

const worker = alias(profiles, 'worker');
const mostEngagements = sql.raw('50');
const mostVisits = sql.raw('10');
const mostBills = sql.raw('5');

const today = given('today', 'date');
/** The first day of which a visit is still to come. */
const toCome = given('toCome', 'date');
const services = listOf(
  {
    id: engagements.id,
    productName: products.name,
    status: engagements.status,
    streetAddress1: addresses.streetAddress1,
    worker: { firstName: worker.firstName, lastName: worker.lastName },
    baseCost: engagements.baseCost,
    frequency: scheduleTemplates.frequency,
    interval: scheduleTemplates.interval,
    wish: {
      frequency: wish.frequency,
      interval: wish.interval,
      startDay: wish.startDay,
    },
    nextVisit: sql`(select min(${visits.day}) from ${visits}
      where ${visits.engagementId} = ${engagements.id} and ${visits.day} >= ${toCome} and ${visits.state} = 'planned')`.mapWith(
      visits.day,
    ),
  },
  sql`from (
      select * from ${engagements} where ${ofCustomer}
      order by ${isLive(engagements)} desc, ${engagements.createdAt} desc, ${engagements.id} limit ${mostEngagements}
    ) ${engagements}
    join ${products} on ${products.id} = ${engagements.productId}
    join ${addresses} on ${addresses.id} = ${engagements.serviceAddressId}
    join ${scheduleTemplates} on ${scheduleTemplates.engagementId} = ${engagements.id}
    left join ${plans} ${wish} on ${wish.engagementId} = ${engagements.id} and ${isOpenWish(wish)}
    left join ${profiles} ${worker} on ${worker.id} = ${engagements.workerProfileId}`,
  sql`${isLive(engagements)} desc, ${engagements.createdAt} desc, ${engagements.id}`,
);

/** The newest visits that were begun or taken off, by their days, and those that were missed. */
const newest = sql`(
  select one.id, one.date from ${engagements} cross join lateral (
    (
      select ${visits.id}, ${visits.day} as date from ${visits}
      where ${visits.engagementId} = ${engagements.id} and (${visits.step} is not null or ${isOffByPeople(visits)})
      order by ${visits.day} desc limit ${mostVisits}
    ) union (
      select ${visits.id}, ${visits.missedOn} from ${visits}
      where ${visits.engagementId} = ${engagements.id} and ${visits.missedOn} is not null
      order by ${visits.missedOn} desc limit ${mostVisits}
    )
  ) one where ${ofCustomer} order by one.date desc, one.id limit ${mostVisits}
)`;
/** Whether it was begun on that day, and not only missed there. */
const isBegun = sql`${visits.day} = visit.date and ${visits.step} is not null`;

const newestVisits = listOf(
  {
    id: sql<string>`case when ${isBegun} then ${visits.id} else ${skip.id} end`,
    engagementId: visits.engagementId,
    date: sql`visit.date`.mapWith(visits.day),
    productName: products.name,
    worker: { firstName: worker.firstName, lastName: worker.lastName },
    work: {
      id: sql<string | null>`case when ${isBegun} then ${visits.id} end`,
      status: sql<WorkStatus>`case when ${isBegun} then ${visits.step} end`,
      isLeft: isLeft(visits, today),
    },
    skip: { kind: skip.kind, reason: skip.reason },
  },
  sql`from ${newest} visit
    join ${visits} on ${visits.id} = visit.id
    join ${engagements} of_visit on of_visit.id = ${visits.engagementId}
    join ${products} on ${products.id} = of_visit.product_id
    left join ${skipsOfVisits} on ${skip.date} = visit.date
    left join ${profiles} ${worker} on ${worker.id} = case when ${isBegun} then ${visits.workerProfileId} else ${skip.workerProfileId} end`,
  sql`visit.date desc, ${visits.id}`,
);

const isLast = sql`${payments.billId} = ${bills.id} and not ${payments.isTakenOver}`;
const newestBills = listOf(
  {
    id: bills.id,
    number: bills.number,
    createdAt: shown(bills.createdAt),
    amount: bills.amount,
    isOpen: sql<boolean>`${isOpenPayment(payments)}`,
    status: payments.status,
    isDeclined: isOwedAfterDecline(payments),
    dueAt: payments.dueAt,
    isTip: sql<boolean>`(${payments.tipWorkId} is not null)`,
    dispute: {
      status: sql<'inquiry' | 'open' | 'won' | 'lost'>`${disputes.status}`,
      amount: disputes.amount,
      decision: disputes.decision,
      received: disputes.received,
    },
  },
  sql`from (
      select * from ${bills} where ${bills.customerProfileId} = ${profiles.id}
      order by ${bills.createdAt} desc, ${bills.number} desc limit ${mostBills}
    ) ${bills} join ${payments} on ${isLast} left join lateral ${disputeOfPayment} ${disputes} on true`,
  sql`${bills.createdAt} desc, ${bills.number} desc`,
);

const savedCards = listOf(
  {
    id: cards.id,
    name: cards.name,
    expiresOn: cards.expiresOn,
    goneAt: cards.goneAt,
    blockedFor: sql<FailureReason | null>`(select block.reason ${blocksOf(cards.userId, cards.id)}
      order by block.since desc, block.id limit 1)`,
  },
  sql`from ${cards} where ${cards.userId} = ${users.id}`,
  sql`${cards.goneAt} is not null, ${cards.expiresOn}, ${cards.id}`,
);

const mostDisputes = sql.raw('10');
const newestDisputes = listOf(
  {
    billId: bills.id,
    billNumber: bills.number,
    amount: disputes.amount,
    status: sql<'inquiry' | 'open' | 'won' | 'lost'>`${disputes.status}`,
    reason: disputes.reason,
    openedAt: shown(disputes.openedAt),
    decision: disputes.decision,
    received: disputes.received,
  },
  sql`from (
      select dispute.*, payment.bill_id from ${engagements}
      join payments payment on payment.engagement_id = ${engagements.id}
      join disputes dispute on dispute.payment_id = payment.id and dispute.status <> 'closed'
      where ${ofCustomer} order by dispute.opened_at desc, dispute.id limit ${mostDisputes}
    ) ${disputes} join ${bills} on ${bills.id} = ${disputes}.bill_id`,
  sql`${disputes.openedAt} desc, ${disputes.id}`,
);

const customerOf = prepared('customer', (database) =>
  database
    .select({
      profileId: profiles.id,
      firstName: profiles.firstName,
      lastName: profiles.lastName,
      username: users.username,
      confirmedAt: shown(users.confirmedAt),
      lastSeenAt: sql`(select max(${sessions.lastUsedAt}) from ${sessions}
        where ${sessions.userId} = ${users.id})`.mapWith(sessions.lastUsedAt),
      ...standing,
      credit: sql`coalesce((select ${creditBalances.amount} from ${creditBalances}
        where ${creditBalances.customerProfileId} = ${profiles.id}), 0)`.mapWith(Number),
      cards: savedCards,
      disputes: newestDisputes,
      engagements: services,
      visits: newestVisits,
      bills: newestBills,
    })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(and(eq(profiles.id, sql.placeholder('customerProfileId')), isCustomer)),
);

/** @returns undefined when there is no customer with this id */
export async function selectCustomer(database: Queryable, customerProfileId: string, now: Temporal.Instant) {
  const days = { today: businessDay(now).toString(), toCome: firstDayToCome(now).toString() };
  const [customer] = await customerOf(database, { customerProfileId, ...days });
  return customer;
}
