import { moneyLabel } from '#domain/labels.ts';
import { onItsWaySentence } from '#domain/on-its-way.ts';
import { api } from '#web/api/api.ts';
import { cardSentence, isOfDebt } from './card-words.ts';
import { PayForm } from './pay-form.tsx';
import type { PayOverdueProps } from './pay-overdue.tsx';
import { givenUpSentence, overdueSentence, type useOverdue } from './use-overdue.ts';
import { usePay } from './use-pay.ts';

type PayPanelProps = PayOverdueProps & { overdue: NonNullable<ReturnType<typeof useOverdue>> };

/** What is owed, and the way to pay it. It stays to say that it is paid. */
export function PayPanel({ customerProfileId, userId, card, isOpenAmountTold, overdue }: PayPanelProps) {
  const { amount, toConfirm, onItsWay, openAmount } = overdue;
  const { pay, pending, paid, isPending, panel } = usePay(customerProfileId, overdue);
  const { currentData: replaced } = api.useListCardsToReplaceQuery({ params: { customerProfileId } });
  const isToConfirm = toConfirm.length > 0;
  const thanks = paid && amount === 0 && (
    <section
      ref={panel}
      tabIndex={-1}
      role="status"
      className="rounded-card border border-line bg-surface p-5 outline-none sm:p-7"
    >
      <p className="font-semibold text-success">
        {moneyLabel(paid.amount)}{' '}
        {onItsWay > paid.onItsWay
          ? 'is on its way from your bank. That takes up to five business days. Thank you.'
          : 'is paid. Thank you.'}
      </p>
    </section>
  );
  if (thanks && !isToConfirm) return thanks;
  if (amount === 0 && !isToConfirm && !pending) return null;
  const declined = pending?.declined ?? amount;
  const form = (
    <PayForm
      userId={userId}
      card={card}
      overdue={overdue}
      pending={pending?.amount}
      isPending={isPending}
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
      className={`rounded-card p-5 outline-none sm:p-7 ${pending ? 'border border-line bg-surface' : 'bg-danger-tint text-danger'}`}
    >
      {/* What was declined before says nothing of the attempt that is under way. */}
      <h2 id="pay-overdue" className="text-xl">
        {pending ? 'Your payment is under way' : 'Your payment did not go through'}
      </h2>
      {sentence && !pending && <p className="mt-2">{sentence}</p>}
      {/* What is not asked for again. */}
      {!isOpenAmountTold && !pending && onItsWay > 0 && <p className="mt-2">{onItsWaySentence(onItsWay)}</p>}
      {replaced?.cards
        .filter((one) => isOfDebt(one, overdue))
        .map((one) => (
          <p key={one.id} className="mt-2">
            {cardSentence(one)} Please choose another one.
          </p>
        ))}
      {form}
    </section>
  );
}
