import { useEffect, useRef, useState } from 'react';
import type { Overdue } from '#contract/billing.ts';
import { moneyLabel } from '#domain/labels.ts';
import { amountTaken } from '#domain/payment-attempts.ts';
import { api } from '#web/api/api.ts';
import { isFailure, isUnanswered } from '#web/api/failure.ts';
import { callSucceeded, errorAlert, errorsDismissed, failureAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Button } from '#web/ui/button.tsx';
import { Select, type SelectOption } from '#web/ui/select.tsx';
import type { PayOverdueProps } from './pay-overdue.tsx';
import { PaymentMethodModal } from './payment-method-modal.tsx';
import { paymentMethodOptions } from './saved-payment-methods.ts';
import { givenUpSentence, overdueSentence, type useOverdue } from './use-overdue.ts';

/** A payment that was asked for here. It is under way until it is paid; a declined one is forgotten. */
type Asked = {
  card: string;
  amount: number;
  /** How much of it was declined before. */
  declined: number;
  /** What waited for the bank of this card already, and still may. */
  waiting: number;
  /** What was on its way from a bank already, and still may be. */
  onItsWay: number;
  /** What was asked of the server before this moment does not tell how it ended; milliseconds since 1970. */
  since: number;
  isPaid: boolean;
};

const waitingOf = ({ toConfirm }: Pick<Overdue, 'toConfirm'>, card?: string): number =>
  toConfirm.reduce((sum, one) => sum + (card === undefined || one.stripePaymentMethodId === card ? one.amount : 0), 0);

/** Whether the server has begun with it, as far as what is owed shows. */
const hasBegun = (overdue: Overdue, { card, amount }: Asked): boolean =>
  overdue.isCollecting || amountTaken(overdue, card) !== amount;

type PayPanelProps = PayOverdueProps & { overdue: NonNullable<ReturnType<typeof useOverdue>> };

