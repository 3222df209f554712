import * as z from 'zod/mini';
import { terms } from '#domain/enums.ts';
import { Done, endpoint, only } from './endpoint.ts';
import { codeField, defaultRequired, Id, radioRequired, versionField } from './fields.ts';

/** The terms of new coupons: TERM_REPEATING exists on the wire only. */
export const offeredTerms = ['TERM_FOREVER', 'TERM_ONCE'] as const;

export const Coupon = z.object({
  id: Id,
  name: z.string(),
  term: z.enum(terms),
  maxRedemptions: z.int(),
  /** Whether each customer may use it for one engagement only. */
  oncePerCustomer: z.boolean(),
  /** How many engagements have used it. An engagement that ends before its first visit gives its redemption back. */
  redemptions: z.int(),
  /** Integer cents; 0 when the coupon takes off a percentage. */
  amountOff: z.int(),
  /** 0 when the coupon takes off an amount. */
  percentOff: z.int(),
  version: z.int(),
});
export type Coupon = z.infer<typeof Coupon>;

const couponName = codeField(defaultRequired, 40);
const wholeNumber = (error: string, minimum: number, maximum: number) =>
  z.int({ error }).check(z.minimum(minimum, { error }), z.maximum(maximum, { error }));

const offered = 'Use TERM_ONCE or TERM_FOREVER.';
const termWords = (input: unknown) => {
  if (typeof input !== 'string' || input === '') return radioRequired;
  return input === 'TERM_REPEATING' ? `TERM_REPEATING is not offered. ${offered}` : offered;
};
const termField = z.enum(offeredTerms, { error: ({ input }) => termWords(input) });
const redemptionRange = 'Please give a whole number from 1 to 1,000,000.';

type Off = { amountOff?: number | undefined; percentOff?: number | undefined };
const neither = ({ amountOff, percentOff }: Off) => !amountOff && !percentOff;
const both = ({ amountOff, percentOff }: Off) => Boolean(amountOff) && Boolean(percentOff);

/** An amount or a percentage; 0 counts as not set. */
const OneDiscount = z
  .object({
    /** Integer cents, at most one payment's limit. */
    amountOff: z.optional(wholeNumber('Please give an amount from $0.00 to $999,999.99.', 0, 99_999_999)),
    percentOff: z.optional(wholeNumber('Please give a whole percentage from 0 to 100.', 0, 100)),
  })
  .check(
    z.refine((form) => !neither(form), { path: ['percentOff'], error: 'Either percentage or amount is required.' }),
    z.refine((form) => !neither(form), { path: ['amountOff'], error: 'Either amount or percentage is required.' }),
    z.refine((form) => !both(form), { path: ['percentOff'], error: 'If setting percentage you cannot set amount.' }),
    z.refine((form) => !both(form), { path: ['amountOff'], error: 'If setting amount you cannot set percentage.' }),
  );

// An intersection, because zod does not check the rules of a whole object while one of its fields is empty.
export const NewCoupon = z.intersection(
  z.object({
    name: couponName,
    term: termField,
    maxRedemptions: z
      .int({ error: ({ input }) => (typeof input === 'number' ? redemptionRange : defaultRequired) })
      .check(z.minimum(1, { error: redemptionRange }), z.maximum(1_000_000, { error: redemptionRange })),
    /** True by default. */
    oncePerCustomer: z.optional(z.boolean({ error: defaultRequired })),
  }),
  OneDiscount,
);

/**
 * Only the name may change: customers keep what they were promised. The update is refused when `version` is not the
 * newest.
 */
export const CouponUpdate = z.object({
  name: couponName,
  /** It changes nothing, and is refused where there is none like it. */
  term: z.optional(termField),
  version: z.optional(versionField),
});

const oneCoupon = z.object({ coupon: Coupon });
const staff = only(['PROFILE_TYPE_EMPLOYEE']);
const cataloguers = only(['PROFILE_TYPE_EMPLOYEE'], { right: 'catalogue' });

export const coupons = {
  listCoupons: endpoint({
    method: 'GET',
    path: '/v1/coupons',
    summary: 'The coupons in use, by name.',
    access: staff,
    response: z.object({ coupons: z.array(Coupon) }),
    provides: ['coupons'],
  }),
  createCoupon: endpoint({
    method: 'POST',
    path: '/v1/coupons',
    summary: 'Adds a coupon.',
    access: cataloguers,
    body: NewCoupon,
    response: oneCoupon,
    invalidates: ['coupons'],
  }),
  getCoupon: endpoint({
    method: 'GET',
    path: '/v1/coupons/{couponId}',
    summary: 'One coupon.',
    access: staff,
    response: oneCoupon,
    provides: ['coupons'],
  }),
  updateCoupon: endpoint({
    method: 'PUT',
    path: '/v1/coupons/{couponId}',
    summary: "Changes a coupon's name; nothing else may change.",
    access: cataloguers,
    body: CouponUpdate,
    response: oneCoupon,
    invalidates: ['coupons'],
  }),
  deleteCoupon: endpoint({
    method: 'DELETE',
    path: '/v1/coupons/{couponId}',
    summary: 'Takes a coupon out of use; engagements that have it keep it.',
    access: cataloguers,
    response: Done,
    invalidates: ['coupons'],
  }),
};
