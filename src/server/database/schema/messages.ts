import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import type { InquiryData } from '#contract/inquiries.ts';
import { type MessageBasis, messageBases } from '#domain/consents.ts';
import { type MessageClass, messageChannels, messageClasses } from '#domain/correspondence.ts';
import { type LostReason, lostReasons } from '#domain/lost-reasons.ts';
import { users } from './accounts.ts';
import { foldedText, id, instant, literals, oneOf, plainDate, requestDigest } from './columns.ts';
import { inboundTexts } from './consents.ts';
import { isDead, isFailing, isOpenOrDead, isOwedByMail, messageState } from './states.ts';
import { visits } from './visits.ts';

/** `sent`: handed over; `dropped`: it had no point any more; `dead`: the provider refuses it, or has failed for days. */
const messageOutcomes = ['sent', 'dropped', 'dead'] as const;

/** The id that is the second part of an event's name. */
const subjectOf = sql`case when split_part(dedupe_key, ':', 2) ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
  then split_part(dedupe_key, ':', 2)::uuid end`;

/** Everything that is sent to somebody, written before it is sent; the dedupe key keeps an event from telling twice. */
export const messages = pgTable(
  'messages',
  {
    id: id(),
    dedupeKey: text().notNull().unique(),
    // What the key begins with, so that nothing else takes it apart: of what kind it is, and what it tells of, where that has an id.
    kind: text().generatedAlwaysAs(sql`split_part(dedupe_key, ':', 1)`),
    subjectId: uuid().generatedAlwaysAs(subjectOf),
    channel: text().$type<'email' | 'text'>().notNull(),
    class: text().$type<MessageClass>().notNull().default('service'),
    recipient: text().notNull(),
    /** The profile that it was written to, if to one; offers rest on what this one has agreed to. */
    profileId: uuid(),
    /**
     * Whose it was when it was written, whoever has the address later; null when it was nobody's with an account, and of an answer
     * to a text from a number of several people. Neither refers to anything by a foreign key, so that a sign-up can go.
     */
    userId: uuid(),
    /** The text that it answers. */
    inboundTextId: uuid().references(() => inboundTexts.id),
    /** Of what an employee wrote on their own accord: tells a repeat of the request from other words under its id. */
    requestDigest: requestDigest(),
    /** The service or the order that it is about, by which it is found whoever has its address. */
    aboutId: uuid(),
    subject: text().notNull(),
    text: text().notNull(),
    html: text(),
    replyTo: text(),
    /** Of a mail that its reader can have no more of, by a link with this and without signing in. */
    unsubscribeToken: text().unique(),
    /** Whether its text proves who reads it, as a link's token does; then it is not kept once it has ended. */
    isSecret: boolean().notNull().default(false),
    /** Whether its text waits for the day although others of its class do not. */
    waitsForDay: boolean().notNull().default(false),
    createdAt: instant().notNull(),
    /** When it is looked at next; null once it has ended. */
    dueAt: instant(),
    /** From when on it has no point; null when it always has. */
    notAfter: instant(),
    /** From when on a failed try is the last one. */
    giveUpAt: instant().notNull(),
    attempts: integer().notNull().default(0),
    /** How many of them handed it over and were not answered. */
    unanswered: integer().notNull().default(0),
    outcome: text().$type<(typeof messageOutcomes)[number]>(),
    endedAt: instant(),
    /** Why the last try failed, or why it was dropped. */
    reason: text(),
    /** What it rests on. */
    basis: text().$type<MessageBasis>().notNull().default('consent'),
    /** The newest row of the ledger of consents, when it was written or sent; null for another basis, and for want of one. */
    consentId: uuid(),
    /** The email address of somebody who wants texts only: it is told there when the text does not come. */
    mailInstead: text(),
    /** The letter that replaces a text which does not arrive, with the words of when the text was written. */
    letter: jsonb().$type<object>(),
    /** What the provider has reported since it was sent, and the code with which. */
    delivery: text().$type<'delivered' | 'undelivered'>(),
    deliveryReason: text(),
    deliveryCode: text(),
    /** When it has reported last. */
    reportedAt: instant(),
  },
  (table) => [
    oneOf('messages_channel', table.channel, messageChannels),
    oneOf('messages_class', table.class, messageClasses),
    oneOf('messages_outcome', table.outcome, messageOutcomes),
    oneOf('messages_basis', table.basis, messageBases),
    oneOf('messages_delivery', table.delivery, ['delivered', 'undelivered']),
    // What has no consent is never due.
    check(
      'messages_consent',
      sql`case ${table.basis} when 'consent' then ${table.consentId} is not null or ${table.dueAt} is null else ${table.consentId} is null end`,
    ),
    check(
      'messages_end',
      sql`(${table.outcome} is null) = (${table.dueAt} is not null) and (${table.outcome} is null) = (${table.endedAt} is null)`,
    ),
    index('messages_due')
      .on(table.channel, priorityOf(table.class), table.dueAt)
      .where(sql`${table.dueAt} is not null`),
    index('messages_pointless')
      .on(table.notAfter)
      .where(sql`${table.notAfter} is not null and ${isOpenOrDead(table)}`),
    index('messages_instead').on(table.endedAt).where(isOwedByMail(table)),
    index('messages_to').on(table.recipient, table.createdAt, table.id),
    index('messages_of').on(table.userId, table.createdAt, table.id).where(sql`${table.userId} is not null`),
    index('messages_answering')
      .on(table.inboundTextId, table.createdAt, table.id)
      .where(sql`${table.inboundTextId} is not null`),
    index('messages_about').on(table.aboutId, table.createdAt).where(sql`${table.aboutId} is not null`),
    index('messages_listed').on(messageState(table), table.channel, table.class, table.createdAt, table.id),
    index('messages_failing').on(table.channel, table.createdAt).where(isFailing(table)),
    index('messages_reported')
      .on(table.channel, table.delivery, table.reportedAt)
      .where(sql`${table.reportedAt} is not null`),
    index('messages_dead').on(table.endedAt, table.id).where(isDead(table)),
    index('messages_of_subject').on(table.subjectId, table.kind).where(sql`${table.subjectId} is not null`),
  ],
);

