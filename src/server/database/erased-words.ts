import { and, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Transaction } from './connection.ts';
import { brokenEmails, consents, inboundTexts, refusedNumbers } from './schema/consents.ts';
import { heldInquiries, inquiries, messages, notByMail } from './schema/messages.ts';
import { orderLinks, orders } from './schema/orders.ts';
import { textAnswers } from './schema/text-answers.ts';

/** What stands where somebody's words were. */
export const gone = 'Erased';

/**
 * Takes the words out of all that was written to a person, and sends nothing more of it; so of what went to addresses of theirs and
 * was nobody's. What is another person's stays, whichever address it went to.
 */
export async function eraseMessagesOf(
  transaction: Transaction,
  { userId, addresses, textIds }: { userId: string; addresses: string[]; textIds: string[] },
  now: Temporal.Instant,
): Promise<void> {
  await eraseMessagesWhere(transaction, eq(messages.userId, userId), now);
  await eraseMessagesWhere(transaction, and(isNobodys, inArray(messages.inboundTextId, textIds)), now);
  await eraseMessagesOfNobody(transaction, addresses, now);
}

const isNobodys = isNull(messages.userId);

/** The same of messages to addresses that were nobody's with an account. */
export async function eraseMessagesOfNobody(
  transaction: Transaction,
  addresses: string[],
  now: Temporal.Instant,
): Promise<void> {
  // What is about an order goes with that, which may be another person's of the same number.
  const isOfAddress = and(isNull(messages.inboundTextId), isNull(messages.aboutId));
  const toThem = and(isNobodys, isOfAddress, inArray(messages.recipient, addresses));
  await eraseMessagesWhere(transaction, toThem, now);
}

/** Drops what waits, and what is dead and could be sent again; a text that was not delivered is not owed by mail any more. */
export async function dropErased(
  transaction: Transaction,
  which: SQL | undefined,
  now: Temporal.Instant,
): Promise<void> {
  const reason = 'The data of the person was erased.';
  await transaction
    .update(messages)
    .set({ outcome: 'dropped', dueAt: null, endedAt: now, reason, ...notByMail })
    .where(and(which, or(isNull(messages.outcome), eq(messages.outcome, 'dead'))));
  await transaction
    .update(messages)
    .set(notByMail)
    .where(and(which, isNotNull(messages.mailInstead)));
}

async function eraseMessagesWhere(
  transaction: Transaction,
  toThem: SQL | undefined,
  now: Temporal.Instant,
): Promise<void> {
  await dropErased(transaction, toThem, now);
  await transaction
    .update(messages)
    .set({ recipient: gone, subject: gone, text: '', html: null, replyTo: null, ...notByMail })
    .where(toThem);
}

/**
 * Takes numbers and addresses out of the ledger of consents. The word of a phone that wants no
 * texts stays: without it the next form with its number would have it texted again.
 * @param addresses phone numbers in E.164 and email addresses; SQL of an array of them for those of nobody with an account
 */
export async function eraseConsents(transaction: Transaction, addresses: string[] | SQL): Promise<void> {
  const isArray = Array.isArray(addresses);
  const theirs = isArray
    ? inArray(consents.address, [...addresses, ...addresses.map((address) => address.toLowerCase())])
    : and(sql`${consents.address} = any(${addresses})`, isNull(consents.profileId));
  await transaction
    .update(consents)
    .set({ address: sql`'erased:' || ${consents.id}`, word: null })
    .where(and(theirs, or(eq(consents.isStopped, false), isOld)));
  if (!isArray) return;
  await transaction.delete(refusedNumbers).where(inArray(refusedNumbers.number, addresses));
  const emails = addresses.map((address) => address.toLowerCase());
  await transaction.delete(brokenEmails).where(inArray(brokenEmails.email, emails));
}

/** @returns SQL of an array of ids */
export const uuids = (ids: readonly string[]): SQL =>
  sql`array[${sql.join(
    ids.map((id) => sql`${id}`),
    sql`, `,
  )}]::uuid[]`;

/**
 * Takes the words out of what was texted by these profiles alone, and what was answered; so out of what came from these numbers and
 * was nobody's. A text of others too stays theirs.
 * @returns the texts
 */
