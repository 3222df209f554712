import type * as z from 'zod/mini';
import type { StaffDesk, staffDesk } from '#contract/staff-desk.ts';
import { businessDay, calendarDay } from '#domain/calendar.ts';
import { firstDayToCome } from '#domain/visit-class.ts';
import { record } from '../changes/record.ts';
import { seeFailedPayout } from '../connected-accounts/payouts.ts';
import type { Caller } from '../http/access.ts';
import { dropDead, sendAgain } from '../messages/dead.ts';
import type { World } from '../world.ts';
import { readPage, sectionOf } from './desk-list.ts';
import {
  toDeadMessage,
  toFailedPayment,
  toFailedPayout,
  toFailedRefund,
  toFinding,
  toGoneCard,
  toOpenDispute,
  toPaidTwice,
  toProposal,
  toStuckOrder,
  toStuckTopUp,
  toTextTrouble,
  toUnpayableWorker,
  toVisit,
  toWaitingInquiry,
  toWaitingRhythm,
  toWrittenOffBill,
  toWrittenOffCharge,
} from './desk-rows.ts';
import { selectDesk, selectDeskWithCounts } from './desk-store.ts';
import { recentDays, toMissedVisit, toUnfinishedVisit } from './left-visits.ts';
import { selectDeadMessages, selectFailedPayments, selectProposals } from './store.ts';
import { keptOrCounted } from './visit-counts.ts';
import { selectVisits } from './visits-store.ts';

type Query<Name extends 'listFailedPayments' | 'listDeadMessages' | 'listTodaysVisits'> = z.output<
  (typeof staffDesk)[Name]['query']
>;

/** A proposal comes on the desk when nobody has claimed it for this long. */
const claimHours = 24;
const writtenOffDays = 30;
/** Mails or texts stand still when one that is due has waited for this long. */
const standstillMinutes = 15;

/** Reads what waits for staff now: the first rows of each section, and their counts. */
export async function getStaffDesk(world: World): Promise<StaffDesk> {
  const { database, clock } = world;
  const now = clock.now();
  const today = businessDay(now);
  const values = {
    today: today.toString(),
    dayToCome: firstDayToCome(now).toString(),
    ...recentDays(world),
    openedUntil: openedUntil(now),
    stillSince: now.subtract({ minutes: standstillMinutes }).toString(),
    writtenOffSince: now.subtract({ hours: 24 * writtenOffDays }).toString(),
  };
  const counted = await keptOrCounted(database, today, async () => {
    const read = await selectDeskWithCounts(database, values);
    const counts = { 'not-started': 0, 'under-way': 0, done: 0, skipped: 0, ...read.visitCounts };
    return { read, counts, countedAt: now };
  });
  const desk = 'read' in counted ? counted.read : await selectDesk(database, values);
  return {
    now: now.toString(),
    inquiries: sectionOf(desk.inquiries, (row) => toWaitingInquiry(row, now)),
    unclaimedProposals: sectionOf(desk.unclaimedProposals, toProposal),
    stuckOrders: sectionOf(desk.stuckOrders, (row) => toStuckOrder(world, row)),
    waitingRhythms: sectionOf(desk.waitingRhythms, toWaitingRhythm),
    fewerWeekdays: sectionOf(desk.fewerWeekdays, (row) => row),
    daysOffAskedFor: sectionOf(desk.daysOffAskedFor, (row) => ({
      ...row,
      day: calendarDay(row.day),
      lastDay: calendarDay(row.lastDay),
    })),
    failedPayments: sectionOf(desk.failedPayments, toFailedPayment),
    deadMessages: sectionOf(desk.deadMessages, toDeadMessage),
    brokenEmails: sectionOf(desk.brokenEmails, (row) => row),
    unreadTexts: sectionOf(desk.unreadTexts, (row) => row),
    unreadNotes: sectionOf(desk.unreadNotes, (row) => ({ ...row, date: calendarDay(row.date) })),
    standstills: desk.standstills,
    textTrouble: toTextTrouble(desk.textTrouble),
    hasTexts: world.sendText !== undefined,
    waitingWorkers: sectionOf(desk.waitingWorkers, (row) => row),
    unpayableWorkers: sectionOf(desk.unpayableWorkers, toUnpayableWorker),
    failedPayouts: sectionOf(desk.failedPayouts, toFailedPayout),
    writtenOffCharges: sectionOf(desk.writtenOffCharges, toWrittenOffCharge),
    writtenOffBills: sectionOf(desk.writtenOffBills, toWrittenOffBill),
    paidTwice: sectionOf(desk.paidTwice, toPaidTwice),
    disputes: sectionOf(desk.disputes, toOpenDispute),
    failedRefunds: sectionOf(desk.failedRefunds, toFailedRefund),
    topUps: sectionOf(desk.topUps, toStuckTopUp),
    findings: {
      ...sectionOf(desk.findings, toFinding),
      asideCount: desk.asideCount,
      checkedAt: desk.lastCheck[0]?.finishedAt?.toString() ?? null,
    },
    goneCards: sectionOf(desk.goneCards, toGoneCard),
    missedVisits: sectionOf(desk.missedVisits, toMissedVisit),
    unfinishedVisits: sectionOf(desk.unfinishedVisits, toUnfinishedVisit),
    visits: {
      date: calendarDay(today),
      counts: counted.counts,
      countedAt: counted.countedAt.toString(),
      rows: desk.visits.map(toVisit),
    },
  };
}

/** @param after here and below, the `next` of the page before; undefined for the first page */
export async function listUnclaimedProposals(world: World, after: string | undefined) {
  const values = { openedUntil: openedUntil(world.clock.now()) };
  return readPage(world, await selectProposals(world.database, after, values), toProposal);
}

/** @param query `state`: only payments in this state */
export const listFailedPayments = async (world: World, { state, after }: Query<'listFailedPayments'>) =>
  readPage(world, await selectFailedPayments[state ?? 'all'](world.database, after), toFailedPayment);

/** @param query `channel`: only mails, or only texts */
export const listDeadMessages = async (world: World, { channel, after }: Query<'listDeadMessages'>) =>
  readPage(world, await selectDeadMessages[channel ?? 'all'](world.database, after), toDeadMessage);

/** @param query `state`: only visits in this state */
export async function listTodaysVisits(world: World, { state, after }: Query<'listTodaysVisits'>) {
  const values = { today: businessDay(world.clock.now()).toString() };
  return readPage(world, await selectVisits[state ?? 'all'](world.database, after, values), toVisit);
}

/**
 * Sends a dead message again, or drops it. A repeat does nothing.
 * @throws ApiError NOT_FOUND, or NOT_ALLOWED_NOW when it should be sent and was dropped meanwhile
 */
export async function resolveDeadMessage(
  world: World,
  caller: Caller,
  messageId: string,
  resolveBy: z.output<typeof staffDesk.resolveDeadMessage.body>['resolveBy'],
): Promise<void> {
  const [resolve, kind] =
    resolveBy === 'sending-again'
      ? ([sendAgain, 'message-sent-again'] as const)
      : ([dropDead, 'message-dropped'] as const);
  await world.database.transaction(async (transaction) => {
    if (!(await resolve(world, transaction, messageId))) return;
    await record(world, transaction, { kind, by: caller.userId, subjectId: messageId });
  });
}

/** See the door of connected accounts. */
export const seeWorkersPayout = (world: World, caller: Caller, workerProfileId: string, isSeen: boolean) =>
  seeFailedPayout(world, caller, workerProfileId, isSeen);

const openedUntil = (now: Temporal.Instant) => now.subtract({ hours: claimHours }).toString();
