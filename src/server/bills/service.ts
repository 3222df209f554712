import { isDeepStrictEqual } from 'node:util';
import type * as z from 'zod/mini';
import type { Attempt, Bill, Billing, BillSummary, bills as contract } from '#contract/bills.ts';
import { billState } from '#domain/bill-state.ts';
import { businessDay, calendarDay } from '#domain/calendar.ts';
import { fullName } from '#domain/labels.ts';
import { refundState } from '#domain/refund.ts';
import { tipsOf } from '../charges/tips.ts';
import { photosOfFiles } from '../files/service.ts';
import { notFound } from '../http/errors.ts';
import type { World } from '../world.ts';
import { type AttemptRow, selectBill, selectBilling, selectBills } from './store.ts';

/** `isDeclined`: owed after a decline, also when the next attempt is planned. */
type LastAttempt = Pick<AttemptRow, 'status' | 'dueAt' | 'declineMessage'> & {
  isDeclined: boolean;
  waitsInTurn: boolean;
};

type Standing = Pick<Bill, 'state' | 'nextAt' | 'declineMessage'>;

/**
 * @returns what of a customer is open, and what happens next
 * @throws ApiError NOT_FOUND, as the others here, when staff ask for a customer that is not there
 */
export async function getBilling(world: World, customerProfileId: string): Promise<Billing> {
  const found = await selectBilling(world.database, customerProfileId);
  if (!found) throw notFound('Profile');
  const now = world.clock.now();
  const { open, unbilledAmount, unbilledDueAt, paidTwice, owedBack, credit, creditVersion } = found;
  const [first = null, ...others] = open.map((payment) => toStanding(payment, now));
  // Bills that are declined together each have their own moment.
  const onDay = (one: Standing) => ({
    ...one,
    nextAt: one.nextAt && businessDay(Temporal.Instant.from(one.nextAt)).toString(),
  });
  const nextStep = others.every((other) => isDeepStrictEqual(onDay(other), first && onDay(first))) ? first : null;
  const isDue = unbilledDueAt && Temporal.Instant.compare(unbilledDueAt, now) < 0;
  const on = unbilledDueAt && calendarDay(businessDay(isDue ? now : unbilledDueAt));
  return {
    customerName: fullName(found),
    openAmount: sumOf(open),
    onItsWay: sumOf(open.filter((payment) => billState(payment, now) === 'processing')),
    nextStep,
    unbilled: unbilledAmount > 0 ? { amount: unbilledAmount, on } : null,
    paidTwice,
    owedBack,
    credit,
    creditVersion,
  };
}

const sumOf = (open: readonly { amount: number }[]) => open.reduce((sum, { amount }) => sum + amount, 0);

/** @returns a page of a customer's bills, newest first */
export async function listBills(
  world: World,
  customerProfileId: string,
  after: string | undefined,
): Promise<{ bills: BillSummary[]; next: string | null }> {
  const { rows, next } = await selectBills(world.database, customerProfileId, after);
  // Staff may ask for anybody, and so for nobody.
  if (rows.length === 0 && !(await selectBilling(world.database, customerProfileId))) throw notFound('Profile');
  const now = world.clock.now();
  return {
    bills: rows.map(({ id, number, createdAt, amount, creditUsed, days, ...last }) => ({
      id,
      number,
      createdAt,
      amount,
      isTip: last.isTip,
      creditUsed,
      visits: days.visits,
      firstDay: calendarDay(days.firstDay),
      lastDay: calendarDay(days.lastDay),
      ...toStanding(last, now),
      ...toAftermath(last),
    })),
    next,
  };
}

/**
 * @returns a bill with its visits and attempts
 * @throws ApiError NOT_FOUND also for somebody else's bill
 */
