import { and, eq, inArray, isNull, type SQLWrapper, sql } from 'drizzle-orm';
import { noEmailDomain } from '#domain/no-email.ts';
import type { Queryable, Transaction } from '../database/connection.ts';
import { listOf } from '../database/list-of.ts';
import { type CursorOrder, cursorValues, inOrder, isBehindCursor, type Page, toPage } from '../database/page.ts';
import { prepared } from '../database/prepared.ts';
import { shown } from '../database/schema/columns.ts';
import { consents, inboundTexts } from '../database/schema/consents.ts';
import { messages } from '../database/schema/messages.ts';
import { profiles } from '../database/schema/profiles.ts';
import { isUnreadText, messageState } from '../database/schema/states.ts';
import { textAnswers } from '../database/schema/text-answers.ts';

/** What people have texted, and what staff have answered. */

const pageSize = 20;
const unreadFirst: CursorOrder = {
  by: [isUnreadText(inboundTexts), inboundTexts.receivedAt, inboundTexts.id],
  types: ['boolean', 'timestamptz', 'uuid'],
  direction: 'descending',
};

/** What staff are called who did something. */
export const nameOf = (userId: SQLWrapper) => sql<string | null>`(
  select person.first_name || ' ' || person.last_name from ${profiles} person
  where person.user_id = ${userId} and person.type = 'PROFILE_TYPE_EMPLOYEE')`;

const fields = {
  id: inboundTexts.id,
  sender: inboundTexts.sender,
  text: inboundTexts.text,
  isCut: inboundTexts.isCut,
  intent: inboundTexts.intent,
  receivedAt: shown(inboundTexts.receivedAt),
  isUnread: sql<boolean>`${isUnreadText(inboundTexts)}`,
  isStopped: sql<boolean>`coalesce((
    select said.is_stopped from ${consents} said
    where said.channel = 'text' and said.address = ${inboundTexts.sender} and said.purpose = 'account'
    order by said.number desc limit 1), false)`,
  readAt: shown(inboundTexts.readAt),
  readBy: nameOf(inboundTexts.readBy),
  people: listOf(
    {
      profileId: profiles.id,
      type: profiles.type,
      name: sql<string>`${profiles.firstName} || ' ' || ${profiles.lastName}`,
      hasEmail: sql<boolean>`${profiles.email} not like ${sql.raw(`'%${noEmailDomain}'`)}`,
    },
    sql`from ${profiles} where ${profiles.id} = any(${inboundTexts.profileIds})`,
    sql`${profiles.type}, ${profiles.id}`,
  ),
  answers: listOf(
    {
      id: textAnswers.id,
      channel: textAnswers.channel,
      text: textAnswers.text,
      by: nameOf(textAnswers.byUserId),
      at: shown(textAnswers.at),
      message: { id: messages.id, state: messageState(messages) },
    },
    sql`from ${textAnswers}
      left join ${messages} on ${messages.dedupeKey} = 'text-answer:' || ${textAnswers.id} || ':' || ${textAnswers.channel}
      where ${textAnswers.textId} = ${inboundTexts.id}`,
    sql`${textAnswers.at}, ${textAnswers.id}`,
  ),
};

function readOf(name: string, which = sql`true`) {
  const inItsOrder = sql.join(inOrder(unreadFirst), sql`, `);
  const page = sql`from (
      select * from ${inboundTexts} where ${which} and ${isBehindCursor(unreadFirst)}
      order by ${inItsOrder} limit ${sql.raw(String(pageSize + 1))}
    ) ${inboundTexts}`;
  const rows = listOf(fields, page, inItsOrder);
  return prepared(name, (database) => database.select({ rows }).from(sql`(select) nothing`));
}
const isOfProfile = sql`${inboundTexts.profileIds} @> array[${sql.placeholder('profileId')}]::uuid[]`;
const isUnread = isUnreadText(inboundTexts);
const reads = {
  all: readOf('inbound_texts'),
  unread: readOf('inbound_texts_unread', isUnread),
  ofProfile: readOf('inbound_texts_of_profile', isOfProfile),
  unreadOfProfile: readOf('inbound_texts_unread_of_profile', sql`${isUnread} and ${isOfProfile}`),
};
export type InboundTextRow = Awaited<ReturnType<(typeof reads)['all']>>[number]['rows'][number];

