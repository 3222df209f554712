import { eq, type SQL, sql } from 'drizzle-orm';
import type { MessageChannel, MessageClass, MessageState } from '#domain/correspondence.ts';
import type { Queryable } from '../database/connection.ts';
import { listOf } from '../database/list-of.ts';
import { type CursorOrder, cursorValues, inOrder, isBehindCursor, type Page, toPage } from '../database/page.ts';
import { given, prepared } from '../database/prepared.ts';
import { foldedText, shown } from '../database/schema/columns.ts';
import { consents, inboundTexts } from '../database/schema/consents.ts';
import { messages } from '../database/schema/messages.ts';
import { orders } from '../database/schema/orders.ts';
import { profiles, profileWords } from '../database/schema/profiles.ts';
import { lostLinkOf, messageState, reasonOf } from '../database/schema/states.ts';
import { orderName, personOfMessage, whoseMessage } from '../database/whose-message.ts';
import { nameOf } from './texts-store.ts';

const fields = {
  id: messages.id,
  channel: messages.channel,
  class: messages.class,
  recipient: messages.recipient,
  ...whoseMessage,
  subject: messages.subject,
  state: messageState(messages),
  createdAt: shown(messages.createdAt),
  dueAt: shown(messages.dueAt),
  endedAt: shown(messages.endedAt),
  reason: reasonOf(messages),
  attempts: messages.attempts,
  lostLink: lostLinkOf(messages),
};

const pageSize = 50;
const newestFirst: CursorOrder = {
  by: [messages.createdAt, messages.id],
  types: ['timestamptz', 'uuid'],
  direction: 'descending',
};
const limit = sql.raw(String(pageSize + 1));

/** The newest messages that are like this, behind the cursor. */
const newest = (which: SQL) => sql`(
  select ${messages.id}, ${messages.createdAt} from ${messages}
  where ${which} and ${messages.createdAt} >= ${given('since', 'timestamptz')}
    and ${messages.createdAt} < ${given('until', 'timestamptz')} and ${isBehindCursor(newestFirst)}
  order by ${sql.join(inOrder(newestFirst), sql`, `)} limit ${limit})`;

const each = (name: string) => sql`unnest(${sql.placeholder(name)}::text[])`;
const isOne = (value: SQL, name: string) => sql`${value} = any(${sql.placeholder(name)}::text[])`;

/** Each state, channel and class has its newest in an index; so any filter takes as long, however many messages there are. */
const toAnybody = sql`${each('states')} asked_state cross join ${each('channels')} asked_channel
  cross join ${each('classes')} asked_class cross join lateral ${newest(
    sql`${messageState(messages)} = asked_state and ${messages.channel} = asked_channel and ${messages.class} = asked_class`,
  )} found`;

/** One after the other reads what is of each of these. */
const newestOf = (these: SQL, which: SQL) =>
  sql`select found.* from (${these}) these cross join lateral ${newest(
    sql`${which} and ${isOne(messageState(messages), 'states')}
    and ${isOne(sql`${messages.channel}`, 'channels')} and ${isOne(sql`${messages.class}`, 'classes')}`,
  )} found`;
/** What is of people, or answers a text that is theirs and others'. */
const ofPeople = (userIds: SQL, profileIds: SQL, which = sql`true`) => sql`
  ${newestOf(userIds, sql`${messages.userId} = these.user_id and ${which}`)}
  union all ${newestOf(
    sql`select id from ${inboundTexts} where ${inboundTexts.profileIds} && ${profileIds}`,
    sql`${messages.inboundTextId} = these.id and ${messages.userId} is null`,
  )}`;

/** With more people of a name, staff have to type more anyway. */
const mostPeople = 50;
const most = sql.raw(String(mostPeople));
const profileId = sql`${sql.placeholder('profileId')}::uuid`;
const ofProfile = sql`(${ofPeople(
  sql`select user_id from profiles where id = ${profileId}`,
  sql`array[${profileId}]`,
  sql`(${messages.profileId} is null or ${messages.profileId} = ${profileId})`,
)}) found`;
/** `materialized`, and so by the index of the search, but read only as far as the limit. */
const foundPeople = (most: number) => sql`
  with all_people as materialized (
    select id, user_id, email, phone from ${profiles} where ${profileWords(profiles)} @@ ${given('query', 'tsquery')}
  ) select * from all_people limit ${sql.raw(String(most))}`;

/** The newest orders of the name that have no account yet, by which their messages could be found. */
const foundOrders = sql`
  select ${orders.id} from ${orders} where ${orders.userId} is null
    and to_tsvector('simple', ${orderName} || ' ' || ${foldedText(orderName)}) @@ ${given('query', 'tsquery')}
  order by ${orders.createdAt} desc, ${orders.id} desc limit ${most}`;

