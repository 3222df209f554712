import * as z from 'zod/mini';
import { engagementStatuses, workStatuses } from '#domain/enums.ts';
import { skipKinds } from '#domain/schedule-rules.ts';
import { endpoint, only } from './endpoint.ts';
import { CalendarDay, DayOfWeek, Id, Instant } from './fields.ts';
import { Photo } from './files.ts';
import { Hold } from './holds.ts';

/** A customer's service that has not ended, or of which a visit is under way still, with what its customer wants to know first. Amounts are integer cents. */
export const ServiceAtHome = z.object({
  engagementId: Id,
  status: z.enum(engagementStatuses),
  /** Whether it rests until its customer has paid, and goes on by itself then. */
  isPausedUnpaid: z.boolean(),
  /** Why its payment method cannot be charged anymore, as its customer reads it: it rests until it has another. Null while it can. */
  blockedWhy: z.nullable(z.string()),
  productName: z.string(),
  yard: z.object({
    id: Id,
    label: z.string(),
    city: z.string(),
    gateNotes: z.nullable(z.string()),
    dogNotes: z.nullable(z.string()),
    /** The newest day on which a worker found no way in, while nobody has saved the notes since. */
    noAccessOn: z.optional(CalendarDay),
  }),
  /** The price of a visit that its customer has not agreed to yet, without which nobody comes; null when there is none. */
  priceToAgreeTo: z.nullable(z.int()),
  /** Null while no visit is planned. */
  next: z.nullable(
    z.object({
      date: CalendarDay,
      workerName: z.string(),
      /** How far it is, and since when; null until the worker has begun it. */
      step: z.nullable(z.object({ status: z.enum(workStatuses), since: Instant })),
      /** Roughly when the worker comes; null until the worker is under way on the day, and once on the way. */
      between: z.nullable(z.object({ from: Instant, to: Instant })),
      /** The yards that the worker has before it today, by the plan; null on other days and outside of the plan. */
      yardsBefore: z.nullable(z.int()),
    }),
  ),
  /** The days now or next on which the customer wants no visits. */
  hold: z.nullable(Hold),
  /** The newest visit that is done; without the time if it was finished later than on its day, since nobody knows it. */
  last: z.nullable(
    z.object({ date: CalendarDay, completedAt: z.nullable(Instant), workerName: z.string(), photos: z.array(Photo) }),
  ),
  /**
   * The newest visit that was begun on a day before, or by somebody whose account is closed since, and is neither done nor
   * closed; its worker or staff finish it.
   */
  unfinished: z.nullable(z.object({ date: CalendarDay, workerName: z.string() })),
  /** A visit since then that did not take place, though somebody was to come. */
  failed: z.nullable(z.object({ date: CalendarDay, kind: z.enum(skipKinds), reason: z.nullable(z.string()) })),
});
export type ServiceAtHome = z.infer<typeof ServiceAtHome>;

/** The visits of a day that are to be made: roughly, as nobody knows the roads. */
const DaysRoute = z.object({ stops: z.int(), miles: z.number(), minutes: z.int() });

/** An open proposal that lies near a worker's route. Amounts are integer cents. */
export const NearProposal = z.object({
  engagementId: Id,
  productName: z.string(),
  street: z.string(),
  city: z.string(),
  frequency: z.int(),
  interval: z.int(),
  /** What the worker gets for a visit once they run, and for the first one where a coupon makes that another amount. */
  pay: z.int(),
  firstPay: z.nullable(z.int()),
  /** How much longer a day becomes, roughly, with the visit itself; null when nobody knows where the yard lies. */
  minutesAdded: z.nullable(z.int()),
  /** The weekday of the plan that becomes so much longer; null while none has a visit. */
  dayOfWeek: z.nullable(DayOfWeek),
  payPerHour: z.nullable(z.int()),
});
export type NearProposal = z.infer<typeof NearProposal>;

