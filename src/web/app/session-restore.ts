import { useEffect } from 'react';
import type { Session } from '#contract/session-shapes.ts';
import { api } from '#web/api/api.ts';
import { isFailure, isUnanswered } from '#web/api/failure.ts';
import { oneTabAtATime } from '#web/api/one-tab.ts';
import { sessionRefreshed, sessionReset, sessionRestored, sessionUnknown } from '#web/api/session.ts';
import { isSignOutOwed, mayHaveSession, selectedProfileKey } from '#web/api/session-hint.ts';
import { noteConnection } from '#web/ui/connection.ts';
import { dialogClosed, dialogOpened } from './dialogs.ts';
import { store, useAppSelector } from './store.ts';

/** The public pages, which ask nobody to sign in. */
const publicPath =
  /^\/(forbidden|terms|disclaimer|privacy|sign-up|confirm-sign-up|stop-email-change|set-new-password|card-link|inquiry|confirm-inquiry|setup)?\/?$/;
export const isPublicPath = (path: string): boolean => publicPath.test(path);

/** What this phone keeps of a worker's route (web/offline). */
export type KeptRoute = {
  /** Whether the page is one whose route may be kept, for the profile that the worker acts as. */
  isOf: (pathname: string) => boolean;
  /** Shows it if it is wanted; resolves to whether it is shown. */
  show: (isWanted?: (route: { workerProfileId: string }) => boolean) => Promise<boolean>;
};

/** On other pages than the itinerary, a worker with poor signal waits this long before the phone's route is shown. */
const patienceMs = 4_000;

/**
 * Asks for the session once, on load. If there is none, opens the sign-in dialog, except on public pages. A worker's own
 * itinerary is shown at once as this phone keeps it; any other page gives way to it if no answer comes.
 */
export function useRestoreSession(kept: KeptRoute): void {
  const isRestoring = useAppSelector((state) => state.session.status === 'restoring');
  useEffect(() => {
    // The server answers two runs at once alike (React's strict mode, another tab).
    if (isRestoring) void restore(kept).then(restoreLater);
  }, [isRestoring, kept]);
}

/** Finds out who is signed in here, as `useRestoreSession` says. */
export async function restore(kept: KeptRoute): Promise<void> {
  const isPublic = isPublicPath(location.pathname);
  if (isSignOutOwed()) {
    const ending = endOwedSession();
    // Without a network the guard keeps the person here, since this phone may not keep the home page: so it must know.
    const isSilent = !isPublic && !(await Promise.race([ending, pause(patienceMs)]));
    if (isSilent) noteConnection(false);
    store.dispatch(sessionReset());
    if (!isPublic) store.dispatch(dialogOpened('sign-in'));
    await ending;
    return;
  }
  if (isPublic && !mayHaveSession()) {
    store.dispatch(sessionReset());
    return;
  }
  const asking = askForSession();
  if (kept.isOf(location.pathname)) {
    let isAnswered = false;
    void asking.then(() => {
      isAnswered = true;
    });
    const isOwn = (workerProfileId: string) => location.pathname.includes(`/${workerProfileId}/`);
    if (await kept.show(({ workerProfileId }) => !isAnswered && isOwn(workerProfileId))) {
      applyAnswer(await asking);
      return;
    }
  }
  const early = isPublic ? await asking : await Promise.race([asking, pause(patienceMs)]);
  if (!isPublic && (!early || isUnanswered(early.error)) && (await kept.show())) {
    // A late answer still counts.
    if (!early) applyAnswer(await asking);
    return;
  }
  const { data, error } = await asking;
  if (data) {
    store.dispatch(sessionRestored(data));
    return;
  }
  store.dispatch(isFailure(error) && error.status === 401 ? sessionReset() : sessionUnknown());
  if (!isPublic) store.dispatch(dialogOpened('sign-in'));
}

const retryMs = 5_000;
/** After too many calls from its address, which others may have made: it asks again when the minute that counts is over. */
const busyMs = 60_000;
const isBusy = (error: unknown) => isFailure(error) && error.status === 429;

