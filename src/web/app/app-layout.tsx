import { Outlet } from 'react-router';
import { useClientConfig } from '#web/api/client-config.ts';
import { AccountMenu } from './account-menu.tsx';
import { SessionProvider } from './session-provider.tsx';
import { Shell } from './shell.tsx';

/** Pages that work with the session. */
export default function AppLayout() {
  const config = useClientConfig();
  return (
    <SessionProvider>
      <Shell actions={<AccountMenu />} socialLinks={config?.socialLinks}>
        <Outlet />
      </Shell>
    </SessionProvider>
  );
}
