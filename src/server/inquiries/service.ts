import type * as z from 'zod/mini';
import type { Inquiry, InquiryData, inquiries } from '#contract/inquiries.ts';
import { addBusinessDays, businessDay, whenDue } from '#domain/calendar.ts';
import { wordingsNow } from '#domain/consents.ts';
import { inquirySections, inquirySubject, oneLine, zipCodeOf } from '#domain/inquiry-text.ts';
import { fullName } from '#domain/labels.ts';
import { cityOfZip, type ServiceArea } from '#domain/service-area.ts';
import { areaOf } from '#domain/service-cities.ts';
import { stateName } from '#domain/us-states.ts';
import { differing, record } from '../changes/record.ts';
import type { Transaction } from '../database/connection.ts';
import type { Caller } from '../http/access.ts';
import { ApiError, type FieldPath, invalid, notFound } from '../http/errors.ts';
import { giveConsents } from '../messages/consents.ts';
import { type LetterSection, sectionText } from '../messages/letter.ts';
import { mail } from '../messages/service.ts';
import { digestOf, requireRepeat } from '../repeats.ts';
import type { World } from '../world.ts';
import { businessLetter, confirmationLetter } from './letters.ts';
import { selectInquiries } from './list-store.ts';
import {
  eraseWritten,
  type InquiryRow,
  insertInquiry,
  lockInquiry,
  selectInquiry,
  selectRequestDigest,
  updateAnswer,
} from './store.ts';

type InquiryForm = z.output<typeof inquiries.sendInquiry.body>;

const answerDays = 2;
const pageSize = 25;
/** Strangers can give anybody's address, so nobody gets more than this. */
const confirmationLimit = { tries: 1, minutes: 24 * 60 };

/**
 * Keeps a visitor's inquiry, mails it to the business and tells the visitor that it came. A repeat with the same
 * `inquiryId` does nothing, and neither does a form whose hidden field is filled in.
 * @throws ApiError INVALID_INPUT for a zip code of another city, or a `from` that is not the form's e-mail, CONFLICT when other
 * words came with this `inquiryId`
 */
export async function sendInquiry(world: World, form: InquiryForm): Promise<void> {
  if (form.website) {
    world.log.info({ event: 'inquiry-dropped' }, 'an inquiry with the hidden field filled in was dropped');
    return;
  }
  const area = world.settings.area();
  if (form.data) requireConsistent(area, form.from, form.data);
  const { subject, message, sections } = contentOf(area, form);
  const receivedAt = world.clock.now();
  const { contactEmail: email, supportPhone: phone } = world.settings.now();
  const { inquiryId = crypto.randomUUID(), from, data } = form;
  const requestDigest = digestOf(inquiryId, data ? { from, data } : { from, subject, message });
  await world.database.transaction(async (transaction) => {
    const id = await insertInquiry(transaction, {
      id: inquiryId,
      fromAddress: from,
      subject,
      message,
      data: data ?? null,
      searchText: searchTextOf(form, subject),
      receivedAt,
      requestDigest,
    });
    if (id === undefined) {
      return requireRepeat(
        await selectRequestDigest(transaction, inquiryId),
        requestDigest,
        'body.inquiryId',
        'This was sent before with other words, and we have those. Please send what you want to add as a new message.',
      );
    }
    await keepConsents(world, transaction, form.data);
    const toBusiness = businessLetter(
      { from: form.from, phone: form.data?.personal.phone, subject, sections },
      businessDay(dueAt(receivedAt)),
    );
    await mail(world, transaction, `inquiry:${id}`, email, toBusiness, { basis: 'business' });
    const toVisitor = confirmationLetter(form.data?.personal.firstName, { email, phone });
    await mail(world, transaction, `inquiry-confirmed:${id}`, form.from, toVisitor, {
      basis: 'asked',
      notAfter: dueAt(receivedAt),
      limit: confirmationLimit,
    });
  });
}

/** Writes down that the visitor has chosen texts, and ticked offers. */
async function keepConsents(world: World, transaction: Transaction, data: InquiryData | undefined): Promise<void> {
  if (!data || data.notification.communicationPreference === 'email') return;
  const about = { channel: 'text', address: `+1${digitsOf(data.personal.phone)}`, source: 'inquiry' } as const;
  await giveConsents(world, transaction, { ...about, purposes: ['service'], wording: wordingsNow.texts });
  if (!data.notification.marketingTexts) return;
  await giveConsents(world, transaction, { ...about, purposes: ['marketing'], wording: wordingsNow.offers });
}

