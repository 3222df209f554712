import { and, eq, ne, or, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../database/connection.ts';
import { users } from '../database/schema/accounts.ts';
import { messages } from '../database/schema/messages.ts';
import { isDead, lostLinkOf } from '../database/schema/states.ts';
import { consentNow, ended, isStillTheirs, type Message } from './store.ts';

/**
 * Sends a dead mail to the address that its account has now: the one before may be the reason why it is dead. One with a secret
 * stays where it was to go.
 */
export async function readdressDead(transaction: Transaction, messageId: string): Promise<void> {
  await transaction
    .update(messages)
    .set({ recipient: sql`${users.email}` })
    .from(users)
    .where(
      and(
        eq(messages.id, messageId),
        isDead(messages),
        eq(messages.channel, 'email'),
        eq(messages.basis, 'consent'),
        eq(messages.isSecret, false),
        // This one is for the address before.
        ne(messages.kind, 'email-changed'),
        eq(users.id, messages.userId),
      ),
    );
}

/** Makes a dead message due again, if what it rests on stands. @returns whether it did */
export async function reviveDead(
  transaction: Transaction,
  messageId: string,
  now: Temporal.Instant,
  giveUpAt: Temporal.Instant,
): Promise<boolean> {
  const revived = await transaction
    .update(messages)
    // It keeps one try, because `deleteUntold` takes a message without any for one that was never sent.
    .set({
      ...{ outcome: null, endedAt: null, dueAt: now, giveUpAt, attempts: 1, unanswered: 0 },
      ...{ delivery: null, deliveryReason: null, deliveryCode: null, reportedAt: null },
      consentId: sql`case when ${messages.basis} = 'consent' then ${consentNow} end`,
    })
    .where(
      and(
        eq(messages.id, messageId),
        isDead(messages),
        // The words of a secret are gone once it was handed over.
        ne(messages.text, ''),
        or(ne(messages.basis, 'consent'), and(sql`${consentNow} is not null`, isStillTheirs)),
      ),
    )
    .returning({ id: messages.id });
  return revived.length > 0;
}

/** Drops a dead message. @returns whether it was dead */
export async function markDropped(
  database: Queryable,
  messageId: string,
  now: Temporal.Instant,
  reason: string,
): Promise<boolean> {
  const dropped = await database
    .update(messages)
    .set(ended('dropped', now, reason))
    .where(and(eq(messages.id, messageId), isDead(messages)))
    .returning({ id: messages.id });
  return dropped.length > 0;
}

/** @returns how a message ended, null while it has not; undefined when there is none */
export async function selectOutcome(database: Queryable, messageId: string): Promise<Message['outcome'] | undefined> {
  const [message] = await database
    .select({ outcome: messages.outcome })
    .from(messages)
    .where(eq(messages.id, messageId));
  return message?.outcome;
}

/** @returns whether a message is a text that is dead */
export async function isDeadText(database: Queryable, messageId: string): Promise<boolean> {
  const which = and(eq(messages.id, messageId), eq(messages.channel, 'text'), isDead(messages));
  return (await database.$count(messages, which)) > 0;
}

/** @returns where a message goes, and what its link was for if its words are gone */
export async function selectReach(
  database: Queryable,
  messageId: string,
): Promise<Pick<Message, 'channel' | 'recipient'> & { lostLink: string | null }> {
  const { channel, recipient } = messages;
  const [message] = await database
    .select({ channel, recipient, lostLink: lostLinkOf(messages) })
    .from(messages)
    .where(eq(messages.id, messageId));
  if (!message) throw new Error('There is no such message');
  return message;
}