const isUnknown = () =>
  store.getState().session.status === 'signed-out' &&
  mayHaveSession() &&
  !isSignOutOwed() &&
  !isPublicPath(location.pathname);

/** Lets whoever is signed in here go on as soon as the server answers, unless they have signed in meanwhile. */
export async function restoreLater(): Promise<void> {
  let waitMs = retryMs;
  while (isUnknown()) {
    await pause(waitMs);
    if (!isUnknown()) return;
    const { data, error } = await askForSession();
    if (data && isUnknown()) {
      store.dispatch(dialogClosed());
      store.dispatch(sessionRestored(data));
    }
    if (!isUnanswered(error) && !isBusy(error)) return;
    waitMs = isBusy(error) ? busyMs : retryMs;
  }
}

/**
 * Asks again for the session of a worker who works with the route kept on the phone.
 * @returns whether there is a session; when the server says that there is none, it ends here too
 */
export async function resumeSession(): Promise<boolean> {
  return applyAnswer(await askForSession());
}

/**
 * Ends this tab's session after a sign-out in another tab, because somebody else may sit at the screen now. The server
 * is asked whether the session has ended: the other tab may have forgotten its profile for another reason.
 */
export function useEndWithOtherTabs(): void {
  useEffect(() => {
    const check = async ({ key, newValue }: StorageEvent) => {
      if (key !== selectedProfileKey || newValue !== null || !isSomebodyHere()) return;
      const { error } = await askForSession();
      if (!isFailure(error) || error.status !== 401) return;
      forgetSession();
    };
    addEventListener('storage', check);
    return () => removeEventListener('storage', check);
  }, []);
}

const isSomebodyHere = () => ['signed-in', 'offline'].includes(store.getState().session.status);

/** Removes everything of the person who was signed in from this tab. */
export function forgetSession(): void {
  store.dispatch(sessionReset());
  store.dispatch(api.util.resetApiState());
}

/** The pause between two tries to tell the server of a sign-out. */
const owedPauseMs = 30_000;
let owedTimer: ReturnType<typeof setTimeout> | undefined;

/**
 * Tells the server of a sign-out that it has not heard of, and tries again until it has.
 * @returns whether the server has ended the session
 */
export async function endOwedSession(): Promise<boolean> {
  clearTimeout(owedTimer);
  await oneTabAtATime(async () => isSignOutOwed() && (await store.dispatch(api.endpoints.signOut.initiate())));
  if (isSignOutOwed()) owedTimer = setTimeout(() => void endOwedSession(), owedPauseMs);
  return !isSignOutOwed();
}

/** Tells the server of a sign-out as soon as the network may be back. */
export function useOwedSignOut(): void {
  useEffect(() => {
    const end = () => void (isSignOutOwed() && endOwedSession());
    addEventListener('online', end);
    document.addEventListener('visibilitychange', end);
    return () => {
      removeEventListener('online', end);
      document.removeEventListener('visibilitychange', end);
    };
  }, []);
}

type Answer = { data?: Session; error?: unknown };

let asking: Promise<Answer> | undefined;

/** Asks the server; who asks meanwhile gets the same answer. */
function askForSession(): Promise<Answer> {
  asking ??= oneTabAtATime(async () => await store.dispatch(api.endpoints.refreshToken.initiate())).finally(() => {
    asking = undefined;
  });
  return asking;
}

function applyAnswer({ data, error }: Answer): boolean {
  const { status, user } = store.getState().session;
  if (status !== 'offline') return status === 'signed-in';
  if (data?.user.id === user?.id && data) {
    store.dispatch(sessionRefreshed(data));
    // A call that waited for this answer loads it by itself.
    if (store.dispatch(api.util.getRunningQueriesThunk()).length === 0) {
      store.dispatch(api.util.invalidateTags(['itinerary']));
    }
    return true;
  }
  // Somebody else has signed in here meanwhile, or the session has ended.
  if (data || (isFailure(error) && error.status === 401)) forgetSession();
  return false;
}

/** Waits that long, and then resolves to undefined. */
export const pause = (ms: number) => new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), ms));
