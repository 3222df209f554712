import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { type NotificationPreference, notificationPreferences, type ProfileType, profileTypes } from '#domain/enums.ts';
import { users } from './accounts.ts';
import { id, instant, oneOf, plainDate } from './columns.ts';

/** What a person is to the business; one of each type at most. */
export const profiles = pgTable(
  'profiles',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    type: text().$type<ProfileType>().notNull(),
    label: text().notNull(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    displayName: text().notNull(),
    email: text().notNull(),
    phone: text().notNull(),
    birthday: plainDate(),
    agreedToTermsAt: instant().notNull(),
    isDefault: boolean().notNull(),
    onboardingComplete: boolean().notNull(),
    notificationPreference: text().$type<NotificationPreference>().notNull(),
    createdAt: instant().notNull(),
  },
  (table) => [
    unique('profiles_user_type_key').on(table.userId, table.type),
    uniqueIndex('profiles_one_default').on(table.userId).where(sql`${table.isDefault}`),
    oneOf('profiles_type', table.type, profileTypes),
    oneOf('profiles_notification_preference', table.notificationPreference, notificationPreferences),
  ],
);

export const addresses = pgTable(
  'addresses',
  {
    id: id(),
    profileId: uuid()
      .notNull()
      .references(() => profiles.id),
    label: text().notNull(),
    streetAddress1: text().notNull(),
    streetAddress2: text(),
    city: text().notNull(),
    state: text().notNull(),
    zipCode: text().notNull(),
    country: text().notNull(),
    primaryAddress: boolean().notNull(),
    createdAt: instant().notNull(),
    archivedAt: instant(),
  },
  (table) => [
    index().on(table.profileId, table.label),
    uniqueIndex('addresses_one_primary').on(table.profileId).where(sql`${table.primaryAddress}`),
  ],
);

/** A person's account with the payment provider, to which a worker's share is paid. */
export const connectedAccounts = pgTable('connected_accounts', {
  id: id(),
  userId: uuid()
    .notNull()
    .unique()
    .references(() => users.id),
  stripeAccountId: text().notNull().unique(),
  onboardingComplete: boolean().notNull(),
  createdAt: instant().notNull(),
});
