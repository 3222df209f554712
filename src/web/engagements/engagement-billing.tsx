import type { Engagement } from '#contract/engagements.ts';
import { Card } from '#web/ui/card.tsx';
import { AddressLines } from './address-lines.tsx';
import { billingCycleLabel } from './engagement-words.ts';
import { Fact, Facts } from './facts.tsx';
import { PaymentMethodChoice } from './payment-method-choice.tsx';

type EngagementBillingProps = {
  engagement: Engagement;
  /** The signed-in person. */
  userId: string;
};

/** How it is paid; for who may know it: the customer and staff. */
export function EngagementBilling({ engagement, userId }: EngagementBillingProps) {
  const { billingAddress, customer, product, stripePaymentMethodId } = engagement;
  if (!billingAddress && !stripePaymentMethodId) return null;
  const isOwn = customer.userId === userId;
  return (
    <Card title="Billing">
      {isOwn && (
        <div className="mb-5">
          <PaymentMethodChoice engagement={engagement} userId={userId} />
        </div>
      )}
      <Facts>
        {!isOwn && stripePaymentMethodId && <Fact label="Payment Method">Saved by the customer</Fact>}
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
