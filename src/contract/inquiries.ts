import * as z from 'zod/mini';
import { lostReasons } from '#domain/lost-reasons.ts';
import { orderStatuses } from '#domain/orders.ts';
import { isPostOfficeBox, noYardAtBox } from '#domain/street.ts';
import { usStateCodes } from '#domain/us-states.ts';
import { linkTokenField } from './accounts.ts';
import { anyone, Done, endpoint, longBody, only } from './endpoint.ts';
import {
  codeField,
  emailField,
  emailMessage,
  Id,
  Instant,
  longText,
  nameField,
  optionalLongText,
  optionalStreet,
  optionalText,
  requiredText,
  streetField,
} from './fields.ts';
import { page } from './page.ts';
import { phoneField } from './phone.ts';

/** The inquiry form's own message (part 1, section 5 of the description). */
const zipMessage = 'Invalid zip code';

export const InquiryPersonal = z.object({
  firstName: nameField('First name is required'),
  lastName: nameField('Last name is required'),
  email: emailField(emailMessage),
  phone: phoneField('Invalid phone number'),
  streetAddress1: streetField('Street address is required').check(
    z.refine((street) => !isPostOfficeBox(street), { error: noYardAtBox }),
  ),
  streetAddress2: optionalStreet,
  /** The id of a served city. */
  city: codeField('City is required', 100),
  stateProvince: z.enum(usStateCodes, { error: 'State/Province is required' }),
  country: z.literal('US', { error: 'Country is required' }),
  zipPostal: z
    .int({ error: zipMessage })
    .check(z.minimum(1, { error: zipMessage }), z.maximum(99_999, { error: zipMessage })),
  referral: longText('Please tell us how you found out about us.', 1000),
});

export const InquiryYard = z.object({ details: longText('Please describe the entrance to your yard.', 2000) });

export const InquiryPet = z.object({
  breed: requiredText('Breed is required', 100),
  count: z.int().check(z.minimum(1), z.maximum(8)),
  details: optionalLongText(1000),
});

export const inquiryFrequencies = ['once-a-week', 'twice-a-week'] as const;
export const communicationPreferences = ['email', 'text', 'text-email'] as const;

/** Everything that a visitor fills in. */
export const InquiryData = z.object({
  personal: InquiryPersonal,
  yard: InquiryYard,
  pets: z.array(InquiryPet).check(z.minLength(1), z.maxLength(20, { error: 'Please list at most 20 pets.' })),
  schedule: z.object({ frequency: z.enum(inquiryFrequencies) }),
  notification: z.object({
    communicationPreference: z.enum(communicationPreferences),
    /** Whether they agree to offers by text as well. */
    marketingTexts: z.optional(z.boolean()),
  }),
});
export type InquiryData = z.infer<typeof InquiryData>;

export const Inquiry = z.object({
  id: Id,
  from: z.string(),
  subject: z.string(),
  /** Null when the sender gave only subject and message. */
  data: z.nullable(InquiryData),
  message: z.string(),
  /** The name of the city in `data`, as it was when the inquiry came. */
  cityName: z.nullable(z.string()),
  receivedAt: Instant,
  /** Two business days after it came. */
  answerDueAt: Instant,
  isOverdue: z.boolean(),
  answeredAt: z.nullable(Instant),
  /** The employee who answered it, if one is known. */
  answeredBy: z.nullable(z.string()),
  /** Why nothing came of it, as staff said when they marked it as answered. */
  lost: z.nullable(z.object({ reason: z.enum(lostReasons), note: z.nullable(z.string()) })),
  /** The last order that staff have made from it. */
  order: z.nullable(z.object({ id: Id, status: z.enum(orderStatuses), createdAt: Instant })),
  /**
   * The customer who wrote it, and since when they are one: by a confirmed email address, by the order that was made from it,
   * or because the office has joined them (`isJoined`).
   */
  customer: z.nullable(z.object({ profileId: Id, name: z.string(), since: Instant, isJoined: z.boolean() })),
  /** A customer with the same phone number, who may be the same person; null when it has a customer. */
  sameNumber: z.nullable(z.object({ profileId: Id, name: z.string() })),
});
export type Inquiry = z.infer<typeof Inquiry>;

const staff = only(['PROFILE_TYPE_EMPLOYEE']);

