import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Transaction } from '../database/connection.ts';
import { payments } from '../database/schema/billing.ts';
import { cards } from '../database/schema/cards.ts';
import { engagements } from '../database/schema/engagements.ts';
import { profiles } from '../database/schema/profiles.ts';

/**
 * Puts a card in the place of another that is the same, in a user's services and in what is planned to be collected and was not
 * asked for yet.
 * @returns whether a service had the other one
 */
export async function replaceCard(
  transaction: Transaction,
  userId: string,
  older: string,
  newer: string,
): Promise<boolean> {
  const theirs = transaction.select({ id: profiles.id }).from(profiles).where(eq(profiles.userId, userId));
  const changed = await transaction
    .update(engagements)
    .set({ stripePaymentMethodId: newer, version: sql`${engagements.version} + 1` })
    .where(and(inArray(engagements.customerProfileId, theirs), eq(engagements.stripePaymentMethodId, older)))
    .returning({ id: engagements.id });
  const ofTheirs = transaction
    .select({ id: engagements.id })
    .from(engagements)
    .where(inArray(engagements.customerProfileId, theirs));
  await transaction
    .update(payments)
    .set({ stripePaymentMethodId: newer })
    .where(
      and(
        inArray(payments.engagementId, ofTheirs),
        eq(payments.stripePaymentMethodId, older),
        eq(payments.status, 'pending'),
        isNull(payments.askedAt),
      ),
    );
  await transaction.delete(cards).where(eq(cards.id, older));
  return changed.length > 0;
}
