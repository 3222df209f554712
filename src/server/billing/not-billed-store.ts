import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../database/connection.ts';
import { acts } from '../database/schema/acts.ts';
import { bills, charges, payments } from '../database/schema/billing.ts';
import { engagements } from '../database/schema/engagements.ts';
import { profiles } from '../database/schema/profiles.ts';
import { isBegun, isUnpaid } from '../database/schema/states.ts';
import { visits } from '../database/schema/visits.ts';

/** @returns a visit with its charge, and the bill that it is on; undefined when there is no such visit */
export async function selectChargedWork(database: Queryable, workId: string) {
  const [found] = await database
    .select({
      engagementId: visits.engagementId,
      workerProfileId: sql<string>`${visits.workerProfileId}`,
      date: visits.day,
      customerProfileId: engagements.customerProfileId,
      charge: charges,
      billNumber: bills.number,
      isUnpaid: isUnpaid(payments).mapWith(Boolean),
    })
    .from(visits)
    .innerJoin(engagements, eq(engagements.id, visits.engagementId))
    .leftJoin(charges, eq(charges.workId, visits.id))
    .leftJoin(bills, eq(bills.id, charges.billId))
    .leftJoin(payments, eq(payments.id, charges.paymentId))
    .where(and(eq(visits.id, workId), isBegun(visits)));
  return found && { ...found, isPaid: found.billNumber !== null && !found.isUnpaid };
}
export type ChargedWork = NonNullable<Awaited<ReturnType<typeof selectChargedWork>>>;

/** @returns who kept a visit off its bill, and when; undefined when nobody did */
export async function selectNotBilledAct(database: Queryable, workId: string) {
  const [act] = await database
    .select({ by: profiles.displayName, at: acts.at })
    .from(acts)
    .innerJoin(profiles, eq(profiles.id, acts.byProfileId))
    .where(and(eq(acts.workId, workId), eq(acts.kind, 'not-billed')));
  return act;
}

/** Marks a visit's charge as not to be billed. @returns false when it is on a bill, or was written off */
export async function markNotBilled(transaction: Transaction, workId: string, now: Temporal.Instant): Promise<boolean> {
  const isFree = and(eq(charges.workId, workId), isNull(charges.billId), isNull(charges.writtenOffAt));
  const marked = await transaction
    .update(charges)
    .set({ writtenOffAt: now, isNotBilled: true, dueAt: null })
    .where(isFree)
    .returning({ id: charges.id });
  return marked.length > 0;
}
