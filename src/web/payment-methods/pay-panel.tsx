import { useEffect, useRef, useState } from 'react';
import { moneyLabel } from '#domain/labels.ts';
import { api } from '#web/api/api.ts';
import { isUnanswered } from '#web/api/connection.ts';
import { isFailure } from '#web/api/failure.ts';
import { callSucceeded, errorAlert, errorsDismissed, failureAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Button } from '#web/ui/button.tsx';
import { Select } from '#web/ui/select.tsx';
import type { PayOverdueProps } from './pay-overdue.tsx';
import { PaymentMethodModal } from './payment-method-modal.tsx';
import { paymentMethodOptions } from './saved-payment-methods.ts';
import { overdueSentence, type useOverdue } from './use-overdue.ts';

/** A payment that was asked for here. It is under way until it is paid; a declined one is forgotten. */
type Asked = { amount: number; isPaid: boolean };

type PayPanelProps = PayOverdueProps & { overdue: NonNullable<ReturnType<typeof useOverdue>> };

/** What is owed, and the way to pay it. It stays to say that it is paid. */
export function PayPanel({ customerProfileId, userId, card, overdue }: PayPanelProps) {
  const dispatch = useAppDispatch();
  const [collect, { isLoading, fulfilledTimeStamp = 0 }] = api.useCollectOverdueMutation();
  const [asked, setAsked] = useState<Asked>();
  const [lostCall, setLostCall] = useState<string>();
  const panel = useRef<HTMLElement>(null);
  const { amount, isCollecting, isFetching, askedAt, toConfirmEngagementIds } = overdue;
  const isUnderWay = asked !== undefined && !asked.isPaid;
  // What was asked before the payment was collected does not tell how it ended.
  const hasEnded = isUnderWay && !isLoading && !isFetching && !isCollecting && askedAt >= fulfilledTimeStamp;
  const isToConfirm = toConfirmEngagementIds.length > 0;
  useEffect(() => {
    if (!hasEnded) return;
    if (amount === 0 && !isToConfirm) {
      setAsked((before) => before && { ...before, isPaid: true });
      // The pressed button is gone, and focus with it.
      panel.current?.focus();
      return;
    }
    setAsked(undefined);
    if (amount > 0) dispatch(errorAlert('Your card was declined. Nothing was taken: please try another card.'));
  }, [hasEnded, amount, isToConfirm, dispatch]);

  const isPaidAfterAll = lostCall !== undefined && amount === 0 && !isCollecting;
  useEffect(() => {
    if (isPaidAfterAll) dispatch(callSucceeded(lostCall));
  }, [isPaidAfterAll, lostCall, dispatch]);

  const call = { params: { customerProfileId } };
  /** Finds out, after the answer to Pay was lost, whether the server has begun: then what is owed has changed. */
  const hasServerBegun = async (): Promise<boolean> => {
    const { data } = await dispatch(api.endpoints.getOverdue.initiate(call, { subscribe: false, forceRefetch: true }));
    return data !== undefined && (data.isCollecting || data.amount !== amount);
  };
  const pay = async (stripePaymentMethodId: string) => {
    dispatch(errorsDismissed());
    const { data, error } = await collect({ ...call, body: { stripePaymentMethodId } });
    if (data) {
      // Replaces the older answer, which would pass for the outcome.
      dispatch(api.util.updateQueryData('getOverdue', call, () => data));
    } else {
      const hasBegun = isUnanswered(error) && (await hasServerBegun());
      if (!hasBegun) {
        dispatch(failureAlert(error));
        if (isFailure(error)) setLostCall(error.call);
        return;
      }
    }
    setAsked({ amount, isPaid: false });
  };
  if (asked?.isPaid && amount === 0) {
    return (
      <section
        ref={panel}
        tabIndex={-1}
        role="status"
        className="rounded-card border border-line bg-surface p-5 outline-none sm:p-7"
      >
        <p className="font-semibold text-success">{moneyLabel(asked.amount)} is paid. Thank you.</p>
      </section>
    );
  }
  if (amount === 0 && !isUnderWay) return null;
  const shownAmount = isUnderWay ? asked.amount : amount;
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-labelledby="pay-overdue"
      className="rounded-card bg-danger-tint p-5 text-danger outline-none sm:p-7"
    >
      <h2 id="pay-overdue" className="text-xl">
        Your payment did not go through
      </h2>
      <p className="mt-2">{overdueSentence({ ...overdue, amount: shownAmount })}</p>
      <PayForm userId={userId} card={card} amount={shownAmount} isPending={isLoading || isUnderWay} onPay={pay} />
    </section>
  );
}

type PayFormProps = {
  userId: string;
  card: string | null | undefined;
  amount: number;
  isPending: boolean;
  onPay: (paymentMethodId: string) => Promise<void>;
};

function PayForm({ userId, card, amount, isPending, onPay }: PayFormProps) {
  const { currentData } = api.useListPaymentMethodsQuery({ params: { userId } });
  const [chosen, setChosen] = useState<string>();
  const [isAdding, setAdding] = useState(false);
  const [error, setError] = useState<string>();
  const options = currentData ? paymentMethodOptions(currentData) : [];
  const saved = options.find(({ value }) => value === (chosen ?? card)) ?? (chosen ? undefined : options[0]);
  // A card that was just added is not in the list yet.
  const value = saved?.value ?? chosen;
  const choose = (id: string) => {
    setChosen(id);
    setError(undefined);
  };
  return (
    <div className="mt-4 grid max-w-sm gap-4 text-ink">
      <Select
        label="Pay with"
        description="It also becomes the card of the service."
        isRequired
        placeholder="Select a card"
        options={options}
        value={value}
        onChange={choose}
        error={error}
        action={{ label: 'New payment method', onAction: () => setAdding(true) }}
      />
      <Button
        className="justify-self-start"
        isPending={isPending}
        pendingLabel="Charging your card…"
        onPress={() => (value ? void onPay(value) : setError('Payment method is required.'))}
      >
        Pay {moneyLabel(amount)} now
      </Button>
      <PaymentMethodModal isOpen={isAdding} onClose={() => setAdding(false)} onCreated={choose} />
    </div>
  );
}
