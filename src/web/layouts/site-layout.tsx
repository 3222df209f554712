import { lazy, Suspense, useEffect, useState } from 'react';
import { Link, Outlet } from 'react-router';
import { useClientConfig } from '#web/api/client-config.ts';
import { needsSessionCode } from '#web/api/session-hint.ts';
import { OnlyIf } from '#web/app/only-if.tsx';
import { Shell } from '#web/app/shell.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { documentFacts } from '#web/ui/document-facts.ts';

const AccountCorner = lazy(() => import('./account-corner.tsx'));
const SignedInPlaces = lazy(() => import('./signed-in-places.tsx'));

/** The frame of pages for visitors. It loads the session's code only for a session, or when Sign in is pressed. */
export default function SiteLayout() {
  const config = useClientConfig();
  return (
    <Shell menu={<SiteMenuOrPlaces />} actions={<AccountOrSignIn />} socialLinks={config?.socialLinks}>
      <Outlet />
    </Shell>
  );
}

const links = [
  { label: 'Prices', to: '/#prices' },
  { label: 'How it works', to: '/#process' },
  { label: 'Questions', to: '/#questions' },
  { label: 'Keepers', to: '/#team' },
  { label: 'Join The Pack', to: '/inquiry' },
];

/** A signed-in person keeps the places of the day in sight. */
function SiteMenuOrPlaces() {
  const [hasSession, setHasSession] = useState(false);
  useEffect(() => setHasSession(needsSessionCode()), []);
  if (!hasSession || documentFacts.opening === '1') return <SiteMenu />;
  return (
    <Suspense fallback={<SiteMenu />}>
      <SignedInPlaces fallback={<SiteMenu />} />
    </Suspense>
  );
}

/**
 * The menu for visitors, which leads to nothing before the business is set up. Narrow screens do without it: on the landing page
 * everything is a short scroll away.
 */
function SiteMenu() {
  return (
    <OnlyIf condition="!opening" as="nav" aria-label="Main" className="mr-auto max-lg:hidden">
      <ul className="flex gap-1">
        {links.map(({ label, to }) => (
          <li key={to}>
            <Link to={to} className={buttonClass('quiet', 'medium', 'px-2!')}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </OnlyIf>
  );
}

function AccountOrSignIn() {
  const [wanted, setWanted] = useState<'no' | 'session' | 'sign-in'>('no');
  useEffect(() => {
    if (needsSessionCode()) setWanted('session');
  }, []);
  // Before the script is loaded, the press leads to the dashboard, which asks to sign in.
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
