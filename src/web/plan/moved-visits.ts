import { useMemo } from 'react';
import type { Job } from '#contract/itineraries.ts';
import { addWeeks, dayLabel, isoWeekOf, plainDate, type WeekDay, weekDayOf } from '#domain/calendar.ts';
import { api } from '#web/api/api.ts';
import { businessToday } from '#web/offline/business-today.ts';
import { weekQuery } from '#web/offline/week-query.ts';

/** What the office has moved of a place in the plan: an engagement on a weekday. */
export type MovedVisits = ReadonlyMap<string, string[]>;

const placeOf = (engagementId: string, weekDay: WeekDay) => `${engagementId} ${weekDay}`;

/** @returns for each place what has become of its visits, such as 'Wed, Nov 25 is on Fri, Nov 27' */
export function movedVisits(jobs: readonly Pick<Job, 'engagement' | 'scheduleInstance'>[]): MovedVisits {
  const moved = new Map<string, string[]>();
  for (const { engagement, scheduleInstance } of jobs) {
    const { date, movedFrom } = scheduleInstance;
    if (!movedFrom) continue;
    const from = plainDate(movedFrom);
    const place = placeOf(engagement.id, weekDayOf(from));
    moved.set(place, [...(moved.get(place) ?? []), `${dayLabel(from)} is on ${dayLabel(plainDate(date))}`]);
  }
  return moved;
}

/** @returns what has become of the visits of a place; none of one that is on no day */
export const movedOf = (moved: MovedVisits, engagementId: string, day: WeekDay | 'unscheduled'): string[] =>
  (day !== 'unscheduled' && moved.get(placeOf(engagementId, day))) || [];

/** Only what was moved, so that the plan is not drawn anew for an answer in which nothing was. */
const selectFromResult = ({ currentData }: { currentData?: { jobs: readonly Job[] } | undefined }) => {
  const moved = currentData?.jobs.filter(({ scheduleInstance }) => scheduleInstance.movedFrom) ?? [];
  return { moved: moved.length > 0 ? moved : none };
};
const none: readonly Job[] = [];

/**
 * The plan is what is so every week. This is what is otherwise in this week and the next; without an answer the plan stands as it
 * is.
 */
export function useMovedVisits(workerProfileId: string): MovedVisits {
  const week = isoWeekOf(businessToday());
  const options = { refetchOnMountOrArgChange: true, selectFromResult };
  const present = api.useGetItineraryQuery(weekQuery(workerProfileId, week), options);
  const next = api.useGetItineraryQuery(weekQuery(workerProfileId, addWeeks(week, 1)), options);
  return useMemo(() => movedVisits([...present.moved, ...next.moved]), [present.moved, next.moved]);
}
