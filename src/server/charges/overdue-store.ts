import { and, eq, gte, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { notConfirmedMessage } from '#domain/payment-attempts.ts';
import type { Queryable } from '../database/connection.ts';
import { charges, payments } from '../database/schema/billing.ts';
import { engagements } from '../database/schema/engagements.ts';
import {
  askedFor,
  isGivenUpPayment,
  isOpenCharge,
  isOwedAfterDecline,
  isToConfirm,
} from '../database/schema/states.ts';

/** How an engagement's unpaid visits stand; amounts in integer cents. */
export type UnpaidVisits = {
  engagementId: string;
  /** The card of their payments; null while nobody has taken them up. */
  stripePaymentMethodId: string | null;
  /** What is on bills. */
  billed: number;
  /** What was declined and is not being collected now, planned attempts included. */
  declined: number;
  /** How much of that was not confirmed in time. */
  notConfirmed: number;
  /** What was declined four times and is not paid since, whether or not it is being collected now. */
  givenUp: number;
  /** Whether something is being collected, or is about to be. */
  isCollecting: boolean;
  /** What the bank wants the customer to confirm. */
  toConfirm: number;
};

/** @returns those of a customer's engagements in which visits are charged and not paid, for each of their cards */
export async function selectUnpaidVisits(
  database: Queryable,
  customerProfileId: string,
  now: Temporal.Instant,
): Promise<UnpaidVisits[]> {
  const soon = now.add({ minutes: 2 });
  const isCollecting = or(
    eq(payments.status, 'unknown'),
    and(eq(payments.status, 'pending'), lte(payments.dueAt, soon)),
    and(eq(payments.status, 'action-required'), lte(payments.dueAt, now)),
    // Nobody has taken it up yet.
    and(isNull(charges.paymentId), gte(charges.dueAt, now.subtract({ minutes: 5 })), lte(charges.dueAt, soon)),
  );
  const sumOf = (which: SQL | undefined) =>
    sql`coalesce(sum(${askedFor(charges)}) filter (where ${which}), 0)`.mapWith(Number);
  const some = (which: SQL | undefined) => sql<boolean>`coalesce(bool_or(${which}), false)`;
  // A payment may collect the small rest of another engagement as well.
  const engagementId = sql<string>`coalesce(${payments.engagementId}, ${charges.engagementId})`;
  return await database
    .select({
      engagementId,
      stripePaymentMethodId: payments.stripePaymentMethodId,
      billed: sumOf(isNotNull(payments.id)),
      declined: sumOf(isOwedAfterDecline(payments)),
      notConfirmed: sumOf(sql`${isOwedAfterDecline(payments)} and ${payments.declineMessage} = ${notConfirmedMessage}`),
      givenUp: sumOf(isGivenUpPayment(payments)),
      isCollecting: some(isCollecting),
      toConfirm: sumOf(isToConfirm(payments, now)),
    })
    .from(engagements)
    .innerJoin(charges, eq(charges.engagementId, engagements.id))
    .leftJoin(payments, eq(payments.id, charges.paymentId))
    .where(and(eq(engagements.customerProfileId, customerProfileId), isOpenCharge(charges, payments)))
    .groupBy(engagementId, payments.stripePaymentMethodId);
}
