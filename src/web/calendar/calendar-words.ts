import type { CalendarState, CalendarVisit } from '#contract/calendar.ts';
import { dayLabel, plainDate } from '#domain/calendar.ts';

/** How each state is called. */
export const stateLabels: Record<CalendarState, string> = {
  'not-started': 'Due',
  'under-way': 'Under way',
  done: 'Done',
  skipped: 'Skipped',
  unfinished: 'Not finished',
  missed: 'Missed',
};

/** @returns for example '5 visits, 3 done, 1 off' */
export function countsLabel({ count, done, off }: { count: number; done: number; off: number }): string {
  const visits = count === 1 ? '1 visit' : `${count} visits`;
  return [visits, ...(done > 0 ? [`${done} done`] : []), ...(off > 0 ? [`${off} off`] : [])].join(', ');
}

/** @returns what is out of the plan about a visit, such as 'Moved from Tue, Nov 24'; '' when nothing is */
export function movedLabel({ originalDay, isCover }: Pick<CalendarVisit, 'originalDay' | 'isCover'>): string {
  const moved = originalDay ? `Moved from ${dayLabel(plainDate(originalDay))}` : '';
  if (!isCover) return moved;
  return moved ? `${moved}, for another worker` : 'For another worker';
}

/** Visits that can be moved: those that are still to come. */
export const mayMove = ({ state }: Pick<CalendarVisit, 'state'>): boolean => state === 'not-started';
