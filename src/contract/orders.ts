import * as z from 'zod/mini';
import { billingCycles, terms, yardSizes } from '#domain/enums.ts';
import { orderChannels, orderStatuses } from '#domain/orders.ts';
import { linkTokenField, passwordField } from './accounts.ts';
import { anyone, Done, endpoint, only, signedIn } from './endpoint.ts';
import { paymentMethodIdField, productIdField, ScheduleForm, yardSizeField } from './engagements.ts';
import {
  addressFields,
  CalendarDay,
  defaultRequired,
  Email,
  Id,
  Instant,
  optionalLongText,
  optionalText,
  requiredText,
} from './fields.ts';
import { page } from './page.ts';
import { Phone } from './phone.ts';
import { Session } from './session-shapes.ts';

/**
 * An order is what staff ask for on a customer's behalf. Until the customer has accepted it, by a link, there is nothing
 * else of it: no account unless there was one, and no engagement.
 */

const mustAgree = z.literal(true, { error: 'You must agree to our Terms of Service.' });

const reachFields = {
  email: z.optional(Email),
  phone: z.optional(Phone),
  /** How the link is sent. */
  channel: z.enum(orderChannels, { error: 'Please choose how we send the link.' }),
  /** Whether the customer has said that we may text the number; without it no link goes there. */
  textsAgreed: z.optional(z.boolean()),
};
type Reach = {
  email?: string | undefined;
  phone?: string | undefined;
  channel: (typeof orderChannels)[number];
  textsAgreed?: boolean | undefined;
};
const agreed = z.refine<Reach>((form) => form.channel !== 'text' || form.textsAgreed === true, {
  error: 'Please ask whether we may text this number, and tick it.',
  path: ['textsAgreed'],
  when: ({ value }) => typeof value === 'object' && value !== null,
});
/** What the link is sent to must be there. */
const needed = (field: 'email' | 'phone', channel: Reach['channel']) =>
  z.refine<Reach>((form) => form.channel !== channel || form[field] !== undefined, {
    error: defaultRequired,
    path: [field],
    when: ({ value }) => typeof value === 'object' && value !== null,
  });

const orderAddress = {
  ...addressFields,
  country: z.literal('US', { error: 'Addresses are in the United States: US.' }),
  gateNotes: optionalLongText(1000),
  dogNotes: optionalLongText(1000),
};

export const NewOrder = z
  .object({
    /** The browser makes one for each order, so that a repeat after a lost answer makes no second one. */
    orderId: z.optional(Id),
    /** The inquiry that it answers. */
    inquiryId: z.optional(Id),
    /** The account that it is for, when the person has one. */
    userId: z.optional(Id),
    firstName: requiredText(defaultRequired),
    lastName: requiredText(defaultRequired),
    ...reachFields,
    ...orderAddress,
    productId: productIdField,
    yardSize: yardSizeField,
    scheduleTemplate: ScheduleForm,
    couponName: optionalText(40),
    /** The price of a visit that the customer was told, integer cents. When it has changed since, the call is refused. */
    quotedBaseCost: z.optional(z.int()),
  })
  .check(needed('email', 'email'), needed('phone', 'text'), agreed);
export type NewOrder = z.infer<typeof NewOrder>;

const Service = {
  productName: z.string(),
  billingCycle: z.enum(billingCycles),
  yardSize: z.enum(yardSizes),
  frequency: z.int(),
  interval: z.int(),
  /** The day that was asked for, or today when that has passed. */
  startDay: CalendarDay,
  streetAddress1: z.string(),
  streetAddress2: z.optional(z.string()),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
};

/** How a link stands: its message is on its way, was sent, could not be delivered, or was not sent because it had ended. */
const deliveries = ['on-its-way', 'sent', 'failed', 'not-sent'] as const;

