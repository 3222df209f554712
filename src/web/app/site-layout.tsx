import { lazy, Suspense, useEffect, useState } from 'react';
import { Outlet } from 'react-router';
import { useClientConfig } from '#web/api/client-config.ts';
import { buttonClass } from '#web/ui/button-class.ts';
import { needsSessionCode } from './session-hint.ts';
import { Shell } from './shell.tsx';

const AccountCorner = lazy(() => import('./account-corner.tsx'));

/** Pages for visitors: the session's code comes only when this browser has a session, or when Sign in is pressed. */
export default function SiteLayout() {
  const config = useClientConfig();
  return (
    <Shell actions={<Corner />} socialLinks={config?.socialLinks}>
      <Outlet />
    </Shell>
  );
}

function Corner() {
  const [wanted, setWanted] = useState<'no' | 'session' | 'sign-in'>('no');
  useEffect(() => {
    if (needsSessionCode()) setWanted('session');
  }, []);
  // Pressed before the script is there, it leads to the dashboard, which asks to sign in.
  const signIn = (
    <form
      action="/dashboard"
      onSubmit={(event) => {
        event.preventDefault();
        setWanted('sign-in');
      }}
    >
      <button type="submit" className={buttonClass('secondary', 'medium', 'whitespace-nowrap')}>
        Sign in
      </button>
    </form>
  );
  if (wanted === 'no') return signIn;
  return (
    <Suspense fallback={signIn}>
      <AccountCorner openSignIn={wanted === 'sign-in'} />
    </Suspense>
  );
}
