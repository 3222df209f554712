import { and, eq, inArray, isNotNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { EraseObstacle } from '#domain/erasing.ts';
import type { Queryable, Transaction } from '../database/connection.ts';
import {
  eraseConsents,
  eraseHeldInquiries,
  eraseInboundTexts,
  eraseInquiries,
  eraseMessagesOf,
  eraseOldConsentsOf,
  eraseOrders,
  gone,
  uuids,
} from '../database/erased-words.ts';
import { accountLinks, sessions, users } from '../database/schema/accounts.ts';
import { charges, disputes, payments } from '../database/schema/billing.ts';
import { calendarFeeds, holidays } from '../database/schema/calendar.ts';
import { cards, methodBlocks } from '../database/schema/cards.ts';
import { changedValues } from '../database/schema/changes.ts';
import { consents } from '../database/schema/consents.ts';
import { creditBalances } from '../database/schema/credits.ts';
import { engagements } from '../database/schema/engagements.ts';
import { files } from '../database/schema/files.ts';
import { inquiries } from '../database/schema/messages.ts';
import { notes } from '../database/schema/notes.ts';
import { orders } from '../database/schema/orders.ts';
import { addresses, profiles, profileWords } from '../database/schema/profiles.ts';
import { factorChallenges, recoveryCodes, secondFactors } from '../database/schema/second-factors.ts';
import {
  isHeldCharge,
  isLive,
  isOpenDispute,
  isOpenPayment,
  isOwedBack,
  isUnbilled,
  isWaitingOrder,
} from '../database/schema/states.ts';
import { visits } from '../database/schema/visits.ts';
import { eraseLettersThatName } from './erase-letters-store.ts';
import { eraseNamesEverywhere, forgetAskedPasswords, nearTo, selectNames } from './erase-names-store.ts';

/** The person to be erased, with all profiles of the account. */
export type ErasedPerson = NonNullable<Awaited<ReturnType<typeof selectPerson>>>;

const fullName = sql<string>`${profiles.firstName} || ' ' || ${profiles.lastName}`;

/** @returns the account of a profile; undefined when there is none */
export async function selectPerson(database: Queryable, profileId: string) {
  const [person] = await database
    .select({
      userId: users.id,
      erasedAt: users.erasedAt,
      stripeCustomerId: users.stripeCustomerId,
      deletedStripeCustomerId: users.deletedStripeCustomerId,
      email: users.email,
    })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(eq(profiles.id, profileId));
  if (!person) return undefined;
  const theirs = await database
    .select({ id: profiles.id, phone: profiles.phone, type: profiles.type, name: fullName })
    .from(profiles)
    .where(eq(profiles.userId, person.userId));
  return {
    ...person,
    profileIds: theirs.map(({ id }) => id),
    phones: theirs.map(({ phone }) => phone),
    isWorker: theirs.some(({ type }) => type === 'PROFILE_TYPE_WORKER'),
    name: theirs.find(({ id }) => id === profileId)?.name ?? '',
  };
}

/** Locks an account until the transaction ends. */
export async function lockAccount(transaction: Transaction, userId: string): Promise<void> {
  await transaction.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
}

/**
 * @param since the first day whose visits staff may still finish
 * @returns what keeps an account from being erased now
 */
export async function selectObstacles(
  database: Queryable,
  { userId, profileIds }: Pick<ErasedPerson, 'userId' | 'profileIds'>,
  since: Temporal.PlainDate,
): Promise<EraseObstacle[]> {
  const theirs = sql`array[${sql.join(
    profileIds.map((id) => sql`${id}`),
    sql`, `,
  )}]::uuid[]`;
  const asked = sql`${engagements} where ${engagements.customerProfileId} = any(${theirs})`;
  const ofAsked = (table: typeof payments | typeof charges, which: SQL) =>
    sql`select 1 from ${engagements} join ${table} on ${table.engagementId} = ${engagements.id} and ${which}
      where ${engagements.customerProfileId} = any(${theirs})`;
  const conditions: Record<EraseObstacle, SQL> = {
    'is-staff': sql`select 1 from ${profiles} where ${profiles.userId} = ${userId} and ${profiles.type} = 'PROFILE_TYPE_EMPLOYEE'`,
    'is-open': sql`select 1 from ${users} where ${users.id} = ${userId} and ${users.deactivatedAt} is null`,
    services: sql`select 1 from ${asked} and ${isLive(engagements)}
      union all select 1 from ${engagements} where ${engagements.workerProfileId} = any(${theirs}) and ${isLive(engagements)}`,
    orders: sql`select 1 from ${orders} where ${orders.userId} = ${userId} and ${isWaitingOrder(orders)}`,
    visits: sql`select 1 from ${engagements} join ${visits} on ${visits.engagementId} = ${engagements.id}
        and ${visits.day} >= ${since.toString()} and ${visits.state} = 'begun'
      where ${engagements.customerProfileId} = any(${theirs})`,
    bills: ofAsked(payments, isOpenPayment(payments)),
    charges: ofAsked(charges, isUnbilled(charges)),
    credit: sql`select 1 from ${creditBalances}
      where ${creditBalances.customerProfileId} = any(${theirs}) and ${creditBalances.amount} > 0`,
    'owed-back': ofAsked(payments, isOwedBack(payments)),
    disputes: sql`select 1 from ${engagements} join ${payments} on ${payments.engagementId} = ${engagements.id}
      join ${disputes} on ${disputes.paymentId} = ${payments.id} and ${isOpenDispute(disputes)}
      where ${engagements.customerProfileId} = any(${theirs})`,
    'held-pay': sql`select 1 from ${visits} join ${charges} on ${charges.workId} = ${visits.id} and ${isHeldCharge(charges)}
      where ${visits.workerProfileId} = any(${theirs})`,
  };
  const names = Object.keys(conditions) as EraseObstacle[];
  const found = sql.join(
    names.map((name) => sql`exists (${conditions[name]})`),
    sql`, `,
  );
  const [row] = await database.select({ found: sql<boolean[]>`array[${found}]` }).from(sql`(select) nothing`);
  return names.filter((_, index) => row?.found[index]);
}

/**
 * Takes a person's name and words out of every table but the record of changes, which has none of them: they are beside it. What was charged,
 * paid and done stays, of nobody.
 * @param passwordHash of a password that nobody knows
 * @returns the photos of the yards, whose bytes are to go too
 */
export async function erasePerson(
  transaction: Transaction,
  { userId, profileIds, email, phones }: ErasedPerson,
  { passwordHash, now }: { passwordHash: string; now: Temporal.Instant },
): Promise<string[]> {
  const had = await selectAddressesAgreedTo(transaction, profileIds);
  const emails = [email, ...(await selectAskedEmails(transaction, userId)), ...had.emails];
  const free = await phonesOfNobodyElse(transaction, userId, [...phones, ...had.phones]);
  const names = await selectNames(transaction, { userId, profileIds, emails, phones: free });
  const near = nearTo(profileIds);
  await forgetAskedPasswords(transaction, userId);
  const nobody = `erased-${userId}`;
  await transaction
    .update(users)
    .set({ username: nobody, email: `${nobody}@erased.invalid`, passwordHash, erasedAt: now })
    .where(eq(users.id, userId));
  await transaction.delete(calendarFeeds).where(inArray(calendarFeeds.customerProfileId, profileIds));
  await transaction.delete(accountLinks).where(eq(accountLinks.userId, userId));
  for (const table of [secondFactors, recoveryCodes, factorChallenges]) {
    await transaction.delete(table).where(eq(table.userId, userId));
  }
  await transaction.update(sessions).set({ device: null, deviceHash: null }).where(eq(sessions.userId, userId));
  await transaction.delete(cards).where(eq(cards.userId, userId));
  await transaction.delete(methodBlocks).where(eq(methodBlocks.userId, userId));
  await transaction
    .update(profiles)
    .set({
      label: gone,
      firstName: gone,
      lastName: sql`case when ${profiles.type} = 'PROFILE_TYPE_WORKER' then 'worker' else 'customer' end`,
      // Customers read it of visits that were made: "by a former worker".
      displayName: sql`case when ${profiles.type} = 'PROFILE_TYPE_WORKER' then 'a former worker' else ${gone} end`,
      phone: '',
      birthday: null,
      approvalReason: sql`case when ${profiles.approvalReason} is null then null else ${gone} end`,
      version: sql`${profiles.version} + 1`,
    })
    .where(eq(profiles.userId, userId));
  await transaction
    .update(addresses)
    .set({
      label: gone,
      streetAddress1: gone,
      streetAddress2: null,
      latitude: null,
      longitude: null,
      precision: null,
      gateNotes: null,
      dogNotes: null,
      noAccessOn: null,
      primaryAddress: false,
      archivedAt: sql`coalesce(${addresses.archivedAt}, ${now.toString()})`,
      version: sql`${addresses.version} + 1`,
    })
    .where(inArray(addresses.profileId, profileIds));
  await transaction.delete(notes).where(inArray(notes.profileId, profileIds));
  await transaction.delete(changedValues).where(eq(changedValues.aboutUserId, userId));

  const asked = transaction
    .select({ id: engagements.id })
    .from(engagements)
    .where(inArray(engagements.customerProfileId, profileIds));
  await transaction
    .update(visits)
    .set({ reason: null, setReason: null })
    .where(and(inArray(visits.engagementId, asked), or(isNotNull(visits.reason), isNotNull(visits.setReason))));
  await transaction
    .update(engagements)
    .set({ cancelNote: null })
    .where(and(inArray(engagements.customerProfileId, profileIds), isNotNull(engagements.cancelNote)));
  const declinedReason = sql`case when ${holidays.declinedReason} is null then null else ${gone} end`;
  await transaction
    .update(holidays)
    .set({ note: null, declinedReason })
    .where(inArray(holidays.workerProfileId, profileIds));
  const photos = await transaction
    .delete(files)
    .where(
      inArray(
        files.workId,
        transaction.select({ id: visits.id }).from(visits).where(inArray(visits.engagementId, asked)),
      ),
    )
    .returning({ id: files.id });

  await eraseLettersThatName(transaction, names, near, now);
  await eraseWords(transaction, { userId, profileIds, emails, phones: free }, now);
  await eraseNamesEverywhere(transaction, names, near);
  return photos.map(({ id }) => id);
}

/** @returns the other emails that an account has asked for, confirmed or not, and that are nobody else's */
async function selectAskedEmails(transaction: Transaction, userId: string): Promise<string[]> {
  const rows = await transaction
    .selectDistinct({ email: sql<string>`${accountLinks.email}` })
    .from(accountLinks)
    .where(
      and(
        eq(accountLinks.userId, userId),
        isNotNull(accountLinks.email),
        sql`not exists (select 1 from ${users} where lower(${users.email}) = lower(${accountLinks.email}))`,
      ),
    );
  return rows.map(({ email }) => email);
}

/** @returns the numbers that they have had by what they agreed to, and the mail addresses, if these are nobody's now */
async function selectAddressesAgreedTo(
  transaction: Transaction,
  profileIds: string[],
): Promise<{ phones: string[]; emails: string[] }> {
  const rows = await transaction
    .selectDistinct({ channel: consents.channel, address: consents.address })
    .from(consents)
    .where(
      and(
        inArray(consents.profileId, profileIds),
        sql`${consents.address} not like 'erased:%'`,
        sql`not exists (select 1 from ${users} where ${consents.channel} = 'email' and lower(${users.email}) = ${consents.address})`,
      ),
    );
  const of = (which: 'text' | 'email') => rows.flatMap(({ channel, address }) => (channel === which ? [address] : []));
  return { phones: of('text'), emails: of('email') };
}

const others = alias(profiles, 'others');

/** A couple may share a phone: then what it said of texts stays, as do messages there of which nobody knows whose they were. */
async function phonesOfNobodyElse(transaction: Transaction, userId: string, phones: string[]): Promise<string[]> {
  const free: string[] = [];
  for (const phone of new Set(phones.filter((one) => one !== ''))) {
    const digits = phone.replaceAll(/\D/g, '');
    const [shared] = await transaction
      .select({ id: others.id })
      .from(others)
      .where(
        and(
          // By the index of the search, which has the digits of each number.
          sql`${profileWords(others)} @@ ${`'${digits}'`}::tsquery`,
          ne(others.userId, userId),
        ),
      )
      .limit(1);
    if (!shared) free.push(phone);
  }
  return free;
}

/** What was written to them, and what they wrote. */
async function eraseWords(
  transaction: Transaction,
  { userId, profileIds, emails, phones }: { userId: string; profileIds: string[]; emails: string[]; phones: string[] },
  now: Temporal.Instant,
): Promise<void> {
  const textIds = await eraseInboundTexts(transaction, profileIds, phones);
  await eraseMessagesOf(transaction, { userId, addresses: [...emails, ...phones], textIds }, now);
  await eraseConsents(transaction, [...emails, ...phones]);
  await eraseOldConsentsOf(transaction, profileIds);
  const written = sql`select id from ${inquiries} where ${inArray(inquiries.fromAddress, emails)} and ${inquiries.profileIds} = '{}'`;
  await eraseInquiries(
    transaction,
    sql`${inquiries.id} = any(array(${written} union select id from ${inquiries} where ${inquiries.profileIds} && ${uuids(profileIds)}
      union select id from ${inquiries} where ${inArray(inquiries.customerProfileId, profileIds)}))`,
    now,
  );
  await eraseHeldInquiries(transaction, emails);
  await eraseOrders(transaction, sql`${orders.userId} = ${userId}`, now);
}
