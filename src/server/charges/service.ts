import type * as z from 'zod/mini';
import type { VisitCharge } from '#contract/visits.ts';
import { billState, type Dispute, heldState } from '#domain/bill-state.ts';
import { businessDay } from '#domain/calendar.ts';
import { couponDiscount } from '#domain/coupon-discount.ts';
import type { YardSize } from '#domain/enums.ts';
import { charged, undone } from '#domain/ledger.ts';
import { whyNot } from '#domain/payment-attempts.ts';
import { platformFee } from '#domain/pricing.ts';
import { businessTimeZone } from '#domain/time-zone.ts';
import type { Transaction } from '../database/connection.ts';
import { post } from '../ledger/post.ts';
import type { World } from '../world.ts';
import type { PaymentRow } from './attempt-store.ts';
import { collectionTime } from './cycle.ts';
import {
  type ChargeRow,
  countCharges,
  deleteOpenCharge,
  findCharge,
  findCharges,
  insertCharges,
  makeHeldDue,
} from './store.ts';
import { lockTerms, lockTermsOf, type Terms, termsOf } from './terms-store.ts';

type VisitIds = { id: string; engagementId: string };
type ChargedVisit = VisitIds & {
  date: Temporal.PlainDate;
  /** When it was done, where that is told later; now unless given. */
  doneAt?: Temporal.Instant;
};

/**
 * Charges a completed visit once, at the engagement's price less its coupon; charging it again does nothing. The sweep
 * collects it.
 * @param notBefore until when the charge can be withdrawn: nothing is collected earlier, however short the billing cycle
 */
export async function chargeVisit(
  world: World,
  transaction: Transaction,
  visit: ChargedVisit,
  notBefore: Temporal.Instant,
): Promise<void> {
  await chargeVisits(world, transaction, [visit], notBefore);
}

/** Charges visits of several engagements likewise, one of each, with one posting. */
export async function chargeVisits(
  world: World,
  transaction: Transaction,
  visits: readonly ChargedVisit[],
  notBefore: Temporal.Instant,
): Promise<void> {
  const allTerms = await lockTermsOf(transaction, visits);
  const known = await findCharges(
    transaction,
    visits.map(({ id }) => id),
  );
  const written: NewCharge[] = [];
  for (const visit of visits) {
    if (known.has(visit.id)) continue;
    const terms = termsOf(allTerms, visit.engagementId);
    const { baseCost, yardSize, multiplier } = terms;
    const discount = terms.discount
      ? couponDiscount(terms.discount, baseCost, await countCharges(transaction, visit.engagementId))
      : 0;
    const price = multiplier === null ? {} : { yardSize, multiplier };
    written.push({ terms, visit, amount: baseCost - discount, discount, kind: 'visit', ...price });
  }
  await writeCharges(world, transaction, written, notBefore);
}

/**
 * Charges the way to a visit that could not be done, once. No coupon is used for it.
 * @param amount integer cents
 * @param notBefore as with a visit
 */
export async function chargeForWay(
  world: World,
  transaction: Transaction,
  visit: ChargedVisit,
  amount: number,
  notBefore: Temporal.Instant,
): Promise<void> {
  const terms = await lockTerms(transaction, visit);
  if (await findCharge(transaction, visit.id)) return;
  await writeCharges(world, transaction, [{ terms, visit, amount, discount: 0, kind: 'way' }], notBefore);
}

type NewCharge = {
  terms: Terms;
  visit: ChargedVisit;
  amount: number;
  discount: number;
  kind: 'visit' | 'way';
  yardSize?: YardSize;
  multiplier?: number;
};

