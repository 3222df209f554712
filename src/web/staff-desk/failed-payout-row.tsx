import { Link } from 'react-router';
import type { FailedPayout } from '#contract/desk-money.ts';
import { momentLabel } from '#domain/calendar.ts';
import { moneyLabel } from '#domain/labels.ts';
import { api } from '#web/api/api.ts';
import { failureAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Button } from '#web/ui/button.tsx';

/** A worker whose bank did not take a payout. Staff mark it as seen when they have dealt with it. */
export function FailedPayoutRow({ payout: { worker, amount, failedAt } }: { payout: FailedPayout }) {
  const dispatch = useAppDispatch();
  const [see, { isLoading }] = api.useSeeFailedPayoutMutation();
  const markSeen = async () => {
    const { error } = await see({ params: { workerProfileId: worker.profileId }, body: { isSeen: true } });
    if (error) dispatch(failureAlert(error));
  };
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0">
        <h3 className="text-lg">
          <Link to={`/workers/${worker.profileId}/earnings`} className="inline-flex min-h-11 items-center text-ink">
            {worker.name}
          </Link>
        </h3>
        <p className="text-ink-soft">
          The bank did not take {amount === null ? 'it' : moneyLabel(amount)}, {momentLabel(failedAt)}
        </p>
      </div>
      <Button
        variant="secondary"
        aria-label={`Seen: ${worker.name}`}
        isPending={isLoading}
        pendingLabel="Saving…"
        onPress={() => void markSeen()}
      >
        Seen
      </Button>
    </div>
  );
}
