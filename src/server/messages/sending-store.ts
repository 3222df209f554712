import { and, asc, eq, getTableColumns, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable, Transaction } from '../database/connection.ts';
import { gathered } from '../database/gathered.ts';
import { given, prepared } from '../database/prepared.ts';
import { messages, notByMail, priorityOf } from '../database/schema/messages.ts';
import { isDead, isOpenOrDead, isOwedByMail } from '../database/schema/states.ts';
import { lanes } from '../jobs/lanes.ts';
import { withoutSecret } from './consent-store.ts';
import { consentNow, ended, isStillTheirs, type Message } from './store.ts';

/** How often we send a message without an answer: each time it may have arrived. */
export const mostUnanswered = 2;

/** Longer than any message waits, is held back or is tried. */
const longestWait = sql.raw(`interval '8 days'`);

const earlier = alias(messages, 'earlier');

/**
 * Whether a text is the next one of its number. Of those of one class that are due one goes after the other, in the order in which
 * they were written, since each may say the contrary of the one before. One that failed and waits for longer holds up nobody.
 */
const isNext = sql`(${messages.channel} = 'email' or not exists (
  select 1 from ${messages} earlier where ${earlier.recipient} = ${messages.recipient}
    and ${earlier.createdAt} > ${messages.createdAt} - ${longestWait}
    and (${earlier.createdAt}, ${earlier.id}) < (${messages.createdAt}, ${messages.id})
    and ${earlier.channel} = 'text' and ${earlier.class} = ${messages.class}
    and (${earlier.dueAt} <= ${sql.placeholder('now')}::timestamptz
      or (${earlier.attempts} > 0 and ${earlier.dueAt} <= ${sql.placeholder('dueAt')}::timestamptz))))`;

/** Takes the most urgent so many; a number that Postgres plans by. */
const taker = (name: string, most: number) =>
  prepared(name, (database) => {
    // Its lock keeps Postgres from running it for each row.
    const next = database.$with('next').as(
      database
        .select({
          nextId: sql<string>`${messages.id}`.as('next_id'),
          consent: sql`${consentNow}`.as('consent'),
          isTheirs: sql`${isStillTheirs}`.as('is_theirs'),
        })
        .from(messages)
        .where(
          and(eq(messages.channel, sql.placeholder('channel')), lte(messages.dueAt, sql.placeholder('now')), isNext),
        )
        .orderBy(priorityOf(messages.class), asc(messages.dueAt))
        .limit(sql.raw(String(most)) as unknown as number)
        .for('update', { skipLocked: true }),
    );
    const consent = sql`next.consent`;
    const isTheirs = sql`next.is_theirs`;
    const mayGo = sql`(${messages.basis} <> 'consent' or (${consent} is not null and ${isTheirs}))`;
    const isLost = sql`${messages.unanswered} >= ${sql.raw(String(mostUnanswered))}`;
    const otherwise = (value: SQL, dropped: SQL, lost = value) =>
      sql`case when not ${mayGo} then ${dropped} when ${isLost} then ${lost} else ${value} end`;
    const now = sql`${sql.placeholder('now')}::timestamptz`;
    return database
      .with(next)
      .update(messages)
      .set({
        attempts: otherwise(sql`${messages.attempts} + 1`, sql`${messages.attempts}`),
        dueAt: otherwise(sql`${sql.placeholder('dueAt')}::timestamptz`, sql`null`, sql`null`),
        consentId: sql`case when ${messages.basis} = 'consent' then coalesce(${consent}, ${messages.consentId}) end`,
        outcome: otherwise(sql`null`, sql`'dropped'`, sql`'dead'`),
        endedAt: otherwise(sql`null`, now, now),
        reason: otherwise(
          sql`${messages.reason}`,
          sql`case when ${isTheirs} then 'They have taken back that they agreed to it.' else 'They have another number now, or want no texts.' end`,
          sql`'It was perhaps sent twice: both times this server stopped before it heard of it.'`,
        ),
        text: otherwise(sql`${messages.text}`, withoutSecret.text),
        html: otherwise(sql`${messages.html}`, withoutSecret.html),
      })
      .from(next)
      .where(eq(messages.id, sql`next.next_id`))
      .returning(getTableColumns(messages));
  });

const takeOne = taker('take_message', 1);
const takeAllLanes = taker('take_messages', lanes);

