import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { Provider } from 'react-redux';
import { useLocation } from 'react-router';
import { hasWorkerProfile } from '#web/api/session.ts';
import { markSessionCodeLoaded } from '#web/api/session-hint.ts';
import { AlertStack } from '#web/app/alert-stack.tsx';
import { isBeingLeft } from '#web/app/being-left.ts';
import {
  isPublicPath,
  type KeptRoute,
  useEndWithOtherTabs,
  useOwedSignOut,
  useRestoreSession,
} from '#web/app/session-restore.ts';
import { addMiddleware, store, useAppSelector } from '#web/app/store.ts';
import { useRememberPaths } from '#web/app/visited-paths.ts';
import { keepRouteOnPhone } from '#web/offline/keep-route.ts';
import { mayKeepRouteOf } from '#web/offline/kept-for.ts';
import { lazyPart } from '#web/ui/later.tsx';

const keptRoute: KeptRoute = {
  isOf: mayKeepRouteOf,
  show: async (isWanted) => await (await import('#web/offline/show-route.ts')).goByPhone(isWanted),
};

const SignInDialog = lazyPart(async () => (await import('#web/accounts/sign-in-dialog.tsx')).default);
const ForgotPasswordDialog = lazyPart(async () => (await import('#web/accounts/forgot-password-dialog.tsx')).default);
const NewLinkDialog = lazyPart(async () => (await import('#web/accounts/new-link-dialog.tsx')).default);
const ProfileSelectorDialog = lazyPart(async () => (await import('#web/profiles/profile-selector-dialog.tsx')).default);
const OutboxRunner = lazyPart(async () => (await import('#web/offline/outbox-runner.tsx')).default);
const SignOutDialog = lazyPart(async () => (await import('#web/offline/sign-out-dialog.tsx')).default);
const NewProfileDialog = lazyPart(async () => (await import('#web/profiles/new-profile-dialog.tsx')).default);

markSessionCodeLoaded();
addMiddleware(keepRouteOnPhone);

/** Restores the session, and holds the alerts and the dialogs that any page may open. */
export function SessionProvider({ children }: { children: ReactNode }) {
  return (
    <Provider store={store}>
      <AlertStack />
      <OpenDialog />
      <WorkersOutbox />
      <RestoredSession>{children}</RestoredSession>
    </Provider>
  );
}

function RestoredSession({ children }: { children: ReactNode }) {
  useRestoreSession(keptRoute);
  useEndWithOtherTabs();
  useOwedSignOut();
  useRememberPaths();
  return <>{children}</>;
}

/** Sends what a worker did without a network, from any page that is open when the network is back. */
function WorkersOutbox() {
  const userId = useAppSelector((state) => (hasWorkerProfile(state) ? state.session.user?.id : undefined));
  if (userId === undefined) return null;
  return (
    <Suspense>
      <OutboxRunner key={userId} />
    </Suspense>
  );
}

function OpenDialog() {
  const dialog = useAppSelector((state) => state.dialog);
  const isExpired = useAppSelector((state) => state.session.status === 'expired');
  const { pathname } = useLocation();
  const asksAgain = isExpired && !isPublicPath(pathname);
  useFocusAfterDialogs(dialog === 'none' && !asksAgain);
  // A dialog that opens now would disappear with the old page, and with it what was typed.
  if ((dialog !== 'none' || asksAgain) && isBeingLeft(pathname)) return null;
  return (
    <Suspense>
      {(dialog === 'sign-in' || (asksAgain && dialog !== 'forgot-password')) && <SignInDialog />}
      {dialog === 'forgot-password' && <ForgotPasswordDialog />}
      {dialog === 'new-link' && <NewLinkDialog />}
      {dialog === 'profile-selector' && <ProfileSelectorDialog />}
      {dialog === 'new-profile' && <NewProfileDialog />}
      {dialog === 'sign-out' && <SignOutDialog />}
    </Suspense>
  );
}

/** Moves focus to the header when the last dialog closes and its opener is gone, because that was in another dialog. */
function useFocusAfterDialogs(isNoneOpen: boolean): void {
  const wasOpen = useRef(false);
  useEffect(() => {
    const hasClosed = isNoneOpen && wasOpen.current;
    wasOpen.current = !isNoneOpen;
    if (!hasClosed) return;
    // Waits until the dialog has given focus back by itself.
    const timer = setTimeout(() => {
      const isLost = document.activeElement === document.body && !document.querySelector('[role=dialog]');
      if (isLost) document.querySelector<HTMLElement>('#account button')?.focus({ preventScroll: true });
    }, 100);
    return () => clearTimeout(timer);
  }, [isNoneOpen]);
}
