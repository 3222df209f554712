import { and, eq, exists, gte, lte, or, type SQL, sql } from 'drizzle-orm';
import { notConfirmedMessage } from '#domain/payment-attempts.ts';
import type { Queryable } from '../database/connection.ts';
import { prepared } from '../database/prepared.ts';
import { charges, payments } from '../database/schema/billing.ts';
import { engagements } from '../database/schema/engagements.ts';
import {
  isGivenUpPayment,
  isOnItsWay,
  isOpenPayment,
  isOwedAfterDecline,
  isToConfirm,
  isUnbilled,
} from '../database/schema/states.ts';

/** How an engagement's unpaid visits stand; amounts in integer cents. */
export type UnpaidVisits = {
  engagementId: string;
  /** The card that it has now, and the one of their payments; null where there are none. */
  serviceMethodId: string;
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
  /** What a bank has taken on. */
  onItsWay: number;
  /** What the bank wants the customer to confirm. */
  toConfirm: number;
};

const now = sql`${sql.placeholder('now')}::timestamptz`;
const soon = sql`${now} + interval '2 minutes'`;
const unpaidVisits = prepared('unpaid_visits', (database) => {
  const isUnderWay = or(
    eq(payments.status, 'unknown'),
    and(eq(payments.status, 'pending'), lte(payments.dueAt, soon)),
    and(eq(payments.status, 'action-required'), lte(payments.dueAt, now)),
  );
  // No bill has taken it up yet.
  const isAboutToBe = exists(
    database
      .select({ id: charges.id })
      .from(charges)
      .where(
        and(
          eq(charges.engagementId, engagements.id),
          isUnbilled(charges),
          gte(charges.dueAt, sql`${now} - interval '5 minutes'`),
          lte(charges.dueAt, soon),
        ),
      ),
  );
  const sumOf = (which: SQL | undefined) =>
    sql`coalesce(sum(${payments.amount}) filter (where ${which}), 0)`.mapWith(Number);
  const isNotConfirmed = sql`${isOwedAfterDecline(payments)} and ${payments.declineMessage} = ${sql.placeholder('notConfirmedMessage')}`;
  return database
    .select({
      engagementId: engagements.id,
      serviceMethodId: engagements.stripePaymentMethodId,
      stripePaymentMethodId: payments.stripePaymentMethodId,
      billed: sql`coalesce(sum(${payments.amount}), 0)`.mapWith(Number),
      declined: sumOf(isOwedAfterDecline(payments)),
      notConfirmed: sumOf(isNotConfirmed),
      givenUp: sumOf(isGivenUpPayment(payments)),
      isCollecting: sql<boolean>`coalesce(bool_or(${isUnderWay}), false) or ${isAboutToBe}`,
      onItsWay: sumOf(isOnItsWay(payments)),
      toConfirm: sumOf(isToConfirm(payments, now)),
    })
    .from(engagements)
    .leftJoin(payments, and(eq(payments.engagementId, engagements.id), isOpenPayment(payments)))
    .where(eq(engagements.customerProfileId, sql.placeholder('customerProfileId')))
    .groupBy(engagements.id, payments.stripePaymentMethodId);
});

/**
 * @returns how a customer's engagements stand, for each of their cards. It reads what is open, however much was paid
 */
export const selectUnpaidVisits = (
  database: Queryable,
  customerProfileId: string,
  at: Temporal.Instant,
): Promise<UnpaidVisits[]> => unpaidVisits(database, { customerProfileId, now: `${at}`, notConfirmedMessage });

const engagementId = sql`${sql.placeholder('engagementId')}::uuid`;
const unbilledOf = prepared('unbilled_of_engagement', (database) =>
  database
    .select({ amount: sql`coalesce(sum(${charges.amount}), 0)`.mapWith(Number) })
    .from(charges)
    .where(and(eq(charges.engagementId, engagementId), isUnbilled(charges))),
);
const billedOf = prepared('billed_of_engagement', (database) =>
  database
    .select({
      amount: sql`coalesce(sum(${payments.amount}) filter (where not ${isOnItsWay(payments)}), 0)`.mapWith(Number),
      onItsWay: sql`coalesce(sum(${payments.amount}) filter (where ${isOnItsWay(payments)}), 0)`.mapWith(Number),
    })
    .from(payments)
    .where(and(eq(payments.engagementId, engagementId), isOpenPayment(payments))),
);

/** @returns what is still to be paid for an engagement, on a bill or not, and what a bank has taken on; integer cents */
export async function selectOwing(database: Queryable, of: string): Promise<{ owing: number; onItsWay: number }> {
  const [[unbilled], [billed]] = [
    await unbilledOf(database, { engagementId: of }),
    await billedOf(database, { engagementId: of }),
  ];
  return { owing: (unbilled?.amount ?? 0) + (billed?.amount ?? 0), onItsWay: billed?.onItsWay ?? 0 };
}