function requireConsistent(area: ServiceArea, from: string, data: InquiryData): void {
  const { city, stateProvince, email } = data.personal;
  // The page may have been open since before the area changed.
  if (!area.cities.some(({ id }) => id === city)) throw invalid('body.data.personal.city', 'City is required');
  if (stateProvince !== area.state) throw invalid('body.data.personal.stateProvince', 'State/Province is required');
  if (cityOfZip(area, zipCodeOf(data))?.id !== city) throw invalid('body.data.personal.zipPostal', 'Invalid zip code');
  if (from !== email) throw invalid('body.from', 'This is not the email address of the form.');
}

/** Builds subject and message from the data, if there is any, so that no stranger's markup or subject gets through. */
function contentOf(
  area: ServiceArea,
  form: InquiryForm,
): { subject: string; message: string; sections: LetterSection[] } {
  if (!form.data) {
    const sections = [{ title: 'Message', rows: [['As it was sent', form.message] as const] }];
    return { subject: oneLine(form.subject), message: form.message, sections };
  }
  const { city } = form.data.personal;
  const sections = inquirySections(form.data, { city: cityName(area, city), state: stateName(area.state) });
  return { subject: inquirySubject(form.data), message: sections.map(sectionText).join('\n\n'), sections };
}

function searchTextOf({ from, data }: InquiryForm, subject: string): string {
  const personal = data?.personal;
  const name = personal && fullName(personal);
  const street = personal && `${personal.streetAddress1} ${personal.streetAddress2 ?? ''}`;
  const parts = [name, from, personal && digitsOf(personal.phone), street, subject];
  return parts
    .filter((part) => part !== undefined)
    .join('\n')
    .toLowerCase();
}

/** @returns a page of inquiries: those that are overdue, longest waiting first, and then the others, newest first */
export async function listInquiries(
  world: World,
  query: z.output<typeof inquiries.listInquiries.query>,
): Promise<{ inquiries: Inquiry[]; next: string | null; now: string }> {
  const now = world.clock.now();
  const overdue = (at: Temporal.Instant) => whenDue(at, answerDays);
  const { rows, next } = await selectInquiries(world.database, now, overdue, {
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

/** @returns the digits of a US phone number, without the country's 1 */
function digitsOf(phone: string): string {
  return phone.replaceAll(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
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
      throw new ApiError('NOT_ALLOWED_NOW', 'An order waits for this person. Take it back before.');
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
 * Erases what somebody without an account has written, in all of their inquiries, and what was written to them. What the
 * inquiries came to stays, of nobody. Erasing again does nothing; nothing brings it back.
 * @throws ApiError NOT_FOUND, NOT_ALLOWED_NOW for a customer, and while an order of theirs waits
 */
export async function eraseInquiry(world: World, caller: Caller, inquiryId: string): Promise<void> {
  await world.database.transaction(async (transaction) => {
    const inquiry = await lockInquiry(transaction, inquiryId);
    if (!inquiry) throw notFound('Inquiry');
    if (inquiry.customer) {
      throw new ApiError('NOT_ALLOWED_NOW', 'This is a customer. Erase their data on their own page.');
    }
    if (inquiry.order?.status === 'waiting') {
      throw new ApiError('NOT_ALLOWED_NOW', 'An order waits for this person. Take it back before.');
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

const cityName = ({ cities }: ServiceArea, cityId: string) => cities.find(({ id }) => id === cityId)?.name ?? cityId;

const dueAt = (receivedAt: Temporal.Instant) => addBusinessDays(receivedAt, answerDays);

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
    customer: row.customer,
  };
}

/** Until when the inquiries should be answered that somebody looked at: to count business days takes longer than to read one. */
const known = new Map<string, { text: string; ms: number }>();
const mostKnown = 1000;

function answerDue(receivedAt: string): { text: string; ms: number } {
  const before = known.get(receivedAt);
  if (before) return before;
  if (known.size >= mostKnown) known.clear();
  const at = dueAt(Temporal.Instant.from(receivedAt));
  const due = { text: at.toString(), ms: at.epochMilliseconds };
  known.set(receivedAt, due);
  return due;
}

/** @returns since when an inquiry waits, until when it should be answered, and whether that is over at `now` */
export function waitOf(
  { receivedAt, answeredAt }: Pick<InquiryRow, 'receivedAt' | 'answeredAt'>,
  now: Temporal.Instant,
): Pick<Inquiry, 'receivedAt' | 'answerDueAt' | 'isOverdue'> {
  const due = answerDue(receivedAt);
  return { receivedAt, answerDueAt: due.text, isOverdue: answeredAt === null && now.epochMilliseconds > due.ms };
}
