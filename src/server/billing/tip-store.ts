import { and, eq, sql } from 'drizzle-orm';
import type { WorkStatus } from '#domain/enums.ts';
import type { Queryable } from '../database/connection.ts';
import { disputesOfPayment, isPaymentHeld } from '../database/held-payment.ts';
import { charges, payments } from '../database/schema/billing.ts';
import { engagements } from '../database/schema/engagements.ts';
import { connectedAccounts, profiles } from '../database/schema/profiles.ts';
import { isBegun, isStandingTip } from '../database/schema/states.ts';
import { visits } from '../database/schema/visits.ts';

/** @returns a visit as a tip for it needs it; undefined when there is no such visit in the engagement */
export async function selectVisitToTip(database: Queryable, engagementId: string, workId: string) {
  const [visit] = await database
    .select({
      status: sql<WorkStatus>`${visits.step}`,
      workCompletedAt: visits.workCompletedAt,
      arrivedAt: visits.arrivedAt,
      charge: { amount: charges.amount, creditUsed: charges.creditUsed, writtenOffAt: charges.writtenOffAt },
      payment: { status: payments.status, isHeldByBank: isPaymentHeld },
      customerProfileId: engagements.customerProfileId,
      worker: { profileId: profiles.id, firstName: profiles.firstName },
      /** Null while the worker may not be paid. */
      payee: connectedAccounts.stripeAccountId,
    })
    .from(visits)
    .innerJoin(engagements, eq(engagements.id, visits.engagementId))
    .innerJoin(profiles, eq(profiles.id, visits.workerProfileId))
    .leftJoin(charges, eq(charges.workId, visits.id))
    .leftJoin(payments, eq(payments.id, charges.paymentId))
    .leftJoin(
      connectedAccounts,
      and(eq(connectedAccounts.userId, profiles.userId), eq(connectedAccounts.onboardingComplete, true)),
    )
    .where(and(eq(visits.id, workId), eq(visits.engagementId, engagementId), isBegun(visits)));
  return visit;
}

/** @returns the payment of a visit's tip that stands or is about to, with its disputes */
export async function selectStandingTip(database: Queryable, workId: string) {
  const [tip] = await database
    .select({
      status: payments.status,
      amount: payments.amount,
      refunded: payments.refunded,
      disputes: disputesOfPayment,
    })
    .from(payments)
    .where(and(eq(payments.tipWorkId, workId), isStandingTip(payments)));
  return tip;
}

/** @returns the visit's day and its worker, of a payment that is for a tip */
export async function selectTippedVisit(database: Queryable, tipWorkId: string) {
  const [visit] = await database
    .select({ date: visits.day, workerProfileId: profiles.id, workerName: profiles.firstName })
    .from(visits)
    .innerJoin(profiles, eq(profiles.id, visits.workerProfileId))
    .where(eq(visits.id, tipWorkId));
  if (!visit) throw new Error(`There is no visit ${tipWorkId}`);
  return visit;
}