async function writeCharges(
  world: World,
  transaction: Transaction,
  written: readonly NewCharge[],
  notBefore: Temporal.Instant,
): Promise<void> {
  if (written.length === 0) return;
  const now = world.clock.now();
  const firstFeePercent = world.settings.first().platformFeePercent;
  const rows = written.map(
    ({ terms, visit: { id: workId, engagementId, date, doneAt: createdAt = now }, ...charge }) => {
      // What comes late belongs to the cycle of the visit's day.
      const isLate = Temporal.PlainDate.compare(date, businessDay(createdAt)) < 0;
      const chargedAt = isLate ? date.toZonedDateTime(businessTimeZone).toInstant() : createdAt;
      const cycleEnd = collectionTime(terms.billingCycle, chargedAt);
      const dueAt = Temporal.Instant.compare(cycleEnd, notBefore) < 0 ? notBefore : cycleEnd;
      const fee = platformFee(charge.amount, terms.agreedFeePercent ?? firstFeePercent);
      return { ...charge, fee, engagementId, workId, createdAt, dueAt };
    },
  );
  const ids = await insertCharges(transaction, rows);
  const postings = written.map(({ terms: { customerProfileId }, visit, ...charge }) => {
    const cause = `charge:${ids.get(visit.id)}`;
    return {
      cause,
      moves: charged(charge),
      customerProfileId,
      visitId: visit.id,
      ...(visit.doneAt && { at: visit.doneAt }),
    };
  });
  await post(world, transaction, postings);
}

/**
 * Undoes a visit's charge, as if the visit had never been completed. One that staff did not want billed stays, so that
 * the visit is not charged when it is completed again.
 * @returns false when its collection has begun
 */
export async function undoCharge(
  world: World,
  transaction: Transaction,
  { id: workId, engagementId }: VisitIds,
): Promise<boolean> {
  const { customerProfileId } = await lockTerms(transaction, { engagementId });
  const deleted = await deleteOpenCharge(transaction, workId);
  if (!deleted) {
    const kept = await findCharge(transaction, workId);
    return !kept || kept.isNotBilled;
  }
  // What staff did not want billed is owed by nobody already.
  if (deleted.isNotBilled) return true;
  const posting = { cause: `undone:${deleted.id}`, moves: undone(deleted), customerProfileId, visitId: workId };
  await post(world, transaction, [posting]);
  return true;
}

/** Lets the next sweep collect what was held because this worker could not be paid. */
export async function releaseHeldCharges(world: World, transaction: Transaction, userId: string): Promise<void> {
  await makeHeldDue(transaction, userId, world.clock.now());
}

type Charge = Pick<ChargeRow, 'amount' | 'discount' | 'creditUsed' | 'createdAt' | 'writtenOffAt' | 'isNotBilled'>;
/** The last attempt to collect a charge. */
type Attempt = Pick<
  PaymentRow,
  'status' | 'dueAt' | 'settledAt' | 'stripePaymentMethodId' | 'declineMessage' | 'refunded'
> & {
  isDeclined: boolean;
  /** What banks ask or asked back of it; what counts comes first. */
  disputes?: readonly Dispute[];
};

/** @returns what a visit cost, and how that stands */
export function toVisitCharge(world: World, charge: Charge, payment: Attempt | null): z.output<typeof VisitCharge> {
  const { amount, discount } = charge;
  const standing = statusOf(world.clock.now(), amount, payment);
  // What credit paid is not sent back with the card's part.
  const settled = standing === 'refunded' && charge.creditUsed > 0 ? 'paid' : standing;
  const collected = (settled === 'paid' && heldState(payment?.disputes?.[0])) || settled;
  const status = charge.isNotBilled ? 'not-billed' : charge.writtenOffAt ? 'written-off' : collected;
  const paidAt = amount === 0 ? charge.createdAt : status === 'paid' ? payment?.settledAt : null;
  return {
    amount,
    discount,
    status,
    paidAt: paidAt?.toString() ?? null,
    billRefunded: payment?.refunded ?? 0,
    declineMessage: status === 'declined' || status === 'not-tried' ? (payment?.declineMessage ?? null) : null,
    // None where credit has paid all of it, or no card was tried.
    stripePaymentMethodId:
      charge.creditUsed === amount || status === 'not-tried' ? null : (payment?.stripePaymentMethodId ?? null),
  };
}

function statusOf(
  now: Temporal.Instant,
  amount: number,
  payment: Attempt | null,
): z.output<typeof VisitCharge>['status'] {
  if (amount === 0) return 'paid';
  if (!payment) return 'open';
  // The customer was told of the decline; that another attempt is planned does not change it.
  const state = billState(payment, now);
  if (state === 'retrying' || state === 'declined') {
    const why = whyNot(payment.declineMessage);
    if (why === 'not-tried') return why;
    return why === 'not-confirmed' || why === 'stopped' ? 'not-confirmed' : 'declined';
  }
  return state === 'to-confirm' ? 'action-required' : state;
}
