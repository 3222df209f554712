import type { Engagement } from '#contract/engagements.ts';
import { Card } from '#web/ui/card.tsx';
import { Fact } from '#web/ui/fact.tsx';
import { billingCycleLabel } from '../engagement-words.ts';
import { useReader } from '../use-reader.ts';
import { AddressLines } from './address-lines.tsx';

type EngagementBillingProps = {
  engagement: Engagement;
  /** The reader's saved ways to pay by id; undefined until they are there. */
  cardNames: ReadonlyMap<string, string> | undefined;
};

/** How it is paid; for who may know it: the customer and staff. */
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
    </Card>
  );
}
