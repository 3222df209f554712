import { randomUUIDv7 } from 'node:crypto';
import type * as z from 'zod/mini';
import type { InquiryData, inquiries } from '#contract/inquiries.ts';
import { businessDay } from '#domain/calendar.ts';
import { wordingsNow } from '#domain/consents.ts';
import { digitsOf, inquirySections, inquirySubject, oneLine, zipCodeOf } from '#domain/inquiry-text.ts';
import { fullName } from '#domain/labels.ts';
import { cityName, cityOfZip, type ServiceArea } from '#domain/service-area.ts';
import { stateName } from '#domain/us-states.ts';
import type { Transaction } from '../database/connection.ts';
import { invalid } from '../http/errors.ts';
import { giveConsents } from '../messages/consents.ts';
import { type LetterSection, sectionText } from '../messages/letter.ts';
import { mail } from '../messages/service.ts';
import { digestOf, requireRepeat } from '../repeats.ts';
import type { World } from '../world.ts';
import { dueAt } from './answer-due.ts';
import { businessLetter, confirmationLetter } from './letters.ts';
import { insertInquiry, selectRequestDigest } from './store.ts';

type InquiryForm = z.output<typeof inquiries.sendInquiry.body>;

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
  const { inquiryId: id = randomUUIDv7(), from, data } = form;
  const requestDigest = digestOf(id, data ? { from, data } : { from, subject, message });
  await world.database.transaction(async (transaction) => {
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
