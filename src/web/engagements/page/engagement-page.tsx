import { CalendarDays } from 'lucide-react';
import { useRef, useState } from 'react';
import { useParams } from 'react-router';
import { isLive } from '#domain/engagement-status.ts';
import { productName } from '#domain/labels.ts';
import { api } from '#web/api/api.ts';
import { useCurrentProfile } from '#web/app/current-profile.ts';
import { useInvalidUrl } from '#web/app/invalid-url.ts';
import { useLoadFailure } from '#web/app/load-failure.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { useSetupReturn } from '#web/payment-methods/setup-return.ts';
import { isTipUnderWay } from '#web/tips/tip-words.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { useFocusBack } from '#web/ui/focus-back.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { RefreshButton } from '#web/ui/refresh-button.tsx';
import { Skeleton, SkeletonCards } from '#web/ui/skeleton.tsx';
import { EngagementView } from './engagement-view.tsx';

/** One engagement: its status, what was agreed, and its visits with their receipts. */
export default function EngagementPage() {
  const { customerId = '', engagementId = '' } = useParams();
  const isInvalid = !customerId || !engagementId;
  useInvalidUrl(isInvalid);
  useSetupReturn();
  const dispatch = useAppDispatch();
  const profile = useCurrentProfile();
  const [mode, setMode] = useState<'view' | 'edit'>('view');
  const edit = useFocusBack(mode === 'edit');
  const page = useRef<HTMLDivElement>(null);
  const query = { params: { engagementId } };
  const options = { skip: isInvalid, refetchOnMountOrArgChange: true };
  const loaded = api.useGetEngagementQuery(query, options);
  const [isPolling, setPolling] = useState(false);
  const visits = api.useListVisitsInfiniteQuery(query, {
    ...options,
    pollingInterval: isPolling ? 4000 : 0,
    skipPollingIfUnfocused: true,
  });
  const isWaiting = visits.currentData?.pages.some((one) => one.visits.some(({ tip }) => isTipUnderWay(tip))) ?? false;
  if (isWaiting !== isPolling) setPolling(isWaiting);
  const engagement = loaded.currentData?.engagement;
  useLoadFailure(loaded.error, { stay: true });
  const isFetching = loaded.isFetching || visits.isFetching;
  const reload = () => {
    if (!loaded.isError && !visits.isError) {
      // The tag covers everything on the page. A query that failed has no tags yet, so it is refetched by name below.
      dispatch(api.util.invalidateTags(['engagements']));
      return;
    }
    void loaded.refetch();
    void visits.refetch();
  };
  const isOwn = profile.id === engagement?.customer.id;
  const mayEdit = engagement && (isOwn || profile.type === 'PROFILE_TYPE_EMPLOYEE') && isLive(engagement);
  return (
    <div ref={page} className="content-width wrap-anywhere py-10">
      <PageHeading
        title={engagement ? productName(engagement) : 'Engagement'}
        description={
          engagement
            ? `${engagement.serviceAddress.streetAddress1}, ${engagement.serviceAddress.city}`
            : !loaded.error && <Skeleton className="h-7 w-3/5" />
        }
        actions={
          <>
            <RefreshButton isPending={isFetching} onPress={reload} />
            {profile.type === 'PROFILE_TYPE_WORKER' && (
              <LinkButton
                to={`/worker/${profile.id}/plan/engagements/${engagementId}`}
                size="icon"
                aria-label="Plan this engagement"
              >
                <CalendarDays aria-hidden="true" className="size-6" />
              </LinkButton>
            )}
            {mayEdit && mode === 'view' && (
              <Button ref={edit} onPress={() => setMode('edit')}>
                Edit
              </Button>
            )}
          </>
        }
      />
      {!engagement && !loaded.error && <SkeletonCards count={3} label="Loading the engagement" />}
      {!engagement && loaded.error && (
        <EmptyState
          title="Nothing to show"
          text="This engagement could not be loaded."
          action={
            <div className="flex flex-wrap justify-center gap-3">
              <Button isPending={isFetching} onPress={reload}>
                Try again
              </Button>
              <LinkButton variant="quiet" to="/dashboard">
                To the dashboard
              </LinkButton>
            </div>
          }
        />
      )}
      {engagement && (
        <EngagementView
          engagement={engagement}
          loadedVisits={visits}
          isEditing={mode === 'edit'}
          onEdit={() => setMode('edit')}
          onEditEnd={() => {
            setMode('view');
            // Focus moves to the top, where the saved values are. The pressed button is gone.
            page.current?.querySelector('h1')?.focus();
          }}
        />
      )}
    </div>
  );
}
