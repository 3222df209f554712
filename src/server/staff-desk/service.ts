import type * as z from 'zod/mini';
import type {
  DeadMessage,
  FailedPayment,
  StaffDesk,
  staffDesk,
  UnclaimedProposal,
  VisitCounts,
  VisitToday,
  WaitingInquiry,
} from '#contract/staff-desk.ts';
import { businessDay, calendarDay } from '#domain/calendar.ts';
import { fullName } from '#domain/labels.ts';
import type { Slice } from '../database/page.ts';
import { toInquiry } from '../inquiries/service.ts';
import { dropDead, sendAgain } from '../messages/service.ts';
import type { World } from '../world.ts';
import { readPage, readSection, sectionSize, toPerson } from './desk-list.ts';
import { readLeftVisits } from './left-visits.ts';
import {
  countDeadMessages,
  countFailedPayments,
  countProposals,
  countWaitingInquiries,
  type DeadMessageRow,
  type FailedPaymentRow,
  type ProposalRow,
  selectDeadMessages,
  selectFailedPayments,
  selectProposals,
  selectWaitingInquiries,
} from './store.ts';
import { readUnpayableWorkers, readWrittenOffCharges } from './uncollected.ts';
import { countVisits, selectVisits, type VisitRow } from './visits-store.ts';

/** A proposal comes on the desk when nobody has claimed it for this long. */
const claimHours = 24;

/** Reads what waits for staff now: the first rows of each section, and their counts. */
export async function getStaffDesk(world: World): Promise<StaffDesk> {
  const [inquiries, proposed, failed, dead, unpayable, writtenOff, visits, left] = await Promise.all([
    readSection(waitingInquiries(world)),
    readSection(unclaimedProposals(world)),
    readSection(failedPayments(world)),
    readSection(deadMessages(world)),
    readUnpayableWorkers(world),
    readWrittenOffCharges(world),
    readTodaysVisits(world),
    readLeftVisits(world),
  ]);
  return {
    now: world.clock.now().toString(),
    inquiries,
    unclaimedProposals: proposed,
    failedPayments: failed,
    deadMessages: dead,
    unpayableWorkers: unpayable,
    writtenOffCharges: writtenOff,
    ...left,
    visits,
  };
}

async function readTodaysVisits(world: World) {
  const date = today(world);
  const [counted, { rows }] = await Promise.all([
    countVisits(world.database, date),
    selectVisits(world.database, date, { limit: sectionSize }),
  ]);
  const counts: VisitCounts = { 'not-started': 0, 'under-way': 0, done: 0, skipped: 0 };
  for (const { state, count } of counted) counts[state] = count;
  return { date: calendarDay(date), counts, rows: rows.map(toVisit) };
}

/** @param after here and below, the `next` of the page before; undefined for the first page */
export const listUnclaimedProposals = (world: World, after: string | undefined) =>
  readPage(world, unclaimedProposals(world), after);

export const listFailedPayments = (world: World, after: string | undefined) =>
  readPage(world, failedPayments(world), after);

export const listDeadMessages = (world: World, after: string | undefined) =>
  readPage(world, deadMessages(world), after);

/** @param query `state`: only visits in this state */
export async function listTodaysVisits(
  world: World,
  { state, after }: z.output<typeof staffDesk.listTodaysVisits.query>,
) {
  const select = (slice: Slice) => selectVisits(world.database, today(world), { ...slice, state });
  return await readPage(world, { select, show: toVisit }, after);
}

/**
 * Sends a dead message again, or drops it. A repeat does nothing.
 * @throws ApiError NOT_FOUND, or NOT_ALLOWED_NOW when it should be sent and was dropped meanwhile
 */
export async function resolveDeadMessage(
  world: World,
  messageId: string,
  resolveBy: z.output<typeof staffDesk.resolveDeadMessage.body>['resolveBy'],
): Promise<void> {
  await (resolveBy === 'sending-again' ? sendAgain(world, messageId) : dropDead(world, messageId));
}

const today = (world: World) => businessDay(world.clock.now());

function waitingInquiries({ database, clock }: World) {
  const now = clock.now();
  return {
    count: () => countWaitingInquiries(database),
    select: async ({ limit }: Slice) => ({ rows: await selectWaitingInquiries(database, limit) }),
    show: (row: Parameters<typeof toInquiry>[0]): WaitingInquiry => {
      const { id, data, from, subject, receivedAt, answerDueAt, isOverdue } = toInquiry(row, now);
      return { id, name: data ? fullName(data.personal) : from, subject, receivedAt, answerDueAt, isOverdue };
    },
  };
}

function unclaimedProposals({ database, clock }: World) {
  const overdueSince = clock.now().subtract({ hours: claimHours });
  return {
    count: () => countProposals(database, overdueSince),
    select: (slice: Slice) => selectProposals(database, overdueSince, slice),
    show: ({ customer, openSince, ...row }: ProposalRow): UnclaimedProposal => ({
      ...row,
      customer: toPerson(customer),
      openSince: openSince.toString(),
    }),
  };
}

const deadMessages = ({ database }: World) => ({
  count: () => countDeadMessages(database),
  select: (slice: Slice) => selectDeadMessages(database, slice),
  show: ({ deadSince, reason, ...row }: DeadMessageRow): DeadMessage => ({
    ...row,
    reason: reason ?? '',
    deadSince: deadSince?.toString() ?? '',
  }),
});

const failedPayments = ({ database }: World) => ({
  count: () => countFailedPayments(database),
  select: (slice: Slice) => selectFailedPayments(database, slice),
  show: toFailedPayment,
});

const toVisit = ({ customer, worker, sequence: _, ...row }: VisitRow): VisitToday => ({
  ...row,
  customer: toPerson(customer),
  worker: toPerson(worker),
});

function toFailedPayment(row: FailedPaymentRow): FailedPayment {
  const { paymentId, engagementId, customer, amount, isGivenUp, status, engagementStatus, dueAt } = row;
  return {
    paymentId,
    engagementId,
    customer: toPerson(customer),
    amount,
    state: isGivenUp ? 'given-up' : status === 'action-required' ? 'confirmation-needed' : 'retrying',
    declineMessage: isGivenUp ? row.declineMessage : row.declineMessageBefore,
    // A pending payment has not been tried yet.
    attempts: status === 'pending' ? (row.attemptBefore ?? row.attempt) : row.attempt,
    nextAt: isGivenUp ? null : (dueAt?.toString() ?? null),
    engagementStatus,
  };
}
