import { and, eq } from 'drizzle-orm';
import type { Queryable } from '../database/connection.ts';
import { disputesOfPayment, isPaymentHeld } from '../database/held-payment.ts';
import { charges, payments } from '../database/schema/billing.ts';
import { engagements, works } from '../database/schema/engagements.ts';
import { connectedAccounts, profiles } from '../database/schema/profiles.ts';
import { isStandingTip } from '../database/schema/states.ts';

/** @returns a visit as a tip for it needs it; undefined when there is no such visit in the engagement */
export async function selectVisitToTip(database: Queryable, engagementId: string, workId: string) {
  const [visit] = await database
    .select({
      status: works.status,
      workCompletedAt: works.workCompletedAt,
      arrivedAt: works.arrivedAt,
      charge: { amount: charges.amount, creditUsed: charges.creditUsed, writtenOffAt: charges.writtenOffAt },
      payment: { status: payments.status, isHeldByBank: isPaymentHeld },
      customerProfileId: engagements.customerProfileId,
      worker: { profileId: profiles.id, firstName: profiles.firstName },
      /** Null while the worker may not be paid. */
      payee: connectedAccounts.stripeAccountId,
    })
    .from(works)
    .innerJoin(engagements, eq(engagements.id, works.engagementId))
    .innerJoin(profiles, eq(profiles.id, works.workerProfileId))
    .leftJoin(charges, eq(charges.workId, works.id))
    .leftJoin(payments, eq(payments.id, charges.paymentId))
    .leftJoin(
      connectedAccounts,
      and(eq(connectedAccounts.userId, profiles.userId), eq(connectedAccounts.onboardingComplete, true)),
    )
    .where(and(eq(works.id, workId), eq(works.engagementId, engagementId)));
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
    .select({ date: works.date, workerProfileId: works.workerProfileId, workerName: profiles.firstName })
    .from(works)
    .innerJoin(profiles, eq(profiles.id, works.workerProfileId))
    .where(eq(works.id, tipWorkId));
  if (!visit) throw new Error(`There is no visit ${tipWorkId}`);
  return visit;
}
