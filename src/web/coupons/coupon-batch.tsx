import { TicketPercent } from 'lucide-react';
import { enumLabel } from '#domain/labels.ts';
import { api } from '#web/api/api.ts';
import { useLoadFailure } from '#web/app/load-failure.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { ListBatch } from '#web/ui/list-batch.tsx';
import { RowLink } from '#web/ui/row-link.tsx';
import { discountLabel, redemptionLabel } from './coupon-words.ts';

/**
 * One page of the list and, once asked for, the next one below it.
 * @param after the `next` of the page above; none for the first
 */
export function CouponBatch({ after }: { after?: string }) {
  const loaded = api.useListCouponsQuery({ query: after ? { after } : {} });
  useLoadFailure(loaded.error, { stay: after !== undefined });
  return (
    <ListBatch
      what="coupons"
      loaded={loaded}
      rows={loaded.data?.coupons}
      isFirst={!after}
      empty={
        <EmptyState
          title="No Coupons"
          text="Create a new coupon to get started."
          action={<LinkButton to="/coupons/new">Create</LinkButton>}
        />
      }
      next={loaded.data?.next}
      more={(next) => <CouponBatch after={next} />}
    >
      {(coupons) => (
        <ul className="grid gap-4">
          {coupons.map((coupon) => (
            <RowLink key={coupon.id} to={`/coupons/${coupon.id}`} icon={TicketPercent}>
              <span className="block font-semibold text-lg leading-6">{coupon.name}</span>
              <span className="mt-1 block text-ink-soft">
                {discountLabel(coupon)} · {enumLabel(coupon.term)}
              </span>
              <span className="block text-ink-soft text-sm">{redemptionLabel(coupon)}</span>
            </RowLink>
          ))}
        </ul>
      )}
    </ListBatch>
  );
}
