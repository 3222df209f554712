import { and, eq, inArray, isNull } from 'drizzle-orm';
import { liveEngagementStatuses } from '#domain/engagement-status.ts';
import type { Queryable } from '../database/connection.ts';
import { users } from '../database/schema/accounts.ts';
import { engagements } from '../database/schema/engagements.ts';
import { profiles } from '../database/schema/profiles.ts';

export type Payer = { email: string; stripeCustomerId: string | null };

export async function selectPayer(database: Queryable, userId: string): Promise<Payer | undefined> {
  const [payer] = await database
    .select({ email: users.email, stripeCustomerId: users.stripeCustomerId })
    .from(users)
    .where(eq(users.id, userId));
  return payer;
}

/**
 * Keeps who the user is to the payment provider, unless that is known already.
 * @returns the one that is kept
 */
export async function keepStripeCustomer(
  database: Queryable,
  userId: string,
  stripeCustomerId: string,
): Promise<string | undefined> {
  const [kept] = await database
    .update(users)
    .set({ stripeCustomerId })
    .where(and(eq(users.id, userId), isNull(users.stripeCustomerId)))
    .returning({ stripeCustomerId: users.stripeCustomerId });
  return (kept ?? (await selectPayer(database, userId)))?.stripeCustomerId ?? undefined;
}

/** @returns whether a live engagement of the user is paid with it */
export async function isUsedByLiveEngagement(
  database: Queryable,
  userId: string,
  paymentMethodId: string,
): Promise<boolean> {
  const [engagement] = await database
    .select({ id: engagements.id })
    .from(engagements)
    .innerJoin(profiles, eq(profiles.id, engagements.customerProfileId))
    .where(
      and(
        eq(profiles.userId, userId),
        eq(engagements.stripePaymentMethodId, paymentMethodId),
        inArray(engagements.status, [...liveEngagementStatuses]),
      ),
    )
    .limit(1);
  return engagement !== undefined;
}
