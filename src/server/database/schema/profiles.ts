import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  doublePrecision,
  foreignKey,
  index,
  integer,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { type Approval, approvals } from '#domain/approval.ts';
import { type NotificationPreference, notificationPreferences, type ProfileType, profileTypes } from '#domain/enums.ts';
import type { Precision } from '#domain/precision.ts';
import { type StaffRole, staffRoles } from '#domain/rights.ts';
import { users } from './accounts.ts';
import { foldedText, id, instant, oneOf, plainDate, refersTo, version } from './columns.ts';
import { isFailedPayout, isWaiting, toLocate } from './states.ts';

/**
 * @returns the words that staff find a person by: names, also without accents and apostrophes; email, digits of the phone number, also
 * without its area code
 */
export const profileWords = (row: Record<'firstName' | 'lastName' | 'email' | 'phone', AnyPgColumn>): SQL =>
  sql`to_tsvector('simple', ${row.firstName} || ' ' || ${row.lastName} || ' ' || ${row.email} || ' ' || regexp_replace(${row.phone}, '[^0-9]', '', 'g')
    || ' ' || right(${row.phone}, 7) || ' ' || ${foldedText(sql`${row.firstName} || ' ' || ${row.lastName}`)})`;

/** @returns the words that staff find an address by */
export const addressWords = (row: Record<'label' | 'streetAddress1' | 'city' | 'zipCode', AnyPgColumn>): SQL =>
  sql`to_tsvector('simple', ${row.label} || ' ' || ${row.streetAddress1} || ' ' || ${row.city} || ' ' || ${row.zipCode}
    || ' ' || ${foldedText(sql`${row.streetAddress1} || ' ' || ${row.city}`)})`;

