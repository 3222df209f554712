import { Link } from 'react-router';
import type { Engagement } from '#contract/engagements.ts';
import type { PaymentMethods } from '#contract/payment-methods.ts';
import { paidWith } from '#web/payment-methods/saved-payment-methods.ts';
import { textLinkClass } from '#web/ui/button-class.ts';
import { Card } from '#web/ui/card.tsx';
import { Fact } from '#web/ui/fact.tsx';
import { billingCycleLabel } from '../engagement-words.ts';
import { useReader } from '../use-reader.ts';
import { AddressLines } from './address-lines.tsx';

type EngagementBillingProps = {
  engagement: Engagement;
  /** The reader's saved payment methods; undefined until they are loaded. */
  saved: PaymentMethods | undefined;
};

/** Shows how it is paid. The server tells that only to the customer and staff. */
export function EngagementBilling({ engagement, saved }: EngagementBillingProps) {
  const { isCustomer } = useReader(engagement);
  const { billingAddress, product, stripePaymentMethodId } = engagement;
  if (!billingAddress && !stripePaymentMethodId) return null;
  return (
    <Card title="Billing">
      <dl className="grid gap-4">
        {stripePaymentMethodId && (
          <Fact label="Payment Method">
            {isCustomer ? saved && paidWith(saved, stripePaymentMethodId) : 'Saved by the customer'}
          </Fact>
        )}
        <Fact label="When">{billingCycleLabel(product.billingCycle)}</Fact>
        {billingAddress && (
          <Fact label="Billing Address">
            <AddressLines address={billingAddress} />
          </Fact>
        )}
      </dl>
      <Link
        to={`/customers/${engagement.customer.id}/billing`}
        className={`${textLinkClass} mt-2 inline-flex min-h-11 items-center`}
      >
        {isCustomer ? 'Your bills' : 'Bills of this customer'}
      </Link>
    </Card>
  );
}