export async function eraseInboundTexts(
  transaction: Transaction,
  profileIds: string[],
  numbers: string[],
): Promise<string[]> {
  const theirs = uuids(profileIds);
  const left = profileIds.reduce((ids, id) => sql`array_remove(${ids}, ${id}::uuid)`, sql`${inboundTexts.profileIds}`);
  await transaction
    .update(inboundTexts)
    .set({ profileIds: left })
    .where(sql`${inboundTexts.profileIds} && ${theirs} and not ${inboundTexts.profileIds} <@ ${theirs}`);
  const found = await transaction
    .select({ id: inboundTexts.id })
    .from(inboundTexts)
    .where(
      sql`${inboundTexts.id} = any(array(
        select id from ${inboundTexts} where ${inboundTexts.profileIds} && ${theirs}
        union select id from ${inboundTexts} where ${and(inArray(inboundTexts.sender, numbers), sql`${inboundTexts.profileIds} = '{}'`)}))`,
    );
  const ids = found.map(({ id }) => id);
  await transaction.update(textAnswers).set({ text: '' }).where(inArray(textAnswers.textId, ids));
  await transaction
    .update(inboundTexts)
    .set({ sender: gone, text: '', readAt: sql`coalesce(${inboundTexts.readAt}, ${inboundTexts.receivedAt})` })
    .where(inArray(inboundTexts.id, ids));
  return ids;
}

/** Whether another row of the same address and purpose has come since. */
const isOld = sql`exists (select 1 from ${consents} later where later.channel = ${consents.channel}
  and later.address = ${consents.address} and later.purpose = ${consents.purpose} and later.number > ${consents.number})`;

/** The same of what profiles had said of addresses that are others' now, where it does not count any more. */
export async function eraseOldConsentsOf(transaction: Transaction, profileIds: string[]): Promise<void> {
  await transaction
    .update(consents)
    .set({ address: sql`'erased:' || ${consents.id}`, word: null })
    .where(
      and(
        sql`${consents.id} = any(array(select id from ${consents} where ${inArray(consents.profileId, profileIds)}
          union select id from ${consents} where ${consents.profileIds} is not null and ${consents.profileIds} <@ ${uuids(profileIds)}
            and ${consents.profileIds} && ${uuids(profileIds)}))`,
        sql`${consents.address} not like 'erased:%'`,
        isOld,
      ),
    );
}

/** The same of what sign-ups have said that came to nothing. */
export async function eraseConsentsOf(transaction: Transaction, profileIds: SQL): Promise<void> {
  await transaction
    .update(consents)
    .set({ address: sql`'erased:' || ${consents.id}`, word: null })
    .where(sql`${consents.profileId} in ${profileIds} and not ${consents.isStopped}`);
}

/** Deletes what was sent from these email addresses and waits for a confirmation. */
export async function eraseHeldInquiries(transaction: Transaction, emails: string[]): Promise<void> {
  const lower = emails.map((email) => email.toLowerCase());
  await transaction.delete(heldInquiries).where(inArray(sql`lower(${heldInquiries.fromAddress})`, lower));
}

/**
 * Takes the words out of inquiries, and out of what was mailed to the business of them. Nobody can answer them any more, so they
 * count as answered.
 * @returns how many there are
 */
export async function eraseInquiries(transaction: Transaction, which: SQL, now: Temporal.Instant): Promise<number> {
  const digits = sql`right(regexp_replace(${inquiries.data} #>> '{personal,phone}', '[^0-9]', '', 'g'), 10)`;
  await eraseConsents(transaction, sql`array(select '+1' || ${digits} from ${inquiries} where ${which})`);
  const erased = await transaction
    .update(inquiries)
    .set({
      ...{ fromAddress: gone, subject: gone, message: '', data: null, searchText: '', lostNote: null },
      requestDigest: null,
      answeredAt: sql`coalesce(${inquiries.answeredAt}, ${now.toString()}::timestamptz)`,
    })
    .where(which)
    .returning({ id: inquiries.id });
  const keys = erased.map(({ id }) => `inquiry:${id}:email`);
  if (keys.length > 0) {
    await transaction
      .update(messages)
      .set({ subject: gone, text: '', html: null, replyTo: null })
      .where(inArray(messages.dedupeKey, keys));
  }
  return erased.length;
}

/** Takes the customer's name, address and words out of orders, out of where their links were sent, and out of what was written of them. */
export async function eraseOrders(transaction: Transaction, which: SQL, now: Temporal.Instant): Promise<void> {
  await eraseConsents(transaction, sql`array(select ${orders.phone} from ${orders} where ${which})`);
  const erased = await transaction
    .update(orders)
    .set({
      firstName: gone,
      lastName: 'customer',
      email: sql`case when ${orders.channel} = 'text' then null else ${gone} end`,
      phone: sql`case when ${orders.channel} = 'text' then ${gone} end`,
      service: sql`jsonb_set(${orders.service}, '{address}', ${orders.service} -> 'address' ||
        jsonb_build_object('streetAddress1', ${gone}::text, 'streetAddress2', null, 'gateNotes', null, 'dogNotes', null))`,
      requestDigest: null,
    })
    .where(which)
    .returning({ id: orders.id });
  const ids = erased.map(({ id }) => id);
  if (ids.length === 0) return;
  await transaction.update(orderLinks).set({ sentTo: gone }).where(inArray(orderLinks.orderId, ids));
  await eraseMessagesWhere(transaction, inArray(messages.aboutId, ids), now);
}
