import * as z from 'zod/mini';
import { disputeDecisions } from '#domain/acts.ts';
import { billStates, heldStates } from '#domain/bill-state.ts';
import { customerFilters } from '#domain/customer-filters.ts';
import { engagementStatuses, workStatuses } from '#domain/enums.ts';
import { failureReasons } from '#domain/failure-reasons.ts';
import { skipKinds } from '#domain/schedule-rules.ts';
import { longestSearch } from '#domain/search-lengths.ts';
import { endpoint, only } from './endpoint.ts';
import { CalendarDay, Id, Instant, optionalText } from './fields.ts';
import { page } from './page.ts';

/** What staff know of customers. Amounts are integer cents. */

/** What the list and the page of a customer have in common. */
const standing = {
  /** Where the services stand that are not over: how many are proposed, have visits due, are paused. */
  proposed: z.int(),
  active: z.int(),
  paused: z.int(),
  /** The unpaid part of the customer's bills. */
  openAmount: z.int(),
  /** The part of `openAmount` that a bank is collecting. It takes some days. */
  onItsWay: z.int(),
  hasCard: z.boolean(),
  isOutside: z.boolean(),
  since: Instant,
  /** Whether the customer confirmed the email address. Until then someone else may own it. */
  isConfirmed: z.boolean(),
  /** When the whole account was closed; null while it is open. */
  closedAt: z.nullable(Instant),
};

const CustomerRow = z.object({
  profileId: Id,
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  /** The primary one, or else another; null of who has none. */
  address: z.nullable(z.object({ streetAddress1: z.string(), city: z.string() })),
  ...standing,
});
export type CustomerRow = z.infer<typeof CustomerRow>;

const Customer = z.object({
  profileId: Id,
  name: z.string(),
  username: z.string(),
  /** Null until the mailed link was followed. */
  confirmedAt: z.nullable(Instant),
  lastSeenAt: z.nullable(Instant),
  ...standing,
  /** What pays for the next bills. */
  credit: z.int(),
  /** Those that were chosen for a service. */
  cards: z.array(
    z.object({
      id: z.string(),
      /** Brand and last four, 'Visa (4242)'; null until it was read at Stripe. */
      name: z.nullable(z.string()),
      /** The last day on which it works; null of what does not expire. */
      expiresOn: z.nullable(CalendarDay),
      isGone: z.boolean(),
      /** Why it cannot be used anymore; null while it can. */
      blockedFor: z.nullable(z.enum(failureReasons)),
    }),
  ),
  /** What banks took back or looked into, the newest first. */
  disputes: z.array(
    z.object({
      billId: Id,
      billNumber: z.string(),
      amount: z.int(),
      status: z.enum(['inquiry', 'open', 'won', 'lost']),
      /** In Stripe's words, such as `fraudulent`. */
      reason: z.string(),
      openedAt: Instant,
      decision: z.nullable(z.enum(disputeDecisions)),
      /** What of it the customer has paid in another way since. */
      received: z.int(),
    }),
  ),
  /** The newest 50, those that are not over first. */
  engagements: z.array(
    z.object({
      id: Id,
      productName: z.string(),
      status: z.enum(engagementStatuses),
      streetAddress1: z.string(),
      workerName: z.nullable(z.string()),
      /** Of a visit before a coupon. */
      baseCost: z.int(),
      frequency: z.int(),
      interval: z.int(),
      /** Another rhythm that the customer wants, for which the worker's answer is awaited. */
      wish: z.nullable(z.object({ frequency: z.int(), interval: z.int(), startDay: CalendarDay })),
      /** When somebody comes next; null when nobody is due. */
      nextVisit: z.nullable(CalendarDay),
    }),
  ),
  /** The newest 10 that were begun, or did not take place. */
  visits: z.array(
    z.object({
      id: Id,
      engagementId: Id,
      date: CalendarDay,
      productName: z.string(),
      workerName: z.nullable(z.string()),
      /** Null of one that did not take place. */
      status: z.nullable(z.enum(workStatuses)),
      /** As with a service's visits. */
      isLeft: z.boolean(),
      skip: z.nullable(z.object({ kind: z.enum(skipKinds), reason: z.nullable(z.string()) })),
    }),
  ),
  /** The newest 5. */
  bills: z.array(
    z.object({
      id: Id,
      number: z.string(),
      createdAt: Instant,
      amount: z.int(),
      isOpen: z.boolean(),
      state: z.enum(billStates),
      /** How it stands with what a bank asks back; null where it asks for nothing. */
      held: z.nullable(z.enum(heldStates)),
      isTip: z.boolean(),
    }),
  ),
});
export type Customer = z.infer<typeof Customer>;

const staff = only(['PROFILE_TYPE_EMPLOYEE']);

export const customers = {
  listCustomers: endpoint({
    method: 'GET',
    path: '/v1/customers',
    summary:
      'Customers, the newest first, 50 at a time; found by the beginnings of words as in a search, and narrowed to those who stand in some way.',
    access: staff,
    ...page(
      ['id'],
      { customers: z.array(CustomerRow) },
      {
        q: optionalText(longestSearch),
        filter: z.optional(z.enum(customerFilters, { error: 'Please choose one of the filters.' })),
      },
    ),
    provides: ['profile', 'addresses', 'engagements'],
  }),
  getCustomer: endpoint({
    method: 'GET',
    path: '/v1/customers/{customerProfileId}',
    summary: 'All that staff see of a customer at a glance, besides profile, addresses, notes and messages.',
    access: staff,
    response: Customer,
    provides: ['profile', 'addresses', 'engagements'],
  }),
};
