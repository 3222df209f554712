import { Suspense, useEffect } from 'react';
import { enumLabel } from '#domain/labels.ts';
import { api } from '#web/api/api.ts';
import { selectCurrentProfile } from '#web/api/session.ts';
import { errorAlert } from '#web/app/alerts.ts';
import { useAppDispatch, useAppSelector } from '#web/app/store.ts';
import { useGoBack } from '#web/app/visited-paths.ts';
import { ApprovalNotice } from '#web/connected-accounts/approval-notice.tsx';
import { ConnectedAccountCard } from '#web/connected-accounts/connected-account-card.tsx';
import { openSentence } from '#web/payment-methods/overdue-notice.tsx';
import { lazyPart } from '#web/ui/later.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { SkeletonCards } from '#web/ui/skeleton.tsx';

import { DashboardLinks } from './dashboard-links.tsx';
import { HomeSkeleton } from './home-skeleton.tsx';

// Each home is loaded by those whose it is.
const WorkerHome = lazyPart(async () => (await import('./worker-home.tsx')).WorkerHome);
const CustomerHome = lazyPart(async () => (await import('./customer-home.tsx')).CustomerHome);
// Only employees have them: what stands within the desk is on its way while the desk's code comes.
const loadStaffHome = () => import('./staff-home.tsx');
const StaffDesk = lazyPart(async () => {
  loadStaffHome().catch(() => undefined);
  return (await import('#web/staff-desk/staff-desk.tsx')).StaffDesk;
});
const StaffFirst = lazyPart(async () => (await loadStaffHome()).StaffFirst);
const StaffHome = lazyPart(async () => (await loadStaffHome()).StaffHome);

const deskSkeleton = <SkeletonCards count={4} label="Loading the desk" className="min-h-48" />;

/** The first page after signing in. It shows what to do next, and tells a worker whether customers can hire them. */
export default function DashboardPage() {
  const profile = useAppSelector(selectCurrentProfile);
  const isCustomer = profile?.type === 'PROFILE_TYPE_CUSTOMER';
  const isWorker = profile?.type === 'PROFILE_TYPE_WORKER';
  const { currentData: overdue } = api.useGetOverdueQuery(
    { params: { customerProfileId: profile?.id ?? '' } },
    { skip: !isCustomer },
  );
  const account = api.useGetConnectedAccountQuery({ params: { userId: profile?.userId ?? '' } }, { skip: !isWorker })
    .currentData?.connectedAccount;
  if (!profile) return <BadSession />;
  // To such a worker nothing else matters yet, so its button comes first.
  const isUnpayable = account?.onboardingComplete === false;
  return (
    <div className="content-width py-10">
      <PageHeading
        title={`${enumLabel(profile.type)} Dashboard`}
        description={`Good to see you, ${profile.firstName}. ${overdue ? openSentence(overdue) : ''}`.trim()}
      />
      <div className="grid gap-8">
        {isWorker && isUnpayable && <ConnectedAccountCard userId={profile.userId} />}
        {isWorker && <ApprovalNotice profile={profile} />}
        {isWorker && (
          <Suspense fallback={<HomeSkeleton />}>
            <WorkerHome profile={profile} isPayable={!isUnpayable} />
          </Suspense>
        )}
        {isWorker && !isUnpayable && <ConnectedAccountCard userId={profile.userId} />}
        {profile.type === 'PROFILE_TYPE_EMPLOYEE' && (
          <Suspense fallback={deskSkeleton}>
            <StaffDesk first={<StaffFirst />}>
              <StaffHome />
            </StaffDesk>
          </Suspense>
        )}
        {isCustomer && (
          <Suspense fallback={<HomeSkeleton />}>
            <CustomerHome profile={profile} />
          </Suspense>
        )}
        {!isCustomer && <DashboardLinks profile={profile} />}
      </div>
    </div>
  );
}

function BadSession() {
  const dispatch = useAppDispatch();
  const goBack = useGoBack();
  // biome-ignore lint/correctness/useExhaustiveDependencies: alerts once, when the page is shown
  useEffect(() => {
    dispatch(errorAlert('Bad session. Please reload the page.'));
    goBack();
  }, []);
  return null;
}
