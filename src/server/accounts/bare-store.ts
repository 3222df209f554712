// Bare accounts: no one confirmed them, and they have nothing but what a sign-up makes. A stranger may have typed the address.
import { and, eq, exists, gt, inArray, isNull, lt, ne, not, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../database/connection.ts';
import { eraseConsentsOf } from '../database/erased-words.ts';
import { accountLinks, joinCodes, sessions, sessionTokens, users } from '../database/schema/accounts.ts';
import { calendarFeeds } from '../database/schema/calendar.ts';
import { cards } from '../database/schema/cards.ts';
import { creditBalances } from '../database/schema/credits.ts';
import { dataExports } from '../database/schema/data-exports.ts';
import { engagements } from '../database/schema/engagements.ts';
import { messages } from '../database/schema/messages.ts';
import { notes } from '../database/schema/notes.ts';
import { orders } from '../database/schema/orders.ts';
import { addresses, profiles } from '../database/schema/profiles.ts';
import { factorChallenges, recoveryCodes, secondFactors } from '../database/schema/second-factors.ts';

const profilesOf = (database: Queryable, userIds: readonly string[]) =>
  database.select({ id: profiles.id }).from(profiles).where(inArray(profiles.userId, userIds));

/**
 * Ends every secret address that reads a user's data without signing in: calendars and exports.
 * @returns whether there was one of a calendar
 */
export async function endSecretAddressesOf(database: Queryable, userIds: readonly string[]): Promise<boolean> {
  const theirs = profilesOf(database, userIds);
  await database.delete(dataExports).where(inArray(dataExports.profileId, theirs));
  const feeds = await database
    .delete(calendarFeeds)
    .where(inArray(calendarFeeds.customerProfileId, theirs))
    .returning({ id: calendarFeeds.customerProfileId });
  return feeds.length > 0;
}

/** Deletes the profiles and addresses of unconfirmed accounts, and notes of them. Nothing else refers to them. */
export async function deleteProfilesOf(transaction: Transaction, userIds: readonly string[]): Promise<void> {
  const theirs = profilesOf(transaction, userIds);
  await endSecretAddressesOf(transaction, userIds);
  await eraseConsentsOf(transaction, sql`(${theirs})`);
  await transaction.delete(addresses).where(inArray(addresses.profileId, theirs));
  await transaction.delete(notes).where(inArray(notes.profileId, theirs));
  await transaction.delete(profiles).where(inArray(profiles.userId, userIds));
}

/** Makes users' join codes usable again. */
export async function releaseJoinCodesOf(transaction: Transaction, userIds: readonly string[]): Promise<void> {
  await transaction.update(joinCodes).set({ usedBy: null, usedAt: null }).where(inArray(joinCodes.usedBy, userIds));
}

/** Locks the orders of a user until the transaction ends, so that none is accepted meanwhile. */
export async function holdOrdersOf(transaction: Transaction, userId: string): Promise<void> {
  await transaction.select({ id: orders.id }).from(orders).where(eq(orders.userId, userId)).for('no key update');
}

/** Makes orders usable again by whoever has their link, of accounts that it has opened, with the messages about them. */
async function releaseOrdersOf(transaction: Transaction, userIds: readonly string[]): Promise<void> {
  const theirs = transaction.select({ id: orders.id }).from(orders).where(inArray(orders.userId, userIds));
  await transaction
    .update(messages)
    .set({ userId: null })
    .where(and(inArray(messages.userId, userIds), inArray(messages.aboutId, theirs)));
  await transaction.update(orders).set({ userId: null }).where(inArray(orders.userId, userIds));
}

/** Whether nothing rests on an unconfirmed account but what its sign-up has made. */
function isBare(database: Queryable) {
  // Before only confirmed customers got any. What the ledger names stays.
  const hasCredit = database
    .select({ one: sql`1` })
    .from(creditBalances)
    .innerJoin(profiles, eq(profiles.id, creditBalances.customerProfileId))
    .where(eq(profiles.userId, users.id));
  // The link of a text signs a person in before they confirm an email. They may have asked for a service, or have another role.
  const isMore = database
    .select({ one: sql`1` })
    .from(sessions)
    .innerJoin(profiles, eq(profiles.userId, sessions.userId))
    .where(and(eq(sessions.userId, users.id), ne(profiles.type, 'PROFILE_TYPE_CUSTOMER')));
  const hasService = database
    .select({ one: sql`1` })
    .from(engagements)
    .innerJoin(profiles, eq(profiles.id, engagements.customerProfileId))
    .where(eq(profiles.userId, users.id));
  return and(isNull(users.confirmedAt), ...[hasCredit, hasService, isMore].map((reason) => not(exists(reason))));
}

/**
 * @returns which of these accounts are bare. A stranger may have typed the address, so a bare account belongs to no one yet: it gets no
 * order, service or credit
 */
export async function selectBareAccounts(database: Queryable, userIds: string[]): Promise<Set<string>> {
  const bare = await database
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, userIds), isBare(database)));
  return new Set(bare.map(({ id }) => id));
}

/** @returns whether a user is one of `selectBareAccounts` */
export const isBareAccount = async (database: Queryable, userId: string): Promise<boolean> =>
  (await selectBareAccounts(database, [userId])).has(userId);

/**
 * Deletes unconfirmed accounts, so that their names are free again.
 * @param before takes the accounts whose every link had expired by then
 * @param limit the most accounts at once
 * @returns as `deleteBareAccounts`
 */
export async function deleteUnconfirmed(
  transaction: Transaction,
  before: Temporal.Instant,
  limit: number,
): Promise<string[]> {
  const goodLink = transaction
    .select({ one: sql`1` })
    .from(accountLinks)
    .where(and(eq(accountLinks.userId, users.id), gt(accountLinks.expiresAt, before)));
  const found = await transaction
    .select({ id: users.id })
    .from(users)
    .where(and(isBare(transaction), lt(users.createdAt, before), not(exists(goodLink))))
    .limit(limit)
    .for('update', { skipLocked: true });
  const ids = found.map(({ id }) => id);
  return ids.length > 0 ? await deleteBareAccounts(transaction, ids) : [];
}

/**
 * Deletes accounts on which nothing rests, with everything that a sign-up makes.
 * @returns what Stripe calls those that saved a card
 */
export async function deleteBareAccounts(transaction: Transaction, ids: readonly string[]): Promise<string[]> {
  await deleteProfilesOf(transaction, ids);
  for (const table of [secondFactors, recoveryCodes, factorChallenges, cards, accountLinks]) {
    await transaction.delete(table).where(inArray(table.userId, ids));
  }
  await releaseJoinCodesOf(transaction, ids);
  await releaseOrdersOf(transaction, ids);
  const theirs = transaction.select({ id: sessions.id }).from(sessions).where(inArray(sessions.userId, ids));
  await transaction.delete(sessionTokens).where(inArray(sessionTokens.sessionId, theirs));
  await transaction.delete(sessions).where(inArray(sessions.userId, ids));
  const deleted = await transaction
    .delete(users)
    .where(inArray(users.id, ids))
    .returning({ stripeCustomerId: users.stripeCustomerId });
  return deleted.flatMap(({ stripeCustomerId }) => stripeCustomerId ?? []);
}
