import { and, eq, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Approval, WorkerFilter } from '#domain/approval.ts';
import { weekDaysInOrder } from '#domain/calendar.ts';
import { recordOf } from '#domain/record-of.ts';
import type { Queryable, Transaction } from '../database/connection.ts';
import { listOf } from '../database/list-of.ts';
import { type CursorOrder, cursorValues, isBehindCursor, type Page, toPage } from '../database/page.ts';
import { contactOf } from '../database/people.ts';
import { given, prepared } from '../database/prepared.ts';
import { sessions, users } from '../database/schema/accounts.ts';
import { products } from '../database/schema/catalog.ts';
import { literals, shown } from '../database/schema/columns.ts';
import { engagements, scheduleTemplateDays, scheduleTemplates } from '../database/schema/engagements.ts';
import {
  addresses,
  addressWords,
  connectedAccounts,
  profiles,
  profileWords,
  waitsForApproval,
} from '../database/schema/profiles.ts';
import { isActive, isPaused } from '../database/schema/states.ts';
import { visits } from '../database/schema/visits.ts';

const isWorker = sql`${profiles.type} = 'PROFILE_TYPE_WORKER'`;

const approvalOf = prepared('approval_of_worker', (database) =>
  database
    .select({ approval: profiles.approval, approvalReason: profiles.approvalReason })
    .from(profiles)
    .where(and(eq(profiles.userId, sql.placeholder('userId')), isWorker)),
);

/** @returns how a user stands with the office as a worker; undefined when they are none */
export async function selectApproval(database: Queryable, userId: string) {
  const [worker] = await approvalOf(database, { userId });
  return worker;
}

const query = given('query', 'tsquery');
/** Those whose own words match, and those who live where the words match. */
const alike = sql`array(
  select id from profiles where ${isWorker} and ${profileWords(profiles)} @@ ${query}
  union
  select profile_id from addresses where archived_at is null and ${addressWords(addresses)} @@ ${query}
)`;

/** As `isOnboarded`, and looked up for each worker. */
const isPayable = sql<boolean>`coalesce((select ${connectedAccounts.onboardingComplete} from ${connectedAccounts}
  where ${connectedAccounts.userId} = ${profiles.userId}), false)`;

/** What a filter asks of a worker, besides being one. */
const isFound: Record<WorkerFilter | 'all', SQL> = {
  all: sql`true`,
  approved: sql`${profiles.approval} = 'approved'`,
  waiting: waitsForApproval,
  refused: sql`${profiles.approval} = 'refused'`,
  'not-onboarded': sql`not ${isPayable}`,
  closed: sql`exists (
    select 1 from ${users} where ${users.id} = ${profiles.userId} and ${users.deactivatedAt} is not null
  )`,
};

const ofWorker = sql`${engagements.workerProfileId} = ${profiles.id}`;
const countOf = (which: SQL) =>
  sql`(select count(*) from ${engagements} where ${ofWorker} and ${which})`.mapWith(Number);

const standing = {
  approval: sql<Approval>`coalesce(${profiles.approval}, 'waiting')`,
  isConfirmed: sql<boolean>`${users.confirmedAt} is not null`,
  isOnboarded: isPayable,
  active: countOf(isActive(engagements)),
  since: shown(profiles.createdAt),
  closedAt: shown(users.deactivatedAt),
};

const pageSize = 50;
const newestFirst: CursorOrder = { by: [profiles.id], types: ['uuid'], direction: 'descending' };

type ListQuery = {
  filter: WorkerFilter | 'all';
  /** A query of a full-text search; undefined for no search. */
  query: string | undefined;
  after: string | undefined;
};

/** @returns a page of the workers, newest first */
export async function selectWorkers(
  database: Queryable,
  { filter, query, after }: ListQuery,
): Promise<Page<WorkerListRow>> {
  const read = reads[query === undefined ? 'whole' : 'searched'][filter];
  const rows = await read(database, { ...cursorValues(newestFirst, after), ...(query !== undefined && { query }) });
  return toPage(rows, pageSize, ({ profileId }) => [profileId]);
}
type WorkerListRow = Awaited<ReturnType<ReturnType<typeof readOf>>>[number];

// One statement for all filters would use no index.
const filters = Object.keys(isFound) as (keyof typeof isFound)[];
const reads = {
  whole: recordOf(filters, (filter) => readOf(filter, false)),
  searched: recordOf(filters, (filter) => readOf(filter, true)),
};

