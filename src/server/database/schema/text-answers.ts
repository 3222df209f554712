import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { messageChannels } from '#domain/correspondence.ts';
import { users } from './accounts.ts';
import { id, instant, oneOf, refersTo } from './columns.ts';
import { inboundTexts } from './consents.ts';

/** What staff have answered to texts. Its id is that of the request; a message takes it to who texted. */
export const textAnswers = pgTable(
  'text_answers',
  {
    id: id(),
    textId: refersTo(() => inboundTexts.id),
    channel: text().$type<(typeof messageChannels)[number]>().notNull(),
    text: text().notNull(),
    /** The employee who answered. */
    byUserId: refersTo(() => users.id),
    at: instant().notNull(),
  },
  (table) => [
    oneOf('text_answers_channel', table.channel, messageChannels),
    index('text_answers_of_text').on(table.textId, table.at),
  ],
);
