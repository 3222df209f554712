import { and, eq, gt, gte, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import { smallestPayment } from '#domain/pricing.ts';
import type { Queryable } from '../database/connection.ts';
import { needsCard } from '../database/needs-card.ts';
import { contactOf } from '../database/people.ts';
import { prepared } from '../database/prepared.ts';
import { users } from '../database/schema/accounts.ts';
import { charges, payments } from '../database/schema/billing.ts';
import { engagements } from '../database/schema/engagements.ts';
import { profiles } from '../database/schema/profiles.ts';
import { isLive, isUnpaid } from '../database/schema/states.ts';

export type Payer = {
  email: string;
  name: string | null;
  stripeCustomerId: string | null;
  deletedStripeCustomerId: string | null;
};

/**
 * What a user is called as a customer; null when they are none. In parentheses of their own, because a query of one table leaves the
 * table's name off columns that stand directly in it.
 */
export const nameOfPayer = sql<
  string | null
>`(${sql`select ${profiles.firstName} || ' ' || ${profiles.lastName} from ${profiles}
  where ${profiles.userId} = ${users.id} and ${profiles.type} = 'PROFILE_TYPE_CUSTOMER'`})`;

/** The email by which Stripe knows a user: an address that is not confirmed may be another person's, and is not told. */
export const emailOfPayer = sql<string>`case when ${users.confirmedAt} is null then '' else ${users.email} end`;

const payerOf = prepared('payer_at_stripe', (database) =>
  database
    .select({
      email: emailOfPayer,
      name: nameOfPayer,
      stripeCustomerId: users.stripeCustomerId,
      deletedStripeCustomerId: users.deletedStripeCustomerId,
    })
    .from(users)
    .where(eq(users.id, sql.placeholder('userId'))),
);

/** @returns the user as Stripe is to know them */
export async function selectPayer(database: Queryable, userId: string): Promise<Payer | undefined> {
  const [payer] = await payerOf(database, { userId });
  return payer;
}

/**
 * Keeps who the user is to Stripe, unless that is known already.
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

/** @returns the user who is this customer at Stripe */
export async function selectByStripeCustomer(
  database: Queryable,
  stripeCustomerId: string,
): Promise<string | undefined> {
  const [user] = await database
    .select({ id: users.id })
    .from(users)
    .where(eq(users.stripeCustomerId, stripeCustomerId));
  return user?.id;
}

/** Forgets who the user was to Stripe. @returns false when that is known, or another one by now */
export async function forgetStripeCustomer(
  database: Queryable,
  userId: string,
  stripeCustomerId: string,
): Promise<boolean> {
  const forgotten = await database
    .update(users)
    .set({ stripeCustomerId: null, deletedStripeCustomerId: stripeCustomerId })
    .where(and(eq(users.id, userId), eq(users.stripeCustomerId, stripeCustomerId)))
    .returning({ id: users.id });
  return forgotten.length > 0;
}

/** @returns how to reach a user as a customer; undefined when the user is not one */
export async function selectCustomer(database: Queryable, userId: string) {
  const [customer] = await database
    .select(contactOf(profiles))
    .from(profiles)
    .where(and(eq(profiles.userId, userId), eq(profiles.type, 'PROFILE_TYPE_CUSTOMER')));
  return customer;
}

/** @returns whether a user needs a card that is still there */
export async function selectNeedsCard(database: Queryable, userId: string): Promise<boolean> {
  return (await database.$count(users, and(eq(users.id, userId), needsCard(users.id)))) > 0;
}

/**
 * What a way to pay is still wanted for. `isChosen`: a live engagement is paid with it. `isNeeded`: something is collected
 * from it that is not paid yet, a charge that an attempt was made for or is about to be, or whose billing cycle still
 * runs; one too small for an attempt when its cycle ended does not count. `isUnderWay`: a payment with it was asked for,
 * or waits for its confirmation.
 */
export async function selectUses(
  database: Queryable,
  userId: string,
  paymentMethodId: string,
  now: Temporal.Instant,
): Promise<{ isChosen: boolean; isNeeded: boolean; isUnderWay: boolean } | undefined> {
  const some = (...which: (SQL | undefined)[]) => sql<boolean>`coalesce(bool_or(${and(...which)}), false)`;
  const isOfEngagement = eq(engagements.stripePaymentMethodId, paymentMethodId);
  const isToCollect = or(
    isUnpaid(payments),
    and(gt(charges.dueAt, now), isNull(charges.heldSince)),
    // It is due and the sweep has not come yet.
    and(isNotNull(charges.dueAt), gte(charges.amount, smallestPayment)),
  );
  const [uses] = await database
    .select({
      isChosen: some(isOfEngagement, isLive(engagements)),
      isNeeded: some(isOfEngagement, isToCollect),
      isUnderWay: some(
        eq(payments.stripePaymentMethodId, paymentMethodId),
        inArray(payments.status, ['unknown', 'action-required', 'processing']),
      ),
    })
    .from(profiles)
    .innerJoin(engagements, eq(engagements.customerProfileId, profiles.id))
    .leftJoin(charges, eq(charges.engagementId, engagements.id))
    .leftJoin(payments, eq(payments.id, charges.paymentId))
    .where(eq(profiles.userId, userId));
  return uses;
}