/** What a person is to the business; one of each type at most. */
export const profiles = pgTable(
  'profiles',
  {
    id: id(),
    userId: refersTo(() => users.id),
    type: text().$type<ProfileType>().notNull(),
    /** An employee's; null for one whom a version without roles has signed up. */
    staffRole: text().$type<StaffRole>(),
    label: text().notNull(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    displayName: text().notNull(),
    /** A copy of the account's, which the database keeps equal. */
    email: text().notNull(),
    /** E.164. */
    phone: text().notNull(),
    birthday: plainDate(),
    agreedToTermsAt: instant().notNull(),
    isDefault: boolean().notNull(),
    onboardingComplete: boolean().notNull(),
    notificationPreference: text().$type<NotificationPreference>().notNull(),
    /** Whether a customer wants to be told the day before a visit. */
    visitReminders: boolean().notNull().default(true),
    /** A worker's; null for everybody else, and for one whom a version without approval has signed up, who waits. */
    approval: text().$type<Approval>(),
    /** Why a worker was refused, in the office's words. */
    approvalReason: text(),
    /** Whether a card is known that works; a trigger takes it from `cards`. */
    hasCard: boolean().notNull().default(false),
    version: version(),
    createdAt: instant().notNull(),
  },
  (table) => [
    foreignKey({
      name: 'profiles_account_email',
      columns: [table.userId, table.email],
      foreignColumns: [users.id, users.email],
    }).onUpdate('cascade'),
    unique('profiles_user_type_key').on(table.userId, table.type),
    uniqueIndex('profiles_one_default').on(table.userId).where(sql`${table.isDefault}`),
    oneOf('profiles_type', table.type, profileTypes),
    oneOf('profiles_staff_role', table.staffRole, staffRoles),
    check('profiles_staff_role_of_staff', sql`${table.staffRole} is null or ${table.type} = 'PROFILE_TYPE_EMPLOYEE'`),
    oneOf('profiles_approval', table.approval, approvals),
    check('profiles_approval_of_worker', sql`${table.approval} is null or ${table.type} = 'PROFILE_TYPE_WORKER'`),
    check(
      'profiles_approval_reason',
      sql`(${table.approvalReason} is null) = (${table.approval} is distinct from 'refused')`,
    ),
    oneOf('profiles_notification_preference', table.notificationPreference, notificationPreferences),
    index('profiles_words').using('gin', profileWords(table)),
    index('profiles_customers').on(table.id).where(sql`${table.type} = 'PROFILE_TYPE_CUSTOMER'`),
    index('profiles_customers_without_card')
      .on(table.id)
      .where(sql`${table.type} = 'PROFILE_TYPE_CUSTOMER' and not ${table.hasCard}`),
    index('profiles_phone').on(table.phone),
    index('profiles_workers').on(table.id).where(sql`${table.type} = 'PROFILE_TYPE_WORKER'`),
    index('profiles_workers_waiting').on(table.createdAt, table.id).where(isWaiting(table)),
    index('profiles_employees').on(table.userId).where(sql`${table.type} = 'PROFILE_TYPE_EMPLOYEE'`),
  ],
);

export const addresses = pgTable(
  'addresses',
  {
    id: id(),
    profileId: refersTo(() => profiles.id),
    label: text().notNull(),
    streetAddress1: text().notNull(),
    streetAddress2: text(),
    city: text().notNull(),
    state: text().notNull(),
    zipCode: text().notNull(),
    country: text().notNull(),
    primaryAddress: boolean().notNull(),
    /** Where it lies, in degrees (WGS 84); null until a lookup has answered. */
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    /** How well that is known; null until a geocoder has answered, while it is the middle of the zip code at best. */
    precision: text().$type<Precision>(),
    /** How to get into the yard, for the worker at the gate. */
    gateNotes: text(),
    dogNotes: text(),
    /** The newest day on which a worker found no way in, until its owner or staff save the way in again. */
    noAccessOn: plainDate(),
    version: version(),
    createdAt: instant().notNull(),
    archivedAt: instant(),
  },
  (table) => [
    index().on(table.profileId, table.label),
    index('addresses_at_places')
      .on(table.state, table.zipCode, table.profileId)
      .where(sql`${table.archivedAt} is null`),
    index('addresses_to_locate').on(table.createdAt, table.id).where(toLocate(table)),
    index('addresses_zip').on(sql`left(${table.zipCode}, 5)`).where(sql`${table.archivedAt} is null`),
    index('addresses_words').using('gin', addressWords(table)),
    uniqueIndex('addresses_one_primary').on(table.profileId).where(sql`${table.primaryAddress}`),
  ],
);

/** A person's account with Stripe, to which a worker's share is paid. */
export const connectedAccounts = pgTable(
  'connected_accounts',
  {
    id: id(),
    userId: refersTo(() => users.id).unique(),
    stripeAccountId: text().notNull().unique(),
    onboardingComplete: boolean().notNull(),
    /** Since when Stripe pays nothing out to somebody it has paid before; null while it does. */
    restrictedAt: instant(),
    /** Stripe's id of the last payout, if the worker's bank did not take it, and when we heard of that. */
    failedPayoutId: text(),
    /** Integer cents; null for one of before this was kept. */
    failedPayoutAmount: integer(),
    payoutFailedAt: instant(),
    /** When a member of staff had done with that, and who. */
    payoutSeenAt: instant(),
    payoutSeenBy: uuid().references(() => profiles.id),
    /** When a night's check has last read it. */
    checkedAt: instant(),
    /** Which reading at Stripe this is. */
    version: version(),
    createdAt: instant().notNull(),
  },
  (table) => [
    index('connected_accounts_payout_failed').on(table.payoutFailedAt, table.id).where(isFailedPayout(table)),
    index('connected_accounts_restricted').on(table.restrictedAt).where(sql`${table.restrictedAt} is not null`),
  ],
);

/** Whether we may pay a user, as far as we know without asking Stripe. */
export const isOnboarded = (userId: SQLWrapper) =>
  sql<boolean>`exists (select 1 from ${connectedAccounts} where ${connectedAccounts.userId} = ${userId} and ${connectedAccounts.onboardingComplete})`;

/** Whether a user is a worker who sees proposals: one whom we may pay and staff have approved. */
export const seesProposals = (userId: SQLWrapper) =>
  sql<boolean>`(${isOnboarded(userId)} and exists (select 1 from ${profiles}
    where ${profiles.userId} = ${userId} and ${profiles.type} = 'PROFILE_TYPE_WORKER' and ${profiles.approval} = 'approved'))`;

/** Whether a worker waits for staff: of an account that is confirmed and open. */
export const waitsForApproval = sql<boolean>`(${isWaiting(profiles)} and exists (select 1 from ${users}
  where ${users.id} = ${profiles.userId} and ${users.confirmedAt} is not null and ${users.deactivatedAt} is null))`;
