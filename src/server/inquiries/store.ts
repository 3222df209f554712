import { and, eq, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type { OrderStatus } from '#domain/orders.ts';
import type { Queryable, Transaction } from '../database/connection.ts';
import { customerOfInquiry, customersWithNumberOfInquiry } from '../database/customer-of-inquiry.ts';
import { eraseWholeNames } from '../database/erased-names.ts';
import {
  eraseHeldInquiries,
  eraseInquiries,
  eraseMessagesOfNobody,
  eraseOrders,
  gone,
} from '../database/erased-words.ts';
import { users } from '../database/schema/accounts.ts';
import { shown } from '../database/schema/columns.ts';
import { inquiries } from '../database/schema/messages.ts';
import { orders } from '../database/schema/orders.ts';
import { profiles } from '../database/schema/profiles.ts';
import { storableJson } from '../database/storable-json.ts';

type Row = typeof inquiries.$inferSelect;
type NewInquiry = Pick<
  Row,
  'id' | 'fromAddress' | 'subject' | 'message' | 'data' | 'searchText' | 'receivedAt' | 'requestDigest'
>;

/** @returns false when the id exists already */
export async function insertInquiry(database: Queryable, inquiry: NewInquiry): Promise<boolean> {
  const inserted = await database
    .insert(inquiries)
    .values({
      ...inquiry,
      data: inquiry.data && sql`${storableJson(inquiry.data)}::jsonb`,
      profileIds: sql`array(select ${profiles.id} from ${users} join ${profiles} on ${profiles.userId} = ${users.id}
        where lower(${users.email}) = ${inquiry.fromAddress.toLowerCase()} order by ${profiles.id})`,
    })
    .onConflictDoNothing({ target: inquiries.id })
    .returning({ id: inquiries.id });
  return inserted.length > 0;
}

/** @returns the digest of what came with an id (`repeats.ts`), if it is kept */
export async function selectRequestDigest(database: Queryable, inquiryId: string): Promise<string | null> {
  const { requestDigest } = inquiries;
  const [sent] = await database.select({ requestDigest }).from(inquiries).where(eq(inquiries.id, inquiryId));
  return sent?.requestDigest ?? null;
}

// In a statement of their own, so that drizzle leaves the names of the tables in it.
const apart = <Value>(statement: SQL) => sql<Value>`${statement}`;

/** The customer who wrote an inquiry, and may have signed up since. */
const customer = apart<{ profileId: string; name: string; since: string } | null>(sql`(
  select json_build_object('profileId', person.id, 'name', person.first_name || ' ' || person.last_name,
    'since', to_char(person.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  ${customerOfInquiry} order by person.created_at limit 1)`);

/** A customer with the number of an inquiry that has no customer: the office can say whether they are the same person. */
const sameNumber = apart<{ profileId: string; name: string } | null>(sql`(
  select json_build_object('profileId', person.id, 'name', person.first_name || ' ' || person.last_name)
  ${customersWithNumberOfInquiry} and not exists (select 1 ${customerOfInquiry})
  order by person.created_at limit 1)`);

/** The last order that was made from an inquiry. */
const order = apart<{ id: string; status: OrderStatus; createdAt: string } | null>(sql`(
  select json_build_object('id', made.id, 'status', made.status,
    'createdAt', to_char(made.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from ${orders} made where made.inquiry_id = ${inquiries.id} order by made.created_at desc limit 1)`);

const answeredBy = apart<string | null>(sql`(
  select employee.first_name || ' ' || employee.last_name from ${profiles} employee
  where employee.user_id = ${inquiries.answeredBy} and employee.type = 'PROFILE_TYPE_EMPLOYEE')`);

export const inquiryFields = {
  id: inquiries.id,
  fromAddress: inquiries.fromAddress,
  subject: inquiries.subject,
  message: inquiries.message,
  data: inquiries.data,
  receivedAt: shown(inquiries.receivedAt),
  answeredAt: shown(inquiries.answeredAt),
  lostReason: inquiries.lostReason,
  lostNote: inquiries.lostNote,
  answeredBy,
  order,
  customer,
  isJoined: apart<boolean>(sql`${inquiries.customerProfileId} is not null`),
  sameNumber,
};
export type InquiryRow = Pick<
  Row,
  'id' | 'fromAddress' | 'subject' | 'message' | 'data' | 'lostReason' | 'lostNote'
> & {
  answeredBy: string | null;
  order: { id: string; status: OrderStatus; createdAt: string } | null;
  customer: { profileId: string; name: string; since: string } | null;
  /** Whether the office has joined the customer to it. */
  isJoined: boolean;
  sameNumber: { profileId: string; name: string } | null;
  /** As the wire has them. */
  receivedAt: string;
  answeredAt: string | null;
};

/** @returns undefined when there is none with this id */
export async function selectInquiry(database: Queryable, inquiryId: string): Promise<InquiryRow | undefined> {
  const [inquiry] = await database.select(inquiryFields).from(inquiries).where(eq(inquiries.id, inquiryId));
  return inquiry;
}

/** Locks an inquiry until the transaction ends. @returns undefined when there is none with this id */
export async function lockInquiry(transaction: Transaction, inquiryId: string): Promise<InquiryRow | undefined> {
  const [inquiry] = await transaction
    .select(inquiryFields)
    .from(inquiries)
    .where(eq(inquiries.id, inquiryId))
    .for('no key update');
  return inquiry;
}

type Answer = { userId: string; at: Temporal.Instant };
type Loss = Pick<Row, 'lostReason' | 'lostNote'>;

/** Marks a locked inquiry as answered, perhaps as lost, or with null as not answered. @returns it as it is now */
export async function updateAnswer(
  transaction: Transaction,
  inquiryId: string,
  answer: Answer | null,
  loss: Loss = { lostReason: null, lostNote: null },
): Promise<InquiryRow> {
  const [updated] = await transaction
    .update(inquiries)
    .set({ answeredAt: answer?.at ?? null, answeredBy: answer?.userId ?? null, ...loss })
    .where(eq(inquiries.id, inquiryId))
    .returning(inquiryFields);
  if (!updated) throw new Error(`There is no inquiry ${inquiryId}`);
  return updated;
}

/** Joins a customer to a locked inquiry, or with null takes that back. @returns it as it is now */
export async function updateJoinedCustomer(
  transaction: Transaction,
  inquiryId: string,
  customerProfileId: string | null,
): Promise<InquiryRow> {
  const [updated] = await transaction
    .update(inquiries)
    .set({ customerProfileId })
    .where(eq(inquiries.id, inquiryId))
    .returning(inquiryFields);
  if (!updated) throw new Error(`There is no inquiry ${inquiryId}`);
  return updated;
}

/** @returns whether there is a customer with this id whose data is not erased */
export async function isCustomer(database: Queryable, profileId: string): Promise<boolean> {
  const found = await database
    .select({ id: profiles.id })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(and(eq(profiles.id, profileId), eq(profiles.type, 'PROFILE_TYPE_CUSTOMER'), isNull(users.erasedAt)));
  return found.length > 0;
}

/**
 * Erases all inquiries from an address, the ended orders that came of them and have no account, and what was written to it.
 * @returns whether there was anything
 */
export async function eraseWritten(
  transaction: Transaction,
  fromAddress: string,
  now: Temporal.Instant,
): Promise<boolean> {
  if (fromAddress === gone) return false;
  const theirs = sql`(select ${inquiries.id} from ${inquiries} where ${inquiries.fromAddress} = ${fromAddress})`;
  const ordered = sql`${orders.inquiryId} in ${theirs} and ${orders.userId} is null and ${orders.endedAt} is not null`;
  const asked = await transaction
    .select({
      first: sql<string>`${inquiries.data} #>> '{personal,firstName}'`,
      last: sql<string>`${inquiries.data} #>> '{personal,lastName}'`,
    })
    .from(inquiries)
    .where(and(eq(inquiries.fromAddress, fromAddress), isNotNull(inquiries.data)));
  const called = await transaction
    .select({ first: orders.firstName, last: orders.lastName })
    .from(orders)
    .where(and(ordered, ne(orders.firstName, gone)));
  await eraseOrders(transaction, ordered, now);
  await eraseMessagesOfNobody(transaction, [fromAddress], now);
  await eraseHeldInquiries(transaction, [fromAddress]);
  const isErased = (await eraseInquiries(transaction, sql`${inquiries.fromAddress} = ${fromAddress}`, now)) > 0;
  await eraseWholeNames(transaction, [...asked, ...called]);
  return isErased;
}
