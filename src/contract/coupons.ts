import * as z from 'zod/mini';
import { terms } from '#domain/enums.ts';
import { Done, endpoint, only } from './endpoint.ts';
import { defaultRequired, Id, requiredText } from './fields.ts';

export const Coupon = z.object({
  id: Id,
  name: z.string(),
  term: z.enum(terms),
  maxRedemptions: z.int(),
  /** Integer cents; 0 when the coupon takes off a percentage. */
  amountOff: z.int(),
  percentOff: z.int(),
});
export type Coupon = z.infer<typeof Coupon>;

const couponName = requiredText(defaultRequired, 40);
const amountOff = z.optional(
  z
    .int()
    .check(
      z.minimum(0, { error: 'Please give an amount from 0.' }),
      z.maximum(99_999_999, { error: 'Please give an amount up to $999,999.99.' }),
    ),
);
const percentOff = z.optional(
  z
    .int()
    .check(
      z.minimum(0, { error: 'Please give a percentage from 0 to 100.' }),
      z.maximum(100, { error: 'Please give a percentage from 0 to 100.' }),
    ),
);

type Off = { amountOff?: number; percentOff?: number };
const neither = ({ amountOff, percentOff }: Off) => !amountOff && !percentOff;
const both = ({ amountOff, percentOff }: Off) => Boolean(amountOff) && Boolean(percentOff);

export const NewCoupon = z
  .object({
    name: couponName,
    term: z.enum(['TERM_FOREVER', 'TERM_ONCE'], { error: defaultRequired }),
    maxRedemptions: z
      .int({ error: defaultRequired })
      .check(z.minimum(1, { error: 'Please give a number from 1.' }), z.maximum(1_000_000)),
    amountOff,
    percentOff,
  })
  .check(
    z.refine((form) => !neither(form), { path: ['percentOff'], error: 'Either percentage or amount is required.' }),
    z.refine((form) => !neither(form), { path: ['amountOff'], error: 'Either amount or percentage is required.' }),
    z.refine((form) => !both(form), { path: ['percentOff'], error: 'If setting percentage you cannot set amount.' }),
    z.refine((form) => !both(form), { path: ['amountOff'], error: 'If setting amount you cannot set percentage.' }),
  );

const ofCoupon = z.object({ couponId: Id });
const oneCoupon = z.object({ coupon: Coupon });
const staff = only(['PROFILE_TYPE_EMPLOYEE']);

export const coupons = {
  listCoupons: endpoint({
    method: 'GET',
    path: '/v1/coupons',
    summary: 'All coupons.',
    access: staff,
    response: z.object({ coupons: z.array(Coupon) }),
    provides: ['coupons'],
  }),
  createCoupon: endpoint({
    method: 'POST',
    path: '/v1/coupons',
    summary: 'Adds a coupon.',
    access: staff,
    body: NewCoupon,
    response: oneCoupon,
    invalidates: ['coupons'],
  }),
  getCoupon: endpoint({
    method: 'GET',
    path: '/v1/coupons/{couponId}',
    summary: 'One coupon.',
    access: staff,
    params: ofCoupon,
    response: oneCoupon,
    provides: ['coupons'],
  }),
  updateCoupon: endpoint({
    method: 'PUT',
    path: '/v1/coupons/{couponId}',
    summary: "Changes a coupon's name, the only thing that may change.",
    access: staff,
    params: ofCoupon,
    body: z.object({ name: couponName }),
    response: oneCoupon,
    invalidates: ['coupons'],
  }),
  deleteCoupon: endpoint({
    method: 'DELETE',
    path: '/v1/coupons/{couponId}',
    summary: 'Takes a coupon out of use.',
    access: staff,
    params: ofCoupon,
    response: Done,
    invalidates: ['coupons'],
  }),
};
