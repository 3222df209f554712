/** The one source of time. Everything that asks for the time is handed a clock. */
export type Clock = { now(): Temporal.Instant };

/** The time of the machine, to the millisecond, which is what the database and the wire keep. */
export const systemClock: Clock = {
  now: () => Temporal.Now.instant().round('millisecond'),
};
