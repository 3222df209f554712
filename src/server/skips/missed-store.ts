import { and, asc, eq, inArray, like, lte, not, or, sql } from 'drizzle-orm';
import { dayLabel } from '#domain/calendar.ts';
import type { Queryable, Transaction } from '../database/connection.ts';
import { insertMissedRows, nextMorning } from '../database/missed-visits.ts';
import { contactOf } from '../database/people.ts';
import { products } from '../database/schema/catalog.ts';
import { closedDays, engagements, isSkipped, skips, works } from '../database/schema/engagements.ts';
import { messages } from '../database/schema/messages.ts';
import { addresses, profiles } from '../database/schema/profiles.ts';

export { firstOpenDay, insertMissed, updateSeen } from '../database/missed-visits.ts';

/** Waits while another process closes the same day. @returns false when the day was closed before */
export async function insertClosedDay(
  transaction: Transaction,
  day: Temporal.PlainDate,
  closedAt: Temporal.Instant,
): Promise<boolean> {
  const inserted = await transaction.insert(closedDays).values({ day, closedAt }).onConflictDoNothing().returning();
  return inserted.length > 0;
}

/**
 * Records as missed the visits of a day that were begun and neither finished nor given up, once nobody can do either any
 * more. Their customers are not told: that is too long ago.
 * @returns their services, which are locked
 */
export async function insertLeft(
  transaction: Transaction,
  day: Temporal.PlainDate,
  now: Temporal.Instant,
): Promise<string[]> {
  const isLeft = and(eq(works.date, day), sql`${works.status} <> 'WORK_STATUS_WORK_COMPLETED'`, not(isSkipped));
  // Somebody may still be finishing one.
  await transaction
    .select({ id: engagements.id })
    .from(engagements)
    .where(inArray(engagements.id, transaction.select({ id: works.engagementId }).from(works).where(isLeft)))
    .orderBy(asc(engagements.id))
    .for('no key update');
  const left = await transaction
    .select({ engagementId: works.engagementId, date: works.date, workerProfileId: works.workerProfileId })
    .from(works)
    .where(isLeft);
  await insertMissedRows(transaction, left, now);
  return left.map(({ engagementId }) => engagementId);
}

/** Records a visit as missed whose worker began it once its day was over, and did not set off. */
export const insertMissedOne = (
  transaction: Transaction,
  visit: { engagementId: string; date: Temporal.PlainDate; workerProfileId: string },
  now: Temporal.Instant,
): Promise<void> => insertMissedRows(transaction, [{ ...visit, dueAt: nextMorning(now) }], now);

/** Deletes missed visits that a worker began at the moment when they were recorded. @returns their services, which are locked */
export async function deleteBegunAfterAll(transaction: Transaction, now: Temporal.Instant): Promise<string[]> {
  const isBegun = sql`missed.due_at <= ${now.toString()}::timestamptz and missed.kind = 'missed'
    and work.engagement_id = missed.engagement_id and work.date = missed.date`;
  const { rows } = await transaction.execute<{ id: string }>(sql`
    select engagements.id from engagements
    where engagements.id in (select missed.engagement_id from skips missed, works work where ${isBegun})
    order by engagements.id for no key update`);
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) {
    await transaction.execute(sql`
      delete from skips missed using works work where ${isBegun} and missed.engagement_id = any(${sql.param(ids)}::uuid[])`);
  }
  return ids;
}

/** @returns the ids of customers who are due to be told of missed visits */
export async function selectCustomersToTell(database: Queryable, now: Temporal.Instant, limit: number) {
  const rows = await database
    .selectDistinct({ customerProfileId: engagements.customerProfileId })
    .from(skips)
    .innerJoin(engagements, eq(engagements.id, skips.engagementId))
    .where(lte(skips.dueAt, now))
    .limit(limit);
  return rows.map(({ customerProfileId }) => customerProfileId);
}

/** Marks a customer's due missed visits as told. @returns those that this call has marked, the earliest first */
export async function markTold(transaction: Transaction, customerProfileId: string, now: Temporal.Instant) {
  const marked = await transaction
    .update(skips)
    .set({ dueAt: null })
    .from(engagements)
    .innerJoin(products, eq(products.id, engagements.productId))
    .innerJoin(addresses, eq(addresses.id, engagements.serviceAddressId))
    .where(
      and(
        eq(engagements.id, skips.engagementId),
        eq(engagements.customerProfileId, customerProfileId),
        lte(skips.dueAt, now),
      ),
    )
    .returning({
      id: skips.id,
      engagementId: skips.engagementId,
      date: skips.date,
      productName: products.name,
      street: addresses.streetAddress1,
    });
  return marked.sort((a, b) => Temporal.PlainDate.compare(a.date, b.date));
}

/** @returns whether a customer was told that a visit of the day was missed; what was left out unsent does not count */
export async function wasToldMissed(
  database: Queryable,
  customerProfileId: string,
  day: Temporal.PlainDate,
): Promise<boolean> {
  const userId = sql`(select ${profiles.userId} from ${profiles} where ${profiles.id} = ${customerProfileId})`;
  const told = await database
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.userId, userId),
        or(like(messages.dedupeKey, 'visits-missed:%'), like(messages.dedupeKey, 'held-up:%')),
        eq(messages.outcome, 'sent'),
        // It names the days.
        sql`position(${dayLabel(day)} in ${messages.text}) > 0`,
      ),
    )
    .limit(1);
  return told.length > 0;
}

export async function selectCustomer(database: Queryable, customerProfileId: string) {
  const [customer] = await database
    .select(contactOf(profiles))
    .from(profiles)
    .where(eq(profiles.id, customerProfileId));
  return customer;
}
