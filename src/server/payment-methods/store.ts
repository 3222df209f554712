import { and, eq, gt, gte, inArray, isNotNull, isNull, notInArray, or } from 'drizzle-orm';
import { liveEngagementStatuses } from '#domain/engagement-status.ts';
import { smallestPayment } from '#domain/pricing.ts';
import type { Queryable } from '../database/connection.ts';
import { users } from '../database/schema/accounts.ts';
import { charges, payments } from '../database/schema/billing.ts';
import { engagements } from '../database/schema/engagements.ts';
import { profiles } from '../database/schema/profiles.ts';

export type Payer = { email: string; stripeCustomerId: string | null };

/** @returns the user as the payment provider is to know them */
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

/**
 * @returns whether something is not paid yet that is collected from it: a charge that an attempt was made for or is
 *   about to be, or whose billing cycle still runs. One too small for an attempt when its cycle ended does not count.
 */
export async function isNeededForVisits(
  database: Queryable,
  userId: string,
  paymentMethodId: string,
  now: Temporal.Instant,
): Promise<boolean> {
  const [charge] = await database
    .select({ id: charges.id })
    .from(charges)
    .innerJoin(engagements, eq(engagements.id, charges.engagementId))
    .innerJoin(profiles, eq(profiles.id, engagements.customerProfileId))
    .leftJoin(payments, eq(payments.id, charges.paymentId))
    .where(
      and(
        eq(profiles.userId, userId),
        eq(engagements.stripePaymentMethodId, paymentMethodId),
        or(
          notInArray(payments.status, ['paid', 'refunded']),
          and(gt(charges.dueAt, now), isNull(charges.heldSince)),
          // It is due and the sweep has not come yet.
          and(isNotNull(charges.dueAt), gte(charges.amount, smallestPayment)),
        ),
      ),
    )
    .limit(1);
  return charge !== undefined;
}

/** @returns whether a payment of the user with it is under way: asked for, or waiting for its confirmation */
export async function isPaymentUnderWay(
  database: Queryable,
  userId: string,
  paymentMethodId: string,
): Promise<boolean> {
  const [payment] = await database
    .select({ id: payments.id })
    .from(profiles)
    .innerJoin(engagements, eq(engagements.customerProfileId, profiles.id))
    .innerJoin(payments, eq(payments.engagementId, engagements.id))
    .where(
      and(
        eq(profiles.userId, userId),
        eq(payments.stripePaymentMethodId, paymentMethodId),
        inArray(payments.status, ['unknown', 'action-required']),
      ),
    )
    .limit(1);
  return payment !== undefined;
}
