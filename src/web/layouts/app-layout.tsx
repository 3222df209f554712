import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { Outlet } from 'react-router';
import type { Profile } from '#contract/profiles.ts';
import { useClientConfig } from '#web/api/client-config.ts';
import { selectCurrentProfile } from '#web/api/session.ts';
import { AccountMenu } from '#web/app/account-menu.tsx';
import { NeedsScript } from '#web/app/needs-script.tsx';
import { useDocumentForPayments } from '#web/app/payment-pages.ts';
import { Shell } from '#web/app/shell.tsx';
import { Splash } from '#web/app/splash.tsx';
import { useAppSelector } from '#web/app/store.ts';
import { UntilHydrated } from '#web/app/until-hydrated.tsx';
import { whenIdle } from '#web/ui/idle.ts';
import { SessionProvider } from './session-provider.tsx';

/** No page waits for it, and without a network a page goes without. */
const PlacesBar = lazy<ComponentType<{ profile: Profile }>>(() =>
  import('./places.tsx').catch(() => ({ default: () => null })),
);

/** It is there before the network goes, and the page's own code is there before it. */
const WithoutNetwork = lazy<ComponentType>(() =>
  import('./without-network.tsx').catch(() => ({ default: () => null })),
);

function Places() {
  const profile = useAppSelector(selectCurrentProfile);
  if (!profile) return null;
  return (
    <Suspense>
      <PlacesBar profile={profile} />
    </Suspense>
  );
}

function SignedInWithoutNetwork() {
  const isSignedIn = useAppSelector((state) => selectCurrentProfile(state) !== undefined);
  const [isPageDrawn, setIsPageDrawn] = useState(false);
  useEffect(() => (isSignedIn ? whenIdle(() => setIsPageDrawn(true)) : undefined), [isSignedIn]);
  if (!isSignedIn || !isPageDrawn) return null;
  return (
    <Suspense>
      <WithoutNetwork />
    </Suspense>
  );
}

/** The pages for visitors draw their header with it. It is there before somebody goes to one, so that the header is drawn once. */
const fetchVisitorsHeader = () => void import('./account-corner.tsx').catch(() => undefined);

/** The frame of pages that need the session. */
export default function AppLayout() {
  const config = useClientConfig();
  const isReloading = useDocumentForPayments();
  useEffect(() => whenIdle(fetchVisitorsHeader), []);
  if (isReloading) return <Splash />;
  return (
    <SessionProvider>
      <Shell menu={<Places />} actions={<AccountMenu />} socialLinks={config?.socialLinks}>
        <NeedsScript className="content-width pt-6" />
        <UntilHydrated>
          <SignedInWithoutNetwork />
          <Outlet />
        </UntilHydrated>
      </Shell>
    </SessionProvider>
  );
}
