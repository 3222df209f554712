import { type SQL, sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import {
  type ConsentChannel,
  type ConsentPurpose,
  type ConsentSource,
  type ConsentWording,
  consentChannels,
  consentPurposes,
  consentSources,
} from '#domain/consents.ts';
import { type TextIntent, textIntents } from '#domain/correspondence.ts';
import { type BrokenEmailReason, brokenEmailReasons } from '#domain/mail-delivery.ts';
import { users } from './accounts.ts';
import { id, instant, oneOf } from './columns.ts';
import { isUnreadText } from './states.ts';

/**
 * The ledger of consents: who has agreed to be told what at which number or address, and who has said no. A row is never
 * changed nor deleted, which a trigger holds (migration `consents`); only its address is taken out when a person is erased.
 * The newest row of an address and a purpose says what stands.
 */
export const consents = pgTable(
  'consents',
  {
    id: id(),
    channel: text().$type<ConsentChannel>().notNull(),
    /** E.164, or an email address in lower case. */
    address: text().notNull(),
    purpose: text().$type<ConsentPurpose>().notNull(),
    /**
     * Counts the rows of an address and a purpose. Two that are written at once get one number, and the index refuses one of
     * them, which is then written after the other; so no clock decides which is the newest.
     */
    number: integer().notNull(),
    kind: text().$type<'given' | 'revoked'>().notNull(),
    /** Whether the phone itself has ended texts and not asked for them again. Each row takes it over from the one before. */
    isStopped: boolean().notNull().default(false),
    /** What was agreed to, in `consentWordings`; null for a revocation. */
    wording: text().$type<ConsentWording>(),
    source: text().$type<ConsentSource>().notNull(),
    /** Whose form it was. It refers to nothing by a foreign key, so that a profile can go. */
    profileId: uuid(),
    /** The profiles that had the number or the address then, of what the phone or a link has said; null of what a form says. */
    profileIds: uuid().array(),
    /** The employee who wrote it down. */
    byUserId: uuid(),
    /** What was said, such as STOP, and what else is known of it. */
    word: text(),
    at: instant().notNull(),
  },
  (table) => [
    oneOf('consents_channel', table.channel, consentChannels),
    oneOf('consents_purpose', table.purpose, consentPurposes),
    oneOf('consents_kind', table.kind, ['given', 'revoked']),
    oneOf('consents_source', table.source, consentSources),
    check('consents_wording', sql`(${table.kind} = 'given') = (${table.wording} is not null)`),
    uniqueIndex('consents_newest').on(table.channel, table.address, table.purpose, table.number.desc()),
    index('consents_of_profiles').using('gin', table.profileIds).where(sql`${table.profileIds} is not null`),
    index('consents_of_profile').on(table.profileId).where(sql`${table.profileId} is not null`),
  ],
);

/** Whether a consent stands, if it is the newest of its address and purpose. */
export const stands = (row: Pick<typeof consents, 'kind' | 'isStopped'>): SQL =>
  sql`(${row.kind} = 'given' and not ${row.isStopped})`;

/**
 * Whether a row says something of what a profile is told. Offers are each one's own, also of two people with one number; all else
 * is the number's. What the phone or an unsubscribe link takes back is taken back for everybody.
 * @param profileId whose messages; SQL of null for those of nobody's profile
 */
export const speaksFor = (profileId: SQL): SQL =>
  sql`(${consents.purpose} <> 'marketing' or ${consents.profileId} is not distinct from ${profileId}
    or (${consents.profileId} is null and ${consents.kind} = 'revoked'))`;

/** What people have texted to the business. */
export const inboundTexts = pgTable(
  'inbound_texts',
  {
    id: id(),
    provider: text().$type<'twilio' | 'sns'>().notNull(),
    /** The provider's own id of it, by which a repeat is known. */
    providerId: text().notNull(),
    /** E.164, or what else the provider says. */
    sender: text().notNull(),
    /** The profiles that had the number when it came, whoever has it later. */
    profileIds: uuid().array().notNull().default(sql`'{}'`),
    recipient: text().notNull(),
    text: text().notNull(),
    /** Whether it was longer than what is kept. */
    isCut: boolean().notNull().default(false),
    /** What it was taken for; null for what a person has to read. */
    intent: text().$type<TextIntent>(),
    /** Whether a person has to read it although we have done what it asks for: it says more than that. */
    isToRead: boolean().notNull().default(false),
    receivedAt: instant().notNull(),
    readAt: instant(),
    readBy: uuid().references(() => users.id),
  },
  (table) => [
    oneOf('inbound_texts_provider', table.provider, ['twilio', 'sns']),
    oneOf('inbound_texts_intent', table.intent, textIntents),
    uniqueIndex('inbound_texts_once').on(table.provider, table.providerId),
    index('inbound_texts_from').on(table.sender, table.receivedAt, table.id),
    index('inbound_texts_of').using('gin', table.profileIds),
    index('inbound_texts_listed').on(isUnreadText(table), table.receivedAt, table.id),
    index('inbound_texts_unread').on(table.receivedAt, table.id).where(isUnreadText(table)),
  ],
);

/** Email addresses that do not work: mails come back from them, their reader takes ours for spam, or staff know. */
export const brokenEmails = pgTable(
  'broken_emails',
  {
    /** In lower case. */
    email: text().primaryKey(),
    why: text().$type<BrokenEmailReason>().notNull(),
    /** In the words of the server that sent it back; '' when there are none. */
    reason: text().notNull().default(''),
    at: instant().notNull(),
    /** The employee who said so. */
    byUserId: uuid(),
  },
  (table) => [oneOf('broken_emails_why', table.why, brokenEmailReasons)],
);

/** Numbers of which their carrier says that they take no texts. */
export const refusedNumbers = pgTable('refused_numbers', {
  /** E.164. */
  number: text().primaryKey(),
  /** The provider's code. */
  code: text().notNull(),
  at: instant().notNull(),
});
