/** When the clock of a measured business begins: on a workday's morning, so that every run measures the same day's work. */
export const benchMoment = Temporal.Instant.from('2026-06-10T10:00:00-05:00');

/** The same in SQL: the business's now, which Postgres' own is months away from. */
export const benchNow = `timestamptz '${benchMoment}'`;
