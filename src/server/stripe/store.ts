import { and, eq, isNull, lte, sql } from 'drizzle-orm';
import type { Queryable } from '../database/connection.ts';
import { providerEvents } from '../database/schema/provider-events.ts';

export type ProviderEvent = Pick<typeof providerEvents.$inferSelect, 'id' | 'subject' | 'subjectId'>;

/** @returns whether one of the events is new */
export async function insertEvents(
  database: Queryable,
  events: readonly ProviderEvent[],
  now: Temporal.Instant,
): Promise<boolean> {
  const inserted = await database
    .insert(providerEvents)
    .values(events.map((event) => ({ ...event, receivedAt: now, dueAt: now })))
    .onConflictDoNothing()
    .returning({ id: providerEvents.id });
  return inserted.length > 0;
}

/**
 * Takes the event that has been due longest. Nobody else takes it for two minutes, which double with each failed try,
 * up to six hours.
 */
export async function takeEvent(
  database: Queryable,
  now: Temporal.Instant,
): Promise<(ProviderEvent & { attempts: number }) | undefined> {
  const { id, subject, subjectId, attempts } = providerEvents;
  const next = database
    .select({ id })
    .from(providerEvents)
    .where(lte(providerEvents.dueAt, now))
    .orderBy(providerEvents.dueAt)
    .limit(1)
    .for('update', { skipLocked: true });
  const [taken] = await database
    .update(providerEvents)
    .set({
      attempts: sql`${attempts} + 1`,
      dueAt: sql`${now.toString()}::timestamptz + least(power(2, ${attempts} + 1), 360) * interval '1 minute'`,
    })
    .where(eq(id, sql`(${next})`))
    .returning({ id, subject, subjectId, attempts });
  return taken;
}

export async function markHandled(database: Queryable, eventId: string): Promise<void> {
  await database.update(providerEvents).set({ dueAt: null }).where(eq(providerEvents.id, eventId));
}

/** Deletes handled events that came before then. */
export async function deleteHandled(database: Queryable, before: Temporal.Instant): Promise<void> {
  await database
    .delete(providerEvents)
    .where(and(isNull(providerEvents.dueAt), lte(providerEvents.receivedAt, before)));
}
