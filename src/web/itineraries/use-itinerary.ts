import { useEffect, useReducer, useState } from 'react';
import type { Job } from '#contract/itineraries.ts';
import { addWeeks, businessDay, calendarDay, type IsoWeek, isoWeekOf } from '#domain/calendar.ts';
import { api } from '#web/api/api.ts';
import { isUnanswered } from '#web/api/failure.ts';
import { useLoadFailure } from '#web/app/load-failure.ts';
import { businessToday } from '#web/offline/business-today.ts';
import { earlyTapEvent } from '#web/offline/early-tap.ts';
import { flush, takeEarlyTap } from '#web/offline/outbox.ts';
import { withEntries } from '#web/offline/outbox-entry.ts';
import { isKeptAnswer, useKeptWeek } from '#web/offline/show-route.ts';
import { isSameWeek } from '#web/offline/stored-route.ts';
import { useOutbox } from '#web/offline/use-outbox.ts';
import { weekQuery } from '#web/offline/week-query.ts';
import { unfinishedOf } from './itinerary-columns.ts';

/**
 * The jobs of one week, this week until another is chosen.
 * @returns `jobs` undefined until the week is loaded, with what waits to be sent as if it were done; `today` by the
 *   server's clock
 */
export function useItinerary(workerProfileId: string) {
  const { entries } = useOutbox();
  useEffect(() => {
    const take = () => void takeEarlyTap();
    take();
    addEventListener(earlyTapEvent, take);
    return () => removeEventListener(earlyTapEvent, take);
  }, []);
  // A page that was open for days goes by the day on which somebody looks at it again, with or without a network.
  const [, look] = useReducer((looks: number) => looks + 1, 0);
  useEffect(() => {
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  const [chosen, setChosen] = useState<IsoWeek>();
  // A week must be asked for before the server has said which day it is; after a wrong guess it is asked again.
  const [guess, setGuess] = useState(() => isoWeekOf(businessDay(Temporal.Now.instant())));
  const week = chosen ?? guess;
  const loaded = api.useGetItineraryQuery(weekQuery(workerProfileId, week), { refetchOnMountOrArgChange: true });
  const { data, currentData, error, isFetching, refetch } = loaded;
  // Without a network, what was loaded before is still there.
  useLoadFailure(isUnanswered(error) ? undefined : error, { stay: true, notFound: 'Profile not found' });
  useKeptWeek(workerProfileId, week, currentData ? undefined : error);

  // The page may stay open overnight, without a network that would say which day it is.
  const today = data && businessToday();
  const currentWeek = today && isoWeekOf(today);
  if (currentWeek && !isSameWeek(currentWeek, guess)) setGuess(currentWeek);
  const shown = (job: Job) => withEntries(job, entries);
  return {
    week,
    isCurrentWeek: isSameWeek(week, guess),
    jobs: currentData?.jobs.map(shown),
    /** Yesterday's, to be gone on with today; only beside the present week. */
    unfinished:
      currentData && today && isSameWeek(week, guess)
        ? // A route that an earlier release has kept on the phone has none.
          unfinishedOf([...(currentData.unfinished ?? []), ...currentData.jobs], calendarDay(today), shown)
        : [],
    today: today && calendarDay(today),
    /** Whether it is what this phone kept, and the server has not said anything yet. */
    isKept: currentData !== undefined && isKeptAnswer(loaded.fulfilledTimeStamp),
    hasFailed: error !== undefined,
    isFetching,
    refresh: () => {
      void flush();
      void refetch();
    },
    goBy: (weeks: -1 | 1) => setChosen(addWeeks(week, weeks)),
    goToCurrent: () => setChosen(undefined),
  };
}
