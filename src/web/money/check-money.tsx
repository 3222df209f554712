import { useEffect, useState } from 'react';
import { api } from '#web/api/api.ts';
import { failureAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { checkWords } from './money-words.ts';

/** How often the page asks how a check that is under way stands, milliseconds. */
const askAgain = 2000;

/** Says how the last check of the money ended, and begins one. */
export function CheckMoney() {
  const dispatch = useAppDispatch();
  const [pollingInterval, setPollingInterval] = useState(0);
  const { data, refetch } = api.useGetReconciliationQuery(undefined, {
    refetchOnMountOrArgChange: true,
    pollingInterval,
  });
  const [start, { isLoading }] = api.useStartReconciliationMutation();
  const isRunning = data?.lastCheck?.finishedAt === null;
  useEffect(() => setPollingInterval(isRunning ? askAgain : 0), [isRunning]);
  const check = async () => {
    const { error } = await start();
    // The answer may be lost and the check begun: the page shows how it stands.
    if (error) await refetch();
    if (error) dispatch(failureAlert(error));
  };
  return (
    <Card
      title="Does everything agree?"
      description="Each night, visits, bills and the ledger are compared with each other and with Stripe. What differs is on the desk."
      className="print:hidden"
    >
      <p aria-live="polite" className="mb-4">
        {data ? checkWords(data) : ' '}
      </p>
      <Button
        variant="secondary"
        isPending={isLoading || isRunning}
        pendingLabel="Checking…"
        onPress={() => void check()}
      >
        Check now
      </Button>
    </Card>
  );
}