/** What a worker has at Stripe. Amounts are integer cents. */
export const WorkerBalance = z.object({
  /** What can be paid out, and what payments of the last days are still to bring. */
  available: z.int(),
  pending: z.int(),
  /** What is on its way to the bank, and when it is there; null while nothing is. */
  nextPayout: z.nullable(z.object({ amount: z.int(), arrivesOn: CalendarDay })),
});
export type WorkerBalance = z.infer<typeof WorkerBalance>;

export const homes = {
  getStaffHome: endpoint({
    method: 'GET',
    path: '/v1/staff-home',
    summary: 'How many customers are served, and how many came and went in this week.',
    access: only(['PROFILE_TYPE_EMPLOYEE']),
    response: z.object({
      /** The business's today. */
      today: CalendarDay,
      customers: z.object({
        /** With a service that is accepted or running. */
        active: z.int(),
        /** Who asked for their first service in this week. */
        joined: z.int(),
        /** Customers who have no service left since one was canceled in this week. */
        left: z.int(),
      }),
    }),
    provides: ['engagements'],
  }),
  getWorkerHome: endpoint({
    method: 'GET',
    path: '/v1/workers/{workerProfileId}/home',
    summary: "How long a worker's route is that is left today, tomorrow's, and the open proposals nearest to the plan.",
    access: only(['PROFILE_TYPE_WORKER'], { own: { workerProfileId: 'PROFILE_TYPE_WORKER' } }),
    response: z.object({
      today: CalendarDay,
      left: DaysRoute,
      tomorrow: DaysRoute,
      /** Of the worker's last working day of the three before today: the customers to whom nobody came, and whether they know; null without one. */
      missed: z.nullable(z.object({ date: CalendarDay, names: z.array(z.string()), isTold: z.boolean() })),
      /** How many the worker may claim; 50 at most are counted. */
      proposalCount: z.int(),
      /** Those that make the plan the least longer first. */
      proposals: z.array(NearProposal),
    }),
    provides: ['itinerary', 'engagements'],
  }),
  getWorkerBalance: endpoint({
    method: 'GET',
    path: '/v1/workers/{workerProfileId}/balance',
    summary: "A worker's balance and next payout, as Stripe has them now; null for a worker without an account there.",
    access: only(['PROFILE_TYPE_WORKER'], { own: { workerProfileId: 'PROFILE_TYPE_WORKER' } }),
    response: z.object({ balance: z.nullable(WorkerBalance) }),
  }),
  getCustomerHome: endpoint({
    method: 'GET',
    path: '/v1/customers/{customerProfileId}/home',
    summary: 'What a customer wants to know first: of each service the next visit, the last one and what stands out.',
    access: only(['PROFILE_TYPE_CUSTOMER'], { own: { customerProfileId: 'PROFILE_TYPE_CUSTOMER' } }),
    response: z.object({
      /** The business's today. */
      today: CalendarDay,
      /** The one that is visited next first; 20 at most. */
      services: z.array(ServiceAtHome),
      /** Services the office set up that the customer has yet to accept, oldest first: those whose link went where the account has proved to be. */
      waitingOrders: z.array(z.object({ orderId: Id, productName: z.string(), street: z.string() })),
      /** Of somebody whose services have all ended: the newest visit, in any of them. */
      lastOfAll: z.nullable(z.object({ date: CalendarDay, workerName: z.string() })),
      /** Of somebody whose services have all ended: whether a calendar has an address that can still be read. */
      hasFeed: z.boolean(),
      /** Whether a product is offered. */
      hasProduct: z.boolean(),
    }),
    provides: ['engagements', 'addresses'],
  }),
  openWaitingOrder: endpoint({
    method: 'POST',
    path: '/v1/customers/{customerProfileId}/waiting-orders/{orderId}/open',
    summary: 'The token of a new link to an order that waits for the customer who is signed in, as one that we send.',
    access: only(['PROFILE_TYPE_CUSTOMER'], { own: { customerProfileId: 'PROFILE_TYPE_CUSTOMER' } }),
    limit: { calls: 60, minutes: 60, by: 'user' },
    response: z.object({ token: z.string() }),
  }),
};
