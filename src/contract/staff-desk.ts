import * as z from 'zod/mini';
import { engagementStatuses, workStatuses } from '#domain/enums.ts';
import { skipKinds } from '#domain/schedule-rules.ts';
import { Done, endpoint, only } from './endpoint.ts';
import { CalendarDay, Id, Instant } from './fields.ts';
import { page } from './page.ts';

/** Up to where a section of the desk is counted; one more than this stands for any number beyond it. */
export const countLimit = 1000;

/** Somebody whose pages staff can open. */
const PersonName = z.object({ profileId: Id, name: z.string() });

export const WaitingInquiry = z.object({
  id: Id,
  /** Who asks: the name where it is known, otherwise the e-mail address. */
  name: z.string(),
  subject: z.string(),
  receivedAt: Instant,
  answerDueAt: Instant,
  isOverdue: z.boolean(),
});
export type WaitingInquiry = z.infer<typeof WaitingInquiry>;

export const UnclaimedProposal = z.object({
  engagementId: Id,
  customer: PersonName,
  productName: z.string(),
  city: z.string(),
  openSince: Instant,
  /** Whether no worker may claim it until its customer has agreed to a higher price. */
  awaitsCustomer: z.boolean(),
});
export type UnclaimedProposal = z.infer<typeof UnclaimedProposal>;

/**
 * `given-up`: every attempt was declined; `confirmation-needed`: the bank asks the customer; `retrying`: it was
 * declined and is tried again.
 */
export const failedPaymentStates = ['given-up', 'confirmation-needed', 'retrying'] as const;

export const FailedPayment = z.object({
  paymentId: Id,
  engagementId: Id,
  customer: PersonName,
  /** Integer cents. */
  amount: z.int(),
  state: z.enum(failedPaymentStates),
  /** Why the last attempt failed, in the payment provider's words; null when it gave none. */
  declineMessage: z.nullable(z.string()),
  /** How many attempts were made. */
  attempts: z.int(),
  /** When it is tried again, or for `confirmation-needed` until when the customer can confirm; null when given up. */
  nextAt: z.nullable(Instant),
  engagementStatus: z.enum(engagementStatuses),
});
export type FailedPayment = z.infer<typeof FailedPayment>;

/** A worker whom the provider does not let us pay. */
export const UnpayableWorker = z.object({
  worker: PersonName,
  /** Since when the provider restricts the account; null for one that was never complete. */
  restrictedAt: z.nullable(Instant),
  /** What visits cost that is collected once the worker can be paid, integer cents. */
  heldAmount: z.int(),
});
export type UnpayableWorker = z.infer<typeof UnpayableWorker>;

/** A charge that was too small to be collected, and joined no other payment in time. */
export const WrittenOffCharge = z.object({
  chargeId: Id,
  engagementId: Id,
  customer: PersonName,
  /** Integer cents. */
  amount: z.int(),
  visitDay: CalendarDay,
});
export type WrittenOffCharge = z.infer<typeof WrittenOffCharge>;

export const visitStates = ['not-started', 'under-way', 'done', 'skipped'] as const;
export type VisitState = (typeof visitStates)[number];

export const VisitToday = z.object({
  engagementId: Id,
  customer: PersonName,
  worker: PersonName,
  streetAddress1: z.string(),
  city: z.string(),
  state: z.enum(visitStates),
  /** Of one that is skipped, whether it was so before or at the gate, and why if anybody said. */
  skip: z.nullable(z.object({ kind: z.enum(skipKinds), reason: z.nullable(z.string()) })),
});
export type VisitToday = z.infer<typeof VisitToday>;

const VisitCounts = z.object({
  'not-started': z.int(),
  'under-way': z.int(),
  done: z.int(),
  skipped: z.int(),
});
export type VisitCounts = z.infer<typeof VisitCounts>;

export const DeadMessage = z.object({
  messageId: Id,
  channel: z.enum(['email', 'text']),
  /** The e-mail address or phone number. */
  recipient: z.string(),
  subject: z.string(),
  /** Why it could not be delivered, in the provider's words. */
  reason: z.string(),
  /** Since when it is not tried any more. */
  deadSince: Instant,
});
export type DeadMessage = z.infer<typeof DeadMessage>;

/** A visit of a day that is over; `id` is what the list goes on by. */
const LeftVisit = z.object({
  id: Id,
  engagementId: Id,
  customer: PersonName,
  worker: PersonName,
  streetAddress1: z.string(),
  city: z.string(),
  date: CalendarDay,
});

/** One that nobody made; `seen` says who has done with it, once somebody has. */
export const MissedVisit = z.extend(LeftVisit, { seen: z.nullable(z.object({ by: z.string(), at: Instant })) });
export type MissedVisit = z.infer<typeof MissedVisit>;

/** One that was begun and left at a step; `id` is the visit's. */
export const UnfinishedVisit = z.extend(LeftVisit, { status: z.enum(workStatuses) });
export type UnfinishedVisit = z.infer<typeof UnfinishedVisit>;

