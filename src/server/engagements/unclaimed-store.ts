import { and, asc, eq, lte, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../database/connection.ts';
import { engagements } from '../database/schema/engagements.ts';
import { awaitsAgreement, isProposal } from '../database/schema/states.ts';

/** Spelled as in the index. */
const isUntold = and(
  isProposal(engagements),
  sql`${engagements.toldOpenSince} is distinct from ${engagements.openSince}`,
);

/** @returns the proposals that have been open since then at the latest, and whose customers were not told of it */
export async function selectUnclaimed(
  database: Queryable,
  openUntil: Temporal.Instant,
  limit: number,
): Promise<string[]> {
  const rows = await database
    .select({ id: engagements.id })
    .from(engagements)
    // Of a price that has to be agreed to, its customer was told.
    .where(and(isUntold, lte(engagements.openSince, openUntil), sql`not ${awaitsAgreement(engagements)}`))
    .orderBy(asc(engagements.openSince))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Notes that the customer of a proposal is told that it is open still. @returns it, unless that was noted before */
export async function noteUnclaimed(transaction: Transaction, engagementId: string) {
  const [noted] = await transaction
    .update(engagements)
    .set({ toldOpenSince: sql`${engagements.openSince}` })
    .where(and(eq(engagements.id, engagementId), isUntold))
    .returning({ openSince: engagements.openSince, customerProfileId: engagements.customerProfileId });
  return noted;
}
