import * as z from 'zod/mini';
import { billingCycles, yardSizes } from '#domain/enums.ts';
import { orderChannels, orderStatuses } from '#domain/orders.ts';
import { Done, endpoint, only } from './endpoint.ts';
import { productIdField, ScheduleForm, yardSizeField } from './engagements.ts';
import {
  addressFields,
  CalendarDay,
  defaultRequired,
  Email,
  Id,
  Instant,
  nameField,
  optionalCode,
  optionalLongText,
  optionalText,
} from './fields.ts';
import { page } from './page.ts';
import { Phone } from './phone.ts';

/**
 * An order is what staff ask for on a customer's behalf. Until the customer has accepted it, by a link, there is nothing
 * else of it: no account unless there was one, and no engagement.
 */

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
    /** The browser makes one for each order, so that a repeat after a lost answer makes no second one; something else with it is refused. */
    orderId: z.optional(Id),
    /** The inquiry that it answers. */
    inquiryId: z.optional(Id),
    /** The account that it is for, when the person has one. */
    userId: z.optional(Id),
    firstName: nameField(defaultRequired),
    lastName: nameField(defaultRequired),
    ...reachFields,
    ...orderAddress,
    productId: productIdField,
    yardSize: yardSizeField,
    scheduleTemplate: ScheduleForm,
    couponName: optionalCode(40),
    /** The price of a visit that the customer was told, integer cents. When it has changed since, the call is refused. */
    quotedBaseCost: z.optional(z.int32()),
  })
  .check(needed('email', 'email'), needed('phone', 'text'), agreed);
export type NewOrder = z.infer<typeof NewOrder>;

/** What was asked for, as everybody sees it. */
export const orderedService = {
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
  /** Whether it waits for staff (`stuckReason`): the customer was reminded twice and has not answered, or could not accept it. */
  isStuck: z.boolean(),
  /** Why it could not be accepted any more, though it waits; null when it could. */
  problem: z.nullable(z.string()),
  firstName: z.string(),
  lastName: z.string(),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  /** The account that it is for; null until there is one. */
  userId: z.nullable(Id),
  ...orderedService,
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

/** An account with the email or phone number that staff typed for a new customer. */
export const KnownAccount = z.object({
  userId: Id,
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  /** Null when it is no customer's yet. */
  customerProfileId: z.nullable(Id),
  isClosed: z.boolean(),
  /** No one confirmed it, and it has no service. A stranger may have made it, so it gets no orders. */
  isUnproved: z.boolean(),
  /** Whether its email address is confirmed. An account that a text opened may have an address that is not. */
  isConfirmed: z.boolean(),
  /** Whether it has this email, of which there is one account only. */
  hasEmail: z.boolean(),
  /** Whether a text to the number that was asked for opened it. Else its holder only typed the number, which may be another person's. */
  hasProvedPhone: z.boolean(),
  /** The customer's yard, to begin with; null without one. */
  address: z.nullable(z.object(orderAddress)),
});
export type KnownAccount = z.infer<typeof KnownAccount>;

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
    // `q` is a part of the name, the email, the street or the phone number.
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
    summary: 'The accounts, and the waiting orders, with this email or phone number.',
    access: staff,
    query: z.object({ email: z.optional(Email), phone: z.optional(Phone) }),
    response: z.object({
      accounts: z.array(KnownAccount),
      waitingOrders: z.array(z.object({ id: Id, name: z.string(), createdAt: Instant })),
    }),
    provides: ['orders'],
  }),
};
