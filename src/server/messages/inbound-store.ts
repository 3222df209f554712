import { and, eq, isNull, ne, or, sql } from 'drizzle-orm';
import type { Transaction } from '../database/connection.ts';
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

/** Keeps a text for staff to read, although it was done what it asks for. */
export async function keepUnread(transaction: Transaction, id: string): Promise<void> {
  await transaction.update(inboundTexts).set({ isToRead: true }).where(eq(inboundTexts.id, id));
}

/**
 * Notes what became of a text after it was handed over. What arrived has arrived, whatever is said after it.
 * @returns the number it went to; undefined when there is no such text
 */
export async function noteDelivery(
  transaction: Transaction,
  messageId: string,
  delivery: 'delivered' | 'undelivered',
  reason: string | null,
): Promise<string | undefined> {
  const [noted] = await transaction
    .update(messages)
    .set({ delivery, deliveryReason: reason })
    .where(
      and(
        eq(messages.id, messageId),
        eq(messages.channel, 'text'),
        or(isNull(messages.delivery), ne(messages.delivery, 'delivered')),
      ),
    )
    .returning({ recipient: messages.recipient });
  return noted?.recipient;
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
