import { ChevronRight, TicketPercent } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Coupon } from '#contract/coupons.ts';
import { enumLabel } from '#domain/labels.ts';
import { api } from '#web/api/api.ts';
import { useLoadFailure } from '#web/app/load-failure.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { SkeletonCards } from '#web/ui/skeleton.tsx';
import { discountLabel, redemptionLabel } from './coupon-words.ts';

/**
 * One page of the list and, once asked for, the next one below it.
 * @param after the `next` of the page above; none for the first
 */
export function CouponBatch({ after }: { after?: string }) {
  const [isMoreShown, setMoreShown] = useState(false);
  const { data, error, isFetching, refetch } = api.useListCouponsQuery({ query: after ? { after } : {} });
  useLoadFailure(error, { stay: after !== undefined });
  if (!data) {
    if (!error) return <SkeletonCards count={after ? 1 : 3} label="Loading coupons" />;
    return (
      <EmptyState
        title="The coupons could not be loaded"
        action={
          <Button isPending={isFetching} onPress={() => void refetch()}>
            Try again
          </Button>
        }
      />
    );
  }
  if (data.coupons.length === 0) {
    return after ? null : (
      <EmptyState
        title="No Coupons"
        text="Create a new coupon to get started."
        action={<LinkButton to="/coupons/new">Create</LinkButton>}
      />
    );
  }
  return (
    <>
      <ul className="grid gap-4">
        {data.coupons.map((coupon) => (
          <CouponRow key={coupon.id} coupon={coupon} />
        ))}
      </ul>
      {data.next && isMoreShown && <CouponBatch after={data.next} />}
      {data.next && !isMoreShown && (
        <Button variant="secondary" className="justify-self-center" onPress={() => setMoreShown(true)}>
          Show more
        </Button>
      )}
    </>
  );
}

function CouponRow({ coupon }: { coupon: Coupon }) {
  return (
    <li className="flex">
      <Link
        to={`/coupons/${coupon.id}`}
        className="flex min-w-0 flex-1 items-center gap-4 rounded-card border border-line bg-surface p-5 no-underline shadow-card transition-colors hover:border-line-strong"
      >
        <span className="grid size-12 shrink-0 place-items-center rounded-control bg-sunken">
          <TicketPercent aria-hidden="true" className="size-6" />
        </span>
        <span className="wrap-anywhere min-w-0 flex-1">
          <span className="block font-semibold text-lg leading-6">{coupon.name}</span>
          <span className="mt-1 block text-ink-soft">
            {discountLabel(coupon)} · {enumLabel(coupon.term)}
          </span>
          <span className="block text-ink-soft text-sm">{redemptionLabel(coupon)}</span>
        </span>
        <ChevronRight aria-hidden="true" className="size-6 shrink-0 text-ink-soft" />
      </Link>
    </li>
  );
}
