import { Outlet } from 'react-router';
import { useClientConfig } from '#web/api/client-config.ts';
import { AccountMenu } from '#web/app/account-menu.tsx';
import { NeedsScript } from '#web/app/needs-script.tsx';
import { useDocumentForPayments } from '#web/app/payment-pages.ts';
import { Shell } from '#web/app/shell.tsx';
import { Splash } from '#web/app/splash.tsx';
import { UntilHydrated } from '#web/app/until-hydrated.tsx';
import { SessionProvider } from './session-provider.tsx';

/** The frame of pages that need the session. */
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