/**
 * Takes the most urgent due messages of a channel for one try each: one, or as many as there are lanes. Nobody else takes them
 * until the lease ends. One whose reader has taken the consent back, or does not have the number any more, is dropped by the same
 * statement, and is not to be sent; nor is one that was perhaps sent twice, which is dead then.
 * @returns them in the order in which they were written; none when none is due
 */
export async function takeMessages(
  database: Queryable,
  channel: Message['channel'],
  most: 1 | typeof lanes,
  now: Temporal.Instant,
  leaseUntil: Temporal.Instant,
): Promise<Message[]> {
  const taken = await (most === 1 ? takeOne : takeAllLanes)(database, {
    channel,
    now: `${now}`,
    dueAt: `${leaseUntil}`,
  });
  // An update answers its rows in any order, and one reader's letters should arrive as they were written.
  return taken.toSorted((one, other) => Temporal.Instant.compare(one.createdAt, other.createdAt));
}

/** Puts a message back that was taken and is not tried now. */
export async function postpone(
  database: Queryable,
  { id, attempts }: Pick<Message, 'id' | 'attempts'>,
  dueAt: Temporal.Instant,
): Promise<void> {
  await database
    .update(messages)
    .set({ dueAt, attempts: attempts - 1 })
    .where(and(eq(messages.id, id), eq(messages.attempts, attempts), isNull(messages.outcome)));
}

/** A try of a message that is about to have its last byte handed over, unless it has ended or another try has begun. */
const isThisTry = (id: SQL, attempts: SQL) =>
  sql`${messages.id} = ${id} and ${messages.attempts} = ${attempts} and ${messages.outcome} is null`;
const oneMoreUnanswered = { unanswered: sql`${messages.unanswered} + 1` };

const handOverOne = prepared('message_handed_over', (database) =>
  database
    .update(messages)
    .set(oneMoreUnanswered)
    .where(isThisTry(sql`${sql.placeholder('messageId')}::uuid`, sql`${sql.placeholder('attempts')}::int`))
    .returning({ id: messages.id }),
);

/** As `endAllAsSent`, it waits for nobody. */
const handOverAll = prepared('messages_handed_over', (database) => {
  const tries = sql`unnest(${sql.placeholder('messageIds')}::uuid[], ${sql.placeholder('attempts')}::int[]) one (id, attempts)`;
  const free = database.$with('free').as(
    database
      .select({ freeId: sql<string>`${messages.id}`.as('free_id') })
      .from(messages)
      .innerJoin(tries, isThisTry(sql`one.id`, sql`one.attempts`))
      .for('update', { of: messages, skipLocked: true }),
  );
  return database
    .with(free)
    .update(messages)
    .set(oneMoreUnanswered)
    .from(free)
    .where(eq(messages.id, sql`free.free_id`))
    .returning({ id: messages.id });
});

/**
 * Writes down that the last byte of a message goes now: from here on it may have arrived. Before that it cannot have, whoever dies.
 * @returns whether it is to go: it has not ended, and no other try has begun
 */
export const markHandedOver = gathered(async (database, tries: Pick<Message, 'id' | 'attempts'>[]) => {
  const values = { messageIds: tries.map(({ id }) => id), attempts: tries.map(({ attempts }) => attempts) };
  const marked = new Set((tries.length > 1 ? await handOverAll(database, values) : []).map(({ id }) => id));
  const answers: boolean[] = [];
  for (const { id, attempts } of tries)
    answers.push(marked.has(id) || (await handOverOne(database, { messageId: id, attempts })).length > 0);
  return answers;
});

const endAsSent = prepared('message_sent', (database) =>
  database
    .update(messages)
    .set(ended('sent', sql`${sql.placeholder('endedAt')}::timestamptz`, null))
    .where(and(eq(messages.id, sql.placeholder('messageId')), isNull(messages.delivery))),
);

/** A transaction that has locked one of several is not waited for, since it may wait for another of them. */
const endAllAsSent = prepared('messages_sent', (database) => {
  const free = database.$with('free').as(
    database
      .select({ freeId: sql<string>`${messages.id}`.as('free_id') })
      .from(messages)
      .where(sql`${messages.id} = any(${sql.placeholder('messageIds')}::uuid[]) and ${messages.delivery} is null`)
      .for('update', { skipLocked: true }),
  );
  return database
    .with(free)
    .update(messages)
    .set(ended('sent', sql`${sql.placeholder('endedAt')}::timestamptz`, null))
    .from(free)
    .where(eq(messages.id, sql`free.free_id`))
    .returning({ id: messages.id });
});

