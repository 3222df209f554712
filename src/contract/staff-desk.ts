import * as z from 'zod/mini';
import { messageChannels, messageStates } from '#domain/correspondence.ts';
import { visitStates } from '#domain/desk.ts';
import { profileTypes } from '#domain/enums.ts';
import { brokenEmailReasons } from '#domain/mail-delivery.ts';
import { stuckReasons } from '#domain/orders.ts';
import { senderTroubles } from '#domain/text-delivery.ts';
import { messageReader } from './correspondence.ts';
import { StuckTopUp } from './credits.ts';
import {
  FailedPayment,
  FailedPayout,
  FailedRefund,
  failedPaymentStates,
  GoneCard,
  OpenDispute,
  PaidTwice,
  PersonName,
  UnpayableWorker,
  WrittenOffBill,
  WrittenOffCharge,
} from './desk-money.ts';
import { DaysOffAskedFor, MissedVisit, UnfinishedVisit, VisitCounts, VisitToday } from './desk-visits.ts';
import { Done, endpoint, only } from './endpoint.ts';
import { CalendarDay, Id, Instant } from './fields.ts';
import { Finding } from './findings.ts';
import { page } from './page.ts';

export const WaitingInquiry = z.object({
  id: Id,
  /** The visitor's name, or else the email address. */
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
  /** Whether it waits until its customer agrees to a higher price; no worker can claim it before. */
  awaitsCustomer: z.boolean(),
  /** Whether a worker had it before and gave it back, or is gone: such a one waits for staff at once. */
  lostWorker: z.boolean(),
});
export type UnclaimedProposal = z.infer<typeof UnclaimedProposal>;

/** A worker who waits for staff to approve them. */
export const WaitingWorker = z.object({ worker: PersonName, since: Instant });
export type WaitingWorker = z.infer<typeof WaitingWorker>;

/** An order that is up to staff: its customer was reminded twice and has not answered, or could not accept it. */
export const StuckOrder = z.object({
  orderId: Id,
  name: z.string(),
  productName: z.string(),
  since: Instant,
  reason: z.enum(stuckReasons),
});
export type StuckOrder = z.infer<typeof StuckOrder>;

/** Another rhythm that a customer wants and that its worker has not answered. */
export const WaitingRhythm = z.object({
  engagementId: Id,
  customer: PersonName,
  frequency: z.int(),
  interval: z.int(),
  startDay: CalendarDay,
  askedAt: Instant,
});
export type WaitingRhythm = z.infer<typeof WaitingRhythm>;

/** A service that its worker has on fewer weekdays than its customer wants. */
export const FewerWeekdays = z.object({
  engagementId: Id,
  customer: PersonName,
  workerName: z.string(),
  frequency: z.int(),
  interval: z.int(),
  plannedDays: z.int(),
  since: Instant,
});
export type FewerWeekdays = z.infer<typeof FewerWeekdays>;

export const DeadMessage = z.object({
  messageId: Id,
  channel: z.enum(messageChannels),
  ...messageReader,
  subject: z.string(),
  /** `dead`: it cannot have arrived; `unknown`: it may have; `undelivered`: its provider has reported that it did not. */
  state: z.enum(messageStates),
  /** Why it could not be delivered, in the provider's words. */
  reason: z.string(),
  /** When the last try ended. */
  deadSince: Instant,
  /** Why it cannot be sent again, and what helps instead; absent while it can. */
  whyLost: z.optional(z.string()),
});
export type DeadMessage = z.infer<typeof DeadMessage>;

/** An email address that does not work, and whose it is. */
export const BrokenEmail = z.object({
  email: z.string(),
  person: PersonName,
  type: z.enum(profileTypes),
  why: z.enum(brokenEmailReasons),
  /** In a mail server's words; '' when there are none. */
  reason: z.string(),
  at: Instant,
});
export type BrokenEmail = z.infer<typeof BrokenEmail>;

/** A text from somebody that nobody of staff has read. */
export const UnreadText = z.object({
  textId: Id,
  /** The number that it came from. */
  sender: z.string(),
  /** What everybody is called who has the number now. */
  names: z.array(z.string()),
  text: z.string(),
  receivedAt: Instant,
});
export type UnreadText = z.infer<typeof UnreadText>;

/** What a worker wrote to the office at a visit, and nobody of staff has read. */
export const UnreadNote = z.object({
  noteId: Id,
  engagementId: Id,
  customer: PersonName,
  worker: PersonName,
  date: CalendarDay,
  text: z.string(),
  writtenAt: Instant,
});
export type UnreadNote = z.infer<typeof UnreadNote>;

/** Mails or texts do not go out: since when the oldest waits that should have. */
export const Standstill = z.object({ channel: z.enum(['email', 'text']), since: Instant });
export type Standstill = z.infer<typeof Standstill>;

/** The first rows of a section, and the number of all rows, at most `countLimit` + 1. */
const sectionOf = <Row extends z.ZodMiniType>(row: Row) => z.object({ count: z.int(), rows: z.array(row) });