function readOf(filter: keyof typeof isFound, isSearched: boolean) {
  const page = sql`select ${profiles.id} from ${profiles}
    where ${and(isWorker, isFound[filter], isSearched ? sql`${profiles.id} = any(${alike})` : undefined, isBehindCursor(newestFirst))}
    order by ${profiles.id} desc limit ${sql.raw(String(pageSize + 1))}`;
  return prepared(`workers_${filter.replace('-', '_')}${isSearched ? '_searched' : ''}`, (database) =>
    database
      .select({
        profileId: profiles.id,
        firstName: profiles.firstName,
        lastName: profiles.lastName,
        email: profiles.email,
        phone: profiles.phone,
        city: sql<string | null>`(select ${addresses.city} from ${addresses}
          where ${addresses.profileId} = ${profiles.id} and ${addresses.archivedAt} is null
          order by ${addresses.primaryAddress} desc, ${addresses.label}, ${addresses.id} limit 1)`,
        ...standing,
      })
      .from(profiles)
      .innerJoin(users, eq(users.id, profiles.userId))
      // As an array, which is found first: what belongs to the rows is looked up once they are few.
      .where(sql`${profiles.id} = any(array(${page}))`)
      .orderBy(sql`${profiles.id} desc`),
  );
}

const customer = alias(profiles, 'customer');
const mostPlaces = sql.raw('300');
const inWeek = sql`array_position(array[${literals(weekDaysInOrder)}], ${scheduleTemplateDays.dayOfWeek}),
  ${scheduleTemplateDays.sequence}, ${scheduleTemplateDays.id}`;

const week = listOf(
  {
    id: scheduleTemplateDays.id,
    dayOfWeek: scheduleTemplateDays.dayOfWeek,
    engagementId: engagements.id,
    customer: { profileId: customer.id, firstName: customer.firstName, lastName: customer.lastName },
    productName: products.name,
    streetAddress1: addresses.streetAddress1,
    city: addresses.city,
    interval: scheduleTemplates.interval,
  },
  sql`from (
      select place.* from unnest(array[${literals(weekDaysInOrder)}]) weekday cross join lateral (
        select * from ${scheduleTemplateDays} where ${scheduleTemplateDays.dayOfWeek} = weekday
          and ${scheduleTemplateDays.workerProfileId} = ${profiles.id} offset 0
      ) place limit ${mostPlaces}
    ) ${scheduleTemplateDays}
    join ${scheduleTemplates} on ${scheduleTemplates.id} = ${scheduleTemplateDays.scheduleTemplateId}
    join ${engagements} on ${engagements.id} = ${scheduleTemplates.engagementId}
    join ${profiles} ${customer} on ${customer.id} = ${engagements.customerProfileId}
    join ${products} on ${products.id} = ${engagements.productId}
    join ${addresses} on ${addresses.id} = ${engagements.serviceAddressId}
    where ${isActive(engagements)}`,
  inWeek,
);

const since = given('since', 'date');
const workerOf = prepared('worker', (database) =>
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
      approvalReason: profiles.approvalReason,
      restrictedAt: shown(connectedAccounts.restrictedAt),
      payoutFailedAt: shown(connectedAccounts.payoutFailedAt),
      paused: countOf(isPaused(engagements)),
      week,
      done: sql`(select count(*) from ${visits} where ${visits.workerProfileId} = ${profiles.id}
        and ${visits.day} >= ${since} and ${visits.state} = 'done')`.mapWith(Number),
      missed: sql`(select count(*) from ${visits} where ${visits.missedOn} >= ${since}
        and ${visits.missedWorkerProfileId} = ${profiles.id})`.mapWith(Number),
      version: profiles.version,
    })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .leftJoin(connectedAccounts, eq(connectedAccounts.userId, profiles.userId))
    .where(and(eq(profiles.id, sql.placeholder('workerProfileId')), isWorker)),
);

/** @returns undefined when there is no worker with this id */
export async function selectWorker(database: Queryable, workerProfileId: string, since: Temporal.PlainDate) {
  const [worker] = await workerOf(database, { workerProfileId, since: since.toString() });
  return worker;
}

/** Locks a worker's profile until the transaction ends. @returns undefined when there is none */
export async function lockWorker(transaction: Transaction, workerProfileId: string) {
  const [worker] = await transaction
    .select({
      approval: profiles.approval,
      approvalReason: profiles.approvalReason,
      version: profiles.version,
      ...contactOf(profiles),
    })
    .from(profiles)
    .where(and(eq(profiles.id, workerProfileId), isWorker))
    .for('no key update');
  return worker;
}

export async function updateApproval(
  transaction: Transaction,
  workerProfileId: string,
  set: { approval: Approval; approvalReason: string | null },
): Promise<void> {
  await transaction
    .update(profiles)
    .set({ ...set, version: sql`${profiles.version} + 1` })
    .where(eq(profiles.id, workerProfileId));
}
