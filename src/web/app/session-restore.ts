import { useEffect } from 'react';
import type { Session } from '#contract/sessions.ts';
import { api } from '#web/api/api.ts';
import { oneTabAtATime } from '#web/api/base-query.ts';
import { isUnanswered } from '#web/api/connection.ts';
import { isFailure } from '#web/api/failure.ts';
import { sessionRefreshed, sessionReset, sessionRestored, sessionUnknown } from '#web/api/session.ts';
import { isSignOutOwed, mayHaveSession, selectedProfileKey } from '#web/api/session-hint.ts';
import { dialogOpened } from './dialogs.ts';
import { store, useAppSelector } from './store.ts';

/** Pages for anybody: nobody is asked to sign in there. */
const publicPath = /^\/(forbidden|terms|disclaimer|privacy|sign-up|confirm-sign-up|set-new-password|inquiry)?\/?$/;

type GoByPhone = () => Promise<boolean>;

/** With poor signal a worker is not kept waiting longer than this for a route that is on the phone. */
const patienceMs = 4_000;

/**
 * On load, asks for the session once; without one, the sign-in dialog opens except on public pages. Without an answer, a
 * worker goes by the route that this phone keeps, until the server can say more.
 * @param goByPhone shows what the phone keeps, and says whether it keeps something
 */
export function useRestoreSession(goByPhone: GoByPhone): void {
  const isRestoring = useAppSelector((state) => state.session.status === 'restoring');
  useEffect(() => {
    // Two runs at once (React's strict mode, another tab) are answered alike by the server.
    if (isRestoring) void restore(goByPhone);
  }, [isRestoring, goByPhone]);
}

/** Finds out once who is signed in here, as `useRestoreSession` says. */
export async function restore(goByPhone: GoByPhone): Promise<void> {
  const isPublic = publicPath.test(location.pathname);
  if (isSignOutOwed()) {
    store.dispatch(sessionReset());
    if (!isPublic) store.dispatch(dialogOpened('sign-in'));
    await endOwedSession();
    return;
  }
  if (isPublic && !mayHaveSession()) {
    store.dispatch(sessionReset());
    return;
  }
  const asking = askForSession();
  const early = isPublic ? await asking : await Promise.race([asking, pause(patienceMs)]);
  if (!isPublic && (!early || isUnanswered(early.error)) && (await goByPhone())) {
    // Later than that is not too late.
    if (!early) takeUp(await asking);
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

/**
 * Asks again for the session of somebody who goes by what the phone keeps.
 * @returns whether there is one; when the server says that there is none, it ends here too
 */
export async function resumeSession(): Promise<boolean> {
  return takeUp(await askForSession());
}

/**
 * Ends this tab's session when it was ended in another: what is on screen is no longer for whoever sits there. Whether
 * it was, the server says: another tab may have let go of its choice for other reasons.
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

/** Nothing of whoever was signed in stays in this tab. */
export function forgetSession(): void {
  store.dispatch(sessionReset());
  store.dispatch(api.util.resetApiState());
}

/** How long the server is left alone when it could not be told of a sign-out. */
const owedPauseMs = 30_000;
let owedTimer: ReturnType<typeof setTimeout> | undefined;

/**
 * Tells the server of a sign-out that it has not heard of, and goes on trying until it has.
 * @returns whether the session is ended there
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

const askForSession = (): Promise<Answer> =>
  oneTabAtATime(async () => await store.dispatch(api.endpoints.refreshToken.initiate()));

function takeUp({ data, error }: Answer): boolean {
  const { status, user } = store.getState().session;
  if (status !== 'offline') return status === 'signed-in';
  if (data?.user.id === user?.id && data) {
    store.dispatch(sessionRefreshed(data));
    store.dispatch(api.util.invalidateTags(['itinerary']));
    return true;
  }
  // Somebody else has signed in here meanwhile, or the session has ended.
  if (data || (isFailure(error) && error.status === 401)) store.dispatch(sessionReset());
  return false;
}

const pause = (ms: number) => new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), ms));
