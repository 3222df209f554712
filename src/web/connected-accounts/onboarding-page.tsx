import { ConnectAccountOnboarding, ConnectComponentsProvider } from '@stripe/react-connect-js';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { api } from '#web/api/api.ts';
import { errorAlert } from '#web/app/alerts.ts';
import { useCurrentProfile } from '#web/app/current-profile.ts';
import { useAppDispatch, useAppSelector } from '#web/app/store.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ProgressDialog } from '#web/ui/dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { instanceMessage, secretMessage, useConnectInstance } from './connect-instance.ts';

/** The component reports its start before it has its secret, and shows nothing until it has both. */
type State = { hasSecret: boolean; isDrawn: boolean; hasFailed: boolean };

/** Asks a worker for the details without which they cannot be paid. */
export default function OnboardingPage() {
  const isWorker = useAppSelector(({ session }) => session.profiles.some(({ type }) => type === 'PROFILE_TYPE_WORKER'));
  return (
    <div className="content-width py-10">
      <PageHeading
        title="Connected Account Onboarding"
        description={isWorker && 'Stripe pays you after each visit. It needs a few details from you first.'}
      />
      {isWorker ? (
        <StripeOnboarding />
      ) : (
        <EmptyState
          title="For workers only"
          text="Only workers are paid through Stripe."
          action={<LinkButton to="/dashboard">To the dashboard</LinkButton>}
        />
      )}
    </div>
  );
}

/** Stripe's own form. */
function StripeOnboarding() {
  const { userId } = useCurrentProfile();
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const [{ hasSecret, isDrawn, hasFailed }, setState] = useState<State>({
    hasSecret: false,
    isDrawn: false,
    hasFailed: false,
  });
  const change = (news: Partial<State>) => setState((state) => ({ ...state, ...news }));
  const instance = useConnectInstance(
    userId,
    () => change({ hasSecret: true }),
    () => change({ hasFailed: true }),
  );

  const leave = () => {
    dispatch(api.util.invalidateTags(['connectedAccount']));
    navigate('/dashboard');
  };
  return (
    <>
      {hasFailed ? (
        <Card title="Onboarding could not be opened" description="Nothing is lost. You can go on where you stopped.">
          <div className="flex flex-wrap gap-3">
            {/* Stripe's loader remembers a failed script until the page is loaded again. */}
            <Button onPress={() => location.reload()}>Try again</Button>
            <LinkButton to="/dashboard" variant="quiet">
              Back to the dashboard
            </LinkButton>
          </div>
        </Card>
      ) : (
        instance && (
          <Card className="max-w-3xl">
            <ConnectComponentsProvider connectInstance={instance}>
              <ConnectAccountOnboarding
                onExit={leave}
                onLoaderStart={() => change({ isDrawn: true })}
                onLoadError={({ error }) => {
                  // A missing secret is alerted already.
                  if (error.message !== secretMessage) dispatch(errorAlert(error.message ?? instanceMessage));
                  change({ hasFailed: true });
                }}
              />
            </ConnectComponentsProvider>
          </Card>
        )
      )}
      <ProgressDialog isOpen={!hasFailed && !(hasSecret && isDrawn)} title="Fetching" />
    </>
  );
}