/** Where visits are by what a message says, and whose; both null of one that its reader has none of by it. */
export const messageVisits = pgTable(
  'message_visits',
  {
    messageId: uuid()
      .notNull()
      .references(() => messages.id, { onDelete: 'cascade' }),
    visitId: uuid()
      .notNull()
      .references(() => visits.id, { onDelete: 'cascade' }),
    day: plainDate(),
    workerProfileId: uuid(),
  },
  (table) => [
    primaryKey({ columns: [table.messageId, table.visitId] }),
    index('message_visits_of_visit').on(table.visitId),
  ],
);

/** Empties the columns by which an email replaces a text. */
export const notByMail = { mailInstead: null, letter: null } as const;

/** @returns SQL that orders messages by their class, the most urgent first */
export function priorityOf(column: SQLWrapper): SQL {
  return sql`array_position(array[${literals(messageClasses)}], ${column})`;
}

/** The address under which the newest photo of a visit is shown without signing in; whoever has it may look. */
export const photoLinks = pgTable('photo_links', {
  workId: uuid()
    .primaryKey()
    .references(() => visits.id),
  /** As it is in the address, since the mail and the text of one visit have the same. */
  token: text().notNull().unique(),
  expiresAt: instant().notNull(),
});

/** @returns the words that staff find an inquiry by from anywhere */
export const inquiryWords = (row: Record<'searchText', AnyPgColumn>): SQL =>
  sql`to_tsvector('simple', ${row.searchText} || ' ' || ${foldedText(sql`${row.searchText}`)})`;

/** What visitors asked. */
export const inquiries = pgTable(
  'inquiries',
  {
    id: id(),
    fromAddress: text().notNull(),
    subject: text().notNull(),
    message: text().notNull(),
    data: jsonb().$type<InquiryData>(),
    /** What staff search: names, email, digits of the phone number, street and subject, in lower case, a line each. */
    searchText: text().notNull().default(''),
    receivedAt: instant().notNull(),
    /** The profiles that had its address when it came, whoever has it later. */
    profileIds: uuid().array().notNull().default(sql`'{}'`),
    /** The customer whom the office has joined to it; null while it rests on the email address alone. */
    customerProfileId: uuid(),
    answeredAt: instant(),
    answeredBy: uuid().references(() => users.id),
    /** Why nothing came of it, once staff have said so; it counts as answered then. */
    lostReason: text().$type<LostReason>(),
    lostNote: text(),
    requestDigest: requestDigest(),
  },
  (table) => [
    oneOf('inquiries_lost_reason', table.lostReason, lostReasons),
    check('inquiries_lost', sql`${table.lostReason} is null or ${table.answeredAt} is not null`),
    index().on(table.receivedAt, table.id),
    index('inquiries_of').using('gin', table.profileIds),
    index('inquiries_from').on(table.fromAddress),
    index('inquiries_joined').on(table.customerProfileId).where(sql`${table.customerProfileId} is not null`),
    index('inquiries_words').using('gin', inquiryWords(table)),
    index('inquiries_open').on(table.receivedAt, table.id).where(sql`${table.answeredAt} is null`),
  ],
);

/**
 * What visitors sent from a network that had sent many within the hour. It becomes an inquiry when its sender confirms the email
 * address; the form is null from then on. Forgotten once its link has expired.
 */
export const heldInquiries = pgTable(
  'held_inquiries',
  {
    /** That of the inquiry that it becomes. */
    id: id(),
    fromAddress: text().notNull(),
    form: jsonb().$type<unknown>(),
    requestDigest: requestDigest(),
    tokenHash: text().notNull().unique(),
    receivedAt: instant().notNull(),
    expiresAt: instant().notNull(),
  },
  (table) => [index().on(table.expiresAt), index('held_inquiries_from').on(sql`lower(${table.fromAddress})`)],
);
