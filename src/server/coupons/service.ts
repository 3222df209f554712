import type * as z from 'zod/mini';
import type { Coupon, CouponUpdate, NewCoupon } from '#contract/coupons.ts';
import { violatesUnique } from '../database/connection.ts';
import { changedMeanwhile, notFound, taken } from '../http/errors.ts';
import type { World } from '../world.ts';
import { type CouponRow, insertCoupon, selectCoupon, selectCoupons, updateCouponRow } from './store.ts';

/** @returns the coupons in use, sorted by name */
export const listCoupons = async (world: World): Promise<Coupon[]> =>
  (await selectCoupons(world.database)).map(toCoupon);

/** @throws ApiError NOT_FOUND unless it is in use */
export async function getCoupon(world: World, couponId: string): Promise<Coupon> {
  const coupon = await selectCoupon(world.database, couponId);
  if (!coupon) throw notFound('Coupon');
  return toCoupon(coupon);
}

/**
 * Adds a coupon that customers may use from now on.
 * @throws ApiError ALREADY_EXISTS when a coupon in use has this name, without regard to case
 */
export async function createCoupon(world: World, form: z.output<typeof NewCoupon>): Promise<Coupon> {
  const { name, term, maxRedemptions, oncePerCustomer = true, amountOff, percentOff } = form;
  const coupon = await insertCoupon(world.database, {
    name,
    term,
    maxRedemptions,
    oncePerCustomer,
    amountOff: amountOff || null,
    percentOff: percentOff || null,
    createdAt: world.clock.now(),
  }).catch(refuseTakenName);
  return toCoupon(coupon);
}

/**
 * Renames a coupon; engagements that have it show the new name.
 * @throws ApiError NOT_FOUND unless it is in use, ALREADY_EXISTS when another one has this name, CONFLICT when it is not
 * the version any more that the change was made on
 */
export async function updateCoupon(
  world: World,
  couponId: string,
  { name, version }: z.output<typeof CouponUpdate>,
): Promise<Coupon> {
  const coupon = await updateCouponRow(world.database, couponId, { name }, version).catch(refuseTakenName);
  if (coupon) return toCoupon(coupon);
  await getCoupon(world, couponId);
  throw changedMeanwhile('coupon');
}

/**
 * Takes a coupon out of use and frees its name. Engagements that have it keep what it takes off.
 * @throws ApiError NOT_FOUND unless it is in use
 */
export async function deleteCoupon(world: World, couponId: string): Promise<void> {
  const coupon = await updateCouponRow(world.database, couponId, { deletedAt: world.clock.now() });
  if (!coupon) throw notFound('Coupon');
}

function refuseTakenName(error: unknown): never {
  if (!violatesUnique(error, 'coupons_name_key')) throw error;
  throw taken('body.name', 'There is a coupon with this name already.');
}

function toCoupon(coupon: CouponRow): Coupon {
  const { id, name, term, maxRedemptions, oncePerCustomer, redemptions, amountOff, percentOff, version } = coupon;
  return {
    id,
    name,
    term,
    maxRedemptions,
    oncePerCustomer,
    redemptions,
    amountOff: amountOff ?? 0,
    percentOff: percentOff ?? 0,
    version,
  };
}
