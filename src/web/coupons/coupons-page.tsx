import { Plus } from 'lucide-react';
import { api } from '#web/api/api.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { RefreshButton } from '#web/ui/refresh-button.tsx';
import { CouponBatch } from './coupon-batch.tsx';

/** The coupons in use, by name. */
export default function CouponsPage() {
  const dispatch = useAppDispatch();
  const { isError, isFetching, refetch } = api.useListCouponsQuery({ query: {} });
  return (
    <div className="content-width py-10">
      <PageHeading
        title="Coupons"
        actions={
          <>
            <RefreshButton
              isPending={isFetching}
              onPress={() => {
                // Every page of the list that is shown; one that failed has no tags yet.
                if (isError) void refetch();
                else dispatch(api.util.invalidateTags(['coupons']));
              }}
            />
            <LinkButton to="/coupons/new" size="icon" aria-label="New coupon">
              <Plus aria-hidden="true" className="size-6" />
            </LinkButton>
          </>
        }
      />
      <div className="grid gap-4">
        <CouponBatch />
      </div>
    </div>
  );
}
