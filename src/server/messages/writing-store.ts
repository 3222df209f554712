import { and, desc, eq, getTableColumns, gt, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import { noEmailDomain } from '#domain/no-email.ts';
import { noTextsWords } from '#domain/no-texts.ts';
import { codesOf } from '#domain/text-delivery.ts';
import type { Queryable, Transaction } from '../database/connection.ts';
import { asRows } from '../database/json-rows.ts';
import { prepared } from '../database/prepared.ts';
import { users } from '../database/schema/accounts.ts';
import { literals } from '../database/schema/columns.ts';
import { brokenEmails, consents, inboundTexts, refusedNumbers, speaksFor } from '../database/schema/consents.ts';
import { messages, messageVisits } from '../database/schema/messages.ts';
import { profiles } from '../database/schema/profiles.ts';
import { isDead, isOwedByMail, takesPlace } from '../database/schema/states.ts';
import { brokenReason, isUnproved, noAddressReason, unprovedReason } from './broken-emails-store.ts';
import { consentFor, ended, type NewMessage, purposeIn } from './store.ts';

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

/** @returns SQL for whether the carrier of a number has refused texts to it since a moment, or for good */
const isRefused = (number: SQL, since: SQL) => sql`exists (
  select 1 from ${refusedNumbers} where ${refusedNumbers.number} = ${number}
    and (${refusedNumbers.at} > ${since} or ${refusedNumbers.code} in (${literals(codesOf('refused'))})))`;

/** By the newest that was said: what was said before it does not count any more. START alone brings back nothing that was not agreed to. */
const noConsent = sql`case when told.channel = 'email' then 'They have not agreed to emails like this one, or do not want them anymore.'
  else coalesce((
    select case
      when ${consents.isStopped} then 'They have stopped texts to this number. They can text START to get them again.'
      when ${consents.kind} = 'revoked' and ${consents.source} <> 'text-reply'
      then 'They do not want texts like this one at this number anymore: it was given up, or they chose email.' end
    from ${consents} where ${consents.channel} = 'text' and ${consents.address} = told.recipient
      and ${consents.purpose} = ${purposeIn(sql`told.class`)} and ${speaksFor(sql`told.profile_id`)}
    order by ${consents.number} desc limit 1
  ), 'They have not agreed to texts like this one at this number.') end`;

const refusedReason = sql`(case when exists (select 1 from ${refusedNumbers}
  where ${refusedNumbers.number} = told.recipient and ${refusedNumbers.code} in (${literals(codesOf('away'))}))
  then ${literals([noTextsWords.away])} else ${literals([noTextsWords.refused])} end)`;

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
  letter: sql`case when consent.refusal is null then told.letter end`,
};

const newCells = Object.entries(getTableColumns(messages))
  .filter(([, column]) => !column.generated)
  .map(([key]) => found[key as keyof typeof found] ?? sql`told.${sql.identifier(toSnakeCase(key))}`);

/**
 * Inserts each message with the consent that it rests on, or as dropped without one. A mail with `mailInstead`, a number, is of
 * somebody who wants texts: it is told only when no text can go there.
 */
