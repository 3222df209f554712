import type * as z from 'zod/mini';
import type { Inquiry, inquiries } from '#contract/inquiries.ts';
import { digitsOf } from '#domain/inquiry-text.ts';
import { cityName } from '#domain/service-area.ts';
import { areaOf } from '#domain/service-cities.ts';
import { differing, record } from '../changes/record.ts';
import type { Transaction } from '../database/connection.ts';
import type { Caller } from '../http/access.ts';
import { type FieldPath, invalid, notFound, notNow } from '../http/errors.ts';
import type { World } from '../world.ts';
import { waitOf, whenOverdue } from './answer-due.ts';
import { selectInquiries } from './list-store.ts';
import {
  eraseWritten,
  type InquiryRow,
  isCustomer,
  lockInquiry,
  selectInquiry,
  updateAnswer,
  updateJoinedCustomer,
} from './store.ts';

const pageSize = 25;
/** @returns a page of inquiries: those that are overdue, longest waiting first, and then the others, newest first */
export async function listInquiries(
  world: World,
  query: z.output<typeof inquiries.listInquiries.query>,
): Promise<{ inquiries: Inquiry[]; next: string | null; now: string }> {
  const now = world.clock.now();
  const { rows, next } = await selectInquiries(world.database, now, whenOverdue, {
    state: query.state ?? 'all',
    terms: searchTerms(query.search ?? ''),
    after: query.after,
    limit: pageSize,
  });
  return { inquiries: rows.map((row) => toInquiry(world, row, now)), next, now: now.toString() };
}

/** @returns the text, and its digits when it may be a phone number in another spelling */
function searchTerms(search: string): string[] {
  if (search === '') return [];
  const phone = /^\+?[\d\s().-]+$/.test(search) ? digitsOf(search) : '';
  return [search.toLowerCase(), ...(phone.length >= 3 ? [phone] : [])];
}

/** @throws ApiError NOT_FOUND */
export async function updateInquiry(
  world: World,
  caller: Caller,
  inquiryId: string,
  answered: boolean,
): Promise<Inquiry> {
  const now = world.clock.now();
  return await world.database.transaction(async (transaction) => {
    const before = await lockInquiry(transaction, inquiryId);
    if (!before) throw notFound('Inquiry');
    if ((before.answeredAt !== null) === answered) return toInquiry(world, before, now);
    const answer = answered ? { userId: caller.userId, at: now } : null;
    const inquiry = await updateAnswer(transaction, inquiryId, answer);
    const kind = answered ? 'inquiry-answered' : 'inquiry-reopened';
    await record(world, transaction, { kind, by: caller.userId, subjectId: inquiryId });
    return toInquiry(world, inquiry, now);
  });
}

/** @throws ApiError NOT_FOUND */
export async function getInquiry(world: World, inquiryId: string): Promise<Inquiry> {
  const inquiry = await selectInquiry(world.database, inquiryId);
  if (!inquiry) throw notFound('Inquiry');
  return toInquiry(world, inquiry, world.clock.now());
}

/**
 * Says why nothing came of an inquiry, which then counts as answered. Another reason replaces the one before.
 * @throws ApiError NOT_FOUND, NOT_ALLOWED_NOW while an order that was made from it waits
 */
export async function loseInquiry(
  world: World,
  caller: Caller,
  inquiryId: string,
  { reason: lostReason, note }: z.output<typeof inquiries.loseInquiry.body>,
): Promise<Inquiry> {
  const now = world.clock.now();
  return await world.database.transaction(async (transaction) => {
    const before = await lockInquiry(transaction, inquiryId);
    if (!before) throw notFound('Inquiry');
    if (before.order?.status === 'waiting') {
      throw notNow('An order waits for this person. Take it back before.');
    }
    const lostNote = note || null;
    if (before.lostReason === lostReason && before.lostNote === lostNote) return toInquiry(world, before, now);
    const inquiry = await updateAnswer(
      transaction,
      inquiryId,
      { userId: caller.userId, at: now },
      { lostReason, lostNote },
    );
    const fields = differing({ reason: before.lostReason }, { reason: lostReason });
    await record(world, transaction, { kind: 'inquiry-lost', by: caller.userId, subjectId: inquiryId, fields });
    return toInquiry(world, inquiry, now);
  });
}