export async function getBill(
  world: World,
  customerProfileId: string,
  billId: string,
): Promise<z.input<typeof contract.getBill.response>> {
  const found = await selectBill(world.database, customerProfileId, billId);
  if (!found) throw notFound('Bill');
  // As it was when it was asked for, whatever the business is called since.
  const { businessName, legalName, businessAddress, taxLine } = world.settings.at(found.createdAt);
  const now = world.clock.now();
  const { address, visits } = found;
  const photos = await photosOfFiles(
    world,
    visits.flatMap((visit) => visit.photos),
  );
  return {
    id: found.id,
    number: found.number,
    createdAt: found.createdAt.toString(),
    amount: found.amount,
    isTip: found.isTip,
    creditUsed: found.creditUsed,
    ...toStanding(found, now),
    ...toAftermath(found),
    writtenOffAt: found.status === 'written-off' ? (found.settledAt?.toString() ?? null) : null,
    business: { name: businessName, legalName: legalName || null, address: businessAddress, taxLine: taxLine || null },
    customer: {
      name: fullName(found),
      addressLines: [
        address.streetAddress1,
        ...(address.streetAddress2 ? [address.streetAddress2] : []),
        `${address.city}, ${address.state} ${address.zipCode}`,
      ],
    },
    visits: visits.map(({ yardSize, multiplier, ...visit }) => ({
      ...visit,
      formula: yardSize && multiplier !== null ? { yardSize, multiplier } : null,
      date: calendarDay(visit.date),
      ...tipsOf(
        visit.kind === 'tip'
          ? undefined
          : { ...visit, charge: visit, payment: { ...found, isHeldByBank: isHeld(found) } },
        now,
      ),
      messageSentAt: visit.messageSentAt?.toString() ?? null,
      photos: photos.get(visit.workId) ?? [],
    })),
    // Nothing is asked for a bill that coupons make free.
    attempts: (found.amount === 0 ? [] : found.attempts).map((attempt) => ({
      at: (attempt.askedAt ?? attempt.createdAt).toString(),
      amount: attempt.amount,
      status: attemptStatus(attempt),
      declineMessage: attemptStatus(attempt) === 'declined' ? attempt.declineMessage : null,
    })),
    refunds: found.refunds.map(({ id, amount, createdAt, status, reason }) => ({
      id,
      amount,
      createdAt: createdAt.toString(),
      state: refundState(status),
      reason,
    })),
  };
}

function toStanding(last: LastAttempt, now: Temporal.Instant): Standing {
  const { dueAt, declineMessage } = last;
  const state = billState(last, now);
  const isTriedLater = state === 'retrying' || state === 'waiting';
  // Which day it is depends on the debit before it.
  const hasNext = (isTriedLater && !last.waitsInTurn) || state === 'to-confirm';
  return {
    state,
    nextAt: (hasNext && dueAt?.toString()) || null,
    declineMessage: state === 'declined' || isTriedLater ? declineMessage : null,
  };
}

type AftermathRow = Pick<Bill, 'refunded' | 'owedBack' | 'creditedBack'> & {
  refundedAt: Temporal.Instant | null;
  /** Newest first. */
  disputes: NonNullable<Bill['dispute']>[];
};

/** Whether the bank has the money of a bill, for now or for good. */
const isHeld = ({ disputes }: Pick<AftermathRow, 'disputes'>): boolean =>
  disputes.some(({ status }) => status === 'open' || status === 'lost');

const toAftermath = ({ refunded, refundedAt, owedBack, creditedBack, disputes }: AftermathRow) => ({
  refunded,
  refundedAt: refundedAt?.toString() ?? null,
  owedBack,
  creditedBack,
  dispute: disputes[0] ?? null,
});

function attemptStatus({ status, isTakenOver }: Pick<AttemptRow, 'status' | 'isTakenOver'>): Attempt['status'] {
  if (status === 'paid' && isTakenOver) return 'paid-twice';
  if (status === 'action-required') return 'to-confirm';
  if (status === 'written-off') return 'declined';
  return status === 'unknown' || status === 'pending' ? 'collecting' : status;
}
