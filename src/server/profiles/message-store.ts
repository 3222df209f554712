import { eq, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../database/connection.ts';
import { hotRead, listOf } from '../database/hot-read.ts';
import { type CursorOrder, cursorValues, isBehindCursor, type Page, toPage } from '../database/page.ts';
import { shown } from '../database/schema/columns.ts';
import { messages } from '../database/schema/messages.ts';
import { profiles } from '../database/schema/profiles.ts';

const pageSize = 20;
const newestFirst: CursorOrder = {
  by: [messages.createdAt, messages.id],
  types: ['timestamptz', 'uuid'],
  direction: 'descending',
};
const limit = sql.raw(String(pageSize + 1));

const newestTo = (recipient: SQL) => sql`(
  select * from ${messages} where ${messages.recipient} = ${recipient} and ${isBehindCursor(newestFirst)}
  order by ${messages.createdAt} desc, ${messages.id} desc limit ${limit})`;

const messagesTo = hotRead('messages_to_profile', (database) =>
  database
    .select({
      profileId: profiles.id,
      messages: listOf(
        {
          id: messages.id,
          channel: messages.channel,
          subject: messages.subject,
          createdAt: shown(messages.createdAt),
          outcome: messages.outcome,
          endedAt: shown(messages.endedAt),
          reason: messages.reason,
        },
        sql`from (
            select * from (${newestTo(sql`${profiles.email}`)} union all ${newestTo(sql`${profiles.phone}`)}) ${messages}
            order by ${messages.createdAt} desc, ${messages.id} desc limit ${limit}
          ) ${messages}`,
        sql`${messages.createdAt} desc, ${messages.id} desc`,
      ),
    })
    .from(profiles)
    .where(eq(profiles.id, sql.placeholder('profileId'))),
);
type MessageRow = Awaited<ReturnType<typeof messagesTo>>[number]['messages'][number];

/**
 * @returns a page of what was written to a profile's e-mail and phone of now, newest first; undefined when there is no
 * such profile
 */
export async function selectMessagesTo(
  database: Queryable,
  profileId: string,
  after: string | undefined,
): Promise<Page<MessageRow> | undefined> {
  const [found] = await messagesTo(database, { profileId, ...cursorValues(newestFirst, after) });
  return found && toPage(found.messages, pageSize, ({ createdAt, id }) => [createdAt, id]);
}
