import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
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

const neverChanges = () => () => undefined;

/**
 * The prerendered page knows of no session. Somebody who comes from a page with the session's code sees the
 * button at once: if another were drawn in its place a moment later, a press between the two would be lost.
 */
const useNeedsSessionCode = (): boolean => useSyncExternalStore(neverChanges, needsSessionCode, () => false);

/** A signed-in person keeps the places of the day in sight. */
function SiteMenuOrPlaces() {
  const hasSessionCode = useNeedsSessionCode();
  if (!hasSessionCode || documentFacts.opening === '1') return <SiteMenu />;
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
  const hasSessionCode = useNeedsSessionCode();
  const [isPressed, setIsPressed] = useState(false);
  // Before the script is loaded, the press leads to the dashboard, which asks to sign in.
  const signIn = (
    <form
      action="/dashboard"
      onSubmit={(event) => {
        event.preventDefault();
        setIsPressed(true);
      }}
    >
      <button type="submit" className={buttonClass('secondary', 'medium', 'whitespace-nowrap')}>
        Sign in
      </button>
    </form>
  );
  if (!hasSessionCode && !isPressed) return signIn;
  return (
    <Suspense fallback={signIn}>
      <AccountCorner openSignIn={isPressed} />
    </Suspense>
  );
}