/**
 * Marks a message that was handed over as sent, even when it was dropped or taken for dead meanwhile. What its provider has reported by
 * then says more, and stays.
 */
export const markSent = gathered(async (database, sent: { id: string; now: Temporal.Instant }[]) => {
  const byMoment = Map.groupBy(sent, ({ now }) => now.toString());
  for (const [endedAt, at] of byMoment) {
    const messageIds = at.map(({ id }) => id);
    const marked = messageIds.length > 1 ? await endAllAsSent(database, { messageIds, endedAt }) : [];
    const others = new Set(messageIds).difference(new Set(marked.map(({ id }) => id)));
    for (const messageId of others) await endAsSent(database, { messageId, endedAt });
  }
  return sent.map(() => undefined);
});

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

/** How much later than it would be tried at most a text may begin. */
const grace = { hours: 12 };
const tooLate = 'It could not be tried in its time, and would have come days too late.';

/** Whether what a message says has no point any more. */
const isOver = sql`coalesce(${messages.notAfter} <= ${given('now', 'timestamptz')}, false)`;
const isDue = sql`${messages.dueAt} <= ${given('now', 'timestamptz')}`;
/**
 * Texts that could not even be tried in their time, as after an outage of days: they would all go at once, of things long past. What
 * is still so is told once by mail (`writeMailsInstead`); of people without one staff find the texts on the desk.
 */
const isTooLate = sql`(${messages.channel} = 'text' and ${messages.outcome} is null and ${messages.attempts} = 0 and ${isDue}
  and ${messages.giveUpAt} <= ${given('lateSince', 'timestamptz')})`;

/** Whether nothing else brings what a text says: its reader has no email. Staff are to know of it, whenever its time is over. */
const isUntold = sql`(${messages.channel} = 'text' and ${messages.outcome} is null and not ${messages.isSecret} and ${messages.mailInstead} is null
  and not exists (select from ${messages} mail where mail.dedupe_key = regexp_replace(${messages.dedupeKey}, ':text$', ':email')))`;
const isDropped = sql`(${isOver} and not ${isUntold})`;

const dropOver = prepared('drop_pointless', (database) =>
  database
    .update(messages)
    .set({
      ...ended('dropped', sql`${sql.placeholder('endedAt')}::timestamptz`, null),
      outcome: sql`case when ${isDropped} then 'dropped' else 'dead' end`,
      reason: sql`case when ${isDropped} then ${sql.placeholder('reason')}::text else coalesce(${messages.reason}, ${sql.raw(`'${tooLate}'`)}) end`,
      mailInstead: sql`case when ${isOver} then null else ${messages.mailInstead} end`,
      letter: sql`case when ${isOver} then null else ${messages.letter} end`,
      // What is on the desk stays there until staff drop it.
      notAfter: sql`case when ${isUntold} then null else ${messages.notAfter} end`,
    })
    .where(or(and(isOver, isOpenOrDead(messages), or(isDue, isDead(messages))), isTooLate)),
);

const anyOwed = prepared('mails_owed', (database) =>
  database.select({ id: messages.id }).from(messages).where(isOwedByMail(messages)).limit(1),
);

/**
 * Drops every message whose time is over, the dead ones too, except messages that are being sent. Texts that begin days too late end, too.
 * @returns whether there are texts that did not come, to people who get texts only
 */
export async function dropPointless(database: Queryable, now: Temporal.Instant, reason: string): Promise<boolean> {
  const lateSince = now.subtract(grace).toString();
  await dropOver(database, { now: `${now}`, lateSince, endedAt: `${now}`, reason });
  return owesMails(database);
}

/** @returns the same, of what was found since */
export const owesMails = async (database: Queryable): Promise<boolean> => (await anyOwed(database)).length > 0;

/** @returns texts that did not come, to people who get texts only, and locks them; nobody else gets them meanwhile */
export async function lockOwedByMail(transaction: Transaction): Promise<Message[]> {
  return await transaction
    .select()
    .from(messages)
    .where(isOwedByMail(messages))
    // Those to one reader together.
    .orderBy(asc(messages.mailInstead), asc(messages.createdAt), asc(messages.id))
    .limit(100)
    .for('update', { skipLocked: true });
}

/** Writes down that these texts are owed by mail no more. */
export async function noteNotOwed(transaction: Transaction, ids: string[]): Promise<void> {
  if (ids.length > 0) await transaction.update(messages).set(notByMail).where(inArray(messages.id, ids));
}
