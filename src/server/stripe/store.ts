import { and, eq, isNull, lte, sql } from 'drizzle-orm';
import type { Queryable } from '../database/connection.ts';
import { prepared } from '../database/prepared.ts';
import { stripeEvents } from '../database/schema/stripe-events.ts';

export type StripeEvent = Pick<typeof stripeEvents.$inferSelect, 'id' | 'subject' | 'subjectId'>;

const insertOne = prepared('insert_stripe_event', (database) => {
  const now = sql.placeholder('now');
  const [subject, subjectId] = [sql.placeholder('subject'), sql.placeholder('subjectId')];
  return database
    .insert(stripeEvents)
    .values({ id: sql.placeholder('id'), subject, subjectId, receivedAt: now, dueAt: now })
    .onConflictDoNothing()
    .returning({ id: stripeEvents.id });
});

/** @returns whether one of the events is new */
export async function insertEvents(
  database: Queryable,
  events: readonly StripeEvent[],
  now: Temporal.Instant,
): Promise<boolean> {
  let isNew = false;
  for (const event of events) isNew = (await insertOne(database, { ...event, now: `${now}` })).length > 0 || isNew;
  return isNew;
}

/**
 * Takes the event that has been due longest. Nobody else takes it for two minutes, which double with each failed try,
 * up to six hours.
 */
export async function takeEvent(
  database: Queryable,
  now: Temporal.Instant,
): Promise<(StripeEvent & { attempts: number }) | undefined> {
  const { id, subject, subjectId, attempts } = stripeEvents;
  const next = database
    .select({ id })
    .from(stripeEvents)
    .where(lte(stripeEvents.dueAt, now))
    .orderBy(stripeEvents.dueAt)
    .limit(1)
    .for('update', { skipLocked: true });
  const [taken] = await database
    .update(stripeEvents)
    .set({
      attempts: sql`${attempts} + 1`,
      dueAt: sql`${now.toString()}::timestamptz + least(power(2, ${attempts} + 1), 360) * interval '1 minute'`,
    })
    .where(eq(id, sql`(${next})`))
    .returning({ id, subject, subjectId, attempts });
  return taken;
}

export async function markHandled(database: Queryable, eventId: string): Promise<void> {
  await database.update(stripeEvents).set({ dueAt: null }).where(eq(stripeEvents.id, eventId));
}

/** Deletes handled events that came before then. */
export async function deleteHandled(database: Queryable, before: Temporal.Instant): Promise<void> {
  await database.delete(stripeEvents).where(and(isNull(stripeEvents.dueAt), lte(stripeEvents.receivedAt, before)));
}
