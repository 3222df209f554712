import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../database/connection.ts';
import { byName } from '../database/name-order.ts';
import { prepared } from '../database/prepared.ts';
import { coupons } from '../database/schema/catalog.ts';

export type CouponRow = typeof coupons.$inferSelect;
type NewCouponRow = Pick<
  CouponRow,
  'name' | 'term' | 'maxRedemptions' | 'oncePerCustomer' | 'amountOff' | 'percentOff' | 'createdAt'
>;

const inUse = isNull(coupons.deletedAt);

/** @returns the coupons in use by name */
export const selectCoupons = prepared('coupons_in_use', (database) =>
  database
    .select()
    .from(coupons)
    .where(inUse)
    .orderBy(...byName(coupons)),
);

/** @returns the coupon, or undefined when there is none in use with this id */
export async function selectCoupon(database: Queryable, couponId: string): Promise<CouponRow | undefined> {
  const [coupon] = await database
    .select()
    .from(coupons)
    .where(and(eq(coupons.id, couponId), inUse));
  return coupon;
}

/** Locks a coupon until the transaction ends. @returns undefined when there is none in use with this id */
export async function lockCoupon(transaction: Transaction, couponId: string): Promise<CouponRow | undefined> {
  const isIt = and(eq(coupons.id, couponId), inUse);
  const [coupon] = await transaction.select().from(coupons).where(isIt).for('no key update');
  return coupon;
}

/** @throws when a coupon in use has this name, a violation of `coupons_name_key` */
export async function insertCoupon(database: Queryable, coupon: NewCouponRow): Promise<CouponRow> {
  const [inserted] = await database.insert(coupons).values(coupon).returning();
  if (!inserted) throw new Error('The coupon was not inserted');
  return inserted;
}

/**
 * @param version the one that the change was made on; without one it is made on any
 * @returns the changed coupon, or undefined when there is none in use with this id and version
 * @throws when another coupon in use has this name, a violation of `coupons_name_key`
 */
export async function updateCouponRow(
  database: Queryable,
  couponId: string,
  fields: Partial<Pick<CouponRow, 'name' | 'deletedAt'>>,
  version?: number,
): Promise<CouponRow | undefined> {
  const [updated] = await database
    .update(coupons)
    .set({ ...fields, version: sql`${coupons.version} + 1` })
    .where(and(eq(coupons.id, couponId), inUse, version === undefined ? undefined : eq(coupons.version, version)))
    .returning();
  return updated;
}
