import type { StuckTopUp } from '#contract/credits.ts';
import { momentDayLabel } from '#domain/calendar.ts';
import { moneyLabel } from '#domain/labels.ts';
import { api } from '#web/api/api.ts';
import { failureAlert, successAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Badge } from '#web/ui/badge.tsx';
import { BillText } from '#web/ui/bill-text.tsx';
import { Button } from '#web/ui/button.tsx';
import { DeskRow } from './desk-rows.tsx';

/** What a worker is to get for a bill that credit has paid, and Stripe has refused so far. */
export function TopUpRow({ topUp }: { topUp: StuckTopUp }) {
  const { id, worker, customerProfileId, amount, bill, isRefused, reason, since } = topUp;
  const dispatch = useAppDispatch();
  const [sendAgain, { isLoading }] = api.useSendTopUpAgainMutation();
  const send = async () => {
    const { error } = await sendAgain({ params: { topUpId: id } });
    dispatch(error ? failureAlert(error) : successAlert('Stripe is asked again.'));
  };
  return (
    <div>
      <DeskRow
        to={`/customers/${customerProfileId}/billing/${bill.id}`}
        title={worker.name}
        mark={<Badge tone="warn">{isRefused ? 'Refused by Stripe' : 'Tried again by itself'}</Badge>}
      >
        <p>
          <span className="font-semibold text-ink tabular-nums">{moneyLabel(amount)}</span> ·{' '}
          <BillText text={`bill ${bill.number}`} />, {momentDayLabel(since)}
        </p>
        <p>{reason}</p>
      </DeskRow>
      {isRefused && (
        <div className="pb-3">
          <Button
            variant="secondary"
            aria-label={`Send again: ${moneyLabel(amount)} to ${worker.name}`}
            isPending={isLoading}
            pendingLabel="Asking…"
            onPress={() => void send()}
          >
            Send again
          </Button>
        </div>
      )}
    </div>
  );
}