const asked = (name: 'names' | 'mails' | 'texts') => sql`${sql.placeholder(name)}::boolean`;
/**
 * Of people who are called so, what was theirs; of orders of the name, what is nobody's yet; of an address or a number, or its
 * beginning, what went there.
 */
const ofSearch = sql`(${ofPeople(
  sql`select distinct user_id from (${foundPeople(mostPeople)}) person where ${asked('names')}`,
  sql`array(select id from (${foundPeople(mostPeople)}) person where ${asked('names')})`,
)} union ${newestOf(
  sql`select id from (${foundOrders}) called where ${asked('names')}`,
  sql`${messages.aboutId} = these.id and ${messages.userId} is null`,
)} union ${newestOf(
  sql`select distinct recipient from (
    select email as recipient from (${foundPeople(mostPeople)}) person where ${asked('mails')}
    union all select phone from (${foundPeople(mostPeople)}) person where ${asked('texts')}
    union all select unnest(${sql.placeholder('exact')}::text[])
  ) reach where recipient <> ''`,
  sql`${messages.recipient} = these.recipient`,
)}) found`;

function readOf(name: string, from: SQL, onlyPeople = sql<number | null>`null::int`) {
  // As an array, which is found first: what belongs to the rows is looked up once they are few.
  const page = sql`from ${messages} where ${messages.id} = any(array(
    select found.id from ${from} order by found.created_at desc, found.id desc limit ${limit}))`;
  const rows = listOf(fields, page, sql.join(inOrder(newestFirst), sql`, `));
  return prepared(name, (database) => database.select({ rows, onlyPeople }).from(sql`(select) nothing`));
}

const reads = {
  anybody: readOf('messages_to_anybody', toAnybody),
  profile: readOf('messages_to_one_profile', ofProfile),
  found: readOf(
    'messages_to_found_people',
    ofSearch,
    sql<
      number | null
    >`(select case when count(*) > ${most} then ${most} end from (${foundPeople(mostPeople + 1)}) found)`,
  ),
};
export type MessageRow = Awaited<ReturnType<(typeof reads)['anybody']>>[number]['rows'][number];

type Filter = {
  states: readonly MessageState[];
  channels: readonly MessageChannel[];
  classes: readonly MessageClass[];
  /** From this moment on, and before that one. */
  since: string;
  until: string;
  /** To whom: anybody, one profile, or whoever a text search finds, by name (orders too), mail address or number, and these addresses. */
  to:
    | { profileId: string }
    | ({ query: string; exact: string[] } & Record<'names' | 'mails' | 'texts', boolean>)
    | undefined;
  after: string | undefined;
};

/** @returns a page of the messages that are like this, newest first */
export async function selectMessages(
  database: Queryable,
  { to, after, ...filter }: Filter,
): Promise<Page<MessageRow> & { onlyPeople: number | null }> {
  const read = to === undefined ? reads.anybody : 'query' in to ? reads.found : reads.profile;
  const [found] = await read(database, { ...filter, ...to, ...cursorValues(newestFirst, after) });
  const { rows = [], onlyPeople = null } = found ?? {};
  return { ...toPage(rows, pageSize, ({ createdAt, id }) => [createdAt, id]), onlyPeople };
}

const oneMessage = prepared('message', (database) =>
  database
    .select({
      ...fields,
      text: messages.text,
      html: messages.html,
      isSecret: messages.isSecret,
      replyTo: messages.replyTo,
      notAfter: shown(messages.notAfter),
      basis: messages.basis,
      consent: {
        id: consents.id,
        wording: consents.wording,
        source: consents.source,
        word: consents.word,
        at: shown(consents.at),
        writtenBy: nameOf(consents.byUserId),
      },
      // What a phone has said is of everybody who had it.
      consentBy: listOf(
        personOfMessage,
        sql`from ${profiles} where ${profiles.id} = case when ${consents.profileId} is not null then ${consents.profileId}
          when cardinality(${consents.profileIds}) = 1 then ${consents.profileIds}[1]
          when ${messages.profileId} = any(${consents.profileIds}) then ${messages.profileId} end`,
      ),
      answers: {
        id: inboundTexts.id,
        sender: inboundTexts.sender,
        text: inboundTexts.text,
        intent: inboundTexts.intent,
        receivedAt: shown(inboundTexts.receivedAt),
      },
    })
    .from(messages)
    .leftJoin(consents, eq(consents.id, messages.consentId))
    .leftJoin(inboundTexts, eq(inboundTexts.id, messages.inboundTextId))
    .where(eq(messages.id, sql.placeholder('messageId'))),
);

/** @returns a message with its words; undefined when there is none */
export async function selectMessage(database: Queryable, messageId: string) {
  const [found] = await oneMessage(database, { messageId });
  return found;
}
