import type { Product } from '#contract/products.ts';
import { moneyLabel } from '#domain/labels.ts';
import { useClientConfig } from '#web/api/client-config.ts';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { billingCycleLabel, durationLabel, lockedGateSentence } from '../engagement-words.ts';
import type { Price, QuoteState } from './use-quote.ts';

type PricePanelProps = {
  quote: QuoteState;
  product: Product | undefined;
  /** The schedule in words. */
  schedule: string;
  onRetry: () => void;
};

/** Shows what a visit will cost, before the customer asks for it. */
export function PricePanel({ quote, product, schedule, onRetry }: PricePanelProps) {
  const lockedGate = lockedGateSentence(useClientConfig()?.lockedGateFee);
  return (
    <section aria-labelledby="price-title" className="on-evergreen-band rounded-card p-5 shadow-card sm:p-7">
      <h2 id="price-title" className="text-xl">
        Price
      </h2>
      <div role="status" className="mt-3 grid min-h-24 content-start gap-3">
        {quote.state === 'incomplete' && (
          <p className="text-on-evergreen-soft">Choose a service and a yard size to see the price.</p>
        )}
        {quote.state === 'not-offered' && (
          <p className="text-on-evergreen-soft">Choose how often we should come to see the price.</p>
        )}
        {quote.state === 'loading' && <PriceSkeleton />}
        {quote.state === 'failed' && (
          <>
            <p>We could not get the price.</p>
            <Button variant="accent" onPress={onRetry} className="justify-self-start">
              Try again
            </Button>
          </>
        )}
        {quote.state === 'ready' && <PriceLines price={quote.price} />}
      </div>
      {product && quote.state !== 'incomplete' && quote.state !== 'not-offered' && (
        <ul className="mt-4 grid gap-1.5 border-on-evergreen-soft/30 border-t pt-4 text-on-evergreen-soft text-sm">
          <li>{schedule}.</li>
          <li>{billingCycleLabel(product.billingCycle)}, never before.</li>
          <li>
            {product.baseCostRetentionPeriod > 0
              ? `We hold this price for ${durationLabel(product.baseCostRetentionPeriod)} while we find you a worker.`
              : 'The price is fixed when a worker accepts.'}
          </li>
          {lockedGate && <li>{lockedGate}</li>}
        </ul>
      )}
    </section>
  );
}

function PriceLines({ price: { baseCost, discount, total, couponMessage, couponTerm } }: { price: Price }) {
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-bold font-display text-5xl tabular-nums tracking-tight">{moneyLabel(baseCost)}</span>
        <span className="text-on-evergreen-soft">per visit</span>
      </p>
      {couponMessage && <p className="font-semibold text-marigold">{couponMessage}</p>}
      {discount > 0 && (
        <dl className="grid gap-1.5">
          <PriceLine label="Discount" value={`−${moneyLabel(discount)}`} />
          <PriceLine
            label={couponTerm === 'TERM_ONCE' ? 'Your first visit' : 'Each visit'}
            value={moneyLabel(total)}
            isTotal
          />
        </dl>
      )}
    </>
  );
}

function PriceLine({ label, value, isTotal = false }: { label: string; value: string; isTotal?: boolean }) {
  return (
    <div className={`flex justify-between gap-4 ${isTotal ? 'font-semibold' : 'text-on-evergreen-soft'}`}>
      <dt>{label}</dt>
      <dd className="tabular-nums">{value}</dd>
    </div>
  );
}

function PriceSkeleton() {
  return (
    <>
      <span className="sr-only">Getting the price</span>
      <Skeleton className="h-12 w-40 opacity-40" />
    </>
  );
}