const insertNew = prepared('insert_messages', (database) =>
  database
    .insert(messages)
    .select(
      sql`select ${sql.join(newCells, sql`, `)} from json_populate_recordset(null::${messages}, ${sql.placeholder('rows')}::json) told
        cross join lateral (
          select found.id, case
            when told.channel = 'email' and told.recipient like ${literals([`%${noEmailDomain}`])} then ${literals([noAddressReason])}
            when told.basis = 'consent' and found.id is null then ${noConsent}
            when told.channel = 'text' and ${isRefused(sql`told.recipient`, sql`${sql.placeholder('refusedSince')}::timestamptz`)}
            then ${refusedReason}
            when told.channel = 'email' and told.basis = 'consent' and not told.is_secret
              and exists (select 1 from ${brokenEmails} where ${brokenEmails.email} = lower(told.recipient))
            then ${literals([brokenReason])}
            when told.channel = 'email' and told.basis = 'consent' and not told.is_secret and ${isUnproved(sql`lower(told.recipient)`)}
            then ${literals([unprovedReason])} end as refusal
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
 * @returns the ids of those that it inserted
 */
export async function insertMessages(
  database: Queryable,
  rows: NewMessage[],
  refusedSince: Temporal.Instant,
): Promise<string[]> {
  const inserted = await insertNew(database, { rows: asRows(messages, rows), refusedSince: `${refusedSince}` });
  return inserted.map(({ id }) => id);
}

/** SQL for where `visit` is, and whose, to the reader of a message: to a worker only if it is theirs. Null where they have none. */
export const lineOf = (visit: SQL, reader: SQL) => sql`(
  select ${visit}.day as day, ${visit}.worker_profile_id as worker
  from engagements service where service.id = ${visit}.engagement_id and ${takesPlace({ state: sql`${visit}.state` })}
    and ${reader} in (service.customer_profile_id, ${visit}.worker_profile_id)
)`;

/** Notes of which visits messages tell, and where these are by what they say: where they are now. */
export async function insertClaims(
  transaction: Transaction,
  messageIds: readonly string[],
  visitIds: readonly string[],
): Promise<void> {
  await transaction.execute(sql`
    insert into message_visits (message_id, visit_id, day, worker_profile_id)
    select message.id, visit.id, line.day, line.worker
    from messages message cross join visits visit
    left join lateral ${lineOf(sql`visit`, sql`message.profile_id`)} line on true
    where message.id = any(${sql.param(messageIds)}::uuid[]) and visit.id = any(${sql.param(visitIds)}::uuid[])`);
}

/** @returns of which visits messages tell */
export async function selectVisitsTold(transaction: Transaction, messageIds: readonly string[]): Promise<string[]> {
  const rows = await transaction
    .selectDistinct({ visitId: messageVisits.visitId })
    .from(messageVisits)
    .where(inArray(messageVisits.messageId, [...messageIds]));
  return rows.map(({ visitId }) => visitId);
}

/** @returns whether there is a message of one of these keys, written from a moment on */
export async function hasMessages(
  transaction: Transaction,
  dedupeKeys: string[],
  since?: Temporal.Instant,
): Promise<boolean> {
  const [found] = await transaction
    .select({ id: messages.id })
    .from(messages)
    .where(and(inArray(messages.dedupeKey, dedupeKeys), since && gte(messages.createdAt, since)))
    .limit(1);
  return found !== undefined;
}

/** What nobody can have read: its last byte has never gone to a provider, or only before a clear no; or it waits for the mail in its place. */
const isUnread = sql`(${messages.attempts} = 0 or (${messages.unanswered} = 0
  and (${messages.outcome} is null or (${isDead(messages)} and ${isOwedByMail(messages)}))))`;
/** What waits: a text that did not come waits for its mail. */
const isWaiting = sql`(${messages.outcome} is null or ${isOwedByMail(messages)})`;
/** A text that went and was not delivered stays as it is: its mail is not written. */
const droppedAt = (now: SQL, reason: SQL | string) => ({
  ...ended('dropped', now, null),
  outcome: sql`case when ${messages.outcome} = 'sent' then 'sent' else 'dropped' end`,
  endedAt: sql`coalesce(${messages.endedAt}, ${now})`,
  reason: sql`case when ${messages.outcome} = 'sent' then ${messages.reason} else ${reason} end`,
});

/**
 * Deletes messages that nobody can have read. A try writes down that it hands over before its last byte goes, so either this
 * statement sees that, or the try finds no message and ends.
 * @returns whether no message of these keys is left
 */
export async function deleteUntold(transaction: Transaction, dedupeKeys: string[]): Promise<boolean> {
  await transaction.delete(messages).where(and(inArray(messages.dedupeKey, dedupeKeys), isUnread));
  const left = await transaction
    .select({ id: messages.id })
    .from(messages)
    .where(inArray(messages.dedupeKey, dedupeKeys));
  return left.length === 0;
}

/** Drops the messages of these keys that have not ended. */
export async function dropByKeys(
  transaction: Transaction,
  dedupeKeys: string[],
  now: Temporal.Instant,
  reason: string,
): Promise<void> {
  await transaction
    .update(messages)
    .set(droppedAt(sql`${now.toString()}::timestamptz`, sql`${reason}::text`))
    .where(and(inArray(messages.dedupeKey, dedupeKeys), isWaiting));
}

/**
 * What was written to people about one thing, of some kinds, wherever it goes.
 * @property profileIds whose; everybody's when undefined
 * @property outdatedBy only what tells of no other visits, and was written before
 * @property subjects only of these things
 * @property naming only what tells that there is a visit on one of these days
 */
export type News = {
  about: string;
  kinds: readonly string[];
  profileIds: string[] | undefined;
  outdatedBy?: { visits: readonly string[]; since: Temporal.Instant } | undefined;
  subjects?: readonly string[];
  naming?: readonly Temporal.PlainDate[];
};

/** @returns whether a message is of some news */
function isOf({ about, kinds, profileIds, subjects, outdatedBy, naming }: News): SQL | undefined {
  const tellsOf = (which: SQL) =>
    sql`exists (select from ${messageVisits} where ${messageVisits.messageId} = ${messages.id} and ${which})`;
  const isOther = outdatedBy && sql`${messageVisits.visitId} <> all(${sql.param(outdatedBy.visits)}::uuid[])`;
  return and(
    eq(messages.aboutId, about),
    inArray(messages.kind, [...kinds]),
    profileIds && inArray(messages.profileId, profileIds),
    subjects && inArray(messages.subjectId, [...subjects]),
    isOther && sql`${tellsOf(sql`true`)} and not ${tellsOf(isOther)}`,
    outdatedBy && lt(messages.createdAt, outdatedBy.since),
    naming && tellsOf(sql`${messageVisits.day} = any(${sql.param(naming.map(String))}::date[])`),
  );
}

/** Drops of some news what waits, also for another try. */
export async function dropWaiting(
  transaction: Transaction,
  news: News,
  now: Temporal.Instant,
  reason: string,
): Promise<void> {
  await transaction
    .update(messages)
    .set(droppedAt(sql`${now.toString()}::timestamptz`, reason))
    .where(and(isOf(news), isWaiting));
}

/** What has not gone anywhere, or has not come: nobody has read it by this way. */
const hasNotCome = sql`(${messages.delivery} is not distinct from 'undelivered'
  or (${messages.unanswered} = 0 and ${messages.outcome} is distinct from 'sent'))`;
/** What a newer status of a service drops although it tells of something else than its status. */
const droppedBeside = ['days-away', 'hold-ends'];

/**
 * @returns whether a reader believes of a service what was so before its last status, since all that they were written of that status
 * still waits, unread, and nothing else was dropped for it
 */
export async function isStatusUnread(transaction: Transaction, about: string, profileId: string): Promise<boolean> {
  const theirs = and(eq(messages.aboutId, about), eq(messages.profileId, profileId));
  const [newest] = await transaction
    .select({
      createdAt: sql<string>`${messages.createdAt}::text`,
      isUnread: sql<boolean>`bool_and(${hasNotCome}) and bool_or(${isWaiting})`,
    })
    .from(messages)
    .where(and(theirs, eq(messages.kind, 'engagement-status')))
    .groupBy(messages.createdAt)
    .orderBy(desc(messages.createdAt))
    .limit(1);
  if (!newest?.isUnread) return false;
  const isBeside = inArray(messages.kind, droppedBeside);
  const wasDropped = sql`${messages.outcome} = 'dropped' and ${messages.endedAt} >= ${newest.createdAt}::timestamptz`;
  return (await transaction.$count(messages, and(theirs, isBeside, wasDropped))) === 0;
}

/** @returns whether somebody can have read of some news, as far as it was written after a moment */
export async function mayHaveRead(
  transaction: Transaction,
  news: News,
  since: Temporal.Instant | undefined,
): Promise<boolean> {
  const isSince = since && gt(messages.createdAt, since);
  return (await transaction.$count(messages, and(isOf(news), isSince, sql`not ${isUnread}`))) > 0;
}

/** @returns whether somebody can have read of a thing in a message of a kind */
export async function mayHaveReadOf(
  transaction: Transaction,
  profileId: string,
  kind: string,
  id: string,
): Promise<boolean> {
  const isTheirs = and(
    eq(messages.userId, sql`(select ${profiles.userId} from ${profiles} where ${profiles.id} = ${profileId})`),
    eq(messages.profileId, profileId),
  );
  const isOfThing = and(eq(messages.kind, kind), eq(messages.subjectId, id), sql`not ${isUnread}`);
  return (await transaction.$count(messages, and(isTheirs, isOfThing))) > 0;
}
