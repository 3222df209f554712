import { businessDay } from './calendar.ts';

/** How far a phone's clock may be ahead, or two phones' clocks apart, before we refuse their times. */
const tolerance = { seconds: 60 };

/** @returns the last day on which we take the steps of that day's visit */
export const lastDayForSteps = (date: Temporal.PlainDate): Temporal.PlainDate => date.add({ days: 1 });

/** @returns whether the steps of a visit that was begun on that day are still taken */
export const takesSteps = (date: Temporal.PlainDate, today: Temporal.PlainDate): boolean =>
  !isAfterDay(today, lastDayForSteps(date));

type Tap = {
  /** The day of the visit. */
  date: Temporal.PlainDate;
  /** When the worker tapped, by the business's time; undefined for now. */
  tappedAt: Temporal.Instant | undefined;
  now: Temporal.Instant;
  /** The moment of the step before; undefined for a start or a skip, which must be on the day of the visit. */
  stepBefore?: Temporal.Instant | undefined;
};

/**
 * Decides at which moment a step, a start or a skip counts. That is the moment of the tap, so that a phone without
 * signal loses nothing. Taps may arrive until the end of the day after the visit, and a visit that was begun may go on
 * during that day.
 * @returns `at`, which is not after now and not before the step before; or `refusal`, the words for the worker
 */
export function stepTime({ date, tappedAt, now, stepBefore }: Tap): { at: Temporal.Instant } | { refusal: string } {
  const tapped = tappedAt ?? now;
  if (isBefore(now.add(tolerance), tapped)) {
    return { refusal: 'By its time this has not happened yet. Please set the phone’s clock and try again.' };
  }
  if (!takesSteps(date, businessDay(now))) {
    return { refusal: 'This day is over: its steps could be sent until the end of the day after.' };
  }
  const past = isBefore(now, tapped) ? now : tapped;
  const day = businessDay(past);
  if (isAfterDay(date, day) || (!stepBefore && !day.equals(date))) {
    return { refusal: 'Only today’s visits can be worked on.' };
  }
  if (!stepBefore || !isBefore(past, stepBefore)) return { at: past };
  if (isBefore(past.add(tolerance), stepBefore)) return { refusal: 'By its time this was before the step before it.' };
  return { at: stepBefore };
}

/** The moments of a visit's steps, perhaps as the database writes them: making them of text takes time. */
export type StepMoments = Record<
  'travelStartedAt' | 'travelCompletedAt' | 'workStartedAt' | 'workCompletedAt',
  Temporal.Instant | string | null
> & { createdAt: Temporal.Instant | string };

/** @returns the moment of a visit's last step */
export function lastStepAt(work: StepMoments): Temporal.Instant {
  const { workCompletedAt, workStartedAt, travelCompletedAt, travelStartedAt, createdAt } = work;
  return Temporal.Instant.from(workCompletedAt ?? workStartedAt ?? travelCompletedAt ?? travelStartedAt ?? createdAt);
}

const isBefore = (a: Temporal.Instant, b: Temporal.Instant) => Temporal.Instant.compare(a, b) < 0;
const isAfterDay = (a: Temporal.PlainDate, b: Temporal.PlainDate) => Temporal.PlainDate.compare(a, b) > 0;
