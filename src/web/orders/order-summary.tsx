import type { OrderToAccept } from '#contract/order-links.ts';
import { dayLabel, momentDayLabel, plainDate } from '#domain/calendar.ts';
import { moneyLabel, yardSizeLabels } from '#domain/labels.ts';
import { scheduleLabel } from '#domain/schedule-rules.ts';
import { useClientConfig } from '#web/api/client-config.ts';
import { billingCycleLabel, lockedGateSentence } from '#web/engagements/engagement-words.ts';
import { Card } from '#web/ui/card.tsx';
import { Fact } from '#web/ui/fact.tsx';

/** Who has asked for what, how often, and what it costs: what somebody reads before agreeing to it. */
export function OrderSummary({ order }: { order: OrderToAccept }) {
  const { productName, askedBy, askedAt, frequency, interval, startDay, yardSize, billingCycle } = order;
  const { streetAddress1, streetAddress2, city, state, zipCode } = order;
  const lockedGate = lockedGateSentence(useClientConfig()?.lockedGateFee);
  return (
    <Card title={productName} description={`${askedBy} asked for it on your behalf on ${momentDayLabel(askedAt)}.`}>
      <Price order={order} />
      <dl className="mt-5 grid gap-x-8 gap-y-4 sm:grid-cols-2">
        <Fact label="How often">{scheduleLabel(frequency, interval)}</Fact>
        <Fact label="From">{dayLabel(plainDate(startDay))}</Fact>
        <Fact label="Where">
          {[streetAddress1, streetAddress2].filter(Boolean).join(', ')}
          {`, ${city}, ${state} ${zipCode}`}
        </Fact>
        <Fact label="Yard">
          {yardSize === 'YARD_SIZE_UNKNOWN' ? 'Not known' : yardSizeLabels[yardSize].description}
        </Fact>
        <Fact label="When you pay" isWide>
          {[`${billingCycleLabel(billingCycle)}, never before.`, lockedGate].filter(Boolean).join(' ')}
        </Fact>
      </dl>
    </Card>
  );
}

function Price({ order }: { order: OrderToAccept }) {
  const { baseCost, toldBaseCost, discount, couponTerm, couponMessage, couponProblem } = order;
  if (baseCost === null) {
    return <p className="font-semibold">We do not offer this service anymore. Please call us.</p>;
  }
  return (
    <div className="grid gap-1">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-bold font-display text-4xl tabular-nums tracking-tight">{moneyLabel(baseCost)}</span>
        <span className="text-ink-soft">per visit</span>
      </p>
      {baseCost !== toldBaseCost && (
        <p className="font-semibold">
          {`We told you ${moneyLabel(toldBaseCost)}. The price has changed since: it is ${moneyLabel(baseCost)} now.`}
        </p>
      )}
      {couponMessage && (
        <p>
          {`${couponMessage} ${couponTerm === 'TERM_ONCE' ? 'Your first visit' : 'Each visit'}: ${moneyLabel(baseCost - discount)}.`}
        </p>
      )}
      {couponProblem && <p className="font-semibold">{`The coupon does not count anymore: ${couponProblem}`}</p>}
    </div>
  );
}
