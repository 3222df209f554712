import { and, desc, eq, gte, isNull, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../database/connection.ts';
import { inboundTexts } from '../database/schema/consents.ts';
import { messages } from '../database/schema/messages.ts';

export type NewInboundText = typeof inboundTexts.$inferInsert;

/** Keeps a text that somebody has sent, as theirs who have its number now. @returns its id; undefined when it was kept before */
export async function insertInbound(transaction: Transaction, text: NewInboundText): Promise<string | undefined> {
  const [kept] = await transaction
    .insert(inboundTexts)
    .values({ ...text, profileIds: sql`array(select id from profiles where phone = ${text.sender} order by id)` })
    .onConflictDoNothing({ target: [inboundTexts.provider, inboundTexts.providerId] })
    .returning({ id: inboundTexts.id });
  return kept?.id;
}

/** Keeps what a text asks for, once it is read. */
export async function keepReading(
  transaction: Transaction,
  id: string,
  reading: Pick<NewInboundText, 'intent' | 'isToRead'>,
): Promise<void> {
  await transaction.update(inboundTexts).set(reading).where(eq(inboundTexts.id, id));
}

/** Takes a text out again that is one too many of its number. */
export async function deleteInbound(transaction: Transaction, id: string): Promise<void> {
  await transaction.delete(inboundTexts).where(eq(inboundTexts.id, id));
}

/** Keeps a text for staff to read, although it was done what it asks for. */
export async function keepUnread(transaction: Transaction, id: string): Promise<void> {
  await transaction.update(inboundTexts).set({ isToRead: true }).where(eq(inboundTexts.id, id));
}

/** Ends a text whose number does not want any; what is to be told by mail instead stays. */
export async function dropStopped(
  transaction: Transaction,
  messageId: string,
  now: Temporal.Instant,
  reason: string,
): Promise<void> {
  await transaction
    .update(messages)
    .set({
      ...{ outcome: 'dropped', endedAt: now, dueAt: null, reason },
      text: sql`case when ${messages.isSecret} then '' else ${messages.text} end`,
    })
    .where(and(eq(messages.id, messageId), isNull(messages.outcome)));
}

/** @returns the newest texts that went to a number since a moment, 100 at most */
export async function selectTextsSent(database: Queryable, number: string, since: Temporal.Instant): Promise<string[]> {
  const sent = await database
    .select({ text: messages.text })
    .from(messages)
    .where(and(eq(messages.channel, 'text'), eq(messages.recipient, number), gte(messages.createdAt, since)))
    .orderBy(desc(messages.createdAt))
    .limit(100);
  return sent.map(({ text }) => text);
}
