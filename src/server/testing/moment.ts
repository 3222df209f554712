import { businessDay } from '#domain/calendar.ts';
import { usualMoment } from './usual-moment.ts';

/** When the business's clock begins in each test and journey. */
export const testMoment = Temporal.Instant.from(process.env.TEST_MOMENT || usualMoment);

/** The day on which tests begin. */
export const testDay = businessDay(testMoment);

/**
 * Counts the milliseconds of a test by itself: each look at the time is one later than the look before, so no two moments
 * are the same, and nothing falls due because a test took long.
 */
export function countedTime() {
  let now = Date.now();
  return {
    next: () => (now += 1),
    shift: (milliseconds: number) => {
      now += milliseconds;
    },
  };
}
