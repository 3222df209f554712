import { useState } from 'react';
import type { PaymentToConfirm } from '#contract/billing.ts';
import { dayLabel, plainDate } from '#domain/calendar.ts';
import { commaListLabel } from '#domain/comma-list.ts';
import { moneyLabel } from '#domain/labels.ts';
import { api } from '#web/api/api.ts';
import { loadStripe } from '#web/api/stripe.ts';
import { errorAlert, failureAlert, successAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { waitUntilBooked } from './wait-until-booked.ts';

type ConfirmPaymentsProps = { customerProfileId: string; engagementId: string };

/** Lists the payments that the customer's bank wants confirmed. Shows nothing when there are none. */
export function ConfirmPayments({ customerProfileId, engagementId }: ConfirmPaymentsProps) {
  const { data } = api.useListPaymentsToConfirmQuery({ params: { engagementId } }, { refetchOnMountOrArgChange: true });
  const dispatch = useAppDispatch();
  const [first] = data?.payments ?? [];
  if (!data || !first) return null;
  const what = `a payment for ${first.productName} at ${first.street}`;
  return (
    <Card title="Your bank has a question" description={`It wants you to confirm ${what} before it lets it through.`}>
      <ul className="grid gap-3">
        {data.payments.map((payment) => (
          <li key={payment.clientSecret}>
            <ConfirmPayment
              payment={payment}
              onEnd={() => dispatch(waitUntilBooked({ customerProfileId, engagementId }))}
            />
          </li>
        ))}
      </ul>
    </Card>
  );
}

type ConfirmPaymentProps = { payment: PaymentToConfirm; onEnd: () => Promise<void> };

function ConfirmPayment({ payment, onEnd }: ConfirmPaymentProps) {
  const dispatch = useAppDispatch();
  const [isAsking, setAsking] = useState(false);
  const confirm = async () => {
    setAsking(true);
    try {
      const stripe = await loadStripe();
      const { error } = await stripe.confirmCardPayment(payment.clientSecret, {
        payment_method: payment.stripePaymentMethodId,
      });
      dispatch(
        error ? errorAlert(error.message ?? 'The payment was not confirmed.') : successAlert('Payment confirmed.'),
      );
      if (error) dispatch(api.util.invalidateTags(['engagements']));
      else await onEnd();
    } catch (error) {
      dispatch(failureAlert(error));
    } finally {
      setAsking(false);
    }
  };
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p>
        <span className="block font-bold font-display text-lg tabular-nums">{moneyLabel(payment.amount)}</span>
        <span className="text-ink-soft">
          {payment.isTip ? 'Tip for the visit' : payment.days.length === 1 ? 'Visit' : 'Visits'} on{' '}
          {commaListLabel(payment.days.map((day) => dayLabel(plainDate(day))))}
        </span>
      </p>
      <Button isPending={isAsking} pendingLabel="Asking your bank…" onPress={confirm}>
        Confirm payment
      </Button>
    </div>
  );
}
