import type { Coupon } from '#contract/coupons.ts';
import { enumLabel } from '#domain/labels.ts';
import { Fact } from '#web/ui/fact.tsx';
import { discountLabel, redemptionLabel } from './coupon-words.ts';

/** What a coupon takes off, how often, and how much of it is used up. */
export function CouponFacts({ coupon }: { coupon: Coupon }) {
  return (
    <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
      <Fact label={coupon.amountOff > 0 ? 'Amount Off' : 'Percent Off'}>{discountLabel(coupon)}</Fact>
      <Fact label="Term">{enumLabel(coupon.term)}</Fact>
      <Fact label="For each customer">{coupon.oncePerCustomer ? 'One service' : 'Any number of services'}</Fact>
      <Fact label="Redemptions">{redemptionLabel(coupon)}</Fact>
    </dl>
  );
}
