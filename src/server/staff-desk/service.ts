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
import type { Queryable } from '../database/connection.ts';
import { toInquiry } from '../inquiries/service.ts';
import { dropDead, sendAgain } from '../messages/service.ts';
import type { World } from '../world.ts';
import { leftVisits } from './left-visits.ts';
import { page, pageSize, requireCursor } from './pages.ts';
import {
  countDeadMessages,
  countFailedPayments,
  countProposals,
  countWaitingInquiries,
  engagementExists,
  type FailedPaymentRow,
  messageExists,
  paymentExists,
  type Slice,
  selectDeadMessages,
  selectFailedPayments,
  selectProposals,
  selectWaitingInquiries,
} from './store.ts';
import { unpayableWorkers, writtenOffCharges } from './uncollected.ts';
import { countVisits, selectVisits, type VisitCursor } from './visits-store.ts';

/** How many rows of each section are on the desk. */
const sectionSize = 10;

/** A proposal that nobody has claimed for this long waits for staff. */
const claimHours = 24;

/** What waits for staff now, the first rows of each section. */
export async function getStaffDesk(world: World): Promise<StaffDesk> {
  const { database } = world;
  const first = { limit: sectionSize };
  const [inquiries, unclaimedProposals, failedPayments, dead, unpayable, writtenOff, visits, left] = await Promise.all([
    section(
      () => countWaitingInquiries(database),
      () => waitingInquiries(world),
    ),
    section(
      () => countProposals(database, overdueSince(world)),
      () => proposals(world, first),
    ),
    section(
      () => countFailedPayments(database),
      () => failures(database, first),
    ),
    section(
      () => countDeadMessages(database),
      () => deadMessages(database, first),
    ),
    unpayableWorkers(world),
    writtenOffCharges(world),
    visitsOfToday(world),
    leftVisits(world, first),
  ]);
  return {
    now: world.clock.now().toString(),
    inquiries,
    unclaimedProposals,
    failedPayments,
    deadMessages: dead,
    unpayableWorkers: unpayable,
    writtenOffCharges: writtenOff,
    ...left,
    visits,
  };
}

async function section<Row>(readCount: () => Promise<number>, readRows: () => Promise<Row[]>) {
  const [count, rows] = await Promise.all([readCount(), readRows()]);
  return { count, rows };
}

async function visitsOfToday(world: World) {
  const date = today(world);
  const [counted, rows] = await Promise.all([
    countVisits(world.database, date),
    selectVisits(world.database, date, { limit: sectionSize }),
  ]);
  const counts: VisitCounts = { 'not-started': 0, 'under-way': 0, done: 0, skipped: 0 };
  for (const { state, count } of counted) counts[state] = count;
  return { date: calendarDay(date), counts, rows: rows.map(toVisit) };
}

/**
 * @param after the `next` of the page before; the first page unless given
 * @throws ApiError NOT_FOUND for an `after` that is no engagement
 */
export async function listUnclaimedProposals(world: World, after: string | undefined) {
  const rows = await proposals(world, { after, limit: pageSize + 1 });
  if (rows.length === 0) await requireCursor('Engagement', after, (id) => engagementExists(world.database, id));
  return page(world, rows, (row) => row.engagementId);
}

/**
 * @param after the `next` of the page before; the first page unless given
 * @throws ApiError NOT_FOUND for an `after` that is no payment
 */
export async function listFailedPayments(world: World, after: string | undefined) {
  const rows = await failures(world.database, { after, limit: pageSize + 1 });
  if (rows.length === 0) await requireCursor('Payment', after, (id) => paymentExists(world.database, id));
  return page(world, rows, (row) => row.paymentId);
}

/**
 * @param after the `next` of the page before; the first page unless given
 * @throws ApiError NOT_FOUND for an `after` that is no message
 */
export async function listDeadMessages(world: World, after: string | undefined) {
  const rows = await deadMessages(world.database, { after, limit: pageSize + 1 });
  if (rows.length === 0) await requireCursor('Message', after, (id) => messageExists(world.database, id));
  return page(world, rows, (row) => row.messageId);
}

