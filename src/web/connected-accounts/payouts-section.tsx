import { ConnectBalances, ConnectComponentsProvider, ConnectPayouts } from '@stripe/react-connect-js';
import { useState } from 'react';
import { errorAlert } from '#web/app/alerts.ts';
import { useCurrentProfile } from '#web/app/current-profile.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { instanceMessage, secretMessage, useConnectInstance } from './connect-instance.ts';

/** What of a worker's money is on its way to the bank and what was paid out: Stripe's own components. */
export function PayoutsSection() {
  const { userId } = useCurrentProfile();
  const dispatch = useAppDispatch();
  const [isDrawn, setDrawn] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const instance = useConnectInstance(
    userId,
    () => undefined,
    () => setFailed(true),
  );
  if (hasFailed) {
    return (
      <div role="alert" className="grid justify-items-start gap-3">
        <p>Stripe could not be reached. Your money is safe.</p>
        {/* Stripe's loader remembers a failed script until the page is loaded again. */}
        <Button variant="secondary" onPress={() => location.reload()}>
          Try again
        </Button>
      </div>
    );
  }
  const load = {
    onLoaderStart: () => setDrawn(true),
    onLoadError: ({ error }: { error: { message?: string } }) => {
      // A missing secret is alerted already.
      if (error.message !== secretMessage) dispatch(errorAlert(error.message ?? instanceMessage));
      setFailed(true);
    },
  };
  return (
    <div className="grid gap-8">
      {!isDrawn && (
        <div role="status">
          <span className="sr-only">Loading your payouts</span>
          <Skeleton className="h-24 w-full" />
        </div>
      )}
      {instance && (
        <ConnectComponentsProvider connectInstance={instance}>
          <ConnectBalances {...load} />
          <ConnectPayouts {...load} />
        </ConnectComponentsProvider>
      )}
    </div>
  );
}