/** What the public form sends. */
export const InquiryForm = z.object({
  from: InquiryPersonal.shape.email,
  subject: requiredText('Subject is required.', 500),
  /** The description's client sends it; with `data` the server builds the email from that. */
  message: longText('Message is required.', 50_000),
  data: z.optional(InquiryData),
  /** The browser makes one for each filled-in form, so that two clicks make one inquiry. */
  inquiryId: z.optional(Id),
  /** People do not see this field; only programs fill it in. */
  website: optionalText(200),
});

export const inquiries = {
  sendInquiry: endpoint({
    method: 'POST',
    path: '/v1/send-inquiry',
    summary: "Takes a visitor's inquiry and emails it to the business.",
    access: anyone,
    // From the eleventh of an hour on, its sender first confirms the email address (server/inquiries/held.ts): behind one address there
    // may be many people.
    limit: { calls: 60, minutes: 60 },
    // The data of twenty pets may come twice: in the message and in the data.
    maxBody: longBody,
    body: InquiryForm,
    response: z.object({
      /** Whether it counts only once its sender has pressed the link that we emailed. */
      needsConfirmation: z.boolean(),
    }),
  }),
  confirmInquiry: endpoint({
    method: 'POST',
    path: '/v1/confirm-inquiry',
    summary: 'Confirms the email address of an inquiry that waits for that, by the token of the emailed link.',
    access: anyone,
    limit: { calls: 100, minutes: 60 },
    body: z.object({ token: linkTokenField }),
    response: Done,
    invalidates: ['inquiries'],
  }),
  listInquiries: endpoint({
    method: 'GET',
    path: '/v1/inquiries',
    summary:
      "The visitors' inquiries, a page at a time: those that are overdue, longest waiting first, and then the others, newest first.",
    access: staff,
    // `now` is the server's time; the state `open` selects inquiries that wait for an answer.
    ...page(
      // As of when they are overdue, whether the last one was, and its place.
      ['moment', 'flag', 'moment', 'id'],
      { inquiries: z.array(Inquiry), now: Instant },
      { search: optionalText(100), state: z.optional(z.enum(['open', 'lost', 'all'])) },
    ),
    provides: ['inquiries'],
  }),
  updateInquiry: endpoint({
    method: 'PUT',
    path: '/v1/inquiries/{inquiryId}',
    summary: 'Marks an inquiry as answered, or as open again.',
    access: staff,
    body: z.object({ answered: z.boolean() }),
    response: z.object({ inquiry: Inquiry }),
    invalidates: ['inquiries'],
  }),
  getInquiry: endpoint({
    method: 'GET',
    path: '/v1/inquiries/{inquiryId}',
    summary: 'One inquiry.',
    access: staff,
    response: z.object({ inquiry: Inquiry }),
    provides: ['inquiries'],
  }),
  eraseInquiry: endpoint({
    method: 'POST',
    path: '/v1/inquiries/{inquiryId}/erase',
    summary:
      'Takes the data of somebody who has no account out of their inquiries and what was written to them, for good.',
    access: only(['PROFILE_TYPE_EMPLOYEE'], { right: 'erase' }),
    response: Done,
    invalidates: ['inquiries', 'orders', 'staffDesk'],
  }),
  joinInquiry: endpoint({
    method: 'PUT',
    path: '/v1/inquiries/{inquiryId}/customer',
    summary: 'Says which customer wrote an inquiry.',
    access: staff,
    body: z.object({ customerProfileId: Id }),
    response: z.object({ inquiry: Inquiry }),
    invalidates: ['inquiries'],
  }),
  separateInquiry: endpoint({
    method: 'DELETE',
    path: '/v1/inquiries/{inquiryId}/customer',
    summary: 'Takes back that staff have said which customer wrote an inquiry.',
    access: staff,
    response: z.object({ inquiry: Inquiry }),
    invalidates: ['inquiries'],
  }),
  loseInquiry: endpoint({
    method: 'POST',
    path: '/v1/inquiries/{inquiryId}/lost',
    summary: 'Says why nothing came of an inquiry, which then counts as answered.',
    access: staff,
    body: z.object({
      reason: z.enum(lostReasons, { error: 'Please choose one of the reasons.' }),
      note: optionalLongText(1000),
    }),
    response: z.object({ inquiry: Inquiry }),
    invalidates: ['inquiries'],
  }),
};
