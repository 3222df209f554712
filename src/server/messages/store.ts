import { and, asc, eq, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../database/connection.ts';
import { asRows, hotWrite, put, rowsOf } from '../database/hot-write.ts';
import { messages, priorityOf } from '../database/schema/messages.ts';
import { isDead, isOpenOrDead } from '../database/schema/states.ts';

export type NewMessage = typeof messages.$inferInsert;
export type Message = typeof messages.$inferSelect;

const insertNew = hotWrite('insert_messages', (database) =>
  database
    .insert(messages)
    .select(rowsOf(messages))
    .onConflictDoNothing({ target: messages.dedupeKey })
    .returning({ id: messages.id }),
);

/** Leaves out messages whose dedupe key exists. @returns how many it inserted */
export async function insertMessages(database: Queryable, rows: NewMessage[]): Promise<number> {
  return (await insertNew(database, asRows(messages, rows))).length;
}

const takeNext = hotWrite('take_message', (database) => {
  const next = database
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.channel, put(messages.channel)), lte(messages.dueAt, sql.placeholder('now'))))
    .orderBy(priorityOf(messages.class), asc(messages.dueAt))
    .limit(1)
    .for('update', { skipLocked: true });
  return database
    .update(messages)
    .set({ attempts: sql`${messages.attempts} + 1`, dueAt: put(messages.dueAt) })
    .where(eq(messages.id, sql`(${next})`))
    .returning();
});

/**
 * Takes the most urgent due message of a channel for one try. Nobody else takes it until the lease ends.
 * @returns undefined when none is due
 */
export async function takeMessage(
  database: Queryable,
  channel: Message['channel'],
  now: Temporal.Instant,
  leaseUntil: Temporal.Instant,
): Promise<Message | undefined> {
  const [taken] = await takeNext(database, { channel, now, dueAt: leaseUntil });
  return taken;
}

/**
 * Deletes messages that were never tried. A try counts itself before it sends, so either this statement sees the try,
 * or the try finds no message.
 * @returns whether no message of these keys is left
 */
export async function deleteUntold(transaction: Transaction, dedupeKeys: string[]): Promise<boolean> {
  await transaction.delete(messages).where(and(inArray(messages.dedupeKey, dedupeKeys), eq(messages.attempts, 0)));
  const left = await transaction
    .select({ id: messages.id })
    .from(messages)
    .where(inArray(messages.dedupeKey, dedupeKeys));
  return left.length === 0;
}

/**
 * Deletes messages unless one of them was tried.
 * @returns whether there were any, and all are deleted
 */
export async function deleteTogether(transaction: Transaction, dedupeKeys: string[]): Promise<boolean> {
  const found = await transaction
    .select({ attempts: messages.attempts })
    .from(messages)
    .where(inArray(messages.dedupeKey, dedupeKeys))
    .for('update');
  if (found.length === 0 || found.some(({ attempts }) => attempts > 0)) return false;
  return await deleteUntold(transaction, dedupeKeys);
}

/**
 * The columns of a message that has ended. A secret message loses its text, unless it is dead and may be tried again.
 */
const ended = (outcome: NonNullable<Message['outcome']>, now: Temporal.Instant | SQL, reason: string | null) => ({
  outcome,
  endedAt: now,
  dueAt: null,
  reason,
  ...(outcome === 'dead'
    ? {}
    : {
        text: sql`case when ${messages.isSecret} then '' else ${messages.text} end`,
        html: sql`case when ${messages.isSecret} then null else ${messages.html} end`,
      }),
});

const endAsSent = hotWrite('message_sent', (database) =>
  database
    .update(messages)
    .set(ended('sent', put(messages.endedAt), null))
    .where(eq(messages.id, sql.placeholder('messageId'))),
);

/** Marks a message that was handed over as sent, even when it was dropped or taken for dead meanwhile. */
export async function markSent(database: Queryable, messageId: string, now: Temporal.Instant): Promise<void> {
  await endAsSent(database, { messageId, endedAt: now });
}

/**
 * Records a failed try, unless another try has begun since.
 * @param failure `retryAt` is undefined when this was the last try
 */
export async function markFailed(
  database: Queryable,
  { id, attempts }: Pick<Message, 'id' | 'attempts'>,
  failure: { now: Temporal.Instant; retryAt: Temporal.Instant | undefined; reason: string; unanswered: number },
): Promise<void> {
  const { now, retryAt, reason, unanswered } = failure;
  await database
    .update(messages)
    .set({ unanswered, ...(retryAt ? { dueAt: retryAt, reason } : ended('dead', now, reason)) })
    .where(and(eq(messages.id, id), eq(messages.attempts, attempts), isNull(messages.outcome)));
}

const dropOpen = hotWrite('drop_messages', (database) =>
  database
    .update(messages)
    .set({ ...ended('dropped', put(messages.endedAt), null), reason: put(messages.reason) })
    .where(and(sql`${messages.dedupeKey} = any(${sql.placeholder('keys')}::text[])`, isNull(messages.outcome))),
);

/** Drops the messages of these keys that have not ended. */
export async function dropByKeys(
  transaction: Transaction,
  dedupeKeys: string[],
  now: Temporal.Instant,
  reason: string,
): Promise<void> {
  await dropOpen(transaction, { keys: dedupeKeys, endedAt: now, reason });
}

/** Drops every message whose time is over, the dead ones too, except messages that are being sent. */
export async function dropPointless(database: Queryable, now: Temporal.Instant, reason: string): Promise<void> {
  await database
    .update(messages)
    .set(ended('dropped', now, reason))
    .where(and(lte(messages.notAfter, now), isOpenOrDead(messages), or(lte(messages.dueAt, now), isDead(messages))));
}

/** Makes a dead message due again. @returns whether it was dead */
export async function reviveDead(
  transaction: Transaction,
  messageId: string,
  now: Temporal.Instant,
  giveUpAt: Temporal.Instant,
): Promise<boolean> {
  const revived = await transaction
    .update(messages)
    // It keeps one try, because `deleteUntold` takes a message without any for one that was never sent.
    .set({ outcome: null, endedAt: null, dueAt: now, giveUpAt, attempts: 1, unanswered: 0 })
    .where(and(eq(messages.id, messageId), isDead(messages)))
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
