import { useState } from 'react';
import type { Engagement } from '#contract/engagements.ts';
import { api } from '#web/api/api.ts';
import { failureAlert, successAlert } from '#web/app/alerts.ts';
import { useLoadFailure } from '#web/app/load-failure.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { PaymentMethodModal } from '#web/payment-methods/payment-method-modal.tsx';
import { savedPaymentMethods } from '#web/payment-methods/saved-payment-methods.ts';
import { Select } from '#web/ui/select.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** The customer's choice of the card that an engagement is charged to; what is still owed is tried with a new one. */
export function PaymentMethodChoice({ engagement, userId }: { engagement: Engagement; userId: string }) {
  const dispatch = useAppDispatch();
  const [isAdding, setAdding] = useState(false);
  const { currentData, error } = api.useListPaymentMethodsQuery({ params: { userId } });
  const [update, { isLoading }] = api.useUpdateEngagementMutation();
  useLoadFailure(error, { stay: true });
  if (!currentData) return error ? <p>Could not be loaded</p> : <Skeleton className="h-12 w-full" />;

  const choose = async (stripePaymentMethodId: string) => {
    if (stripePaymentMethodId === engagement.stripePaymentMethodId) return;
    const result = await update({ params: { engagementId: engagement.id }, body: { stripePaymentMethodId } });
    dispatch(result.error ? failureAlert(result.error) : successAlert('From now on this card is charged.'));
  };
  const options = savedPaymentMethods(currentData).flatMap(({ methods }) =>
    methods.map(({ id, name }) => ({ value: id, label: name })),
  );
  return (
    <>
      <Select
        label="Payment Method"
        placeholder="No longer saved: select another"
        options={options}
        value={
          options.some(({ value }) => value === engagement.stripePaymentMethodId)
            ? engagement.stripePaymentMethodId
            : ''
        }
        onChange={(id) => void choose(id)}
        isDisabled={isLoading}
        action={{ label: 'New payment method', onAction: () => setAdding(true) }}
      />
      <PaymentMethodModal isOpen={isAdding} onClose={() => setAdding(false)} onCreated={(id) => void choose(id)} />
    </>
  );
}
