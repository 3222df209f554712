import { useState } from 'react';
import type { Overdue } from '#contract/billing.ts';
import { moneyLabel } from '#domain/labels.ts';
import { amountTaken } from '#domain/payment-attempts.ts';
import { api } from '#web/api/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Select, type SelectOption } from '#web/ui/select.tsx';
import { PaymentMethodModal } from './payment-method-modal.tsx';
import { chosenBeforehand, paymentMethodOptions } from './saved-payment-methods.ts';

/** @returns what the services have that are to be paid, unless it was declined; then the newest other one */
function firstChoice(
  options: readonly SelectOption[],
  card: string | null | undefined,
  { serviceMethodIds, declinedMethodIds }: Overdue,
): string | undefined {
  const isHopeful = (id: string) => !declinedMethodIds.includes(id);
  const ofServices = [...(card ? [card] : []), ...serviceMethodIds];
  const values = options.map(({ value }) => value);
  return ofServices.find((id) => values.includes(id) && isHopeful(id)) ?? values.find(isHopeful);
}

type PayFormProps = {
  userId: string;
  card: string | null | undefined;
  overdue: Overdue;
  /** What is being charged, once it was asked for. */
  pending: number | undefined;
  isPending: boolean;
  onPay: (paymentMethodId: string, amount: number) => Promise<void>;
};

/** Asks with what is to be paid, and pays. */
export function PayForm({ userId, card, overdue, pending, isPending, onPay }: PayFormProps) {
  const { currentData } = api.useListPaymentMethodsQuery({ params: { userId } });
  const [chosen, setChosen] = useState<string>();
  const [isAdding, setAdding] = useState(false);
  const [error, setError] = useState<string>();
  const cards = currentData ? paymentMethodOptions(currentData) : [];
  // A card whose own bank is waited for is not another one.
  const options = cards.filter(({ value }) => isPending || amountTaken(overdue, value) > 0);
  const likely = currentData ? chosenBeforehand(options, currentData) : [];
  const first = firstChoice(likely, card, overdue);
  const saved = options.find(({ value }) => value === (chosen ?? first)) ?? likely[0];
  // A card that was just added is not in the list yet.
  const isNew = chosen !== undefined && !cards.some(({ value }) => value === chosen);
  const value = isNew ? chosen : saved?.value;
  // A card that is not there yet is another one than all that are waited for.
  const amount = pending ?? amountTaken(overdue, value ?? '');
  const withdrawn = amount - overdue.amount;
  const choose = (id: string) => {
    setChosen(id);
    setError(undefined);
  };
  const pay = () => {
    if (!value) return setError('Payment method is required.');
    setChosen(value);
    void onPay(value, amount);
  };
  return (
    <div className="mt-4 grid max-w-sm gap-4 text-ink">
      <Select
        label="Pay with"
        description="It also becomes the payment method of the service."
        isRequired
        placeholder="Select a payment method"
        options={options}
        value={value}
        onChange={choose}
        error={error}
        action={{ label: 'New payment method', onAction: () => setAdding(true) }}
      />
      {!isPending && withdrawn > 0 && (
        <p>{moneyLabel(withdrawn)} of this waits for a confirmation now; it is taken from this one instead.</p>
      )}
      <Button className="justify-self-start" isPending={isPending} pendingLabel="Charging…" onPress={pay}>
        Pay {moneyLabel(amount)} now
      </Button>
      <PaymentMethodModal isOpen={isAdding} onClose={() => setAdding(false)} onCreated={choose} />
    </div>
  );
}
