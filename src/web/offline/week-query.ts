import type { IsoWeek } from '#domain/calendar.ts';

/** @returns the call that loads a worker's week, as the cache knows it */
export const weekQuery = (workerProfileId: string, { year, week }: IsoWeek) => ({
  params: { workerProfileId },
  query: { year: String(year), week: String(week) },
});
