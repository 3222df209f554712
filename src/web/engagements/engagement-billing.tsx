import type { Engagement } from '#contract/engagements.ts';
import { Card } from '#web/ui/card.tsx';
import { Fact } from '#web/ui/fact.tsx';
import { AddressLines } from './address-lines.tsx';
import { billingCycleLabel } from './engagement-words.ts';

type EngagementBillingProps = {
  engagement: Engagement;
  /** Whether the engagement is the reader's own. */
  isOwn: boolean;
  /** The reader's saved ways to pay by id; undefined until they are there. */
  cardNames: ReadonlyMap<string, string> | undefined;
};

/** How it is paid; for who may know it: the customer and staff. */
export function EngagementBilling({ engagement, isOwn, cardNames }: EngagementBillingProps) {
  const { billingAddress, product, stripePaymentMethodId } = engagement;
  if (!billingAddress && !stripePaymentMethodId) return null;
  return (
    <Card title="Billing">
      <dl className="grid gap-4">
        {stripePaymentMethodId && (
          <Fact label="Payment Method">
            {isOwn
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
