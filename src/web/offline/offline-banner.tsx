import { CloudOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { businessDay, dayLabel, type IsoWeek, timeLabel } from '#domain/calendar.ts';
import { useAppSelector } from '#web/app/store.ts';
import { useIsOffline } from '#web/ui/connection.ts';
import { changeCount, sendable } from './outbox-entry.ts';
import { routeSavedAt } from './route-keeper.ts';
import { useOutbox } from './use-outbox.ts';

/** From then on the server counts as out of reach. */
const patienceMs = 4_000;

type OfflineBannerProps = { workerId: string; week: IsoWeek; isKept: boolean };

/**
 * Says that there is no network, when the route that is shown was loaded, and what waits to be sent: in few lines, since the next
 * action is on a phone's first screen below them. Until it is known whether there is a network, only when it was loaded, in a place
 * where nothing moves when that goes.
 */
export function OfflineBanner({ workerId, week, isKept }: OfflineBannerProps) {
  const isResuming = useAppSelector(({ session }) => session.status === 'offline');
  const isLate = useIsLate(isResuming);
  const isOffline = useIsOffline() || isLate;
  const savedAt = useSavedAt(workerId, week, isOffline || isKept);
  const { entries, isStuck } = useOutbox();
  const waiting = isStuck ? sendable(entries).length : 0;
  // Words are announced only in a region that was there before them.
  return (
    <div role="status">
      {(isOffline || waiting > 0) && (
        <p className="mb-2 flex items-center gap-3 rounded-card bg-warn-tint px-3 py-1.5 font-semibold text-sm text-warn sm:mb-6 sm:px-4 sm:py-3 sm:text-base">
          <CloudOff aria-hidden="true" className="size-6 shrink-0 max-sm:hidden" />
          <span>
            {isOffline && `You are offline.${savedAt === undefined ? '' : ` Route as of ${savedLabel(savedAt)}.`}`}{' '}
            {waiting > 0 && <strong>{changeCount(waiting)} waiting.</strong>}
          </span>
        </p>
      )}
      {!isOffline && isKept && savedAt !== undefined && (
        <p className="pointer-events-none fixed inset-x-4 bottom-4 z-30 max-lg:bottom-20 mx-auto w-fit rounded-control bg-ink px-4 py-2 font-semibold text-canvas shadow-float">
          Your route as of {savedLabel(savedAt)}.
        </p>
      )}
    </div>
  );
}

function useIsLate(isWaiting: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setLate(true), patienceMs);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isWaiting]);
  return isLate;
}

function useSavedAt(workerId: string, { year, week }: IsoWeek, isAsked: boolean): number | undefined {
  const [savedAt, setSavedAt] = useState<number>();
  useEffect(() => {
    if (!isAsked) return;
    let isShown = true;
    void routeSavedAt(workerId, { year, week }).then((found) => {
      if (isShown) setSavedAt(found);
    });
    return () => {
      isShown = false;
    };
  }, [workerId, year, week, isAsked]);
  return savedAt;
}

/** @returns for example '9:05 AM', with the day when that was another one */
function savedLabel(savedAt: number): string {
  const at = new Date(savedAt).toISOString();
  const day = businessDay(Temporal.Instant.from(at));
  return day.equals(businessDay(Temporal.Now.instant())) ? timeLabel(at) : `${dayLabel(day)}, ${timeLabel(at)}`;
}
