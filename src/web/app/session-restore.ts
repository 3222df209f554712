import { useEffect } from 'react';
import type { Session } from '#contract/sessions.ts';
import { api } from '#web/api/api.ts';
import { oneTabAtATime } from '#web/api/base-query.ts';
import { isFailure } from '#web/api/failure.ts';
import { isUnanswered } from '#web/offline/connection.ts';
import { noteServerTime } from '#web/offline/server-clock.ts';
import { dialogOpened } from './dialogs.ts';
import { sessionOffline, sessionRefreshed, sessionReset, sessionRestored, sessionUnknown } from './session.ts';
import { mayHaveSession, selectedProfileKey } from './session-hint.ts';
import { store, useAppSelector } from './store.ts';

/** Pages for anybody: nobody is asked to sign in there. */
const publicPath = /^\/(forbidden|terms|disclaimer|privacy|sign-up|confirm-sign-up|set-new-password|inquiry)?\/?$/;

/** With poor signal a worker is not kept waiting longer than this for a route that is on the phone. */
const patienceMs = 4_000;

/**
 * On load, asks for the session once; without one, the sign-in dialog opens except on public pages. Without an answer, a
 * worker goes by the route that this phone keeps, until the server can say more.
 */
export function useRestoreSession(): void {
  const isRestoring = useAppSelector((state) => state.session.status === 'restoring');
  useEffect(() => {
    // Two runs at once (React's strict mode, another tab) are answered alike by the server.
    if (isRestoring) void restore();
  }, [isRestoring]);
}

async function restore(): Promise<void> {
  const isPublic = publicPath.test(location.pathname);
  if (isPublic && !mayHaveSession()) {
    store.dispatch(sessionReset());
    return;
  }
  const asking = askForSession();
  const early = isPublic ? await asking : await Promise.race([asking, pause(patienceMs)]);
  if (!isPublic && (!early || isUnanswered(early.error)) && (await goOffline())) {
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
      if (key !== selectedProfileKey || newValue !== null || store.getState().session.status !== 'signed-in') return;
      const { error } = await askForSession();
      if (!isFailure(error) || error.status !== 401) return;
      store.dispatch(sessionReset());
      store.dispatch(api.util.resetApiState());
    };
    addEventListener('storage', check);
    return () => removeEventListener('storage', check);
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

/** @returns whether this phone has a route to go by */
async function goOffline(): Promise<boolean> {
  const { findRoute } = await import('#web/offline/route-keeper.ts');
  const route = await findRoute(location.pathname);
  if (!route) return false;
  const { workerProfileId, week, answer } = route;
  noteServerTime(answer.now);
  const arg = { params: { workerProfileId }, query: { year: String(week.year), week: String(week.week) } };
  store.dispatch(api.util.upsertQueryEntries([{ endpointName: 'getItinerary', arg, value: answer }]));
  store.dispatch(sessionOffline(route));
  return true;
}

const pause = (ms: number) => new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), ms));
