import type { Engagement } from '#contract/engagements.ts';
import { api } from '#web/api/api.ts';
import { useLoadFailure } from '#web/app/load-failure.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { SkeletonCards } from '#web/ui/skeleton.tsx';
import { paymentMethodOptions } from '../engagement-form.ts';
import { useReader } from '../use-reader.ts';
import { EngagementEditForm } from './engagement-edit-form.tsx';

type EngagementEditSectionProps = { engagement: Engagement; onEnd: () => void };

/** The edit form, once there is what it chooses from. */
export function EngagementEditSection({ engagement, onEnd }: EngagementEditSectionProps) {
  const { isCustomer } = useReader(engagement);
  const addresses = api.useListAddressesQuery({ params: { profileId: engagement.customer.id } });
  const paymentMethods = api.useListPaymentMethodsQuery(
    { params: { userId: engagement.customer.userId } },
    { skip: !isCustomer },
  );
  useLoadFailure(addresses.error, { stay: true });
  useLoadFailure(paymentMethods.error, { stay: true });
  if (addresses.currentData && (!isCustomer || paymentMethods.currentData)) {
    return (
      <EngagementEditForm
        engagement={engagement}
        addresses={addresses.currentData.addresses}
        paymentMethods={paymentMethods.currentData && paymentMethodOptions(paymentMethods.currentData)}
        onEnd={onEnd}
      />
    );
  }
  const failed = [addresses, paymentMethods].filter(({ error }) => error);
  if (failed.length === 0) return <SkeletonCards count={1} label="Loading the form" />;
  return (
    <LoadFailed
      what="form"
      text="Something it needs did not arrive."
      isPending={failed.some(({ isFetching }) => isFetching)}
      onRetry={() => {
        for (const query of failed) void query.refetch();
      }}
    >
      <Button variant="quiet" onPress={onEnd}>
        Cancel
      </Button>
    </LoadFailed>
  );
}
