import { moneyLabel } from '#domain/labels.ts';
import { invalid } from '../http/errors.ts';
import { giveTryBack, secondsToTry } from '../http/rate-limit.ts';
import type { World } from '../world.ts';
import { type CouponRow, holdsRedemption, selectCouponByName } from './redemption-store.ts';

/**
 * Finds the coupon that was typed in.
 * @param customerProfileId who would use it; nobody for a price that is only looked at
 * @returns undefined when none was
 * @throws ApiError INVALID_INPUT when there is none by this name, or it is used up, by all or by the customer
 */
export async function requireCoupon(
  { database }: World,
  name: string | undefined,
  customerProfileId: string | undefined,
): Promise<CouponRow | undefined> {
  if (!name) return undefined;
  const coupon = await selectCouponByName(database, name);
  if (!coupon) throw invalid('body.couponName', 'We do not know this coupon.');
  if (coupon.oncePerCustomer && customerProfileId && (await holdsRedemption(database, customerProfileId, coupon.id))) {
    throw usedByYou();
  }
  if (coupon.redemptions >= coupon.maxRedemptions) throw usedUp();
  return coupon;
}

/** How many coupons that do not count a person may try. */
const couponGuesses = { tries: 20, minutes: 60 };
const guessed = 'wrong-coupon';

/**
 * Finds the coupon that a customer has typed, as `requireCoupon`. Names may be guessed, so wrong ones are counted.
 * @throws ApiError INVALID_INPUT after too many wrong ones, too, for any
 */
export async function guessCoupon(
  world: World,
  userId: string,
  name: string | undefined,
  customerProfileId: string | undefined,
): Promise<CouponRow | undefined> {
  if (!name) return undefined;
  // Taken before the coupon is looked up, so that guesses at once are counted too.
  const seconds = await secondsToTry(world, guessed, userId, couponGuesses);
  if (seconds > 0) {
    const minutes = Math.ceil(seconds / 60);
    throw invalid('body.couponName', `Too many wrong coupons. Please try again in ${minutes} min.`);
  }
  const coupon = await requireCoupon(world, name, customerProfileId);
  await giveTryBack(world, guessed, userId);
  return coupon;
}

export const usedByYou = () =>
  invalid('body.couponName', 'You have used this coupon already: it is good for one service of each customer.');
export const usedUp = () => invalid('body.couponName', 'This coupon has been used up.');

export function couponLabel({ amountOff, percentOff, term }: CouponRow): string {
  const off = amountOff === null ? `${percentOff}%` : moneyLabel(amountOff);
  return `${off} off ${term === 'TERM_ONCE' ? 'your first visit' : 'every visit'}.`;
}
