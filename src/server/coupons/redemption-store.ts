import { and, asc, eq, inArray, isNotNull, isNull, lt, not, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../database/connection.ts';
import { coupons } from '../database/schema/catalog.ts';
import { engagements, hasBegun } from '../database/schema/engagements.ts';

export type CouponRow = typeof coupons.$inferSelect;

/** @returns the coupon in use that has this name, without regard to case */
export async function selectCouponByName(database: Queryable, name: string): Promise<CouponRow | undefined> {
  const [coupon] = await database
    .select()
    .from(coupons)
    .where(and(eq(sql`lower(${coupons.name})`, name.toLowerCase()), isNull(coupons.deletedAt)));
  return coupon;
}

/** @returns whether an engagement of the customer holds the one redemption of the coupon that each may have */
export async function holdsRedemption(
  database: Queryable,
  customerProfileId: string,
  couponId: string,
): Promise<boolean> {
  const held = await database
    .select({ id: engagements.id })
    .from(engagements)
    .where(
      and(
        eq(engagements.customerProfileId, customerProfileId),
        eq(engagements.couponId, couponId),
        engagements.isOnlyRedemption,
      ),
    );
  return held.length > 0;
}

/**
 * Uses a coupon once.
 * @returns whether a redemption was left
 */
export async function redeemCoupon(transaction: Transaction, couponId: string): Promise<boolean> {
  const redeemed = await transaction
    .update(coupons)
    .set({ redemptions: sql`${coupons.redemptions} + 1` })
    .where(and(eq(coupons.id, couponId), isNull(coupons.deletedAt), lt(coupons.redemptions, coupons.maxRedemptions)))
    .returning({ id: coupons.id });
  return redeemed.length > 0;
}

/** Gives back the redemptions of engagements that have just ended, unless a visit was begun and not taken off again. */
export async function returnRedemptions(transaction: Transaction, engagementIds: string[]): Promise<void> {
  const returned = await transaction
    .update(engagements)
    .set({ isOnlyRedemption: false })
    .where(and(inArray(engagements.id, engagementIds), isNotNull(engagements.couponId), not(hasBegun)))
    .returning({ couponId: engagements.couponId });
  const couponIds = returned.flatMap(({ couponId }) => couponId ?? []);
  if (couponIds.length === 0) return;
  // In the order of their ids, so that two who give back the same never wait for each other.
  await transaction
    .select({ id: coupons.id })
    .from(coupons)
    .where(inArray(coupons.id, couponIds))
    .orderBy(asc(coupons.id))
    .for('no key update');
  const count = sql`(select count(*)::integer from jsonb_array_elements_text(${JSON.stringify(couponIds)}::jsonb) given where given::uuid = ${coupons.id})`;
  await transaction
    .update(coupons)
    .set({ redemptions: sql`greatest(${coupons.redemptions} - ${count}, 0)` })
    .where(inArray(coupons.id, couponIds));
}
