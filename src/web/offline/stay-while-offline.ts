import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { api } from '#web/api/api.ts';
import { infoAlert } from '#web/app/alerts.ts';
import { resumeSession } from '#web/app/session-restore.ts';
import { store, useAppDispatch, useAppSelector } from '#web/app/store.ts';
import { useIsOffline } from '#web/ui/connection.ts';

/**
 * Keeps the worker who follows a link without a network on the page that works without one, and says why. The link is
 * followed when there turns out to be a network.
 */
export function useStayWhileOffline(): void {
  const dispatch = useAppDispatch();
  const status = useAppSelector(({ session }) => session.status);
  const isOffline = useIsOffline();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      (isOffline || status === 'offline') && nextLocation.pathname !== currentLocation.pathname,
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each link
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void isReachable().then((isThere) => {
      if (isThere) {
        blocker.proceed();
        return;
      }
      blocker.reset();
      dispatch(infoAlert('There is no connection. That page opens once it is back; your itinerary works without it.'));
    });
  }, [blocker.state]);
}

async function isReachable(): Promise<boolean> {
  if (!navigator.onLine) return false;
  if (store.getState().session.status === 'offline') return await resumeSession();
  const asking = api.endpoints.getHealth.initiate(undefined, { subscribe: false, forceRefetch: true });
  return (await store.dispatch(asking)).data !== undefined;
}
