import type * as z from 'zod/mini';
import type { Coupon, CouponUpdate, NewCoupon } from '#contract/coupons.ts';
import { differing, record } from '../changes/record.ts';
import { violatesUnique } from '../database/connection.ts';
import type { Caller } from '../http/access.ts';
import { changedMeanwhile, notFound, taken } from '../http/errors.ts';
import type { World } from '../world.ts';
import { type CouponRow, insertCoupon, lockCoupon, selectCoupon, selectCoupons, updateCouponRow } from './store.ts';

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
 * @param caller nobody for one that no employee has made
 * @throws ApiError ALREADY_EXISTS when a coupon in use has this name, without regard to case
 */
export async function createCoupon(world: World, form: z.output<typeof NewCoupon>, caller?: Caller): Promise<Coupon> {
  const { name, term, maxRedemptions, oncePerCustomer = true, amountOff, percentOff } = form;
  const off = { amountOff: amountOff || null, percentOff: percentOff || null };
  const row = { name, term, maxRedemptions, oncePerCustomer, ...off };
  return await world.database.transaction(async (transaction) => {
    const createdAt = world.clock.now();
    const coupon = await insertCoupon(transaction, { ...row, createdAt }).catch(refuseTakenName);
    const fields = differing(undefined, row);
    await record(world, transaction, {
      kind: 'coupon-created',
      by: caller?.userId ?? null,
      subjectId: coupon.id,
      fields,
    });
    return toCoupon(coupon);
  });
}

/**
 * Renames a coupon; engagements that have it show the new name.
 * @throws ApiError NOT_FOUND unless it is in use, ALREADY_EXISTS when another one has this name, CONFLICT when it is not
 * the version any more that the change was made on
 */
export async function updateCoupon(
  world: World,
  caller: Caller,
  couponId: string,
  { name, version }: z.output<typeof CouponUpdate>,
): Promise<Coupon> {
  return await world.database.transaction(async (transaction) => {
    const before = await lockCoupon(transaction, couponId);
    if (!before) throw notFound('Coupon');
    const coupon = await updateCouponRow(transaction, couponId, { name }, version).catch(refuseTakenName);
    if (!coupon) throw changedMeanwhile('coupon');
    const fields = differing(before, { name });
    const change = { kind: 'coupon-changed', by: caller.userId, subjectId: couponId, fields } as const;
    if (fields.length > 0) await record(world, transaction, change);
    return toCoupon(coupon);
  });
}

/**
 * Takes a coupon out of use and frees its name. Engagements that have it keep what it takes off.
 * @throws ApiError NOT_FOUND unless it is in use
 */
export async function deleteCoupon(world: World, caller: Caller, couponId: string): Promise<void> {
  await world.database.transaction(async (transaction) => {
    const coupon = await updateCouponRow(transaction, couponId, { deletedAt: world.clock.now() });
    if (!coupon) throw notFound('Coupon');
    await record(world, transaction, { kind: 'coupon-deleted', by: caller.userId, subjectId: couponId });
  });
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
