import { CloudOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { businessDay, dayLabel, type IsoWeek, timeLabel } from '#domain/calendar.ts';
import { useIsOffline } from '#web/api/connection.ts';
import { useAppSelector } from '#web/app/store.ts';
import { routeSavedAt } from './route-keeper.ts';

/** Says that there is no network, and when the route that is shown was loaded. */
export function OfflineBanner({ workerId, week }: { workerId: string; week: IsoWeek }) {
  const isResuming = useAppSelector(({ session }) => session.status === 'offline');
  const isOffline = useIsOffline() || isResuming;
  const savedAt = useSavedAt(workerId, week, isOffline);
  // Words are announced only in a region that was there before them.
  return (
    <div role="status">
      {isOffline && (
        <p className="mb-6 flex items-center gap-3 rounded-card bg-warn-tint px-4 py-3 font-semibold text-warn">
          <CloudOff aria-hidden="true" className="size-6 shrink-0" />
          <span>You are offline.{savedAt !== undefined && ` This is your route as of ${savedLabel(savedAt)}.`}</span>
        </p>
      )}
    </div>
  );
}

function useSavedAt(workerId: string, { year, week }: IsoWeek, isOffline: boolean): number | undefined {
  const [savedAt, setSavedAt] = useState<number>();
  useEffect(() => {
    if (!isOffline) return;
    let isShown = true;
    void routeSavedAt(workerId, { year, week }).then((found) => {
      if (isShown) setSavedAt(found);
    });
    return () => {
      isShown = false;
    };
  }, [workerId, year, week, isOffline]);
  return savedAt;
}

/** @returns for example '9:05 AM', with the day when that was another one */
function savedLabel(savedAt: number): string {
  const at = new Date(savedAt).toISOString();
  const day = businessDay(Temporal.Instant.from(at));
  return day.equals(businessDay(Temporal.Now.instant())) ? timeLabel(at) : `${dayLabel(day)}, ${timeLabel(at)}`;
}
