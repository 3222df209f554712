import { asc, eq, sql } from 'drizzle-orm';
import type { Discount } from '#domain/coupon-discount.ts';
import type { BillingCycle, YardSize } from '#domain/enums.ts';
import type { Transaction } from '../database/connection.ts';
import { prepared } from '../database/prepared.ts';
import { users } from '../database/schema/accounts.ts';
import { coupons } from '../database/schema/catalog.ts';
import { engagements } from '../database/schema/engagements.ts';
import { profiles } from '../database/schema/profiles.ts';

/** What a visit of an engagement costs, when it is collected, and how it is paid. */
export type Terms = {
  baseCost: number;
  yardSize: YardSize;
  /** Null when it is not known which rate and multiplier made the price. */
  multiplier: number | null;
  billingCycle: BillingCycle;
  /** Null for a claim from before this was kept. */
  agreedFeePercent: number | null;
  discount: Discount | null;
  customerProfileId: string;
  stripePaymentMethodId: string;
  stripeCustomerId: string | null;
};

const lockEach = prepared('lock_terms', (database) =>
  database
    .select({
      engagementId: engagements.id,
      // A released one may cost more by now than its customer has agreed to.
      baseCost: sql<number>`least(${engagements.baseCost}, ${engagements.agreedBaseCost})`,
      yardSize: engagements.yardSize,
      multiplier: sql<
        number | null
      >`case when ${engagements.baseCost} <= ${engagements.agreedBaseCost} then ${engagements.priceMultiplier} end`,
      billingCycle: engagements.billingCycle,
      // What was agreed when the visit was begun.
      agreedFeePercent: sql<number | null>`coalesce((
        select visit.fee_percent from visits visit
        where visit.id = any(${sql.placeholder('workIds')}::uuid[]) and visit.engagement_id = ${engagements.id}
      ), ${engagements.agreedFeePercent})`,
      customerProfileId: engagements.customerProfileId,
      stripePaymentMethodId: engagements.stripePaymentMethodId,
      stripeCustomerId: users.stripeCustomerId,
      discount: { term: coupons.term, amountOff: coupons.amountOff, percentOff: coupons.percentOff },
    })
    .from(engagements)
    .innerJoin(profiles, eq(profiles.id, engagements.customerProfileId))
    .innerJoin(users, eq(users.id, profiles.userId))
    .leftJoin(coupons, eq(coupons.id, engagements.couponId))
    .where(sql`${engagements.id} = any(${sql.placeholder('engagementIds')}::uuid[])`)
    .orderBy(asc(engagements.id))
    // The weaker lock: rows that only refer to the engagement may still be written.
    .for('no key update', { of: engagements }),
);

/**
 * Reads the terms of engagements, of each of which one visit is charged, and keeps everybody else from charging them until the
 * transaction ends. They are locked in the order of their ids.
 * @param visits with the id of a visit, whose worker may have agreed on another fee
 * @returns them by the engagements' ids
 */
export async function lockTermsOf(
  transaction: Transaction,
  visits: readonly { engagementId: string; id?: string }[],
): Promise<Map<string, Terms>> {
  const engagementIds = visits.map(({ engagementId }) => engagementId);
  const workIds = visits.flatMap(({ id }) => id ?? []);
  const found = await lockEach(transaction, { engagementIds, workIds });
  return new Map(found.map((terms) => [terms.engagementId, terms]));
}

export function termsOf(terms: ReadonlyMap<string, Terms>, engagementId: string): Terms {
  const found = terms.get(engagementId);
  if (!found) throw new Error(`There is no engagement ${engagementId}`);
  return found;
}

/** Reads the terms of one engagement, and locks it likewise. */
export async function lockTerms(
  transaction: Transaction,
  visit: { engagementId: string; id?: string },
): Promise<Terms> {
  return termsOf(await lockTermsOf(transaction, [visit]), visit.engagementId);
}
