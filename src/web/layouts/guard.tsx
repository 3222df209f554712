import { type ReactNode, Suspense, use, useEffect, useRef } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import type { ProfileType } from '#domain/enums.ts';
import { selectCurrentProfile } from '#web/api/session.ts';
import { isSignOutOwed } from '#web/api/session-hint.ts';
import { noConnectionAlert } from '#web/app/alerts.ts';
import { isBeingLeft } from '#web/app/being-left.ts';
import { dialogClosed, dialogOpened } from '#web/app/dialogs.ts';
import { reasonOf } from '#web/app/sign-in-reason.ts';
import { Splash } from '#web/app/splash.tsx';
import { useAppDispatch, useAppSelector } from '#web/app/store.ts';
import { loadTemporal } from '#web/app/temporal.ts';
import { Button } from '#web/ui/button.tsx';
import { useIsOffline } from '#web/ui/connection.ts';
import { lazyPart } from '#web/ui/later.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';

const FirstProfile = lazyPart(async () => (await import('#web/profiles/first-profile.tsx')).FirstProfile);
const Onboarding = lazyPart(async () => (await import('#web/onboarding/onboarding.tsx')).default);

/**
 * Shows a page only to signed-in people who act with one of these profile types. People without a session go home,
 * where the sign-in dialog opens. People without a profile make one. People with another profile type go to the forbidden page. A new profile goes through
 * its onboarding first, and an employee without the second factor that is asked for to the page where one is set up. When the session ends while a page is open, the page stays, with what was typed there, below
 * the sign-in dialog. Offline, a worker sees only their own itinerary, and signed-out people see that they are signed out.
 */
export function Guard({ allow, children }: { allow: readonly ProfileType[] | 'ALL'; children: ReactNode }) {
  const { status, accessToken, needsSecondFactor, user } = useAppSelector((state) => state.session);
  const profile = useAppSelector(selectCurrentProfile);
  const { pathname } = useLocation();
  const isOffline = useIsOffline();
  useFocusAfterOnboarding(profile?.onboardingComplete);
  if (status === 'restoring') return <Splash />;
  if (user && accessToken && !profile) {
    return (
      <Suspense fallback={<Splash />}>
        <FirstProfile />
      </Suspense>
    );
  }
  if (!profile || !(accessToken || status === 'offline' || status === 'expired')) {
    if (isBeingLeft(pathname)) return null;
    // While the page becomes alive the hook does not know yet, and who goes home without a network loads this page anew.
    return isOffline || !navigator.onLine ? <SignedOutOffline /> : <AskToSignIn />;
  }
  if (status === 'offline' && !isOwnItinerary(pathname, profile.id)) {
    return <ItineraryInstead workerId={profile.id} />;
  }
  if (allow !== 'ALL' && !allow.includes(profile.type))
    return isBeingLeft(pathname) ? null : <Navigate to="/forbidden" replace state={{ from: pathname }} />;
  const isShut = needsSecondFactor && profile.type === 'PROFILE_TYPE_EMPLOYEE';
  if (isShut && pathname !== '/security') return <Navigate to="/security" replace />;
  return (
    <Suspense fallback={<Splash />}>
      {profile.onboardingComplete || isShut ? (
        <WithTemporal>{children}</WithTemporal>
      ) : (
        <Onboarding profile={profile} />
      )}
    </Suspense>
  );
}

/**
 * Takes the place of a page that does not open without a network, and says so. Who opens the home wants the route, unless
 * the service worker has led there from another page.
 */
function ItineraryInstead({ workerId }: { workerId: string }) {
  const dispatch = useAppDispatch();
  const { pathname, hash } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once
  useEffect(() => {
    if (pathname !== '/dashboard' || hash === '#no-connection') dispatch(noConnectionAlert(true));
  }, []);
  return <Navigate to={itineraryPath(workerId)} replace />;
}

const itineraryPath = (workerId: string) => `/worker/${workerId}/itinerary`;
const isOwnItinerary = (pathname: string, workerId: string) => pathname.replace(/\/$/, '') === itineraryPath(workerId);

/**
 * Moves focus to the page's heading after the onboarding, because what had focus before is gone.
 * @param isComplete undefined while it is not known who is signed in
 */
function useFocusAfterOnboarding(isComplete: boolean | undefined): void {
  const wasComplete = useRef(isComplete);
  useEffect(() => {
    if (isComplete && wasComplete.current === false && document.activeElement === document.body) {
      const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
      heading?.focus({ preventScroll: true });
    }
    wasComplete.current = isComplete;
  }, [isComplete]);
}

/** Waits for the stand-in of `Temporal` where a browser lacks it: signed-in pages calculate with days and weeks. */
function WithTemporal({ children }: { children: ReactNode }) {
  const loading = loadTemporal();
  if (loading) use(loading);
  return <>{children}</>;
}

/** Takes the place of the page, because the home page may not be kept on this device. */
function SignedOutOffline() {
  const dispatch = useAppDispatch();
  return (
    <div className="content-width py-10">
      {isSignOutOwed() ? (
        <PageHeading
          title="You are signed out"
          description="There is no connection. You can sign in once it is back."
        />
      ) : (
        <PageHeading
          title="We cannot be reached"
          description="There is no connection, or we cannot answer right now. If you are signed in here, this page opens by itself once we can."
        />
      )}
      <Button onPress={() => dispatch(dialogOpened('sign-in'))}>Sign in</Button>
    </div>
  );
}

function AskToSignIn() {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  useEffect(() => {
    const leave = async () => {
      // An open dialog would disappear with this page, and with it what was typed.
      dispatch(dialogClosed());
      await navigate('/', { replace: true, state: { signInFor: reasonOf(pathname)?.path } });
      dispatch(dialogOpened('sign-in'));
    };
    void leave();
  }, [dispatch, navigate, pathname]);
  return null;
}