/** What is owed, and the way to pay it. It stays to say that it is paid. */
export function PayPanel({ customerProfileId, userId, card, isOpenAmountTold, overdue }: PayPanelProps) {
  const dispatch = useAppDispatch();
  const [collect, { isLoading }] = api.useCollectOverdueMutation();
  const [asked, setAsked] = useState<Asked>();
  const [lost, setLost] = useState<{ call: string | undefined; asked: Asked }>();
  const panel = useRef<HTMLElement>(null);
  const { amount, isCollecting, isFetching, askedAt, toConfirm, onItsWay, openAmount } = overdue;
  const call = { params: { customerProfileId } };
  const isUnderWay = asked !== undefined && !asked.isPaid;
  // Whatever the last answer was, it may be older than the payment.
  const pollingInterval = isUnderWay ? 2000 : lost ? 5000 : 0;
  api.useGetOverdueQuery(call, { pollingInterval, selectFromResult: () => ({}) });
  const { currentData: replaced } = api.useListCardsToReplaceQuery(call);
  const hasEnded = isUnderWay && !isLoading && !isFetching && !isCollecting && askedAt >= asked.since;
  const isToConfirm = toConfirm.length > 0;
  const askedAmount = asked?.amount;
  const isPaid = hasEnded && amount === 0 && waitingOf(overdue) <= asked.waiting;
  useEffect(() => {
    if (!hasEnded) return;
    if (isPaid) {
      setAsked((before) => before && { ...before, isPaid: true });
      // The pressed button is gone, and focus with it.
      panel.current?.focus();
      return;
    }
    setAsked(undefined);
    if (amount === 0) return;
    const what = amount === askedAmount ? '. Nothing was taken: please' : ` for ${moneyLabel(amount)}. Please`;
    dispatch(errorAlert(`Your payment was declined${what} try another payment method.`));
  }, [hasEnded, isPaid, amount, askedAmount, dispatch]);

  const isUnderWayAfterAll = lost !== undefined && hasBegun(overdue, lost.asked);
  useEffect(() => {
    if (!isUnderWayAfterAll) return;
    if (lost.call) dispatch(callSucceeded(lost.call));
    setAsked(lost.asked);
    setLost(undefined);
  }, [isUnderWayAfterAll, lost, dispatch]);

  /**
   * Finds out, after the answer to Pay was lost, what is owed.
   * @param lostAt milliseconds since 1970
   */
  const askAfresh = async (lostAt: number): Promise<Overdue | undefined> => {
    const ask = () => dispatch(api.endpoints.getOverdue.initiate(call, { subscribe: false, forceRefetch: true }));
    const { data, startedTimeStamp = 0 } = await ask();
    // A call that is on its way already is joined, though it was sent before Pay.
    return startedTimeStamp < lostAt ? (await ask()).data : data;
  };
  const pay = async (card: string, shown: number) => {
    dispatch(errorsDismissed());
    setLost(undefined);
    const waiting = waitingOf(overdue, card);
    const { data, error } = await collect({ ...call, body: { stripePaymentMethodId: card, amount: shown } });
    const since = Date.now();
    const press = { card, amount: shown, declined: amount, waiting, onItsWay, since, isPaid: false };
    if (data) {
      // Replaces the older answer, which would pass for the outcome.
      dispatch(api.util.updateQueryData('getOverdue', call, () => data));
      setAsked(press);
      return;
    }
    if (isUnanswered(error)) {
      const now = await askAfresh(since);
      if (now && hasBegun(now, press)) return setAsked(press);
      // It may still arrive.
      setLost({ call: isFailure(error) ? error.call : undefined, asked: press });
    } else {
      // What is shown may be what was refused.
      dispatch(api.util.invalidateTags(['engagements']));
    }
    dispatch(failureAlert(error));
  };
  const thanks = asked?.isPaid && amount === 0 && (
    <section
      ref={panel}
      tabIndex={-1}
      role="status"
      className="rounded-card border border-line bg-surface p-5 outline-none sm:p-7"
    >
      <p className="font-semibold text-success">
        {moneyLabel(asked.amount)}{' '}
        {onItsWay > asked.onItsWay
          ? 'is on its way from your bank. That takes up to five business days. Thank you.'
          : 'is paid. Thank you.'}
      </p>
    </section>
  );
  if (thanks && !isToConfirm) return thanks;
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
      <>
        {thanks}
        <section
          ref={thanks ? undefined : panel}
          tabIndex={-1}
          className="rounded-card border border-line bg-surface px-5 outline-none sm:px-7"
        >
          <details className="py-2">
            <summary className="min-h-11 cursor-pointer rounded-control py-3 font-semibold">Pay another way</summary>
            <div className="pb-4">{form}</div>
          </details>
        </section>
      </>
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
      className={`rounded-card p-5 outline-none sm:p-7 ${isUnderWay ? 'border border-line bg-surface' : 'bg-danger-tint text-danger'}`}
    >
      {/* What was declined before says nothing of the attempt that is under way. */}
      <h2 id="pay-overdue" className="text-xl">
        {isUnderWay ? 'Your payment is under way' : 'Your payment did not go through'}
      </h2>
      {sentence && !isUnderWay && <p className="mt-2">{sentence}</p>}
      {replaced?.cards
        .filter(({ state }) => state === 'gone')
        .map(({ id, name }) => (
          <p key={id} className="mt-2">
            {name}: it is gone, please choose another.
          </p>
        ))}
      {form}
    </section>
  );
}

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

function PayForm({ userId, card, overdue, pending, isPending, onPay }: PayFormProps) {
  const { currentData } = api.useListPaymentMethodsQuery({ params: { userId } });
  const [chosen, setChosen] = useState<string>();
  const [isAdding, setAdding] = useState(false);
  const [error, setError] = useState<string>();
  const cards = currentData ? paymentMethodOptions(currentData) : [];
  // A card whose own bank is waited for is not another one.
  const options = cards.filter(({ value }) => isPending || amountTaken(overdue, value) > 0);
  const saved = options.find(({ value }) => value === (chosen ?? firstChoice(options, card, overdue))) ?? options[0];
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
