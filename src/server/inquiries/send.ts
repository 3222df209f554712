import { randomUUIDv7 } from 'node:crypto';
import type * as z from 'zod/mini';
import type { InquiryData, InquiryForm } from '#contract/inquiries.ts';
import { businessDay } from '#domain/calendar.ts';
import { wordingsNow } from '#domain/consents.ts';
import { digitsOf, inquirySections, inquirySubject, oneLine, zipCodeOf } from '#domain/inquiry-text.ts';
import { fullName, phoneLabel } from '#domain/labels.ts';
import { cityName, cityOfZip, type ServiceArea } from '#domain/service-area.ts';
import { stateName } from '#domain/us-states.ts';
import type { Transaction } from '../database/connection.ts';
import { invalid } from '../http/errors.ts';
import { giveTryBack, networkOf, secondsToTry } from '../http/rate-limit.ts';
import { giveConsents } from '../messages/consents.ts';
import { type LetterSection, sectionText } from '../messages/letter.ts';
import { businessLetter } from '../messages/letters/inquiry.ts';
import { confirmationLetter } from '../messages/letters/inquiry-confirmed.ts';
import { mail } from '../messages/service.ts';
import { digestOf, requireRepeat } from '../repeats.ts';
import type { World } from '../world.ts';
import { dueAt } from './answer-due.ts';
import { holdInquiry, takeHeldInquiry } from './held.ts';
import { insertInquiry, selectRequestDigest } from './store.ts';

type Form = z.output<typeof InquiryForm>;

/** Strangers can give anybody's address, so nobody gets more than this. */
const confirmationLimit = { tries: 1, minutes: 24 * 60 };

/** From one network. More than that may still be real: behind a shared address there are many people. */
const freeInquiries = { tries: 10, minutes: 60 };

/**
 * Takes what a visitor has filled in. It becomes an inquiry at once; from a network that has sent many within the hour, once
 * its sender has confirmed the email address. A repeat with the same `inquiryId` does nothing, and neither does a form whose
 * hidden field is filled in.
 * @param address whom it came from, as an IP address; without it nothing is counted
 * @throws ApiError INVALID_INPUT for a zip code of another city, or a `from` that is not the form's email, CONFLICT when other
 * words came with this `inquiryId`
 */
export async function sendInquiry(world: World, form: Form, address?: string): Promise<{ needsConfirmation: boolean }> {
  if (form.website) {
    world.log.info({ event: 'inquiry-dropped' }, 'an inquiry with the hidden field filled in was dropped');
    return { needsConfirmation: false };
  }
  if (form.data) requireConsistent(world.settings.area(), form.from, form.data);
  const { inquiryId: id = randomUUIDv7() } = form;
  const network = address === undefined ? undefined : networkOf(address);
  const isCounted = network !== undefined && !(await isRepeat(world, id));
  // Before the transaction, so that those who send at once do not wait for one another.
  const isHeld = isCounted && (await secondsToTry(world, 'inquiry', network, freeInquiries)) > 0;
  try {
    await world.database.transaction((transaction) =>
      isHeld
        ? holdInquiry(world, transaction, id, form, digestOfForm(id, form))
        : keepInquiry(world, transaction, id, form),
    );
  } catch (error) {
    // What fails uses up nothing. While the database is away nothing can be given back, and hardly anything is counted.
    if (isCounted && !isHeld) await giveTryBack(world, 'inquiry', network).catch(() => undefined);
    throw error;
  }
  return { needsConfirmation: isHeld };
}

const isRepeat = async ({ database }: World, id: string) => (await selectRequestDigest(database, id)) !== null;

/**
 * Makes an inquiry of what was held, because its sender has pressed the emailed link. A repeat succeeds and changes nothing.
 * @throws ApiError LINK_EXPIRED when the link is unknown or too old
 */
export async function confirmInquiry(world: World, token: string): Promise<void> {
  await world.database.transaction(async (transaction) => {
    const held = await takeHeldInquiry(world, transaction, token);
    if (held.form) await keepInquiry(world, transaction, held.id, held.form);
  });
}

const digestOfForm = (id: string, { from, data, subject, message }: Form): string =>
  digestOf(id, data ? { from, data } : { from, subject: oneLine(subject), message });

/** Keeps an inquiry, emails it to the business and tells the visitor that it came, unless it is a repeat. */
async function keepInquiry(world: World, transaction: Transaction, id: string, form: Form): Promise<void> {
  const { subject, message, sections } = contentOf(world.settings.area(), form);
  const receivedAt = world.clock.now();
  const { contactEmail: email, supportPhone: phone } = world.settings.now();
  const { from, data } = form;
  const requestDigest = digestOfForm(id, form);
  const isNew = await insertInquiry(transaction, {
    id,
    fromAddress: from,
    subject,
    message,
    data: data ?? null,
    searchText: searchTextOf(form, subject),
    receivedAt,
    requestDigest,
  });
  if (!isNew) {
    return requireRepeat(
      await selectRequestDigest(transaction, id),
      requestDigest,
      'body.inquiryId',
      'This was sent before with other words, and we have those. Please send what you want to add as a new message.',
    );
  }
  await keepConsents(world, transaction, data);
  const toBusiness = businessLetter(
    { from, phone: data && phoneLabel(data.personal.phone), subject, sections },
    businessDay(dueAt(receivedAt)),
  );
  await mail(world, transaction, `inquiry:${id}`, email, toBusiness, { basis: 'business' });
  const toVisitor = confirmationLetter(data?.personal.firstName, { email, phone: phoneLabel(phone) });
  await mail(world, transaction, `inquiry-confirmed:${id}`, from, toVisitor, {
    basis: 'asked',
    notAfter: dueAt(receivedAt),
    limit: confirmationLimit,
  });
}

/** Writes down that the visitor has chosen texts, and ticked offers. */
async function keepConsents(world: World, transaction: Transaction, data: InquiryData | undefined): Promise<void> {
  if (!data || data.notification.communicationPreference === 'email') return;
  const about = { channel: 'text', address: data.personal.phone, source: 'inquiry' } as const;
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
function contentOf(area: ServiceArea, form: Form): { subject: string; message: string; sections: LetterSection[] } {
  if (!form.data) {
    const sections = [{ title: 'Message', rows: [['As it was sent', form.message] as const] }];
    return { subject: oneLine(form.subject), message: form.message, sections };
  }
  const { city } = form.data.personal;
  const sections = inquirySections(form.data, { city: cityName(area, city), state: stateName(area.state) });
  return { subject: inquirySubject(form.data), message: sections.map(sectionText).join('\n\n'), sections };
}

function searchTextOf({ from, data }: Form, subject: string): string {
  const personal = data?.personal;
  const name = personal && fullName(personal);
  const street = personal && `${personal.streetAddress1} ${personal.streetAddress2 ?? ''}`;
  const parts = [name, from, personal && digitsOf(personal.phone), street, subject];
  return parts
    .filter((part) => part !== undefined)
    .join('\n')
    .toLowerCase();
}
