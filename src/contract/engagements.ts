import * as z from 'zod/mini';
import { engagementStatuses, periods, pickable, terms, yardSizes } from '#domain/enums.ts';
import { maximumFrequency, minimumFrequency } from '#domain/schedule-rules.ts';
import { endpoint, longBody, only, signedIn } from './endpoint.ts';
import {
  CalendarDay,
  calendarDayField,
  defaultRequired,
  Id,
  Instant,
  idField,
  optionalText,
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
  /** How to get in, and what to know of the dogs: of a service address, for its customer, its worker and staff only. */
  gateNotes: z.nullable(z.string()),
  dogNotes: z.nullable(z.string()),
});

export const ScheduleTemplate = z.object({
  id: Id,
  period: z.enum(periods),
  /** Visits asked for in one period. */
  frequency: z.int(),
  /** 1 every week, 2 every other week. */
  interval: z.int(),
  startDay: CalendarDay,
  /** 1 when the worker of an interval of 2 begins in the week after that of the start day, otherwise 0. */
  weekOffset: z.int(),
  /** Whether the customer asked to keep the place in the day's order. */
  isPinned: z.boolean(),
  scheduleTemplateDays: z.array(ScheduleTemplateDay),
});

export const Engagement = z.object({
  id: Id,
  /** Counts the changes; an update sends back the one that it was made on. */
  version: z.int(),
  status: z.enum(engagementStatuses),
  /** What the caller may ask to move it to now. */
  moves: z.array(z.enum(engagementStatuses)),
  product: Product,
  customer: z.object({
    id: Id,
    userId: Id,
    firstName: z.string(),
    lastName: z.string(),
    phone: z.string(),
    email: z.string(),
  }),
  /** Who claimed it; none while it is proposed. */
  worker: z.nullable(z.object({ id: Id, displayName: z.string() })),
  serviceAddress: EngagementAddress,
  /** The customer's own affair: null for a worker. */
  billingAddress: z.nullable(EngagementAddress),
  stripePaymentMethodId: z.nullable(z.string()),
  /** Price of one visit before a coupon, integer cents; of a proposal that is held no longer, by the rates of the day. */
  baseCost: z.int(),
  /** What the customer has agreed to, integer cents: a proposal that costs more waits until the customer agrees. */
  agreedBaseCost: z.int(),
  /** Until when that price is held for an acceptance. */
  baseCostHeldUntil: Instant,
  /** Whether it is a proposal whose price is held still. */
  isPriceHeld: z.boolean(),
  couponName: z.nullable(z.string()),
  yardSize: z.enum(yardSizes),
  scheduleTemplate: ScheduleTemplate,
});
export type Engagement = z.infer<typeof Engagement>;

export const paymentMethodIdField = z
  .string({ error: 'Payment method is required.' })
  .check(z.regex(/^[A-Za-z0-9_]{3,255}$/, { error: 'Payment method is required.' }));

const tooSeldom = `Please give a whole number from ${minimumFrequency}.`;
const scheduleFields = {
  period: z.enum(pickable(periods), { error: defaultRequired }),
  frequency: z
    .int({ error: ({ input }) => (typeof input === 'number' ? tooSeldom : defaultRequired) })
    .check(z.minimum(minimumFrequency, { error: tooSeldom })),
  interval: z._default(z.literal([1, 2], { error: 'Please pick every week or every 2 weeks.' }), 1),
  startDay: calendarDayField('Start date is required.'),
  isPinned: z.optional(z.boolean()),
};
const Rhythm = z.object({ period: scheduleFields.period, frequency: scheduleFields.frequency });
const ScheduleForm = z.object(scheduleFields, { error: defaultRequired }).check(
  z.refine(({ period, frequency }) => frequency <= maximumFrequency(period), {
    path: ['frequency'],
    // Told beside what else is missing, such as the start date.
    when: ({ value }) => Rhythm.safeParse(value).success,
    error: ({ input }) =>
      `Please give a number up to ${maximumFrequency((input as { period?: (typeof periods)[number] }).period)}.`,
  }),
);

const yardSizeField = z.enum(pickable(yardSizes), { error: radioRequired });
const productIdField = idField(radioRequired);

/** What a customer asks for. The price is the server's to set. */
export const NewEngagement = z.object({
  productId: productIdField,
  serviceAddressId: idField('Service address is required'),
  yardSize: yardSizeField,
  scheduleTemplate: ScheduleForm,
  stripePaymentMethodId: paymentMethodIdField,
  billingAddressId: idField('Billing address is required'),
  couponName: optionalText(40),
  /** The price of a visit that the customer was shown, integer cents: when it has changed since, nothing is agreed. */
  quotedBaseCost: z.optional(z.int()),
  /** Made by the browser once for what is asked for, so that asking again after a lost answer asks for no second one. */
  engagementId: z.optional(Id),
});
export type NewEngagement = z.infer<typeof NewEngagement>;

/**
 * The description's whole PUT body. `customerProfileId`, `productId` and `baseCost` are accepted so that a client can
 * send back what it got; one that differs from what was agreed is refused. `status` is a request to move.
 */
export const EngagementUpdate = z.object({
  version: z.optional(versionField),
  customerProfileId: z.optional(Id),
  productId: z.optional(Id),
  serviceAddressId: z.optional(Id),
  billingAddressId: z.optional(Id),
  stripePaymentMethodId: z.optional(paymentMethodIdField),
  status: z.optional(z.enum(pickable(engagementStatuses), { error: 'Please give a status that there is.' })),
  baseCost: z.optional(z.int()),
  yardSize: z.optional(yardSizeField),
  /** The price that was shown for the yard size, integer cents: when it has changed since, nothing is agreed. */
  quotedBaseCost: z.optional(z.int()),
  /** The customer or staff pin it; its worker or staff say in which of the two weeks one of every other week begins. */
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
    body: z.object({ productId: productIdField, yardSize: yardSizeField, couponName: optionalText(40) }),
    response: z.object({
      baseCost: z.int(),
      discount: z.int(),
      total: z.int(),
      couponMessage: z.nullable(z.string()),
      /** Whether the coupon takes it off the first visit or every one; null without one. */
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
      "A worker's own engagements, newest first, and behind them, once onboarded, the open proposals, longest open first, a page at a time; a page further on has proposals only.",
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
    summary: 'Agrees to the higher price of a proposal that waits for it, after which it is open to workers again.',
    access: only(['PROFILE_TYPE_CUSTOMER']),
    /** `baseCost` is the price that was shown, integer cents. */
    body: z.object({ baseCost: z.int('Please give the price that you agree to.') }),
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
