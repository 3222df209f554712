import { Plus, TicketPercent } from 'lucide-react';
import { enumLabel } from '#domain/labels.ts';
import { api } from '#web/api/api.ts';
import { PagedList } from '#web/app/paged-list.tsx';
import { useMay } from '#web/app/use-may.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { RefreshButton } from '#web/ui/refresh-button.tsx';
import { RowLink } from '#web/ui/row-link.tsx';
import { discountLabel, redemptionLabel } from './coupon-words.ts';

/** The coupons that are not deleted, by name. */
export default function CouponsPage() {
  const mayChange = useMay('catalogue');
  const loaded = api.useListCouponsQuery();
  return (
    <div className="content-width py-10">
      <PageHeading
        title="Coupons"
        actions={
          <>
            <RefreshButton isPending={loaded.isFetching} onPress={() => void loaded.refetch()} />
            {mayChange && (
              <LinkButton to="/coupons/new" size="icon" aria-label="New coupon">
                <Plus aria-hidden="true" className="size-6" />
              </LinkButton>
            )}
          </>
        }
      />
      <PagedList
        what="coupons"
        loaded={loaded}
        rows={loaded.data?.coupons}
        keyOf={({ id }) => id}
        goesBack
        empty={
          <EmptyState
            title="No Coupons"
            {...(mayChange && {
              text: 'Create a new coupon to get started.',
              action: <LinkButton to="/coupons/new">Create</LinkButton>,
            })}
          />
        }
      >
        {(coupon) => (
          <RowLink to={`/coupons/${coupon.id}`} icon={TicketPercent}>
            <span className="block font-semibold text-lg leading-6">{coupon.name}</span>
            <span className="mt-1 block text-ink-soft">
              {discountLabel(coupon)} · {enumLabel(coupon.term)}
            </span>
            <span className="block text-ink-soft text-sm">{redemptionLabel(coupon)}</span>
          </RowLink>
        )}
      </PagedList>
    </div>
  );
}
