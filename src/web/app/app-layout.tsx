import { Outlet } from 'react-router';
import { useClientConfig } from '#web/api/client-config.ts';
import { AccountMenu } from './account-menu.tsx';
import { NeedsScript } from './needs-script.tsx';
import { useDocumentForPayments } from './payment-pages.ts';
import { SessionProvider } from './session-provider.tsx';
import { Shell } from './shell.tsx';
import { Splash } from './splash.tsx';
import { UntilHydrated } from './until-hydrated.tsx';

/** Pages that work with the session. */
export default function AppLayout() {
  const config = useClientConfig();
  const isReloading = useDocumentForPayments();
  if (isReloading) return <Splash />;
  return (
    <SessionProvider>
      <Shell actions={<AccountMenu />} socialLinks={config?.socialLinks}>
        <NeedsScript className="content-width pt-6" />
        <UntilHydrated>
          <Outlet />
        </UntilHydrated>
      </Shell>
    </SessionProvider>
  );
}
