import type { Coupon } from '#contract/coupons.ts';
import { enumLabel } from '#domain/labels.ts';
import { discountLabel, redemptionLabel } from './coupon-words.ts';

/** What a coupon takes off, how often, and how much of it is used up. */
export function CouponFacts({ coupon }: { coupon: Coupon }) {
  const { amountOff, term } = coupon;
  const rows = [
    { label: amountOff > 0 ? 'Amount Off' : 'Percent Off', text: discountLabel(coupon) },
    { label: 'Term', text: enumLabel(term) },
    { label: 'Redemptions', text: redemptionLabel(coupon) },
  ];
  return (
    <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-3">
      {rows.map(({ label, text }) => (
        <div key={label}>
          <dt className="text-ink-soft text-sm">{label}</dt>
          <dd className="font-medium">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