/**
 * Joins a customer to an inquiry, because the office knows that they wrote it, or takes that back. Doing it again changes nothing.
 * @param customerProfileId null to take it back
 * @throws ApiError NOT_FOUND, INVALID_INPUT when there is no such customer, NOT_ALLOWED_NOW when it is another customer's
 */
export async function joinInquiry(
  world: World,
  caller: Caller,
  inquiryId: string,
  customerProfileId: string | null,
): Promise<Inquiry> {
  const now = world.clock.now();
  return await world.database.transaction(async (transaction) => {
    const before = await lockInquiry(transaction, inquiryId);
    if (!before) throw notFound('Inquiry');
    const joined = before.isJoined ? (before.customer?.profileId ?? null) : null;
    if (joined === customerProfileId) return toInquiry(world, before, now);
    if (customerProfileId !== null) {
      if (!(await isCustomer(transaction, customerProfileId))) {
        throw invalid('body.customerProfileId', 'There is no such customer.');
      }
      if (before.customer && before.customer.profileId !== customerProfileId) {
        throw notNow(`This inquiry belongs to ${before.customer.name}.`);
      }
    }
    const inquiry = await updateJoinedCustomer(transaction, inquiryId, customerProfileId);
    const kind = customerProfileId ? 'inquiry-joined' : 'inquiry-separated';
    await record(world, transaction, { kind, by: caller.userId, subjectId: inquiryId });
    return toInquiry(world, inquiry, now);
  });
}

/**
 * Erases what somebody without an account has written, in all of their inquiries, and what was written to them. What the
 * inquiries came to stays, of nobody. Erasing again does nothing; nothing brings it back.
 * @throws ApiError NOT_FOUND, NOT_ALLOWED_NOW for a customer, and while an order of theirs waits
 */
export async function eraseInquiry(world: World, caller: Caller, inquiryId: string): Promise<void> {
  await world.database.transaction(async (transaction) => {
    const inquiry = await lockInquiry(transaction, inquiryId);
    if (!inquiry) throw notFound('Inquiry');
    if (inquiry.customer) {
      throw notNow('This is a customer. Erase their data on their own page.');
    }
    if (inquiry.order?.status === 'waiting') {
      throw notNow('An order waits for this person. Take it back before.');
    }
    if (!(await eraseWritten(transaction, inquiry.fromAddress, world.clock.now()))) return;
    await record(world, transaction, { kind: 'inquiry-erased', by: caller.userId, subjectId: inquiryId });
  });
}

/**
 * Marks an inquiry as answered by an employee, within the transaction that answers it; an answered one stays as it is.
 * @param path where the inquiry's id is in the input
 * @throws ApiError INVALID_INPUT when there is none
 */
export async function answerInquiry(
  world: World,
  transaction: Transaction,
  caller: Caller,
  inquiryId: string,
  path: FieldPath,
): Promise<void> {
  const before = await lockInquiry(transaction, inquiryId);
  if (!before) throw invalid(path, 'There is no such inquiry.');
  if (before.answeredAt !== null) return;
  await updateAnswer(transaction, inquiryId, { userId: caller.userId, at: world.clock.now() });
  await record(world, transaction, { kind: 'inquiry-answered', by: caller.userId, subjectId: inquiryId });
}

/** @returns the inquiry for the wire */
function toInquiry({ settings }: World, row: InquiryRow, now: Temporal.Instant): Inquiry {
  return {
    id: row.id,
    from: row.fromAddress,
    subject: row.subject,
    data: row.data,
    message: row.message,
    cityName: row.data && cityName(areaOf(settings.at(Temporal.Instant.from(row.receivedAt))), row.data.personal.city),
    ...waitOf(row, now),
    answeredAt: row.answeredAt,
    answeredBy: row.answeredBy,
    lost: row.lostReason && { reason: row.lostReason, note: row.lostNote },
    order: row.order,
    customer: row.customer && { ...row.customer, isJoined: row.isJoined },
    sameNumber: row.sameNumber,
  };
}
