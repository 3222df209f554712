import { useState } from 'react';
import { addWeeks, businessDay, type IsoWeek, isoWeekOf, plainDate } from '#domain/calendar.ts';
import { api } from '#web/api/api.ts';
import { useLoadFailure } from '#web/app/load-failure.ts';

/** @returns the arguments of the call that loads a week */
export const itineraryQuery = (workerProfileId: string, { year, week }: IsoWeek) => ({
  params: { workerProfileId },
  query: { year: String(year), week: String(week) },
});

/**
 * The jobs of one week, this week until another is chosen.
 * @returns `jobs` undefined until the week is loaded; `today` as the server says
 */
export function useItinerary(workerProfileId: string) {
  const [chosen, setChosen] = useState<IsoWeek>();
  // The first question needs a week before the server has said which day it is; a wrong guess is asked once more.
  const [guess, setGuess] = useState(() => isoWeekOf(businessDay(Temporal.Now.instant())));
  const week = chosen ?? guess;
  const { data, currentData, error, isFetching, refetch } = api.useGetItineraryQuery(
    itineraryQuery(workerProfileId, week),
    { refetchOnMountOrArgChange: true },
  );
  useLoadFailure(error, { stay: true });

  const currentWeek = data && isoWeekOf(plainDate(data.today));
  if (currentWeek && !isSameWeek(currentWeek, guess)) setGuess(currentWeek);
  return {
    week,
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
