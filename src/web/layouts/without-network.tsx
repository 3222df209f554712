import { CloudOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { type Location, useBlocker, useLocation, useNavigate } from 'react-router';
import { api } from '#web/api/api.ts';
import { hasWorkerProfile, selectCurrentProfile } from '#web/api/session.ts';
import { noConnectionAlert } from '#web/app/alerts.ts';
import { resumeSession } from '#web/app/session-restore.ts';
import { store, useAppDispatch, useAppSelector } from '#web/app/store.ts';
import { keepApp } from '#web/offline/keep-app.ts';
import { isItinerary } from '#web/offline/keep-route.ts';
import { mayKeepRouteOf } from '#web/offline/kept-for.ts';
import { noteConnection, useIsOffline } from '#web/ui/connection.ts';
import { afterFirstAnswers, later } from '#web/ui/later.tsx';

const OldUnsent = later(async () => (await import('#web/offline/old-unsent.tsx')).OldUnsent);

const askingMs = 5_000;

/**
 * What every signed-in page does about a network that goes: it says so, and it stays, because a page whose code cannot be
 * fetched would leave the app for the browser's own. A worker's phone keeps the app as soon as nothing else is to be
 * loaded, at the latest, so that the itinerary opens without a network even if it never was open before.
 */
export default function WithoutNetwork() {
  const isWorker = useAppSelector(hasWorkerProfile);
  const isWithRoute = useAppSelector(({ session }) => session.status === 'offline');
  const { pathname } = useLocation();
  const isOffline = useIsOffline();
  const isAlone = isOffline || isWithRoute;
  const navigate = useNavigate();
  const [reached, setReached] = useState<Location>();
  useEffect(() => {
    if (!reached || isAlone) return;
    setReached(undefined);
    void navigate(reached);
  }, [reached, isAlone, navigate]);
  useEffect(() => {
    if (!isOffline || isWithRoute) return;
    // Nothing else asks on a page that is only read. An answer ends the word, as every answer does.
    const asking = setInterval(() => void isReachable(), askingMs);
    return () => clearInterval(asking);
  }, [isOffline, isWithRoute]);
  useEffect(() => {
    if (isWorker) return afterFirstAnswers(keepApp);
  }, [isWorker]);
  return (
    <>
      {isAlone && <Stay isWorker={isWorker} onReached={setReached} />}
      {isWorker && <OldUnsent />}
      {/* The itinerary has its own words, which say of when the route is. They are announced in a region that was there before. */}
      {!isItinerary(pathname) && (
        <div role="status" className="content-width print:hidden">
          {isOffline && (
            <p className="mt-6 flex items-center gap-3 rounded-card bg-warn-tint px-4 py-3 font-semibold text-warn">
              <CloudOff aria-hidden="true" className="size-6 shrink-0" />
              {navigator.onLine ? 'We cannot be reached right now.' : 'You are offline.'} This is as of when it was
              loaded.
            </p>
          )}
        </div>
      )}
    </>
  );
}

/**
 * Keeps who follows a link without a network on the page that is open, and says why. The link is followed when there
 * turns out to be a network. It stands here only without one, so that a page that asks before it is left is asked as well.
 */
function Stay({ isWorker, onReached }: { isWorker: boolean; onReached: (location: Location) => void }) {
  const dispatch = useAppDispatch();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation: { pathname } }) => pathname !== currentLocation.pathname && !isKeptHere(pathname),
  );
  // It stands here no more once there is a network: what asks to be loaded again then (`refetchOnReconnect`) is.
  useEffect(() => () => void dispatch(api.internalActions.onOnline()), [dispatch]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each link
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    const { location } = blocker;
    // It may be gone once the answer is there.
    blocker.reset();
    void isReachable().then((isThere) => {
      if (isThere) {
        noteConnection(true);
        onReached(location);
        return;
      }
      dispatch(noConnectionAlert(isWorker && isItineraryKept()));
    });
  }, [blocker.state]);
  return null;
}

/** @returns whether the itinerary opens without a network; in the first moments on a new phone it does not yet */
function isItineraryKept(): boolean {
  const { session } = store.getState();
  if (session.status === 'offline') return true;
  return isKeptHere(`/worker/${selectCurrentProfile(store.getState())?.id}/itinerary`);
}

/** @returns whether the page opens without a network: its code and the route are on this phone */
const isKeptHere = (pathname: string) => mayKeepRouteOf(pathname) && Boolean(navigator.serviceWorker?.controller);

async function isReachable(): Promise<boolean> {
  if (!navigator.onLine) return false;
  if (store.getState().session.status === 'offline') return await resumeSession();
  const asking = api.endpoints.getReady.initiate(undefined, { subscribe: false, forceRefetch: true });
  return (await store.dispatch(asking)).data !== undefined;
}
