import { and, asc, eq, getTableColumns, isNull, ne, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../database/connection.ts';
import { listOf } from '../database/list-of.ts';
import { prepared } from '../database/prepared.ts';
import { accountLinks, users } from '../database/schema/accounts.ts';
import { shown } from '../database/schema/columns.ts';
import { brokenEmails } from '../database/schema/consents.ts';
import { profiles } from '../database/schema/profiles.ts';
import { isOpenLink } from '../database/schema/states.ts';

export type ProfileRow = typeof profiles.$inferSelect;

/** @returns when the email address of an account was confirmed, the account closed, and its data erased; null while it was not */
export async function selectMoments(database: Queryable, userId: string) {
  const [user] = await database
    .select({ confirmedAt: users.confirmedAt, closedAt: users.deactivatedAt, erasedAt: users.erasedAt })
    .from(users)
    .where(eq(users.id, userId));
  return user ?? { confirmedAt: null, closedAt: null, erasedAt: null };
}

/** @returns a user's profiles, oldest first, each with the new emails that the account has asked for, newest first, why its address does not work, and whether it is confirmed */
export const selectProfiles = prepared('profiles_of_user', (database) =>
  database
    .select({
      profile: getTableColumns(profiles),
      isConfirmed: sql<boolean>`${users.confirmedAt} is not null`,
      pendingEmails: listOf(
        { email: accountLinks.email },
        sql`from ${accountLinks} where ${accountLinks.userId} = ${profiles.userId}
          and ${accountLinks.purpose} = 'email' and ${isOpenLink(accountLinks, sql.placeholder('now'))}`,
        sql`${accountLinks.createdAt} desc`,
      ),
      broken: listOf(
        { why: brokenEmails.why, reason: brokenEmails.reason, at: shown(brokenEmails.at) },
        sql`from ${brokenEmails} where ${brokenEmails.email} = lower(${profiles.email})`,
      ),
    })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(eq(profiles.userId, sql.placeholder('userId')))
    .orderBy(asc(profiles.createdAt)),
);

export async function selectProfile(database: Queryable, profileId: string): Promise<ProfileRow | undefined> {
  const [profile] = await database.select().from(profiles).where(eq(profiles.id, profileId));
  return profile;
}

export async function insertProfile(database: Queryable, profile: typeof profiles.$inferInsert): Promise<ProfileRow> {
  const [inserted] = await database.insert(profiles).values(profile).returning();
  if (!inserted) throw new Error('The profile was not inserted');
  return inserted;
}

type Changes = Pick<
  ProfileRow,
  'label' | 'firstName' | 'lastName' | 'displayName' | 'phone' | 'notificationPreference' | 'visitReminders'
> & { isDefault: boolean; onboardingComplete: boolean };

const nextVersion = sql`${profiles.version} + 1`;

/**
 * Changes a profile. `isDefault` and `onboardingComplete` can only become true.
 * @param version changes this version only; undefined for any
 * @returns the changed profile; undefined when there is none with this id and version
 */
export async function updateProfileRow(
  database: Queryable,
  profileId: string,
  { isDefault, onboardingComplete, ...changes }: Changes,
  version: number | undefined,
): Promise<ProfileRow | undefined> {
  const [updated] = await database
    .update(profiles)
    .set({
      ...changes,
      isDefault: sql`${profiles.isDefault} or ${isDefault}`,
      onboardingComplete: sql`${profiles.onboardingComplete} or ${onboardingComplete}`,
      version: nextVersion,
    })
    .where(and(eq(profiles.id, profileId), version === undefined ? undefined : eq(profiles.version, version)))
    .returning();
  return updated;
}

/** Makes a user's other profiles not the default, and locks that choice until the transaction ends. */
export async function clearOtherDefaults(
  transaction: Transaction,
  { id, userId }: Pick<ProfileRow, 'id' | 'userId'>,
): Promise<void> {
  await transaction.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
  await transaction
    .update(profiles)
    .set({ isDefault: false, version: nextVersion })
    .where(and(eq(profiles.userId, userId), ne(profiles.id, id), profiles.isDefault));
}

/** Whether another open account's profile is texted at the number of this one. */
export async function isTextedByAnother(
  database: Queryable,
  { id, phone }: Pick<ProfileRow, 'id' | 'phone'>,
): Promise<boolean> {
  const found = await database
    .select({ id: profiles.id })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(
      and(
        eq(profiles.phone, phone),
        ne(profiles.id, id),
        ne(profiles.notificationPreference, 'NOTIFICATION_PREFERENCE_EMAIL'),
        isNull(users.deactivatedAt),
      ),
    )
    .limit(1);
  return found.length > 0;
}
