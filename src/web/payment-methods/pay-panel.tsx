import { useEffect, useRef, useState } from 'react';
import type { Overdue } from '#contract/billing.ts';
import { moneyLabel } from '#domain/labels.ts';
import { amountTaken } from '#domain/payment-attempts.ts';
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
import { givenUpSentence, overdueSentence, type useOverdue } from './use-overdue.ts';

/** A payment that was asked for here, and how much of it was declined before. It is under way until it is paid; a declined one is forgotten. */
type Asked = { amount: number; declined: number; isPaid: boolean };

type PayPanelProps = PayOverdueProps & { overdue: NonNullable<ReturnType<typeof useOverdue>> };

/** What is owed, and the way to pay it. It stays to say that it is paid. */
export function PayPanel({ customerProfileId, userId, card, isOpenAmountTold, overdue }: PayPanelProps) {
  const dispatch = useAppDispatch();
  const [collect, { isLoading, fulfilledTimeStamp = 0 }] = api.useCollectOverdueMutation();
  const [asked, setAsked] = useState<Asked>();
  const [lostCall, setLostCall] = useState<{ call: string; card: string }>();
  const panel = useRef<HTMLElement>(null);
  const { amount, isCollecting, isFetching, askedAt, toConfirm, openAmount } = overdue;
  const isUnderWay = asked !== undefined && !asked.isPaid;
  // What was asked before the payment was collected does not tell how it ended.
  const hasEnded = isUnderWay && !isLoading && !isFetching && !isCollecting && askedAt >= fulfilledTimeStamp;
  const isToConfirm = toConfirm.length > 0;
  const askedAmount = asked?.amount;
  useEffect(() => {
    if (!hasEnded) return;
    if (amount === 0 && !isToConfirm) {
      setAsked((before) => before && { ...before, isPaid: true });
      // The pressed button is gone, and focus with it.
      panel.current?.focus();
      return;
    }
    setAsked(undefined);
    if (amount === 0) return;
    const what = amount === askedAmount ? '. Nothing was taken: please' : ` for ${moneyLabel(amount)}. Please`;
    dispatch(errorAlert(`Your card was declined${what} try another card.`));
  }, [hasEnded, amount, askedAmount, isToConfirm, dispatch]);

  const isPaidAfterAll = lostCall !== undefined && amountTaken(overdue, lostCall.card) === 0 && !isCollecting;
  useEffect(() => {
    if (isPaidAfterAll) dispatch(callSucceeded(lostCall.call));
  }, [isPaidAfterAll, lostCall, dispatch]);

  const call = { params: { customerProfileId } };
  /** Finds out, after the answer to Pay was lost, whether the server has begun: then what is owed has changed. */
  const hasServerBegun = async (chosen: string, shown: number): Promise<boolean> => {
    const { data } = await dispatch(api.endpoints.getOverdue.initiate(call, { subscribe: false, forceRefetch: true }));
    return data !== undefined && (data.isCollecting || amountTaken(data, chosen) !== shown);
  };
  const pay = async (stripePaymentMethodId: string, shown: number) => {
    dispatch(errorsDismissed());
    const { data, error } = await collect({ ...call, body: { stripePaymentMethodId, amount: shown } });
    if (data) {
      // Replaces the older answer, which would pass for the outcome.
      dispatch(api.util.updateQueryData('getOverdue', call, () => data));
    } else {
      const hasBegun = isUnanswered(error) && (await hasServerBegun(stripePaymentMethodId, shown));
      if (!hasBegun) {
        dispatch(failureAlert(error));
        if (isFailure(error) && error.call) setLostCall({ call: error.call, card: stripePaymentMethodId });
        // What is shown may be what was refused.
        if (!isUnanswered(error)) dispatch(api.util.invalidateTags(['engagements']));
        return;
      }
    }
    setAsked({ amount: shown, declined: amount, isPaid: false });
  };
  if (asked?.isPaid && amount === 0 && !isToConfirm) {
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
  if (amount === 0 && !isToConfirm && !isUnderWay) return null;
  const declined = isUnderWay ? asked.declined : amount;
  const form = (
    <PayForm
      userId={userId}
      card={card}
      overdue={overdue}
      pending={isUnderWay ? asked.amount : undefined}
      isPending={isLoading || isUnderWay}
      onPay={pay}
    />
  );
  if (declined === 0) {
    return (
      <section
        ref={panel}
        tabIndex={-1}
        className="rounded-card border border-line bg-surface px-5 outline-none sm:px-7"
      >
        <details className="py-2">
          <summary className="min-h-11 cursor-pointer rounded-control py-3 font-semibold">
            Pay with another card
          </summary>
          <div className="pb-4">{form}</div>
        </details>
      </section>
    );
  }
  const isTold = isOpenAmountTold && declined === openAmount;
  const sentence = isTold
    ? overdue.givenUpAmount > 0 && givenUpSentence
    : overdueSentence({ ...overdue, amount: declined });
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
      {sentence && <p className="mt-2">{sentence}</p>}
      {form}
    </section>
  );
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

function PayForm({ userId, card, overdue, pending, isPending, onPay }: PayFormProps) {
  const { currentData } = api.useListPaymentMethodsQuery({ params: { userId } });
  const [chosen, setChosen] = useState<string>();
  const [isAdding, setAdding] = useState(false);
  const [error, setError] = useState<string>();
  const cards = currentData ? paymentMethodOptions(currentData) : [];
  // A card whose own bank is waited for is not another one.
  const options = cards.filter(({ value }) => isPending || amountTaken(overdue, value) > 0);
  const saved = options.find(({ value }) => value === (chosen ?? card)) ?? options[0];
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
        description="It also becomes the card of the service."
        isRequired
        placeholder="Select a card"
        options={options}
        value={value}
        onChange={choose}
        error={error}
        action={{ label: 'New payment method', onAction: () => setAdding(true) }}
      />
      {!isPending && withdrawn > 0 && (
        <p>{moneyLabel(withdrawn)} of this waits for a confirmation now; it is taken from this card instead.</p>
      )}
      <Button className="justify-self-start" isPending={isPending} pendingLabel="Charging your card…" onPress={pay}>
        Pay {moneyLabel(amount)} now
      </Button>
      <PaymentMethodModal isOpen={isAdding} onClose={() => setAdding(false)} onCreated={choose} />
    </div>
  );
}
