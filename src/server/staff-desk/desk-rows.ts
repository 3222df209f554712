import type { StuckTopUp } from '#contract/credits.ts';
import type {
  FailedPayment,
  FailedPayout,
  FailedRefund,
  GoneCard,
  OpenDispute,
  PaidTwice,
  UnpayableWorker,
  WrittenOffBill,
  WrittenOffCharge,
} from '#contract/desk-money.ts';
import type { VisitToday } from '#contract/desk-visits.ts';
import type { Finding } from '#contract/findings.ts';
import type {
  DeadMessage,
  StaffDesk,
  StuckOrder,
  UnclaimedProposal,
  WaitingInquiry,
  WaitingRhythm,
} from '#contract/staff-desk.ts';
import { calendarDay } from '#domain/calendar.ts';
import { fullName } from '#domain/labels.ts';
import { stuckReason } from '#domain/orders.ts';
import { senderTroubleOf } from '#domain/text-delivery.ts';
import { waitOf } from '../inquiries/answer-due.ts';
import { whyLost } from '../messages/dead.ts';
import { whyNotAcceptable } from '../orders/links.ts';
import type { World } from '../world.ts';
import type { Desk } from './desk-store.ts';

/** What the desk and its lists show of their rows. */

type Row<Section extends Exclude<keyof Desk, 'visits' | 'asideCount' | 'lastCheck' | 'standstills' | 'textTrouble'>> =
  Desk[Section]['rows'][number];

export const toWaitingInquiry = (
  { id, subject, data, fromAddress, ...row }: Row<'inquiries'>,
  now: Temporal.Instant,
): WaitingInquiry => ({ id, subject, name: data ? fullName(data.personal) : fromAddress, ...waitOf(row, now) });

export const toProposal = (row: Row<'unclaimedProposals'>): UnclaimedProposal => row;

export function toStuckOrder(world: World, row: Row<'stuckOrders'>): StuckOrder {
  const { orderId, productName, stuckSince, remindersSent, service, isOffered } = row;
  const problem = whyNotAcceptable(world, { address: service.address, isOffered });
  const reason = stuckReason({ problem, remindersSent });
  return { orderId, name: fullName(row), productName, since: stuckSince ?? '', reason };
}

export const toWaitingRhythm = ({ startDay, ...row }: Row<'waitingRhythms'>): WaitingRhythm => ({
  ...row,
  startDay: calendarDay(startDay),
});

export function toFailedPayment(row: Row<'failedPayments'>): FailedPayment {
  const { paymentId, engagementId, customer, amount, isGivenUp, status, engagementStatus, dueAt } = row;
  return {
    paymentId,
    engagementId,
    customer,
    bill: { id: row.billId, number: row.billNumber },
    amount,
    state: isGivenUp ? 'given-up' : status === 'action-required' ? 'confirmation-needed' : 'retrying',
    declineMessage: isGivenUp ? row.declineMessage : row.declineMessageBefore,
    // A pending payment has not been tried yet.
    attempts: isGivenUp ? row.tries : status === 'pending' ? (row.attemptBefore ?? row.attempt) : row.attempt,
    nextAt: isGivenUp || row.waitsInTurn ? null : dueAt,
    engagementStatus,
  };
}

export const toDeadMessage = ({ deadSince, reason, lostLink, ...row }: Row<'deadMessages'>): DeadMessage => ({
  ...row,
  whyLost: whyLost(lostLink),
  reason: reason ?? '',
  deadSince: deadSince?.toString() ?? '',
});

export function toTextTrouble([row]: Desk['textTrouble']): StaffDesk['textTrouble'] {
  const trouble = senderTroubleOf(row?.code ?? '');
  return row?.since && trouble ? { trouble, count: row.count, since: row.since } : null;
}

export const toUnpayableWorker = ({ restrictedAt, ...row }: Row<'unpayableWorkers'>): UnpayableWorker => ({
  ...row,
  restrictedAt: restrictedAt?.toString() ?? null,
});

export const toFailedPayout = ({ failedAt, ...row }: Row<'failedPayouts'>): FailedPayout => ({
  ...row,
  failedAt: failedAt?.toString() ?? '',
});

export const toWrittenOffCharge = ({ visitDate, ...row }: Row<'writtenOffCharges'>): WrittenOffCharge => ({
  ...row,
  visitDay: calendarDay(visitDate),
});

export const toWrittenOffBill = ({
  billId,
  billNumber,
  writtenOffAt,
  ...row
}: Row<'writtenOffBills'>): WrittenOffBill => ({
  ...row,
  bill: { id: billId, number: billNumber },
  writtenOffAt: writtenOffAt?.toString() ?? '',
});

export const toPaidTwice = ({ billId, billNumber, paidAt, ...row }: Row<'paidTwice'>): PaidTwice => ({
  ...row,
  bill: { id: billId, number: billNumber },
  paidAt: paidAt?.toString() ?? '',
  stripePaymentIntentId: row.stripePaymentIntentId ?? '',
});

export const toOpenDispute = ({ billId, billNumber, status, answerBy, ...row }: Row<'disputes'>): OpenDispute => ({
  ...row,
  bill: { id: billId, number: billNumber },
  isInquiry: status === 'inquiry',
  isLost: status === 'lost',
  answerBy: answerBy?.toString() ?? null,
});

export const toFailedRefund = ({
  billId,
  billNumber,
  status,
  failure,
  failedAt,
  ...row
}: Row<'failedRefunds'>): FailedRefund => ({
  ...row,
  bill: { id: billId, number: billNumber },
  isRefused: status === 'refused',
  failedAt: failedAt?.toString() ?? '',
  reason: failure ?? 'unknown',
});

export const toFinding = ({
  profileId,
  person,
  engagementId,
  streetAddress1,
  billId,
  billNumber,
  billCustomerId,
  day,
  foundAt,
  ...row
}: Row<'findings'>): Finding => ({
  ...row,
  person: profileId === null ? null : person,
  engagement: engagementId === null ? null : { id: engagementId, streetAddress1: streetAddress1 ?? '' },
  bill: billId === null ? null : { id: billId, number: billNumber ?? '', customerProfileId: billCustomerId ?? '' },
  visitDay: day && calendarDay(day),
  foundAt: foundAt.toString(),
});

export const toGoneCard = ({ name, goneAt, ...row }: Row<'goneCards'>): GoneCard => ({
  ...row,
  name: name ?? 'Payment method',
  goneAt: goneAt?.toString() ?? '',
});

export const toVisit = ({ sequence: _, ...row }: Desk['visits'][number]): VisitToday => row;

export const toStuckTopUp = ({ billId, billNumber, status, reason, since, ...row }: Row<'topUps'>): StuckTopUp => ({
  ...row,
  bill: { id: billId, number: billNumber },
  isRefused: status === 'refused',
  reason: reason ?? '',
  since: since.toString(),
});
