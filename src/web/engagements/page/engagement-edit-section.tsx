import type { Engagement } from '#contract/engagements.ts';
import { api } from '#web/api/api.ts';
import { useLoadFailure } from '#web/app/load-failure.ts';
import { savedMethodOptions } from '#web/payment-methods/saved-payment-methods.ts';
import { Button } from '#web/ui/button.tsx';
import { FormPending } from '../form-pending.tsx';
import { useReader } from '../use-reader.ts';
import { EngagementEditForm } from './engagement-edit-form.tsx';

type EngagementEditSectionProps = { engagement: Engagement; onEnd: () => void };

/** The edit form. It waits for the addresses and payment methods to choose from. */
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
        paymentMethods={paymentMethods.currentData && savedMethodOptions(paymentMethods.currentData)}
        onEnd={onEnd}
      />
    );
  }
  return (
    <FormPending queries={[addresses, paymentMethods]} count={1}>
      <Button variant="quiet" onPress={onEnd}>
        Cancel
      </Button>
    </FormPending>
  );
}