/** An order as staff see it. */
export const Order = z.object({
  id: Id,
  status: z.enum(orderStatuses),
  /** Whether it waits for staff: the customer was reminded twice and has not answered. */
  isStuck: z.boolean(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  /** The account that it is for; null until there is one. */
  userId: z.nullable(Id),
  ...Service,
  gateNotes: z.nullable(z.string()),
  dogNotes: z.nullable(z.string()),
  couponName: z.nullable(z.string()),
  /** The price of a visit that the customer was told, integer cents. */
  baseCost: z.int(),
  askedBy: z.string(),
  createdAt: Instant,
  endedAt: z.nullable(Instant),
  remindersSent: z.int(),
  /** Newest first. */
  links: z.array(
    z.object({
      channel: z.enum(orderChannels),
      sentTo: z.string(),
      sentAt: Instant,
      expiresAt: Instant,
      delivery: z.enum(deliveries),
      isReminder: z.boolean(),
    }),
  ),
  inquiryId: z.nullable(Id),
  /** What became of it once it is accepted; the engagement has the order's id. */
  customerProfileId: z.nullable(Id),
});
export type Order = z.infer<typeof Order>;

/** An account that has the e-mail or the phone number of somebody whom staff are about to make. */
export const KnownAccount = z.object({
  userId: Id,
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  /** Null when it is no customer's yet. */
  customerProfileId: z.nullable(Id),
  isClosed: z.boolean(),
  /** Whether it has this e-mail, of which there is one account only. */
  hasEmail: z.boolean(),
  /** The customer's yard, to begin with; null without one. */
  address: z.nullable(z.object(orderAddress)),
});
export type KnownAccount = z.infer<typeof KnownAccount>;

/** An order as its customer sees it, who is not known yet. So it has no word of gate and dogs. */
export const OrderToAccept = z.object({
  firstName: z.string(),
  lastName: z.string(),
  ...Service,
  /** Who asked for it, of the business, and when. */
  askedBy: z.string(),
  askedAt: Instant,
  /** The price of a visit that the customer was told, and what it is now; null when it is not offered any more. */
  toldBaseCost: z.int(),
  baseCost: z.nullable(z.int()),
  /** What the coupon takes off the first visit, integer cents, and says; or why it does not count any more. */
  discount: z.int(),
  couponTerm: z.nullable(z.enum(terms)),
  couponMessage: z.nullable(z.string()),
  couponProblem: z.nullable(z.string()),
  /** Whether there is an account to sign in to. Otherwise one is opened. */
  hasAccount: z.boolean(),
  /** The e-mail of the new account, and whether the link has proved it; null when it is to be asked for. */
  email: z.nullable(z.string()),
  isEmailProved: z.boolean(),
  phone: z.nullable(z.string()),
  expiresAt: Instant,
});
export type OrderToAccept = z.infer<typeof OrderToAccept>;

export const OrderAccountForm = z.object({
  token: linkTokenField,
  password: passwordField,
  /** What staff do not know yet. An e-mail that the link has proved stays as it is. */
  email: Email,
  phone: Phone,
  agreedToTerms: mustAgree,
});

const staff = only(['PROFILE_TYPE_EMPLOYEE']);
const oneOrder = z.object({ order: Order });

export const orders = {
  createOrder: endpoint({
    method: 'POST',
    path: '/v1/orders',
    summary: 'Asks for a service on behalf of somebody who called or wrote, and sends them a link to accept it.',
    access: staff,
    limit: { calls: 200, minutes: 60, by: 'user' },
    body: NewOrder,
    response: oneOrder,
    invalidates: ['orders', 'inquiries', 'staffDesk'],
  }),
  listOrders: endpoint({
    method: 'GET',
    path: '/v1/orders',
    summary: 'The orders of customers, newest first, a page at a time.',
    access: staff,
    // `q` is a part of the name, the e-mail, the street or the phone number.
    ...page(
      ['moment', 'id'],
      { orders: z.array(Order) },
      { state: z.optional(z.enum(['waiting', 'stuck', 'all'])), q: optionalText(100) },
    ),
    provides: ['orders'],
  }),
  getOrder: endpoint({
    method: 'GET',
    path: '/v1/orders/{orderId}',
    summary: 'One order.',
    access: staff,
    response: oneOrder,
    provides: ['orders'],
  }),
  sendOrder: endpoint({
    method: 'POST',
    path: '/v1/orders/{orderId}/send',
    summary: 'Sends the link again, also to another address; every earlier link ends.',
    access: staff,
    limit: { calls: 60, minutes: 60, by: 'user' },
    body: z.object(reachFields).check(needed('email', 'email'), needed('phone', 'text'), agreed),
    response: oneOrder,
    invalidates: ['orders', 'staffDesk'],
  }),
  takeBackOrder: endpoint({
    method: 'POST',
    path: '/v1/orders/{orderId}/take-back',
    summary: 'Takes an order back that was not accepted; its links end.',
    access: staff,
    response: oneOrder,
    invalidates: ['orders', 'staffDesk'],
  }),
  eraseOrder: endpoint({
    method: 'POST',
    path: '/v1/orders/{orderId}/erase',
    summary: 'Takes the data of somebody who has no account out of an order that was taken back, for good.',
    access: only(['PROFILE_TYPE_EMPLOYEE'], { right: 'erase' }),
    response: Done,
    invalidates: ['orders', 'inquiries'],
  }),
  findAccounts: endpoint({
    method: 'GET',
    path: '/v1/order-accounts',
    summary: 'The accounts, and the waiting orders, with this e-mail or phone number.',
    access: staff,
    query: z.object({ email: z.optional(Email), phone: z.optional(Phone) }),
    response: z.object({
      accounts: z.array(KnownAccount),
      waitingOrders: z.array(z.object({ id: Id, name: z.string(), createdAt: Instant })),
    }),
    provides: ['orders'],
  }),
};

/** What the reader of an order's link calls; the browser loads these calls with the link's page. */
export const orderLinks = {
  checkOrderLink: endpoint({
    method: 'POST',
    path: '/v1/check-order-link',
    summary: 'What a link asks its reader to accept, by its token.',
    access: anyone,
    limit: { calls: 100, minutes: 60 },
    body: z.object({ token: linkTokenField }),
    response: OrderToAccept,
  }),
  renewOrderLink: endpoint({
    method: 'POST',
    path: '/v1/renew-order-link',
    summary: 'Sends a new link in place of one that has ended, to where the order says now.',
    access: anyone,
    limit: { calls: 60, minutes: 60 },
    body: z.object({ token: linkTokenField }),
    response: Done,
  }),
  openOrderAccount: endpoint({
    method: 'POST',
    path: '/v1/open-order-account',
    summary: "Opens the account of an order's customer by the token of the link, and signs in.",
    access: anyone,
    limit: { calls: 60, minutes: 60 },
    body: OrderAccountForm,
    response: Session,
  }),
  acceptOrder: endpoint({
    method: 'POST',
    path: '/v1/accept-order',
    summary: 'Accepts an order by the token of the link, with a saved card; proposed to every onboarded worker.',
    access: signedIn(),
    limit: { calls: 60, minutes: 60, by: 'user' },
    body: z.object({
      token: linkTokenField,
      stripePaymentMethodId: paymentMethodIdField,
      /** The price of a visit that was shown, integer cents. When it has changed since, the call is refused. */
      quotedBaseCost: z.int(),
      /** Whether the coupon counted when the price was shown. */
      withCoupon: z.boolean(),
      agreedToTerms: mustAgree,
    }),
    response: z.object({ customerProfileId: Id, engagementId: Id }),
    invalidates: ['engagements', 'profiles', 'addresses'],
  }),
};
