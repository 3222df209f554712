import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { later } from '#web/ui/later.tsx';

const PayoutsSection = later(
  async () => (await import('#web/connected-accounts/payouts-section.tsx')).PayoutsSection,
  <p role="status">Loading your payouts…</p>,
);

/** What Stripe pays out to a worker's bank. It is loaded only when the worker wants to see it. */
export function PayoutsCard() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card
      title="On its way and paid out"
      description="Stripe pays you out, and says here what your bank gets and when."
    >
      {isOpen ? (
        <PayoutsSection />
      ) : (
        <Button variant="secondary" onPress={() => setOpen(true)}>
          Show my payouts
        </Button>
      )}
    </Card>
  );
}