/** @returns the first rows of a section with how many there are, at most `countLimit` + 1 */
const sectionOf = <Row extends z.ZodMiniType>(row: Row) => z.object({ count: z.int(), rows: z.array(row) });

/** `now` is the server's time. */
const rowsOf = <Row extends z.ZodMiniType>(row: Row) => ({ rows: z.array(row), now: Instant });

export const StaffDesk = z.object({
  /** The server's time. */
  now: Instant,
  /** Longest waiting first. */
  inquiries: sectionOf(WaitingInquiry),
  unclaimedProposals: sectionOf(UnclaimedProposal),
  failedPayments: sectionOf(FailedPayment),
  deadMessages: sectionOf(DeadMessage),
  unpayableWorkers: sectionOf(UnpayableWorker),
  /** Of the last 30 days. */
  writtenOffCharges: sectionOf(WrittenOffCharge),
  /** Of the last week, those that nobody has seen, newest first. */
  missedVisits: sectionOf(MissedVisit),
  /** Of the week in which staff may finish or close them, oldest first. */
  unfinishedVisits: sectionOf(UnfinishedVisit),
  visits: z.object({ date: CalendarDay, counts: VisitCounts, rows: z.array(VisitToday) }),
});
export type StaffDesk = z.infer<typeof StaffDesk>;

const staff = only(['PROFILE_TYPE_EMPLOYEE']);

export const staffDesk = {
  getStaffDesk: endpoint({
    method: 'GET',
    path: '/v1/staff-desk',
    summary:
      "What waits for staff: inquiries, proposals that nobody claimed for a day, failed payments, messages that could not be delivered, and today's visits; the first of each.",
    access: staff,
    response: StaffDesk,
    provides: ['staffDesk', 'inquiries', 'engagements'],
  }),
  listUnclaimedProposals: endpoint({
    method: 'GET',
    path: '/v1/staff-desk/unclaimed-proposals',
    summary: 'Proposals that nobody claimed for a day, longest open first, a page at a time.',
    access: staff,
    ...page(['moment', 'id'], rowsOf(UnclaimedProposal)),
    provides: ['staffDesk', 'engagements'],
  }),
  listFailedPayments: endpoint({
    method: 'GET',
    path: '/v1/staff-desk/failed-payments',
    summary: 'Payments that failed and are not made up for: those given up first, then the newest, a page at a time.',
    access: staff,
    ...page(['flag', 'moment', 'id'], rowsOf(FailedPayment)),
    provides: ['staffDesk', 'engagements'],
  }),
  listDeadMessages: endpoint({
    method: 'GET',
    path: '/v1/staff-desk/dead-messages',
    summary: 'Messages that could not be delivered and are not tried any more, the newest first, a page at a time.',
    access: staff,
    ...page(['moment', 'id'], rowsOf(DeadMessage)),
    provides: ['staffDesk'],
  }),
  resolveDeadMessage: endpoint({
    method: 'PUT',
    path: '/v1/staff-desk/dead-messages/{messageId}',
    summary: 'Sends a message again that could not be delivered, or drops it; repeating it does nothing.',
    access: staff,
    body: z.object({ resolveBy: z.enum(['sending-again', 'dropping']) }),
    response: Done,
    invalidates: ['staffDesk'],
  }),
  listMissedVisits: endpoint({
    method: 'GET',
    path: '/v1/staff-desk/missed-visits',
    summary: 'Visits of the last week that nobody made or took off, newest first, a page at a time.',
    access: staff,
    ...page(['day', 'id'], rowsOf(MissedVisit)),
    provides: ['staffDesk', 'engagements'],
  }),
  seeMissedVisit: endpoint({
    method: 'PUT',
    path: '/v1/staff-desk/missed-visits/{skipId}',
    summary: 'Puts a missed visit aside as seen, or back on the desk; the first to see it stays named.',
    access: staff,
    body: z.object({ isSeen: z.boolean() }),
    response: Done,
    invalidates: ['staffDesk'],
  }),
  listUnfinishedVisits: endpoint({
    method: 'GET',
    path: '/v1/staff-desk/unfinished-visits',
    summary: 'Visits of the last week that were begun and left at a step, oldest first, a page at a time.',
    access: staff,
    ...page(['day', 'id'], rowsOf(UnfinishedVisit)),
    provides: ['staffDesk', 'engagements'],
  }),
  finishVisit: endpoint({
    method: 'POST',
    path: '/v1/staff-desk/unfinished-visits/{workId}/finish',
    summary:
      'Finishes a visit that its worker has left at a step, from the day after it for a week; the customer is charged and told.',
    access: staff,
    response: Done,
    invalidates: ['staffDesk', 'engagements', 'itinerary', 'itineraries'],
  }),
  listTodaysVisits: endpoint({
    method: 'GET',
    path: '/v1/staff-desk/visits',
    summary:
      "Today's visits, planned, started or skipped, worker by worker in the order of the route, a page at a time.",
    access: staff,
    ...page(['id', 'number', 'id'], rowsOf(VisitToday), { state: z.optional(z.enum(visitStates)) }),
    provides: ['staffDesk', 'engagements'],
  }),
};
