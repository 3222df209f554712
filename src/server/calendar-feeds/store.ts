import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database, Queryable } from '../database/connection.ts';
import { daysOfTemplate, exceptionsFrom } from '../database/exceptions.ts';
import { hotRead, listOf } from '../database/hot-read.ts';
import { users } from '../database/schema/accounts.ts';
import { calendarFeeds } from '../database/schema/calendar.ts';
import { products } from '../database/schema/catalog.ts';
import { engagements, scheduleTemplates, skips, works } from '../database/schema/engagements.ts';
import { addresses, profiles } from '../database/schema/profiles.ts';

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

const from = sql`${sql.placeholder('from')}::date`;
const worker = alias(profiles, 'worker');

const visitsOfFeed = hotRead('visits_of_feed', (database) =>
  database
    .select({
      engagement: { id: engagements.id, status: engagements.status },
      productName: products.name,
      yard: {
        streetAddress1: addresses.streetAddress1,
        streetAddress2: addresses.streetAddress2,
        city: addresses.city,
        state: addresses.state,
        zipCode: addresses.zipCode,
      },
      worker: { id: worker.id, displayName: worker.displayName },
      scheduleTemplate: {
        startDay: scheduleTemplates.startDay,
        interval: scheduleTemplates.interval,
        weekOffset: scheduleTemplates.weekOffset,
      },
      weekDays: daysOfTemplate,
      ...exceptionsFrom(from),
      skips: listOf(
        { date: skips.date },
        sql`from ${skips} where ${skips.engagementId} = ${engagements.id} and ${skips.date} >= ${from}`,
      ),
      begun: listOf(
        {
          date: works.date,
          isDone: sql<boolean>`${works.workCompletedAt} is not null`,
          workerName: sql<string>`(select ${profiles.displayName} from ${profiles} where ${profiles.id} = ${works.workerProfileId})`,
        },
        sql`from ${works} where ${works.engagementId} = ${engagements.id} and ${works.date} >= ${from}`,
      ),
    })
    .from(engagements)
    .innerJoin(products, eq(products.id, engagements.productId))
    .innerJoin(addresses, eq(addresses.id, engagements.serviceAddressId))
    .leftJoin(worker, eq(worker.id, engagements.workerProfileId))
    .innerJoin(scheduleTemplates, eq(scheduleTemplates.engagementId, engagements.id))
    .where(eq(engagements.customerProfileId, sql.placeholder('customerProfileId')))
    .orderBy(sql`${engagements.createdAt} desc`)
    .limit(100),
);

/** @returns a customer's services with what is known of their visits from a day on, newest first */
export const selectVisitsOfFeed = async (database: Database, customerProfileId: string, day: Temporal.PlainDate) =>
  await visitsOfFeed(database, { customerProfileId, from: day.toString() });
