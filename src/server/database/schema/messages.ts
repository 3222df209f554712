import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { InquiryData } from '#contract/inquiries.ts';
import { users } from './accounts.ts';
import { id, instant, oneOf } from './columns.ts';

/** Everything that is sent to somebody, written before it is sent; the dedupe key keeps an event from telling twice. */
export const messages = pgTable(
  'messages',
  {
    id: id(),
    dedupeKey: text().notNull().unique(),
    channel: text().$type<'email' | 'text'>().notNull(),
    recipient: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    html: text(),
    replyTo: text(),
    /** Whether its text proves who reads it, as a link's token does; then it is not kept once it is sent. */
    isSecret: boolean().notNull().default(false),
    createdAt: instant().notNull(),
    /** When it is tried next; null once it is sent. */
    dueAt: instant(),
    attempts: integer().notNull().default(0),
    sentAt: instant(),
    lastError: text(),
  },
  (table) => [
    oneOf('messages_channel', table.channel, ['email', 'text']),
    index('messages_due').on(table.dueAt).where(sql`${table.dueAt} is not null`),
  ],
);

/** What visitors asked. */
export const inquiries = pgTable(
  'inquiries',
  {
    id: id(),
    fromAddress: text().notNull(),
    subject: text().notNull(),
    message: text().notNull(),
    data: jsonb().$type<InquiryData>(),
    /** What staff search: names, e-mail, digits of the phone number, street and subject, in lower case, a line each. */
    searchText: text().notNull().default(''),
    receivedAt: instant().notNull(),
    answeredAt: instant(),
    answeredBy: uuid().references(() => users.id),
  },
  (table) => [
    index().on(table.receivedAt, table.id),
    index('inquiries_open').on(table.receivedAt, table.id).where(sql`${table.answeredAt} is null`),
  ],
);
