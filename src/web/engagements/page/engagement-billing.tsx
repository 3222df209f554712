import { Link } from 'react-router';
import type { Engagement } from '#contract/engagements.ts';
import { textLinkClass } from '#web/ui/button-class.ts';
import { Card } from '#web/ui/card.tsx';
import { Fact } from '#web/ui/fact.tsx';
import { billingCycleLabel } from '../engagement-words.ts';
import { useReader } from '../use-reader.ts';
import { AddressLines } from './address-lines.tsx';

type EngagementBillingProps = {
  engagement: Engagement;
  /** The names of the reader's saved payment methods by id; undefined until they are loaded. */
  cardNames: ReadonlyMap<string, string> | undefined;
};

/** Shows how it is paid. The server tells that only to the customer and staff. */
export function EngagementBilling({ engagement, cardNames }: EngagementBillingProps) {
  const { isCustomer } = useReader(engagement);
  const { billingAddress, product, stripePaymentMethodId } = engagement;
  if (!billingAddress && !stripePaymentMethodId) return null;
  return (
    <Card title="Billing">
      <dl className="grid gap-4">
        {stripePaymentMethodId && (
          <Fact label="Payment Method">
            {isCustomer
              ? cardNames && (cardNames.get(stripePaymentMethodId) ?? 'No longer saved: please choose another')
              : 'Saved by the customer'}
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
