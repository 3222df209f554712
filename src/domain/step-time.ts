import { businessDay } from './calendar.ts';

/** How far a phone's clock may be ahead, or two phones' clocks apart, before what they say is refused. */
const tolerance = { seconds: 60 };

/** @returns the last day on which steps of a visit of that day are taken */
export const lastDayForSteps = (date: Temporal.PlainDate): Temporal.PlainDate => date.add({ days: 1 });

type Tap = {
  /** The day of the visit. */
  date: Temporal.PlainDate;
  /** When the worker tapped, by the business's time; undefined for one who is answered at once. */
  tappedAt: Temporal.Instant | undefined;
  now: Temporal.Instant;
  /** When the step before was taken; undefined for what begins or skips a visit, which is for its own day only. */
  stepBefore?: Temporal.Instant | undefined;
};

/**
 * The moment at which a step of a visit, its start or its skip counts: when it was tapped, so that a phone without
 * signal loses nothing. What comes is taken until the end of the day after the visit; a visit that was begun may also be
 * gone on with on that day.
 * @returns `at`, not after now and not before the step before; or `refusal`, the words for the worker
 */
export function stepTime({ date, tappedAt, now, stepBefore }: Tap): { at: Temporal.Instant } | { refusal: string } {
  const tapped = tappedAt ?? now;
  if (isBefore(now.add(tolerance), tapped)) {
    return { refusal: 'By its time this has not happened yet. Please set the phone’s clock and try again.' };
  }
  if (isAfterDay(businessDay(now), lastDayForSteps(date))) {
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

const isBefore = (a: Temporal.Instant, b: Temporal.Instant) => Temporal.Instant.compare(a, b) < 0;
const isAfterDay = (a: Temporal.PlainDate, b: Temporal.PlainDate) => Temporal.PlainDate.compare(a, b) > 0;
