import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { OrderChannel } from '#domain/orders.ts';
import { type StaffRole, staffRoles } from '#domain/rights.ts';
import { id, instant, oneOf, refersTo } from './columns.ts';

/** A person who can sign in. Names and emails are unique without regard to case; the email is the one they proved. */
export const users = pgTable(
  'users',
  {
    id: id(),
    username: text().notNull(),
    email: text().notNull(),
    passwordHash: text().notNull(),
    createdAt: instant().notNull(),
    confirmedAt: instant(),
    deactivatedAt: instant(),
    /** When the person's data was erased; the account stays closed then. */
    erasedAt: instant(),
    stripeCustomerId: text().unique(),
    /** The last one that was deleted at Stripe, with the cards that were saved there. */
    deletedStripeCustomerId: text(),
    /** When Stripe is told next that the customer's name or email has changed; null once it knows. A trigger sets it. */
    stripeDueAt: instant(),
    /** Since when the person has a second factor; null without one. */
    secondFactorAt: instant(),
  },
  (table) => [
    uniqueIndex('users_username_key').on(sql`lower(${table.username})`),
    uniqueIndex('users_email_key').on(sql`lower(${table.email})`),
    // What the profiles' copies of the email refer to.
    unique('users_id_email_key').on(table.id, table.email),
    index('users_unconfirmed').on(table.createdAt).where(sql`${table.confirmedAt} is null`),
    index('users_stripe_due').on(table.stripeDueAt).where(sql`${table.stripeDueAt} is not null`),
    index('users_deactivated').on(table.id).where(sql`${table.deactivatedAt} is not null`),
  ],
);

/** A single-use link that was sent: its token is stored hashed. */
export const accountLinks = pgTable(
  'account_links',
  {
    tokenHash: text().primaryKey(),
    userId: refersTo(() => users.id),
    purpose: text().$type<'confirm' | 'reset' | 'email' | 'stop-email'>().notNull(),
    /** How it was sent. A text goes to the phone by which the account was opened, and proves no address. */
    channel: text().$type<OrderChannel>().notNull().default('email'),
    /** The address that the account changes to, for that purpose. */
    email: text(),
    /** The session that asked for that address; null when the office asked. */
    sessionId: uuid(),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
    usedAt: instant(),
  },
  (table) => [
    oneOf('account_links_purpose', table.purpose, ['confirm', 'reset', 'email', 'stop-email']),
    check('account_links_email', sql`(${table.email} is not null) = (${table.purpose} = 'email')`),
    index().on(table.userId),
  ],
);

/**
 * One signed-in browser; every token it was ever given belongs to it. By its device the browser is known again after the
 * session has ended.
 */
export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    userId: refersTo(() => users.id),
    startedAt: instant().notNull(),
    /** When it was refreshed last, or started. */
    lastUsedAt: instant().notNull(),
    endedAt: instant(),
    /** When who sits there last proved again who they are; null when the beginning was the last time. */
    provedAt: instant(),
    /** When a second factor was proved, if one was; the link of the first set-up counts as one. */
    secondFactorAt: instant(),
    /** The hash of the browser's own token; null once the browser is not to be known again. */
    deviceHash: text(),
    /** What kind of browser it is, in words: 'Safari on an iPhone'. */
    device: text(),
  },
  (table) => [index().on(table.userId)],
);

/** Access and refresh tokens, stored hashed. A refresh token is rotated once. */
export const sessionTokens = pgTable(
  'session_tokens',
  {
    hash: text().primaryKey(),
    sessionId: refersTo(() => sessions.id),
    kind: text().$type<'access' | 'refresh'>().notNull(),
    expiresAt: instant().notNull(),
    rotatedAt: instant(),
  },
  (table) => [
    oneOf('session_tokens_kind', table.kind, ['access', 'refresh']),
    index().on(table.sessionId),
    index().on(table.expiresAt),
  ],
);

/** Lets one person become an employee, once. */
export const joinCodes = pgTable(
  'join_codes',
  {
    id: id(),
    codeHash: text().notNull().unique(),
    /** The new employee's. */
    role: text().$type<StaffRole>().notNull().default('office'),
    issuedBy: uuid().references(() => users.id),
    issuedAt: instant().notNull(),
    expiresAt: instant().notNull(),
    usedBy: uuid().references(() => users.id),
    usedAt: instant(),
    revokedAt: instant(),
  },
  (table) => [
    index().on(table.issuedAt),
    oneOf('join_codes_role', table.role, staffRoles),
    index('join_codes_open').on(table.issuedBy).where(sql`${table.usedAt} is null and ${table.revokedAt} is null`),
  ],
);
