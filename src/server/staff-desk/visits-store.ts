import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { VisitCounts } from '#contract/desk-visits.ts';
import type { VisitState } from '#domain/desk.ts';
import { lastOfDay, type SkipKind } from '#domain/schedule-rules.ts';
import { isOpenAccount } from '../database/claimable.ts';
import { listOf } from '../database/list-of.ts';
import { type CursorOrder, inOrder, isBehindCursor } from '../database/page.ts';
import { place, placeOfVisit } from '../database/place-of-visit.ts';
import { given } from '../database/prepared.ts';
import { engagements } from '../database/schema/engagements.ts';
import { addresses, profiles } from '../database/schema/profiles.ts';
import { isOffByPeople } from '../database/schema/states.ts';
import { visits } from '../database/schema/visits.ts';
import { pageSize, pagesOf, personOf, type RowOf, upTo } from './list-store.ts';

/** Today's visits; what reads them takes `today`. */

const today = given('today', 'date');
/** The worker of the cursor, with whom a page begins. */
const firstWorker = given('after0', 'uuid');

const isSkipped = sql`(${visits.state} = 'missed' or ${isOffByPeople(visits)})`;
/** What has a worker who cannot finish it any more is among the unfinished ones. */
const isIn: Record<VisitState, SQL> = {
  'not-started': sql`${visits.state} = 'planned'`,
  'under-way': sql`${visits.state} = 'begun' and ${isOpenAccount(sql`${visits.workerProfileId}`)}`,
  done: sql`${visits.state} = 'done'`,
  skipped: isSkipped,
};
const states = Object.entries(isIn).map(([state, is]) => sql`when ${is} then ${sql.raw(`'${state}'`)}`);
const state = sql`case ${sql.join(states, sql` `)} end`;

const kind = sql`case ${visits.state} when 'off' then 'skipped' else ${visits.state} end`;
const skipped = sql`case when ${isSkipped} then json_build_object('kind', ${kind}, 'reason', ${visits.reason}) end`;

export const customer = alias(profiles, 'customer');
export const worker = alias(profiles, 'worker');

export const inRouteOrder: CursorOrder = {
  by: [sql`visit.worker_profile_id`, sql`visit.sequence`, sql`visit.engagement_id`],
  types: ['uuid', 'integer', 'uuid'],
  direction: 'ascending',
};

const visitFields = {
  engagementId: engagements.id,
  sequence: sql<number>`visit.sequence`,
  state: sql<VisitState>`visit.state`,
  customer: personOf(customer),
  worker: personOf(worker),
  streetAddress1: addresses.streetAddress1,
  city: addresses.city,
  skip: sql<{ kind: SkipKind; reason: string | null } | null>`visit.skip`,
};

/** @returns visits worker by worker in the order of the route, behind a cursor of placeholders */
export function visitRows(which: VisitState | 'all', limit: number) {
  const order = sql.join(inOrder(inRouteOrder), sql`, `);
  return listOf(
    visitFields,
    sql`from (
        select * from (
          select ${visits.engagementId}, ${visits.workerProfileId}, ${state} as state, ${skipped} as skip,
            coalesce(${place.sequence}, ${sql.raw(String(lastOfDay))}) as sequence
          from ${visits} ${placeOfVisit}
          where ${visits.day} = ${today} and ${visits.workerProfileId} >= ${firstWorker} and ${which === 'all' ? sql`true` : isIn[which]}
        ) visit where visit.state is not null and ${isBehindCursor(inRouteOrder)} order by ${order} ${upTo(limit)}
      ) visit
      join ${engagements} on ${engagements.id} = visit.engagement_id
      join ${profiles} ${customer} on ${customer.id} = ${engagements.customerProfileId}
      join ${profiles} ${worker} on ${worker.id} = visit.worker_profile_id
      join ${addresses} on ${addresses.id} = ${engagements.serviceAddressId}`,
    order,
  );
}

function pagesIn(which: VisitState | 'all') {
  const valuesOf = ({ worker, sequence, engagementId }: VisitRow) => [worker.profileId, sequence, engagementId];
  return pagesOf(`visits_${which}`, visitRows(which, pageSize + 1), inRouteOrder, valuesOf);
}
type VisitRow = RowOf<ReturnType<typeof visitRows>>;

/** Reads a page of the visits in one state, or of all. */
export const selectVisits = {
  all: pagesIn('all'),
  'not-started': pagesIn('not-started'),
  'under-way': pagesIn('under-way'),
  done: pagesIn('done'),
  skipped: pagesIn('skipped'),
};

/** How many of the day's visits are in each state, without the states that have none. */
export const visitCounts = sql<Partial<VisitCounts>>`(
  select coalesce(json_object_agg(state, visits), '{}'::json) from (
    select ${state} as state, count(*) as visits from ${visits} where ${visits.day} = ${today} group by 1
  ) counted where state is not null
)`;
