import * as z from 'zod/mini';
import { cancelReasons } from '#domain/cancel-reasons.ts';
import { engagementStatuses, periods, pickable, terms, yardSizes } from '#domain/enums.ts';
import { precisions } from '#domain/precision.ts';
import { maximumFrequency, minimumFrequency } from '#domain/schedule-rules.ts';
import { endpoint, longBody, only, signedIn } from './endpoint.ts';
import {
  CalendarDay,
  calendarDayField,
  defaultRequired,
  Id,
  Instant,
  idField,
  opaque,
  optionalCode,
  optionalLongText,
  radioRequired,
  versionField,
} from './fields.ts';
import { page } from './page.ts';
import { Product } from './products.ts';
import { ScheduleTemplateDay } from './schedule-template-days.ts';

const EngagementAddress = z.object({
  id: Id,
  label: z.string(),
  streetAddress1: z.string(),
  streetAddress2: z.optional(z.string()),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
  /** The notes of a service address: the customer and staff see them, the worker while the engagement is live; others get null. */
  gateNotes: z.nullable(z.string()),
  dogNotes: z.nullable(z.string()),
  /** For who sees the notes: how well it is known where the yard lies, when a geocoder has answered. */
  precision: z.optional(z.enum(precisions)),
  /** For who sees the notes: the newest day on which a worker found no way in, while nobody has saved them since. */
  noAccessOn: z.optional(CalendarDay),
});

export const ScheduleTemplate = z.object({
  id: Id,
  period: z.enum(periods),
  /** Visits in one period. */
  frequency: z.int(),
  /** 1 is every week, 2 every other week. */
  interval: z.int(),
  startDay: CalendarDay,
  /** With an interval of 2: 0 when the first visit is in the week of the start day, 1 when it is in the next week. */
  weekOffset: z.int(),
  /** Whether the customer asked to keep the position in the day's order. */
  isPinned: z.boolean(),
  scheduleTemplateDays: z.array(ScheduleTemplateDay),
});

export const Engagement = z.object({
  id: Id,
  /** Goes up with every change. An update names the version that it changes. */
  version: z.int(),
  status: z.enum(engagementStatuses),
  /** The states to which the caller may move it now. */
  nextStatuses: z.array(z.enum(engagementStatuses)),
  product: Product,
  customer: z.object({
    id: Id,
    userId: Id,
    firstName: z.string(),
    lastName: z.string(),
    phone: z.string(),
    email: z.string(),
  }),
  /** Null while it is proposed. */
  worker: z.nullable(z.object({ id: Id, displayName: z.string() })),
  serviceAddress: EngagementAddress,
  /** Null for a worker: only the customer and staff see it. */
  billingAddress: z.nullable(EngagementAddress),
  stripePaymentMethodId: z.nullable(z.string()),
  /**
   * Price of one visit before a coupon, integer cents. A first proposal's follows the rates of the day once it is not held.
   */
  baseCost: z.int(),
  /** The price that the customer has agreed to, integer cents. A proposal that costs more waits for the customer. */
  agreedBaseCost: z.int(),
  /** How long a first proposal's price is held. Null once a worker has accepted: from then on it stays as agreed. */
  baseCostHeldUntil: z.nullable(Instant),
  /** Whether this is a proposal whose price is still held. */
  isPriceHeld: z.boolean(),
  couponName: z.nullable(z.string()),
  /** What coming costs when nobody can get into the yard, integer cents; 0 for nothing. */
  lockedGateFee: z.int(),
  /** What the worker gets for the next visit, after coupon and fee, integer cents; null for everybody but a worker. */
  pay: z.nullable(z.int()),
  yardSize: z.enum(yardSizes),
  scheduleTemplate: ScheduleTemplate,
  /** Alone and in a worker's list: the other rhythm that its customer wants, while that waits for its worker. */
  wantedRhythm: z.optional(z.object({ frequency: z.int(), interval: z.int(), startDay: CalendarDay })),
  /** The reason for which the customer or staff canceled it. Workers never see it: null for them. */
  cancelReason: z.nullable(z.enum(cancelReasons)),
  cancelNote: z.nullable(z.string()),
});
export type Engagement = z.infer<typeof Engagement>;

