import { and, eq, isNotNull, isNull, type SQLWrapper, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { WorkStatus } from '#domain/enums.ts';
import { isOpenAccount } from '../database/claimable.ts';
import type { Transaction } from '../database/connection.ts';
import type { CursorOrder } from '../database/page.ts';
import { given } from '../database/prepared.ts';
import { engagements } from '../database/schema/engagements.ts';
import { addresses, profiles } from '../database/schema/profiles.ts';
import { takesPlace } from '../database/schema/states.ts';
import { visits } from '../database/schema/visits.ts';
import { pageRowsOf, pagesOf, personOf } from './list-store.ts';
import { customer, worker } from './visits-store.ts';

/** Visits that were missed, recorded since `missedSince`, and those of the days from `firstDay` to `lastDay` that were left at a step. */

const seer = alias(profiles, 'seer');

const joinsOf = (visits: Record<'engagementId' | 'workerProfileId', SQLWrapper>) => sql`
  join ${engagements} on ${engagements.id} = ${visits.engagementId}
  join ${profiles} ${customer} on ${customer.id} = ${engagements.customerProfileId}
  join ${addresses} on ${addresses.id} = ${engagements.serviceAddressId}
  join ${profiles} ${worker} on ${worker.id} = ${visits.workerProfileId}`;
const shown = {
  engagementId: engagements.id,
  customer: personOf(customer),
  worker: personOf(worker),
  streetAddress1: addresses.streetAddress1,
  city: addresses.city,
};

const missed = {
  table: visits,
  which: and(
    // One that was left at a step is recorded a week later; the day is for the index.
    sql`${visits.missedOn} >= ${given('firstDay', 'date')} - 7`,
    sql`${visits.missedAt} >= ${given('missedSince', 'timestamptz')}`,
  ),
  order: {
    by: [visits.missedOn, visits.missedId],
    types: ['date', 'uuid'],
    direction: 'descending',
  } satisfies CursorOrder,
  joins: sql`${joinsOf({ engagementId: visits.engagementId, workerProfileId: visits.missedWorkerProfileId })}
    left join ${profiles} ${seer} on ${seer.id} = ${visits.seenBy}`,
  fields: {
    ...shown,
    id: sql<string>`${visits.missedId}`,
    date: sql<Temporal.PlainDate>`${visits.missedOn}`.mapWith(visits.missedOn),
    seenAt: visits.seenAt,
    seenBy: personOf(seer),
  },
};

/** The missed visits that no employee has seen, newest first. */
export const unseenMissed = { ...missed, which: and(missed.which, isNull(visits.seenAt)) };

const missedWhich = (name: string, list: typeof missed) =>
  pagesOf(name, pageRowsOf(list), missed.order, ({ date, id }) => [date, id]);
/** Reads the missed visits newest first, with the employee who has seen each. */
export const selectMissed = {
  all: missedWhich('missed_visits', missed),
  unseen: missedWhich('missed_visits_unseen', unseenMissed),
  seen: missedWhich('missed_visits_seen', { ...missed, which: and(missed.which, isNotNull(visits.seenAt)) }),
};

/**
 * Locks a missed visit until the transaction ends.
 * @returns it, `madeUpOn` the day on which it is made up for; undefined when there is none with this id
 */
export async function lockMissed(transaction: Transaction, skipId: string) {
  const [skip] = await transaction
    .select({
      engagementId: visits.engagementId,
      date: sql<Temporal.PlainDate>`${visits.missedOn}`.mapWith(visits.missedOn),
      seenAt: visits.seenAt,
      madeUpOn: sql<Temporal.PlainDate | null>`case when ${takesPlace(visits)} then ${visits.day} end`.mapWith(
        visits.day,
      ),
    })
    .from(visits)
    .where(eq(visits.missedId, skipId))
    .for('no key update');
  return skip;
}

/** The visits that were begun and neither finished nor given up, oldest first; of today, those whose worker's account is closed. */
export const leftVisits = {
  table: visits,
  which: and(
    sql`${visits.state} = 'begun'`,
    sql`${visits.day} between ${given('firstDay', 'date')} and ${given('lastDay', 'date')} + 1`,
    sql`(${visits.day} <= ${given('lastDay', 'date')} or not ${isOpenAccount(visits.workerProfileId)})`,
  ),
  order: { by: [visits.day, visits.id], types: ['date', 'uuid'], direction: 'ascending' } satisfies CursorOrder,
  joins: joinsOf(visits),
  fields: { ...shown, id: visits.id, date: visits.day, status: sql<WorkStatus>`${visits.step}` },
};

export const selectLeft = pagesOf('unfinished_visits', pageRowsOf(leftVisits), leftVisits.order, ({ date, id }) => [
  date,
  id,
]);
