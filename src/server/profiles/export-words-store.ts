import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { uuids } from '../database/erased-words.ts';
import { products } from '../database/schema/catalog.ts';
import { changedValues, changes } from '../database/schema/changes.ts';
import { brokenEmails, consents, inboundTexts, refusedNumbers } from '../database/schema/consents.ts';
import { heldInquiries, inquiries, messages } from '../database/schema/messages.ts';
import { notes } from '../database/schema/notes.ts';
import { orderLinks, orders } from '../database/schema/orders.ts';
import { profiles } from '../database/schema/profiles.ts';
import { textAnswers } from '../database/schema/text-answers.ts';
import { type ExportPart, part, type Whose } from './export-part-store.ts';

const writer = alias(profiles, 'writer');
const textsOf = ({ profileIds }: Whose) =>
  sql`(select id from ${inboundTexts} where ${inboundTexts.profileIds} && ${uuids(profileIds)})`;

/** What was written to the person, by them and about them. */
export const wordParts = {
  messages: part(
    'Emails and texts to you',
    ({ isWorker }) => ({
      to: messages.recipient,
      by: messages.channel,
      class: messages.class,
      subject: messages.subject,
      // A link in it would work for who reads the file, and what a worker is told of visits is about customers.
      text: sql<
        string | null
      >`case when ${messages.isSecret} or (${sql.raw(String(isWorker))} and (${messages.class} in ('now', 'service')
        or (${messages.class} = 'security' and ${messages.profileId} is not null))) then null else ${messages.text} end`,
      at: messages.createdAt,
      endedAt: messages.endedAt,
      outcome: messages.outcome,
      delivery: messages.delivery,
      reason: messages.reason,
      reportedAt: messages.reportedAt,
      deliveryCode: messages.deliveryCode,
      basis: messages.basis,
    }),
    (from, whose) =>
      from
        .from(messages)
        .where(
          sql`${messages.id} = any(array(select id from ${messages} where ${messages.userId} = ${whose.userId}
            union select id from ${messages} where ${messages.userId} is null and ${messages.inboundTextId} in ${textsOf(whose)}))`,
        )
        .orderBy(asc(messages.createdAt)),
  ),
  texts: part(
    'Texts from you',
    {
      from: inboundTexts.sender,
      to: inboundTexts.recipient,
      text: inboundTexts.text,
      isCut: inboundTexts.isCut,
      understoodAs: inboundTexts.intent,
      at: inboundTexts.receivedAt,
      readAt: inboundTexts.readAt,
    },
    (from, { profileIds }) =>
      from
        .from(inboundTexts)
        .where(sql`${inboundTexts.profileIds} && ${uuids(profileIds)}`)
        .orderBy(asc(inboundTexts.receivedAt)),
  ),
  answersToTexts: part(
    'Answers to your texts',
    { text: textAnswers.text, by: textAnswers.channel, at: textAnswers.at },
    (from, whose) =>
      from
        .from(textAnswers)
        .where(sql`${textAnswers.textId} in ${textsOf(whose)}`)
        .orderBy(asc(textAnswers.at)),
  ),
  consents: part(
    'What you agreed to receive',
    {
      to: consents.address,
      by: consents.channel,
      about: consents.purpose,
      what: consents.kind,
      wording: consents.wording,
      isStopped: consents.isStopped,
      source: consents.source,
      word: consents.word,
      at: consents.at,
    },
    (from, { email, profileIds }) =>
      from
        .from(consents)
        // What the phone, the carrier or a link has said is theirs who had the number or the address then.
        .where(
          sql`${consents.id} = any(array(select id from ${consents} where ${consents.profileId} = any(${uuids(profileIds)})
            union select said.id from ${consents} said cross join (
              select 'email' as channel, ${email.toLowerCase()} as address
              union select 'text', phone from profiles where id = any(${uuids(profileIds)}) and phone <> ''
            ) reach where said.channel = reach.channel and said.address = reach.address and said.profile_id is null
              and said.profile_ids is null
            union select id from ${consents} where ${consents.profileId} is null and ${consents.profileIds} is not null
              and ${consents.profileIds} && ${uuids(profileIds)}))`,
        )
        .orderBy(asc(consents.at)),
  ),
  refusedNumbers: part(
    'Numbers that take no texts',
    { number: refusedNumbers.number, code: refusedNumbers.code, at: refusedNumbers.at },
    (from, { phones }) => from.from(refusedNumbers).where(inArray(refusedNumbers.number, phones)),
  ),
  emailsThatDoNotWork: part(
    'Email addresses that do not work',
    { email: brokenEmails.email, why: brokenEmails.why, reason: brokenEmails.reason, at: brokenEmails.at },
    (from, { email }) => from.from(brokenEmails).where(eq(brokenEmails.email, email.toLowerCase())),
  ),
  inquiries: part(
    'Inquiries',
    {
      from: inquiries.fromAddress,
      subject: inquiries.subject,
      message: inquiries.message,
      data: inquiries.data,
      at: inquiries.receivedAt,
      answeredAt: inquiries.answeredAt,
      lostReason: inquiries.lostReason,
      lostNote: inquiries.lostNote,
    },
    (from, { email, profileIds }) =>
      from
        .from(inquiries)
        // Of one that was nobody's with an account when it came, whoever has the address has written it.
        .where(
          sql`${inquiries.id} = any(array(select id from ${inquiries} where ${inquiries.profileIds} && ${uuids(profileIds)}
            union select id from ${inquiries} where ${inquiries.fromAddress} = ${email} and ${inquiries.profileIds} = '{}'
            union select id from ${inquiries} where ${inquiries.customerProfileId} = any(${uuids(profileIds)})))`,
        )
        .orderBy(asc(inquiries.receivedAt)),
  ),
  inquiriesToConfirm: part(
    'Inquiries that wait for your confirmation',
    {
      from: heldInquiries.fromAddress,
      form: heldInquiries.form,
      at: heldInquiries.receivedAt,
      expiresAt: heldInquiries.expiresAt,
    },
    (from, { email }) =>
      from.from(heldInquiries).where(sql`lower(${heldInquiries.fromAddress}) = ${email.toLowerCase()}`),
  ),
  orders: part(
    'Services that we offered you',
    {
      at: orders.createdAt,
      firstName: orders.firstName,
      lastName: orders.lastName,
      email: orders.email,
      phone: orders.phone,
      sentBy: orders.channel,
      status: orders.status,
      product: products.name,
      service: orders.service,
      price: orders.baseCost,
      heldUntil: orders.baseCostHeldUntil,
      endedAt: orders.endedAt,
    },
    (from, { userId }) =>
      from
        .from(orders)
        .innerJoin(products, eq(products.id, orders.productId))
        .where(eq(orders.userId, userId))
        .orderBy(asc(orders.createdAt)),
  ),
  orderLinks: part(
    'Links to these offers',
    { to: orderLinks.sentTo, by: orderLinks.channel, at: orderLinks.createdAt, expiresAt: orderLinks.expiresAt },
    (from, { userId }) =>
      from
        .from(orderLinks)
        .innerJoin(orders, eq(orders.id, orderLinks.orderId))
        .where(eq(orders.userId, userId))
        .orderBy(asc(orderLinks.createdAt)),
  ),
  notesOfStaff: part(
    'Notes about you',
    {
      text: notes.text,
      by: sql<string>`${writer.firstName} || ' ' || ${writer.lastName}`,
      at: notes.createdAt,
      editedAt: notes.editedAt,
      service: notes.engagementId,
      visit: notes.visitDay,
      isToCustomer: notes.isToCustomer,
    },
    (from, { profileIds }) =>
      from
        .from(notes)
        .innerJoin(writer, eq(writer.id, notes.byProfileId))
        .where(inArray(notes.profileId, profileIds))
        .orderBy(asc(notes.createdAt)),
  ),
  notesAtVisits: part(
    'Notes that you wrote at visits',
    { text: notes.text, visit: notes.visitDay, isToCustomer: notes.isToCustomer, at: notes.createdAt },
    (from, { profileIds }) =>
      from
        .from(notes)
        .where(and(inArray(notes.byProfileId, profileIds), isNotNull(notes.engagementId)))
        .orderBy(asc(notes.createdAt)),
  ),
  changes: part(
    'Changes to your record',
    {
      at: changes.at,
      kind: changes.kind,
      fields: changes.fields,
      values: changedValues.fields,
    },
    (from, { userId }) =>
      from
        .from(changes)
        .leftJoin(changedValues, eq(changedValues.changeId, changes.id))
        .where(eq(changes.aboutUserId, userId))
        .orderBy(asc(changes.at)),
  ),
} satisfies Record<string, ExportPart>;
