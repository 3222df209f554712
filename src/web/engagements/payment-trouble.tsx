import type { Engagement } from '#contract/engagements.ts';
import { moneyLabel } from '#domain/labels.ts';
import { Button } from '#web/ui/button.tsx';
import type { Visits } from './visit-days.ts';

type PaymentTroubleProps = {
  engagement: Engagement;
  visits: Visits;
  onEdit: () => void;
};

/** Tells the customer that a payment was declined, and what to do about it; nothing while all is well. */
export function PaymentTrouble({ engagement, visits, onEdit }: PaymentTroubleProps) {
  if (!visits.declinedAmount) return null;
  const isPaused = engagement.status === 'ENGAGEMENT_STATUS_PAUSED';
  return (
    <section aria-labelledby="payment-trouble" className="rounded-card bg-danger-tint p-5 text-danger sm:p-7">
      <h2 id="payment-trouble" className="text-xl">
        Your payment was declined
      </h2>
      <p className="mt-2">
        {moneyLabel(visits.declinedAmount)} could not be charged.{' '}
        {isPaused
          ? 'Visits are paused until it is paid: choose another card, then resume.'
          : 'Choose another card, and we try again at once.'}
      </p>
      <Button variant="secondary" className="mt-4" onPress={onEdit}>
        Update the card
      </Button>
    </section>
  );
}
