/** The one source of time. */
export type Clock = { now(): Temporal.Instant };

/** The machine's time, to the millisecond: the database and the wire keep no more. */
export const systemClock: Clock = {
  now: () => Temporal.Instant.fromEpochMilliseconds(Date.now()),
};
