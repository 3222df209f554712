import { and, eq, inArray } from 'drizzle-orm';
import type { Transaction } from '../database/connection.ts';
import { charges, isHeldCharge } from '../database/schema/billing.ts';
import { works } from '../database/schema/engagements.ts';
import { profiles } from '../database/schema/profiles.ts';

/** Makes due what is held of the visits that a user has made. */
export async function makeHeldDue(transaction: Transaction, userId: string, now: Temporal.Instant): Promise<void> {
  const own = transaction
    .select({ id: works.id })
    .from(works)
    .innerJoin(profiles, eq(profiles.id, works.workerProfileId))
    .where(eq(profiles.userId, userId));
  await transaction
    .update(charges)
    .set({ dueAt: now })
    .where(and(isHeldCharge(charges), inArray(charges.workId, own)));
}