/** `now` is the server's time. */
const rowsOf = <Row extends z.ZodMiniType>(row: Row) => ({ rows: z.array(row), now: Instant });

export const StaffDesk = z.object({
  /** The server's time. */
  now: Instant,
  /** Longest waiting first. */
  inquiries: sectionOf(WaitingInquiry),
  unclaimedProposals: sectionOf(UnclaimedProposal),
  /** Longest waiting first. */
  stuckOrders: sectionOf(StuckOrder),
  /** For a day or more, longest waiting first. */
  waitingRhythms: sectionOf(WaitingRhythm),
  /** For a day or more, longest so first. */
  fewerWeekdays: sectionOf(FewerWeekdays),
  /** That are not over, longest waiting first. */
  daysOffAskedFor: sectionOf(DaysOffAskedFor),
  failedPayments: sectionOf(FailedPayment),
  deadMessages: sectionOf(DeadMessage),
  /** Of people with an account that is open, longest so first. */
  brokenEmails: sectionOf(BrokenEmail),
  /** Longest waiting first. */
  unreadTexts: sectionOf(UnreadText),
  /** Longest waiting first. */
  unreadNotes: sectionOf(UnreadNote),
  /** Of a quarter of an hour or longer. */
  standstills: z.array(Standstill),
  /** Texts that their provider takes and no phone gets, several in a row; null when there is no such trouble. */
  textTrouble: z.nullable(z.object({ trouble: z.enum(senderTroubles), count: z.int(), since: Instant })),
  /** Whether somebody sends texts for this server; else who wants them is told by mail. */
  hasTexts: z.boolean(),
  /** Longest waiting first. */
  waitingWorkers: sectionOf(WaitingWorker),
  unpayableWorkers: sectionOf(UnpayableWorker),
  /** Until a later one is paid, or somebody has seen it; oldest first. */
  failedPayouts: sectionOf(FailedPayout),
  /** Of the last 30 days. */
  writtenOffCharges: sectionOf(WrittenOffCharge),
  /** Of the last 30 days. */
  writtenOffBills: sectionOf(WrittenOffBill),
  /** Until they are sent back. */
  paidTwice: sectionOf(PaidTwice),
  /** Oldest first. */
  disputes: sectionOf(OpenDispute),
  /** Those that came back, as long as they are owed, and those refused in the last 30 days; newest first. */
  failedRefunds: sectionOf(FailedRefund),
  /** Oldest first. */
  topUps: sectionOf(StuckTopUp),
  /** Those that nobody has put aside, oldest first, and how many were; and when the last check of the money ended. */
  findings: z.extend(sectionOf(Finding), { asideCount: z.int(), checkedAt: z.nullable(Instant) }),
  /** Until their customers have chosen others, newest first. */
  goneCards: sectionOf(GoneCard),
  /** Of the last week, those that nobody has seen, newest first. */
  missedVisits: sectionOf(MissedVisit),
  /** Of the last week, in which staff may finish or close them, oldest first. */
  unfinishedVisits: sectionOf(UnfinishedVisit),
  visits: z.object({
    date: CalendarDay,
    counts: VisitCounts,
    /** When they were counted: of very many visits, up to some seconds before `now`, or a minute. */
    countedAt: Instant,
    rows: z.array(VisitToday),
  }),
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
    summary: 'Failed payments that are still owed: those given up first, then the newest, a page at a time.',
    access: staff,
    ...page(['flag', 'moment', 'id'], rowsOf(FailedPayment), { state: z.optional(z.enum(failedPaymentStates)) }),
    provides: ['staffDesk', 'engagements'],
  }),
  listDeadMessages: endpoint({
    method: 'GET',
    path: '/v1/staff-desk/dead-messages',
    summary: 'Messages that could not be delivered, the newest first, a page at a time.',
    access: staff,
    ...page(['moment', 'id'], rowsOf(DeadMessage), { channel: z.optional(z.enum(messageChannels)) }),
    provides: ['staffDesk'],
  }),
  resolveDeadMessage: endpoint({
    method: 'PUT',
    path: '/v1/staff-desk/dead-messages/{messageId}',
    summary: 'Sends an undelivered message again, or drops it; a repeat does nothing.',
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
    ...page(['day', 'id'], rowsOf(MissedVisit), { seen: z.optional(z.enum(['unseen', 'seen'])) }),
    provides: ['staffDesk', 'engagements'],
  }),
  seeMissedVisit: endpoint({
    method: 'PUT',
    path: '/v1/staff-desk/missed-visits/{skipId}',
    summary: 'Puts a missed visit aside as seen, or back on the desk; the first employee to see it counts.',
    access: staff,
    body: z.object({ isSeen: z.boolean() }),
    response: Done,
    invalidates: ['staffDesk'],
  }),
  seeFailedPayout: endpoint({
    method: 'PUT',
    path: '/v1/staff-desk/failed-payouts/{workerProfileId}',
    summary: 'Puts a worker’s failed payout aside as seen, or back on the desk.',
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
      'Finishes a visit that its worker has left at a step, from the day after it for a week; it charges and tells the customer.',
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
