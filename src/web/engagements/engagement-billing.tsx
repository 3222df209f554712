import type { Engagement } from '#contract/engagements.ts';
import { api } from '#web/api/api.ts';
import { useLoadFailure } from '#web/app/load-failure.ts';
import { savedPaymentMethods } from '#web/payment-methods/saved-payment-methods.ts';
import { Card } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { AddressLines } from './address-lines.tsx';
import { billingCycleLabel } from './engagement-words.ts';
import { Fact, Facts } from './facts.tsx';

type EngagementBillingProps = {
  engagement: Engagement;
  /** The signed-in person. */
  userId: string;
};

/** How it is paid; for who may know it: the customer and staff. */
export function EngagementBilling({ engagement, userId }: EngagementBillingProps) {
  const { billingAddress, customer, product, stripePaymentMethodId } = engagement;
  if (!billingAddress && !stripePaymentMethodId) return null;
  return (
    <Card title="Billing">
      <Facts>
        {stripePaymentMethodId && (
          <Fact label="Payment Method">
            {customer.userId === userId ? (
              <PaymentMethodName userId={userId} id={stripePaymentMethodId} />
            ) : (
              'Saved by the customer'
            )}
          </Fact>
        )}
        <Fact label="When">{billingCycleLabel(product.billingCycle)}</Fact>
        {billingAddress && (
          <Fact label="Billing Address">
            <AddressLines address={billingAddress} />
          </Fact>
        )}
      </Facts>
    </Card>
  );
}

function PaymentMethodName({ userId, id }: { userId: string; id: string }) {
  const { currentData, error } = api.useListPaymentMethodsQuery({ params: { userId } });
  useLoadFailure(error, { stay: true });
  if (!currentData) return error ? 'Could not be loaded' : <Skeleton className="h-6 w-32" />;
  const saved = savedPaymentMethods(currentData).flatMap(({ methods }) => methods);
  return saved.find((method) => method.id === id)?.name ?? 'No longer saved';
}
