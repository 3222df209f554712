import { api } from '#web/api/api.ts';
import { useLoadFailure } from '#web/app/load-failure.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** Shows whether a worker can be paid, and links to the onboarding if not. */
export function ConnectedAccountCard({ userId }: { userId: string }) {
  const { data, error, isFetching, refetch } = api.useGetConnectedAccountQuery(
    { params: { userId } },
    // Stripe may have finished its checks since this was last shown.
    { refetchOnMountOrArgChange: true },
  );
  useLoadFailure(error, { stay: true });
  if (data?.connectedAccount.onboardingComplete) {
    return (
      <Card title="Stripe Account">
        <dl className="flex flex-wrap items-center justify-between gap-3">
          <dt className="font-semibold">Connected Account</dt>
          <dd>
            <Badge tone="accepted" mayWrap>
              In good standing
            </Badge>
          </dd>
        </dl>
      </Card>
    );
  }
  if (data) {
    return (
      <Card title="Stripe Onboarding" description="You must complete onboarding to get hired by customers.">
        <LinkButton to="/stripe/onboarding">Start Onboarding</LinkButton>
      </Card>
    );
  }
  if (error) {
    return (
      <Card title="Stripe Account" description="We could not look up your account just now.">
        <Button variant="secondary" isPending={isFetching} onPress={() => void refetch()}>
          Try again
        </Button>
      </Card>
    );
  }
  return (
    <Card>
      <div role="status" className="grid gap-4">
        <span className="sr-only">Loading your Stripe account</span>
        <Skeleton className="h-6 w-44" />
        <Skeleton className="h-4 w-3/5" />
        <Skeleton className="h-11 w-48" />
      </div>
    </Card>
  );
}
