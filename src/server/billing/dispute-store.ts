import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { DisputeDecision } from '#domain/acts.ts';
import type { Queryable, Transaction } from '../database/connection.ts';
import { disputes, payments } from '../database/schema/billing.ts';
import { engagements } from '../database/schema/engagements.ts';
import { isLive } from '../database/schema/states.ts';

/** @returns the lost disputes of a bill, and whether the service that it was for is live */
export async function selectLostDisputes(database: Queryable, billId: string) {
  return await database
    .select({
      id: disputes.id,
      paymentId: disputes.paymentId,
      amount: disputes.amount,
      decision: disputes.decision,
      engagementId: engagements.id,
      isLive: sql<boolean>`${isLive(engagements)}`,
    })
    .from(disputes)
    .innerJoin(payments, eq(payments.id, disputes.paymentId))
    .innerJoin(engagements, eq(engagements.id, payments.engagementId))
    .where(and(eq(payments.billId, billId), eq(disputes.status, 'lost')))
    .orderBy(asc(disputes.openedAt), asc(disputes.id));
}
export type LostDispute = Awaited<ReturnType<typeof selectLostDisputes>>[number];

type Decided = {
  decision: DisputeDecision;
  decidedAt: Temporal.Instant;
  /** What of it the customer has paid in another way, integer cents. */
  received: number;
};

/** Keeps what staff have decided about a lost dispute that was undecided. */
export async function keepDecision(transaction: Transaction, disputeId: string, decided: Decided): Promise<void> {
  await transaction
    .update(disputes)
    .set(decided)
    .where(and(eq(disputes.id, disputeId), isNull(disputes.decision)));
}