/**
 * Does with a dead message what staff decide; repeating it does nothing.
 * @throws ApiError NOT_FOUND, or NOT_ALLOWED_NOW when it is to be sent and has no point any more
 */
export async function resolveDeadMessage(
  world: World,
  messageId: string,
  resolveBy: z.output<typeof staffDesk.resolveDeadMessage.body>['resolveBy'],
): Promise<void> {
  await (resolveBy === 'sending-again' ? sendAgain(world, messageId) : dropDead(world, messageId));
}

/** @param query `after`: the `next` of the page before; `state`: those in this state only */
export async function listTodaysVisits(
  world: World,
  { state, after }: z.output<typeof staffDesk.listTodaysVisits.query>,
) {
  const place = after === undefined ? undefined : readVisitPlace(after);
  const rows = await selectVisits(world.database, today(world), { state, after: place, limit: pageSize + 1 });
  const shown = page(world, rows, visitPlace);
  return { ...shown, rows: shown.rows.map(toVisit) };
}

/** It holds what it takes to go on, so that the list does too when that visit is off the plan meanwhile. */
const visitPlace = ({ worker, sequence, engagementId }: VisitRow) => `${worker.profileId}_${sequence}_${engagementId}`;

function readVisitPlace(place: string): VisitCursor {
  const [workerProfileId = '', sequence, engagementId = ''] = place.split('_');
  return { workerProfileId, sequence: Number(sequence), engagementId };
}

const today = (world: World) => businessDay(world.clock.now());
const overdueSince = (world: World) => world.clock.now().subtract({ hours: claimHours });

async function waitingInquiries(world: World): Promise<WaitingInquiry[]> {
  const now = world.clock.now();
  const rows = await selectWaitingInquiries(world.database, sectionSize);
  return rows.map((row) => {
    const { id, data, from, subject, receivedAt, answerDueAt, isOverdue } = toInquiry(row, now);
    return { id, name: data ? fullName(data.personal) : from, subject, receivedAt, answerDueAt, isOverdue };
  });
}

async function proposals(world: World, slice: Slice): Promise<UnclaimedProposal[]> {
  const rows = await selectProposals(world.database, overdueSince(world), slice);
  return rows.map(({ customer, openSince, ...row }) => ({
    ...row,
    customer: toPerson(customer),
    openSince: openSince.toString(),
  }));
}

type VisitRow = Awaited<ReturnType<typeof selectVisits>>[number];

const toVisit = ({ engagementId, state, skip, customer, worker, streetAddress1, city }: VisitRow): VisitToday => ({
  engagementId,
  state,
  skip,
  customer: toPerson(customer),
  worker: toPerson(worker),
  streetAddress1,
  city,
});

async function deadMessages(database: Queryable, slice: Slice): Promise<DeadMessage[]> {
  const rows = await selectDeadMessages(database, slice);
  return rows.map(({ deadSince, reason, ...row }) => ({
    ...row,
    reason: reason ?? '',
    deadSince: deadSince?.toString() ?? '',
  }));
}

async function failures(database: Queryable, slice: Slice): Promise<FailedPayment[]> {
  return (await selectFailedPayments(database, slice)).map(toFailedPayment);
}

function toFailedPayment(row: FailedPaymentRow): FailedPayment {
  const { paymentId, engagementId, customer, amount, status, engagementStatus, dueAt } = row;
  const isGivenUp = status === 'declined';
  return {
    paymentId,
    engagementId,
    customer: toPerson(customer),
    amount,
    state: isGivenUp ? 'given-up' : status === 'action-required' ? 'confirmation-needed' : 'retrying',
    declineMessage: isGivenUp ? row.declineMessage : row.declineMessageBefore,
    // One that waits has not been made yet.
    attempts: status === 'pending' ? (row.attemptBefore ?? row.attempt) : row.attempt,
    nextAt: isGivenUp ? null : (dueAt?.toString() ?? null),
    engagementStatus,
  };
}

type NameRow = { profileId: string; firstName: string; lastName: string };

const toPerson = (row: NameRow) => ({ profileId: row.profileId, name: fullName(row) });
