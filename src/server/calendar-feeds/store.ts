import { and, asc, eq, isNull, lt, sql } from 'drizzle-orm';
import type { Database, Queryable } from '../database/connection.ts';
import { prepared } from '../database/prepared.ts';
import { users } from '../database/schema/accounts.ts';
import { calendarFeeds } from '../database/schema/calendar.ts';
import { products } from '../database/schema/catalog.ts';
import { engagements } from '../database/schema/engagements.ts';
import { addresses, profiles } from '../database/schema/profiles.ts';
import { takesPlace } from '../database/schema/states.ts';
import { visits } from '../database/schema/visits.ts';

/** @returns the token of a customer's feed; undefined before the first one is made */
export async function selectToken(database: Queryable, customerProfileId: string): Promise<string | undefined> {
  const [feed] = await database
    .select({ token: calendarFeeds.token })
    .from(calendarFeeds)
    .where(eq(calendarFeeds.customerProfileId, customerProfileId));
  return feed?.token;
}

/** Puts a token in the place of the one before, if there was one; one that was made later than `madeBefore` stays. */
export async function replaceToken(
  database: Queryable,
  customerProfileId: string,
  token: string,
  { now, madeBefore }: Record<'now' | 'madeBefore', Temporal.Instant>,
): Promise<void> {
  await database
    .insert(calendarFeeds)
    .values({ customerProfileId, token, renewedAt: now })
    .onConflictDoUpdate({
      target: calendarFeeds.customerProfileId,
      set: { token, renewedAt: now },
      setWhere: lt(calendarFeeds.renewedAt, madeBefore),
    });
}

/** Ends a customer's feed, if there is one. */
export async function deleteToken(database: Queryable, customerProfileId: string): Promise<void> {
  await database.delete(calendarFeeds).where(eq(calendarFeeds.customerProfileId, customerProfileId));
}

/** @returns whose feed it is, while the account is open */
export async function selectOwner(database: Queryable, token: string): Promise<string | undefined> {
  const [owner] = await database
    .select({ id: calendarFeeds.customerProfileId })
    .from(calendarFeeds)
    .innerJoin(profiles, eq(profiles.id, calendarFeeds.customerProfileId))
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(and(eq(calendarFeeds.token, token), isNull(users.deactivatedAt)));
  return owner?.id;
}

const visitsOfFeed = prepared('visits_of_feed', (database) =>
  database
    .select({
      id: visits.id,
      engagementId: visits.engagementId,
      day: visits.day,
      state: visits.state,
      productName: products.name,
      yard: {
        streetAddress1: addresses.streetAddress1,
        streetAddress2: addresses.streetAddress2,
        city: addresses.city,
        state: addresses.state,
        zipCode: addresses.zipCode,
      },
      workerName: profiles.displayName,
    })
    .from(engagements)
    .innerJoin(visits, eq(visits.engagementId, engagements.id))
    .innerJoin(products, eq(products.id, engagements.productId))
    .innerJoin(addresses, eq(addresses.id, engagements.serviceAddressId))
    .leftJoin(profiles, eq(profiles.id, visits.workerProfileId))
    .where(
      and(
        eq(engagements.customerProfileId, sql.placeholder('customerProfileId')),
        sql`${visits.day} between ${sql.placeholder('from')}::date and ${sql.placeholder('to')}::date`,
        takesPlace(visits),
        // A planned visit of a past day was missed. The sweep will note it.
        sql`(${visits.state} <> 'planned' or ${visits.day} >= ${sql.placeholder('today')}::date)`,
      ),
    )
    .orderBy(asc(visits.day), asc(visits.id)),
);

type Days = Record<'from' | 'today' | 'to', Temporal.PlainDate>;

/** @returns a customer's visits of some days that were begun, and of those from today on that are to come, in order */
export const selectVisitsOfFeed = async (database: Database, customerProfileId: string, { from, today, to }: Days) =>
  await visitsOfFeed(database, {
    customerProfileId,
    from: from.toString(),
    today: today.toString(),
    to: to.toString(),
  });
