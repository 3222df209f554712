import type { Engagement } from '#contract/engagements.ts';
import { moneyLabel } from '#domain/labels.ts';
import { api } from '#web/api/api.ts';
import { failureAlert, successAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';

/** Asks the customer of a proposal to agree to its higher price, and shows both prices side by side. */
export function PriceConsent({ engagement: { id, baseCost, agreedBaseCost } }: { engagement: Engagement }) {
  const dispatch = useAppDispatch();
  const [agree, { isLoading }] = api.useAgreeToPriceMutation();
  const call = { params: { engagementId: id } };
  const agreeToIt = async () => {
    const { data, error } = await agree({ ...call, body: { baseCost } });
    if (data) dispatch(api.util.updateQueryData('getEngagement', call, () => data));
    // After a refusal, loads the newest price. The customer has not agreed to the one shown here.
    else dispatch(api.util.invalidateTags(['engagements']));
    dispatch(
      error
        ? failureAlert(error)
        : successAlert('Agreed. We look for a keeper now, and tell you as soon as one accepts.'),
    );
  };
  return (
    <Card
      title="The price has changed"
      description="No keeper had accepted while we held your price. Until you agree to the new one, nobody comes and nothing new is charged."
    >
      <dl className="grid grid-cols-2 gap-4 sm:max-w-md">
        <Price label="You agreed to" cents={agreedBaseCost} />
        <Price label="A visit costs now" cents={baseCost} />
      </dl>
      <div className="mt-5 grid justify-items-start gap-2">
        <Button isPending={isLoading} pendingLabel="Agreeing…" onPress={() => void agreeToIt()}>
          Agree to {moneyLabel(baseCost)} per visit
        </Button>
        <p className="text-ink-soft">If it does not suit you, you can cancel below. That costs nothing.</p>
      </div>
    </Card>
  );
}

function Price({ label, cents }: { label: string; cents: number }) {
  return (
    <div>
      <dt className="text-ink-soft">{label}</dt>
      <dd className="font-bold font-display text-2xl tabular-nums">{moneyLabel(cents)}</dd>
    </div>
  );
}
