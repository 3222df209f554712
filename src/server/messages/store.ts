import { and, asc, desc, eq, getTableColumns, inArray, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import { alias } from 'drizzle-orm/pg-core';
import { consentPurposes, purposeOf } from '#domain/consents.ts';
import { messageClasses } from '#domain/correspondence.ts';
import type { Queryable, Transaction } from '../database/connection.ts';
import { given, hotRead } from '../database/hot-read.ts';
import { asRows, hotWrite, put } from '../database/hot-write.ts';
import { users } from '../database/schema/accounts.ts';
import { literals } from '../database/schema/columns.ts';
import { consents, inboundTexts, refusedNumbers, speaksFor, stands } from '../database/schema/consents.ts';
import { messages, priorityOf } from '../database/schema/messages.ts';
import { profiles } from '../database/schema/profiles.ts';
import { isDead, isOpenOrDead, isOwedByMail } from '../database/schema/states.ts';
import { lanes } from '../jobs/lanes.ts';
import { withoutSecret } from './consent-store.ts';

export type NewMessage = typeof messages.$inferInsert;
export type Message = typeof messages.$inferSelect;

/** @returns SQL for what a message of a class is about */
const purposeIn = (row: SQL) => {
  const cases = consentPurposes.map((purpose) => {
    const classes = messageClasses.filter((one) => purposeOf[one] === purpose);
    return sql`when ${row} in (${literals(classes)}) then ${literals([purpose])}`;
  });
  return sql`case ${sql.join(cases, sql` `)} end`;
};

/** @returns SQL for the id of the consent that stands for an address and a profile's messages there, or null */
const consentFor = (channel: SQL, address: SQL, messageClass: SQL, profileId: SQL) => sql`(
  select case when ${stands(consents)} then ${consents.id} end from ${consents}
  where ${consents.channel} = ${channel} and ${consents.address} = ${address} and ${consents.purpose} = ${purposeIn(messageClass)}
    and ${speaksFor(profileId)}
  order by ${consents.number} desc limit 1)`;

/** @returns SQL for the one account that these are of; null of none, and of several */
const oneOf = (userIds: SQL) =>
  sql`(select (array_agg(one.user_id))[1] from (${userIds}) one (user_id) having count(distinct one.user_id) = 1)`;

/**
 * Whose a new message is: of whom it is told to, of whose text it answers, or else of who has the address now. One about an order of
 * somebody without an account is nobody's, whoever has the number: it is found by the order.
 */
const ownerOf = sql`case
  when told.user_id is not null then told.user_id
  when told.profile_id is not null then (select ${profiles.userId} from ${profiles} where ${profiles.id} = told.profile_id)
  when told.about_id is not null then null
  when told.inbound_text_id is not null then ${oneOf(sql`
    select ${profiles.userId} from ${inboundTexts} join ${profiles} on ${profiles.id} = any(${inboundTexts.profileIds})
    where ${inboundTexts.id} = told.inbound_text_id`)}
  when told.basis = 'business' then null
  when told.channel = 'email' then (select ${users.id} from ${users} where lower(${users.email}) = lower(told.recipient))
  when told.recipient <> '' then ${oneOf(sql`select ${profiles.userId} from ${profiles} where ${profiles.phone} = told.recipient`)} end`;

/** @returns SQL for whether the carrier of a number has refused texts to it since a moment */
const isRefused = (number: SQL, since: SQL) => sql`exists (
  select 1 from ${refusedNumbers} where ${refusedNumbers.number} = ${number} and ${refusedNumbers.at} > ${since})`;

/** By the newest that was said: what was said before it does not count any more. START alone brings back nothing that was not agreed to. */
const noConsent = sql`case when told.channel = 'email' then 'They have not agreed to mails like this one, or do not want them any more.'
  else coalesce((
    select case
      when ${consents.isStopped} then 'They have stopped texts to this number. They can text START to get them again.'
      when ${consents.kind} = 'revoked' and ${consents.source} <> 'text-reply'
      then 'They do not want texts like this one at this number any more: it was given up, or they chose e-mail.' end
    from ${consents} where ${consents.channel} = 'text' and ${consents.address} = told.recipient
      and ${consents.purpose} = ${purposeIn(sql`told.class`)} and ${speaksFor(sql`told.profile_id`)}
    order by ${consents.number} desc limit 1
  ), 'They have not agreed to texts like this one at this number.') end`;

const refusedReason = 'The carrier of this number takes no texts for it.';

/** What a new message has of what is found out for it; all else is as it was told. */
const found: Partial<Record<keyof typeof messages.$inferInsert, SQL>> = {
  consentId: sql`case when told.basis = 'consent' then consent.id end`,
  outcome: sql`case when consent.refusal is null then told.outcome else 'dropped' end`,
  dueAt: sql`case when consent.refusal is null then told.due_at end`,
  endedAt: sql`case when consent.refusal is null then told.ended_at else coalesce(told.ended_at, told.created_at) end`,
  reason: sql`case when consent.refusal is null then told.reason else coalesce(told.reason, consent.refusal) end`,
  userId: ownerOf,
  // The mail has been told beside it.
  mailInstead: sql`case when told.channel = 'text' and consent.refusal is null then told.mail_instead end`,
};
const newCells = Object.keys(getTableColumns(messages)).map(
  (key) => found[key as keyof typeof found] ?? sql`told.${sql.identifier(toSnakeCase(key))}`,
);

/**
 * Inserts each message with the consent that it rests on, or as dropped without one. A mail with `mailInstead`, a number, is of
 * somebody who wants texts: it is told only when no text can go there.
 */
const insertNew = hotWrite('insert_messages', (database) =>
  database
    .insert(messages)
    .select(
      sql`select ${sql.join(newCells, sql`, `)} from json_populate_recordset(null::${messages}, ${sql.placeholder('rows')}::json) told
        cross join lateral (
          select found.id, case
            when told.basis = 'consent' and found.id is null then ${noConsent}
            when told.channel = 'text' and ${isRefused(sql`told.recipient`, sql`${sql.placeholder('refusedSince')}::timestamptz`)}
            then ${literals([refusedReason])} end as refusal
          from (select ${consentFor(sql`told.channel`, sql`case told.channel when 'email' then lower(told.recipient) else told.recipient end`, sql`told.class`, sql`told.profile_id`)} as id) found
        ) consent
        where not (told.channel = 'email' and told.mail_instead is not null
          and ${consentFor(sql`'text'`, sql`told.mail_instead`, sql`told.class`, sql`told.profile_id`)} is not null
          and not ${isRefused(sql`told.mail_instead`, sql`${sql.placeholder('refusedSince')}::timestamptz`)})`,
    )
    .onConflictDoNothing({ target: messages.dedupeKey })
    .returning({ id: messages.id }),
);

/**
 * Leaves out messages whose dedupe key exists.
 * @param refusedSince a number that its carrier has refused since then is not texted
 * @returns how many it inserted
 */
export async function insertMessages(
  database: Queryable,
  rows: NewMessage[],
  refusedSince: Temporal.Instant,
): Promise<number> {
  return (await insertNew(database, { ...asRows(messages, rows), refusedSince: refusedSince.toString() })).length;
}

const consentNow = consentFor(
  sql`${messages.channel}`,
  sql`case ${messages.channel} when 'email' then lower(${messages.recipient}) else ${messages.recipient} end`,
  sql`${messages.class}`,
  sql`${messages.profileId}`,
);

/** Whether a text goes to a number that its reader still has, and still has texted: whoever else has it has not asked for these words. */
const isStillTheirs = sql`(${messages.channel} = 'email' or ${messages.profileId} is null or coalesce((
  select ${profiles.phone} = ${messages.recipient} and ${profiles.notificationPreference} <> 'NOTIFICATION_PREFERENCE_EMAIL'
  from ${profiles} where ${profiles.id} = ${messages.profileId}), false))`;

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
      or (${earlier.attempts} > 0 and ${earlier.dueAt} <= ${put(messages.dueAt)}::timestamptz))))`;

/** Takes the most urgent so many; a number that Postgres plans by. */
const taker = (name: string, most: number) =>
  hotWrite(name, (database) => {
    // Its lock keeps Postgres from running it for each row.
    const next = database.$with('next').as(
      database
        .select({
          nextId: sql<string>`${messages.id}`.as('next_id'),
          consent: sql`${consentNow}`.as('consent'),
          isTheirs: sql`${isStillTheirs}`.as('is_theirs'),
        })
        .from(messages)
        .where(and(eq(messages.channel, put(messages.channel)), lte(messages.dueAt, sql.placeholder('now')), isNext))
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
        // Until we know better, nobody answers: this process may end before it hears of an answer.
        unanswered: otherwise(
          sql`${messages.unanswered} + 1`,
          sql`${messages.unanswered}`,
          sql`${messages.unanswered}`,
        ),
        dueAt: otherwise(sql`${put(messages.dueAt)}::timestamptz`, sql`null`, sql`null`),
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
 * @returns none when none is due
 */
export async function takeMessages(
  database: Queryable,
  channel: Message['channel'],
  most: 1 | typeof lanes,
  now: Temporal.Instant,
  leaseUntil: Temporal.Instant,
): Promise<Message[]> {
  return await (most === 1 ? takeOne : takeAllLanes)(database, { channel, now, dueAt: leaseUntil });
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
 * The columns of a message that has ended. A secret message loses its text, unless it is dead and may be tried again.
 */
const ended = (outcome: NonNullable<Message['outcome']>, now: Temporal.Instant | SQL, reason: string | null) => ({
  outcome,
  endedAt: now,
  dueAt: null,
  reason,
  ...(outcome === 'dead' ? {} : withoutSecret),
  // What has no point is not told by mail either.
  ...(outcome === 'dropped' ? { mailInstead: null } : {}),
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

/** Puts a message back that was taken and is not tried now. */
export async function postpone(
  database: Queryable,
  { id, attempts, unanswered }: Pick<Message, 'id' | 'attempts' | 'unanswered'>,
  dueAt: Temporal.Instant,
): Promise<void> {
  await database
    .update(messages)
    .set({ dueAt, attempts: attempts - 1, unanswered: unanswered - 1 })
    .where(and(eq(messages.id, id), eq(messages.attempts, attempts), isNull(messages.outcome)));
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

/** What was written to somebody about one thing, by the first parts of its keys. */
type News = { about: string; kinds: readonly string[]; addresses: string[] };

const kindOf = sql`split_part(${messages.dedupeKey}, ':', 1)`;
const isOf = ({ about, kinds, addresses }: News) =>
  and(eq(messages.aboutId, about), inArray(kindOf, [...kinds]), inArray(messages.recipient, addresses));

/** Drops of some news what was never tried. @returns whether anything was dropped */
export async function dropWaiting(
  transaction: Transaction,
  news: News,
  now: Temporal.Instant,
  reason: string,
): Promise<boolean> {
  const dropped = await transaction
    .update(messages)
    .set(ended('dropped', now, reason))
    .where(and(isOf(news), isNull(messages.outcome), eq(messages.attempts, 0)))
    .returning({ id: messages.id });
  return dropped.length > 0;
}

/** @returns why the last of some news did not go out; undefined when there is none, or nothing is said */
export async function selectLastReason(transaction: Transaction, news: News): Promise<string | undefined> {
  const [last] = await transaction
    .select({ reason: messages.reason })
    .from(messages)
    .where(isOf(news))
    .orderBy(desc(messages.createdAt), desc(messages.id))
    .limit(1);
  return last?.reason ?? undefined;
}

/** @returns whether there is a message of one of these keys */
export async function hasMessages(transaction: Transaction, dedupeKeys: string[]): Promise<boolean> {
  const [found] = await transaction
    .select({ id: messages.id })
    .from(messages)
    .where(inArray(messages.dedupeKey, dedupeKeys))
    .limit(1);
  return found !== undefined;
}

const dropOver = hotWrite('drop_pointless', (database) =>
  database
    .update(messages)
    .set({ ...ended('dropped', put(messages.endedAt), null), reason: put(messages.reason) })
    .where(
      and(
        sql`${messages.notAfter} <= ${given('now', 'timestamptz')}`,
        isOpenOrDead(messages),
        or(sql`${messages.dueAt} <= ${given('now', 'timestamptz')}`, isDead(messages)),
      ),
    ),
);

/** Drops every message whose time is over, the dead ones too, except messages that are being sent. */
export async function dropPointless(database: Queryable, now: Temporal.Instant, reason: string): Promise<void> {
  await dropOver(database, { now: now.toString(), endedAt: now, reason });
}

const anyOwed = hotRead('mails_owed', (database) =>
  database.select({ id: messages.id }).from(messages).where(isOwedByMail(messages)).limit(1),
);

/** @returns whether there are texts that did not come, to people who get texts only */
export const owesMails = async (database: Queryable): Promise<boolean> => (await anyOwed(database)).length > 0;

/** Takes texts that did not come, to people who get texts only: once. @returns each with the e-mail address that it goes to */
export async function takeOwedByMail(transaction: Transaction): Promise<{ text: Message; to: string }[]> {
  const owed = await transaction
    .select()
    .from(messages)
    .where(isOwedByMail(messages))
    .limit(100)
    .for('update', { skipLocked: true });
  const ids = owed.map(({ id }) => id);
  if (ids.length > 0) await transaction.update(messages).set({ mailInstead: null }).where(inArray(messages.id, ids));
  return owed.map((text) => ({ text, to: text.mailInstead ?? '' }));
}

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
        sql`not starts_with(${messages.dedupeKey}, 'email-changed:')`,
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
      consentId: sql`case when ${messages.basis} = 'consent' then ${consentNow} end`,
    })
    .where(
      and(
        eq(messages.id, messageId),
        isDead(messages),
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

/** @returns where a message goes */
export async function selectReach(
  database: Queryable,
  messageId: string,
): Promise<Pick<Message, 'channel' | 'recipient'>> {
  const [message] = await database
    .select({ channel: messages.channel, recipient: messages.recipient })
    .from(messages)
    .where(eq(messages.id, messageId));
  if (!message) throw new Error('There is no such message');
  return message;
}

/**
 * @returns to whom a mail went of which its reader wants no more, by the link in it, and the address that they have now, if it
 * was somebody's with an account; undefined when there is none
 */
export async function selectByUnsubscribeToken(
  database: Queryable,
  token: string,
): Promise<(Pick<Message, 'recipient' | 'class' | 'userId'> & { emailNow: string | null }) | undefined> {
  const [message] = await database
    .select({
      recipient: messages.recipient,
      class: messages.class,
      userId: messages.userId,
      emailNow: users.email,
    })
    .from(messages)
    .leftJoin(users, eq(users.id, messages.userId))
    .where(eq(messages.unsubscribeToken, token));
  return message;
}

/** @returns the address of an account, which stays so until the transaction ends; undefined when there is none any more */
export async function holdEmail(transaction: Transaction, userId: string): Promise<string | undefined> {
  const [user] = await transaction
    .select({ email: users.email })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update');
  return user?.email;
}