export const paymentMethodIdField = opaque(/^[A-Za-z0-9_]{3,255}$/, 'Payment method is required.');

const tooSeldom = `Please give a whole number from ${minimumFrequency}.`;
const scheduleFields = {
  period: z.enum(pickable(periods), { error: defaultRequired }),
  frequency: z
    .int32({ error: ({ input }) => (typeof input === 'number' ? tooSeldom : defaultRequired) })
    .check(z.minimum(minimumFrequency, { error: tooSeldom })),
  interval: z._default(z.literal([1, 2], { error: 'Please pick every week or every 2 weeks.' }), 1),
  startDay: calendarDayField('Start date is required.'),
  isPinned: z.optional(z.boolean()),
};
const Rhythm = z.object({ period: scheduleFields.period, frequency: scheduleFields.frequency });
export const ScheduleForm = z.object(scheduleFields, { error: defaultRequired }).check(
  z.refine(({ period, frequency }) => frequency <= maximumFrequency(period), {
    path: ['frequency'],
    // Checked even while other fields, such as the start date, are wrong.
    when: ({ value }) => Rhythm.safeParse(value).success,
    error: ({ input }) =>
      `Please give a number up to ${maximumFrequency((input as { period?: (typeof periods)[number] }).period)}.`,
  }),
);

export const yardSizeField = z.enum(pickable(yardSizes), { error: radioRequired });
export const productIdField = idField(radioRequired);

/** What a customer asks for. The server sets the price. */
export const NewEngagement = z.object({
  productId: productIdField,
  serviceAddressId: idField('Service address is required'),
  yardSize: yardSizeField,
  scheduleTemplate: ScheduleForm,
  stripePaymentMethodId: paymentMethodIdField,
  billingAddressId: idField('Billing address is required'),
  couponName: optionalCode(40),
  /**
   * The price of a visit that the customer was shown, integer cents. When it has changed since, the call is refused.
   */
  quotedBaseCost: z.optional(z.int32()),
  /** The browser makes one for each request, so that a repeat after a lost answer makes no second engagement. */
  engagementId: z.optional(Id),
});
export type NewEngagement = z.infer<typeof NewEngagement>;

/**
 * The description's whole PUT body. `customerProfileId`, `productId` and `baseCost` are there so that a client can send
 * back what it got; another value is refused. `status` asks for a transition.
 */
export const EngagementUpdate = z.object({
  version: z.optional(versionField),
  customerProfileId: z.optional(Id),
  productId: z.optional(Id),
  serviceAddressId: z.optional(Id),
  billingAddressId: z.optional(Id),
  stripePaymentMethodId: z.optional(paymentMethodIdField),
  status: z.optional(z.enum(pickable(engagementStatuses), { error: 'Please give a status that there is.' })),
  /** Why, with the status CANCELLED: for the office, not for the worker. */
  cancelReason: z.optional(z.enum(cancelReasons, { error: 'Please choose one of the reasons.' })),
  cancelNote: optionalLongText(1000),
  baseCost: z.optional(z.int32()),
  yardSize: z.optional(yardSizeField),
  /** The price that was shown for the yard size, integer cents. When it has changed since, the call is refused. */
  quotedBaseCost: z.optional(z.int32()),
  /** The customer or staff set `isPinned`; the worker or staff set `weekOffset`, for visits every other week. */
  scheduleTemplate: z.optional(
    z.object({
      isPinned: z.optional(z.boolean()),
      weekOffset: z.optional(z.literal([0, 1], { error: 'Please pick one of the two weeks.' })),
    }),
  ),
});

