import { useState } from 'react';
import { addWeeks, businessDay, type IsoWeek, isoWeekOf, plainDate } from '#domain/calendar.ts';
import { api } from '#web/api/api.ts';
import { useLoadFailure } from '#web/app/load-failure.ts';

const itineraryQuery = (workerProfileId: string, { year, week }: IsoWeek) => ({
  params: { workerProfileId },
  query: { year: String(year), week: String(week) },
});

/** Which worker's week a job stands in, and the call that loaded it. */
export type ItineraryPlace = {
  workerId: string;
  week: IsoWeek;
  query: ReturnType<typeof itineraryQuery>;
  /** How far the server's clock is ahead of this device's, in milliseconds. */
  clockAhead: number;
};

/**
 * The jobs of one week, this week until another is chosen.
 * @returns `jobs` undefined until the week is loaded; `today` as the server says
 */
export function useItinerary(workerProfileId: string) {
  const [chosen, setChosen] = useState<IsoWeek>();
  // The first question needs a week before the server has said which day it is; a wrong guess is asked once more.
  const [guess, setGuess] = useState(() => isoWeekOf(businessDay(Temporal.Now.instant())));
  const week = chosen ?? guess;
  const query = itineraryQuery(workerProfileId, week);
  const { data, currentData, error, isFetching, refetch, fulfilledTimeStamp } = api.useGetItineraryQuery(query, {
    refetchOnMountOrArgChange: true,
  });
  useLoadFailure(error, { stay: true });

  const currentWeek = data && isoWeekOf(plainDate(data.today));
  if (currentWeek && !isSameWeek(currentWeek, guess)) setGuess(currentWeek);
  const clockAhead = currentData && fulfilledTimeStamp ? Date.parse(currentData.now) - fulfilledTimeStamp : 0;
  const place: ItineraryPlace = { workerId: workerProfileId, week, query, clockAhead };
  return {
    place,
    isCurrentWeek: isSameWeek(week, guess),
    jobs: currentData?.jobs,
    today: data?.today,
    hasFailed: error !== undefined,
    isFetching,
    refresh: () => void refetch(),
    goBy: (weeks: -1 | 1) => setChosen(addWeeks(week, weeks)),
    goToCurrent: () => setChosen(undefined),
  };
}

const isSameWeek = (a: IsoWeek, b: IsoWeek) => a.year === b.year && a.week === b.week;
