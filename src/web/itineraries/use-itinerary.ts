import { useState } from 'react';
import type { Job } from '#contract/itineraries.ts';
import { addWeeks, businessDay, calendarDay, type IsoWeek, isoWeekOf } from '#domain/calendar.ts';
import { api } from '#web/api/api.ts';
import { isUnanswered } from '#web/api/connection.ts';
import { useLoadFailure } from '#web/app/load-failure.ts';
import { flush } from '#web/offline/outbox.ts';
import { withEntries } from '#web/offline/outbox-entry.ts';
import { useKeptWeek } from '#web/offline/show-route.ts';
import { useOutbox } from '#web/offline/use-outbox.ts';
import { unfinishedOf } from './itinerary-columns.ts';

const itineraryQuery = (workerProfileId: string, { year, week }: IsoWeek) => ({
  params: { workerProfileId },
  query: { year: String(year), week: String(week) },
});

/** Which worker's week a job stands in, and the call that loaded it. */
export type ItineraryWeek = {
  workerId: string;
  week: IsoWeek;
  query: ReturnType<typeof itineraryQuery>;
  /** How far the server's clock is ahead of this device's, in milliseconds. */
  clockAhead: number;
};

/**
 * The jobs of one week, this week until another is chosen.
 * @returns `jobs` undefined until the week is loaded, with what waits to be sent as if it were done; `today` by the
 *   server's clock
 */
export function useItinerary(workerProfileId: string) {
  const { entries } = useOutbox();
  const [chosen, setChosen] = useState<IsoWeek>();
  // The first question needs a week before the server has said which day it is; a wrong guess is asked once more.
  const [guess, setGuess] = useState(() => isoWeekOf(businessDay(Temporal.Now.instant())));
  const week = chosen ?? guess;
  const query = itineraryQuery(workerProfileId, week);
  const { data, currentData, error, isFetching, refetch, fulfilledTimeStamp } = api.useGetItineraryQuery(query, {
    refetchOnMountOrArgChange: true,
  });
  // Without a network, what was loaded before is still there.
  useLoadFailure(isUnanswered(error) ? undefined : error, { stay: true, notFound: 'Profile not found' });
  useKeptWeek(workerProfileId, week, currentData ? undefined : error);

  const clockAhead = data && fulfilledTimeStamp ? Date.parse(data.now) - fulfilledTimeStamp : 0;
  // A page may stay open overnight, and without a network nobody else says that it is another day.
  const today = data && businessDay(Temporal.Instant.fromEpochMilliseconds(Date.now() + clockAhead));
  const currentWeek = today && isoWeekOf(today);
  if (currentWeek && !isSameWeek(currentWeek, guess)) setGuess(currentWeek);
  const shown = (job: Job) => withEntries(job, entries);
  const place: ItineraryWeek = { workerId: workerProfileId, week, query, clockAhead };
  return {
    place,
    isCurrentWeek: isSameWeek(week, guess),
    jobs: currentData?.jobs.map(shown),
    /** Yesterday's, to be gone on with today; only beside the present week. */
    unfinished:
      currentData && today && isSameWeek(week, guess)
        ? // A route that an earlier release has kept on the phone has none.
          unfinishedOf([...(currentData.unfinished ?? []), ...currentData.jobs], calendarDay(today), shown)
        : [],
    today: today && calendarDay(today),
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

const isSameWeek = (a: IsoWeek, b: IsoWeek) => a.year === b.year && a.week === b.week;