const oneOrMore = 'Please give 1 to 200 engagements.';
const oneEngagement = z.object({ engagement: Engagement });
const manyEngagements = z.object({ engagements: z.array(Engagement) });
const pageOfEngagements = page(['moment', 'id'], manyEngagements.shape);

export const engagements = {
  createQuote: endpoint({
    method: 'POST',
    path: '/v1/quotes',
    summary: 'The price of one visit, before an engagement is asked for.',
    access: signedIn(),
    limit: { calls: 600, minutes: 10 },
    body: z.object({ productId: productIdField, yardSize: yardSizeField, couponName: optionalCode(40) }),
    response: z.object({
      baseCost: z.int(),
      discount: z.int(),
      total: z.int(),
      couponMessage: z.nullable(z.string()),
      /** Whether the discount is for the first visit or for every visit; null without a coupon. */
      couponTerm: z.nullable(z.enum(terms)),
    }),
  }),
  createEngagement: endpoint({
    method: 'POST',
    path: '/v1/customer/{customerProfileId}/engagements',
    summary: 'Asks for a recurring service; proposed to every onboarded worker.',
    access: only(['PROFILE_TYPE_CUSTOMER'], { own: { customerProfileId: 'PROFILE_TYPE_CUSTOMER' } }),
    limit: { calls: 200, minutes: 60, by: 'user' },
    body: NewEngagement,
    response: oneEngagement,
    invalidates: ['engagements'],
  }),
  listCustomerEngagements: endpoint({
    method: 'GET',
    path: '/v1/customer/{customerProfileId}/engagements',
    summary: "A customer's engagements, newest first, a page at a time.",
    access: signedIn({ own: { customerProfileId: 'PROFILE_TYPE_CUSTOMER' }, staffToo: true }),
    ...pageOfEngagements,
    provides: ['engagements'],
  }),
  listWorkerEngagements: endpoint({
    method: 'GET',
    path: '/v1/worker/{workerProfileId}/engagements',
    summary:
      "A worker's own engagements and those in which the worker makes visits for another, newest first, and behind them, once onboarded, the open proposals, longest open first, a page at a time; a page further on has proposals only.",
    access: signedIn({ own: { workerProfileId: 'PROFILE_TYPE_WORKER' }, staffToo: true }),
    ...pageOfEngagements,
    provides: ['engagements'],
  }),
  getEngagement: endpoint({
    method: 'GET',
    path: '/v1/engagements/{engagementId}',
    summary: 'One engagement that the caller has a part in.',
    access: signedIn(),
    response: oneEngagement,
    provides: ['engagements'],
  }),
  updateEngagement: endpoint({
    method: 'PUT',
    path: '/v1/engagements/{engagementId}',
    summary: 'Changes an engagement or asks for another status.',
    access: signedIn(),
    body: EngagementUpdate,
    response: oneEngagement,
    invalidates: ['engagements', 'itinerary'],
  }),
  agreeToPrice: endpoint({
    method: 'POST',
    path: '/v1/engagements/{engagementId}/agreed-price',
    summary: 'Agrees to the higher price of a proposal that waits for the customer; workers can claim it again.',
    access: only(['PROFILE_TYPE_CUSTOMER']),
    /** `baseCost` is the price that the customer was shown, integer cents. */
    body: z.object({ baseCost: z.int32('Please give the price that you agree to.') }),
    response: oneEngagement,
    invalidates: ['engagements'],
  }),
  updateEngagements: endpoint({
    method: 'PUT',
    path: '/v1/engagements',
    summary: 'Changes several engagements, all or none.',
    access: signedIn(),
    maxBody: longBody,
    body: z.object({
      engagements: z
        .array(z.extend(EngagementUpdate, { id: Id }))
        .check(z.minLength(1, { error: oneOrMore }), z.maxLength(200, { error: oneOrMore })),
    }),
    response: manyEngagements,
    invalidates: ['engagements', 'itinerary'],
  }),
};
