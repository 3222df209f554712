import { addDays, type IsoDay, weekOf } from './iso-days.ts';
import { farthestMove } from './schedule-rules.ts';

/** How many days back we look for a visit that has moved since, or that a worker tapped without signal. */
export const daysBack = farthestMove + 3;

/**
 * @param today the first day of which a visit is still to come
 * @returns the first day of which all visits have rows, however old the service is
 */
export const firstDayOfRows = (today: IsoDay): IsoDay => weekOf(addDays(today, -daysBack));
