import { and, asc, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../database/connection.ts';
import { messages } from '../database/schema/messages.ts';

export type NewMessage = typeof messages.$inferInsert;
export type Message = typeof messages.$inferSelect;

/** @returns those that were not there yet by their dedupe key */
export async function insertMessages(
  database: Queryable,
  rows: NewMessage[],
): Promise<Pick<Message, 'id' | 'dueAt'>[]> {
  return await database
    .insert(messages)
    .values(rows)
    .onConflictDoNothing({ target: messages.dedupeKey })
    .returning({ id: messages.id, dueAt: messages.dueAt });
}

/**
 * Takes a message that is due for one try; others leave it alone until `retryAt`.
 * @returns the message, or undefined when it is not due or somebody else has it
 */
export async function takeMessage(
  database: Queryable,
  messageId: string,
  now: Temporal.Instant,
  retryAt: (attempts: number) => Temporal.Instant,
): Promise<Message | undefined> {
  const [message] = await database.select().from(messages).where(eq(messages.id, messageId));
  if (!message) return undefined;
  const [taken] = await database
    .update(messages)
    .set({ attempts: message.attempts + 1, dueAt: retryAt(message.attempts + 1) })
    .where(
      and(
        eq(messages.id, messageId),
        eq(messages.attempts, message.attempts),
        isNull(messages.sentAt),
        lte(messages.dueAt, now),
      ),
    )
    .returning();
  return taken;
}

/**
 * Deletes messages that nobody has tried to send. A try that is under way has counted itself before it sends, so either
 * it is seen here or it finds no message.
 * @returns whether none of these keys is left
 */
export async function deleteUntold(transaction: Transaction, dedupeKeys: string[]): Promise<boolean> {
  await transaction.delete(messages).where(and(inArray(messages.dedupeKey, dedupeKeys), eq(messages.attempts, 0)));
  const left = await transaction
    .select({ id: messages.id })
    .from(messages)
    .where(inArray(messages.dedupeKey, dedupeKeys));
  return left.length === 0;
}

/** Settles a message; a secret one loses its text. */
export async function markSent(database: Queryable, messageId: string, now: Temporal.Instant): Promise<void> {
  await database
    .update(messages)
    .set({
      sentAt: now,
      dueAt: null,
      lastError: null,
      text: sql`case when ${messages.isSecret} then '' else ${messages.text} end`,
      html: sql`case when ${messages.isSecret} then null else ${messages.html} end`,
    })
    .where(eq(messages.id, messageId));
}

export async function markFailed(database: Queryable, messageId: string, lastError: string): Promise<void> {
  await database.update(messages).set({ lastError }).where(eq(messages.id, messageId));
}

/** @returns the ids of a channel's messages that are due, oldest first */
export async function dueMessages(
  database: Queryable,
  channel: Message['channel'],
  now: Temporal.Instant,
  limit: number,
): Promise<string[]> {
  const due = await database
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.channel, channel), lte(messages.dueAt, now)))
    .orderBy(asc(messages.dueAt))
    .limit(limit);
  return due.map((row) => row.id);
}
