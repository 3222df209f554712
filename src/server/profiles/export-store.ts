import { and, asc, eq, getTableColumns, inArray, isNotNull, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '../database/connection.ts';
import { uuids } from '../database/erased-words.ts';
import { sessions, users } from '../database/schema/accounts.ts';
import { bills, charges } from '../database/schema/billing.ts';
import { cards } from '../database/schema/cards.ts';
import { products } from '../database/schema/catalog.ts';
import { changedValues, changes } from '../database/schema/changes.ts';
import { consents, inboundTexts } from '../database/schema/consents.ts';
import { engagements, skips, works } from '../database/schema/engagements.ts';
import { inquiries, messages } from '../database/schema/messages.ts';
import { notes } from '../database/schema/notes.ts';
import { orders } from '../database/schema/orders.ts';
import { addresses, profiles } from '../database/schema/profiles.ts';

/**
 * @returns all that is kept of an account and its profiles, by what it is: moments and days as texts, amounts in integer
 * cents, and nothing of others but the names of who wrote a note
 */
export async function selectData(
  database: Queryable,
  { userId, profileIds, email }: { userId: string; profileIds: string[]; email: string },
) {
  const [account] = await database
    .select({
      username: users.username,
      email: users.email,
      createdAt: users.createdAt,
      confirmedAt: users.confirmedAt,
      closedAt: users.deactivatedAt,
    })
    .from(users)
    .where(eq(users.id, userId));
  const { version: _, hasCard: __, userId: ___, email: ____, ...ofProfile } = getTableColumns(profiles);
  const { version: _1, profileId: _2, ...ofAddress } = getTableColumns(addresses);
  const asked = database
    .select({ id: engagements.id })
    .from(engagements)
    .where(inArray(engagements.customerProfileId, profileIds));
  const writer = alias(profiles, 'writer');
  const theirs = or(
    inArray(engagements.customerProfileId, profileIds),
    inArray(engagements.workerProfileId, profileIds),
  );
  const isCustomers = inArray(engagements.customerProfileId, profileIds);
  const isWorker = sql`exists (select 1 from ${profiles} where ${profiles.userId} = ${userId}::uuid and ${profiles.type} = 'PROFILE_TYPE_WORKER')`;
  const theirProfiles = uuids(profileIds);
  const theirTexts = sql`(select id from ${inboundTexts} where ${inboundTexts.profileIds} && ${theirProfiles})`;
  return {
    account,
    profiles: await database
      .select(ofProfile)
      .from(profiles)
      .where(eq(profiles.userId, userId))
      .orderBy(asc(profiles.id)),
    addresses: await database
      .select(ofAddress)
      .from(addresses)
      .where(inArray(addresses.profileId, profileIds))
      .orderBy(asc(addresses.createdAt)),
    services: await database
      .select({
        id: engagements.id,
        as: sql<string>`case when ${isCustomers} then 'customer' else 'worker' end`,
        product: products.name,
        status: engagements.status,
        yardSize: engagements.yardSize,
        price: engagements.baseCost,
        askedAt: engagements.createdAt,
        cancelReason: sql<string | null>`case when ${isCustomers} then ${engagements.cancelReason} end`,
        cancelNote: sql<string | null>`case when ${isCustomers} then ${engagements.cancelNote} end`,
      })
      .from(engagements)
      .innerJoin(products, eq(products.id, engagements.productId))
      .where(theirs)
      .orderBy(asc(engagements.createdAt)),
    visits: await database
      .select({
        service: works.engagementId,
        day: works.date,
        status: works.status,
        startedAt: works.workStartedAt,
        completedAt: works.workCompletedAt,
      })
      .from(works)
      .where(
        // As an array: for an "or" Postgres would read the whole table.
        sql`${works.id} = any(array(${database.select({ id: works.id }).from(works).where(inArray(works.engagementId, asked))}
          union ${database.select({ id: works.id }).from(works).where(inArray(works.workerProfileId, profileIds))}))`,
      )
      .orderBy(asc(works.date)),
    visitsThatDidNotTakePlace: await database
      .select({
        service: skips.engagementId,
        day: skips.date,
        kind: skips.kind,
        by: skips.skippedBy,
        reason: skips.reason,
      })
      .from(skips)
      .where(inArray(skips.engagementId, asked))
      .orderBy(asc(skips.date)),
    charges: await database
      .select({
        service: charges.engagementId,
        at: charges.createdAt,
        amount: charges.amount,
        discount: charges.discount,
      })
      .from(charges)
      .where(inArray(charges.engagementId, asked))
      .orderBy(asc(charges.createdAt)),
    bills: await database
      .select({ number: bills.number, at: bills.createdAt, amount: bills.amount, creditUsed: bills.creditUsed })
      .from(bills)
      .where(inArray(bills.customerProfileId, profileIds))
      .orderBy(asc(bills.createdAt)),
    cards: await database
      .select({ name: cards.name, expiresOn: cards.expiresOn })
      .from(cards)
      .where(eq(cards.userId, userId)),
    messages: await database
      .select({
        to: messages.recipient,
        by: messages.channel,
        subject: messages.subject,
        // A link in it would work for who reads the file, and what a worker is told of visits is about customers.
        text: sql<
          string | null
        >`case when ${messages.isSecret} or (${isWorker} and (${messages.class} in ('now', 'service')
            or (${messages.class} = 'security' and ${messages.profileId} is not null))) then null else ${messages.text} end`,
        at: messages.createdAt,
        outcome: messages.outcome,
      })
      .from(messages)
      .where(
        sql`${messages.id} = any(array(select id from ${messages} where ${messages.userId} = ${userId}
          union select id from ${messages} where ${messages.userId} is null and ${messages.inboundTextId} in ${theirTexts}))`,
      )
      .orderBy(asc(messages.createdAt)),
    consents: await database
      .select({
        to: consents.address,
        by: consents.channel,
        about: consents.purpose,
        what: consents.kind,
        wording: consents.wording,
        source: consents.source,
        word: consents.word,
        at: consents.at,
      })
      .from(consents)
      // What the phone, the carrier or a link has said is theirs who had the number or the address then.
      .where(
        sql`${consents.id} = any(array(select id from ${consents} where ${consents.profileId} = any(${theirProfiles})
          union select said.id from ${consents} said cross join (
            select 'email' as channel, ${email.toLowerCase()} as address
            union select 'text', phone from profiles where id = any(${theirProfiles}) and phone <> ''
          ) reach where said.channel = reach.channel and said.address = reach.address and said.profile_id is null
            and said.profile_ids is null
          union select id from ${consents} where ${consents.profileId} is null and ${consents.profileIds} is not null
            and ${consents.profileIds} && ${theirProfiles}))`,
      )
      .orderBy(asc(consents.at)),
    texts: await database
      .select({ from: inboundTexts.sender, text: inboundTexts.text, at: inboundTexts.receivedAt })
      .from(inboundTexts)
      .where(sql`${inboundTexts.profileIds} && ${theirProfiles}`)
      .orderBy(asc(inboundTexts.receivedAt)),
    inquiries: await database
      .select({ subject: inquiries.subject, message: inquiries.message, at: inquiries.receivedAt })
      .from(inquiries)
      // Of one that was nobody's with an account when it came, whoever has the address has written it.
      .where(
        sql`${inquiries.id} = any(array(select id from ${inquiries} where ${inquiries.profileIds} && ${theirProfiles}
          union select id from ${inquiries} where ${inquiries.fromAddress} = ${email} and ${inquiries.profileIds} = '{}'))`,
      )
      .orderBy(asc(inquiries.receivedAt)),
    orders: await database
      .select({ at: orders.createdAt, status: orders.status, service: orders.service, price: orders.baseCost })
      .from(orders)
      .where(eq(orders.userId, userId))
      .orderBy(asc(orders.createdAt)),
    notesOfStaff: await database
      .select({
        text: notes.text,
        by: sql<string>`${writer.firstName} || ' ' || ${writer.lastName}`,
        at: notes.createdAt,
        editedAt: notes.editedAt,
      })
      .from(notes)
      .innerJoin(writer, eq(writer.id, notes.byProfileId))
      .where(inArray(notes.profileId, profileIds))
      .orderBy(asc(notes.createdAt)),
    notesAtVisits: await database
      .select({ text: notes.text, visit: notes.visitDay, isToCustomer: notes.isToCustomer, at: notes.createdAt })
      .from(notes)
      .where(and(inArray(notes.byProfileId, profileIds), isNotNull(notes.engagementId)))
      .orderBy(asc(notes.createdAt)),
    changesByStaff: await database
      .select({ at: changes.at, kind: changes.kind, values: changedValues.fields })
      .from(changedValues)
      .innerJoin(changes, eq(changes.id, changedValues.changeId))
      .where(eq(changedValues.aboutUserId, userId))
      .orderBy(asc(changes.at)),
    sessions: await database
      .select({ device: sessions.device, startedAt: sessions.startedAt, lastUsedAt: sessions.lastUsedAt })
      .from(sessions)
      .where(eq(sessions.userId, userId))
      .orderBy(asc(sessions.startedAt)),
  };
}