/** @returns a page of what people have texted, unread first, then the newest */
export async function selectInboundTexts(
  database: Queryable,
  {
    profileId,
    only,
    after,
  }: { profileId?: string | undefined; only?: 'unread' | undefined; after?: string | undefined },
): Promise<Page<InboundTextRow>> {
  const whole = profileId === undefined ? reads.all : reads.ofProfile;
  const read = only ? (profileId === undefined ? reads.unread : reads.unreadOfProfile) : whole;
  const [found] = await read(database, { ...(profileId && { profileId }), ...cursorValues(unreadFirst, after) });
  return toPage(found?.rows ?? [], pageSize, ({ isUnread, receivedAt, id }) => [isUnread, receivedAt, id]);
}

/** Marks a text as read, unless it is. @returns whether it was unread */
export async function markRead(
  database: Queryable,
  { id, readBy, readAt }: { id: string; readBy: string; readAt: Temporal.Instant },
): Promise<boolean> {
  const marked = await database
    .update(inboundTexts)
    .set({ readAt, readBy })
    .where(and(eq(inboundTexts.id, id), isNull(inboundTexts.readAt)))
    .returning({ id: inboundTexts.id });
  return marked.length > 0;
}

/** Marks a text as unread again. */
export async function markUnread(database: Queryable, id: string): Promise<void> {
  await database.update(inboundTexts).set({ readAt: null, readBy: null }).where(eq(inboundTexts.id, id));
}

/** @returns a text from somebody, with who had its number, and their mail address now; undefined when there is none */
export async function selectInboundText(database: Queryable, textId: string) {
  const [text] = await database.select().from(inboundTexts).where(eq(inboundTexts.id, textId));
  if (!text) return undefined;
  const people = await database
    .select({ profileId: profiles.id, email: profiles.email })
    .from(profiles)
    .where(inArray(profiles.id, text.profileIds))
    .orderBy(profiles.type, profiles.id);
  return { ...text, people };
}

/** @returns the number of a profile, which stays so until the transaction ends; undefined when there is none */
export async function selectPhone(transaction: Transaction, profileId: string): Promise<string | undefined> {
  const [profile] = await transaction
    .select({ phone: profiles.phone })
    .from(profiles)
    .where(eq(profiles.id, profileId))
    .for('no key update');
  return profile?.phone;
}

/** @returns the email address of a profile, which stays so until the transaction ends; undefined when there is none */
export async function selectEmail(transaction: Transaction, profileId: string): Promise<string | undefined> {
  const [profile] = await transaction
    .select({ email: profiles.email })
    .from(profiles)
    .where(eq(profiles.id, profileId))
    .for('no key update');
  return profile?.email;
}

/** Locks a text until the transaction ends. @returns how many answers it has */
export async function lockText(transaction: Transaction, textId: string): Promise<number> {
  await transaction.select({ id: inboundTexts.id }).from(inboundTexts).where(eq(inboundTexts.id, textId)).for('update');
  return await transaction.$count(textAnswers, eq(textAnswers.textId, textId));
}

export type NewAnswer = typeof textAnswers.$inferInsert & { id: string };

/** Writes an answer, unless there is one with this id. @returns whether it was new */
export async function insertAnswer(transaction: Transaction, answer: NewAnswer): Promise<boolean> {
  const inserted = await transaction
    .insert(textAnswers)
    .values(answer)
    .onConflictDoNothing({ target: textAnswers.id })
    .returning({ id: textAnswers.id });
  return inserted.length > 0;
}

export async function selectAnswer(database: Queryable, id: string): Promise<NewAnswer | undefined> {
  const [answer] = await database.select().from(textAnswers).where(eq(textAnswers.id, id));
  return answer;
}
