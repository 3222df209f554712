import { isBefore } from './calendar.ts';

type Day = Temporal.PlainDate;

/** @returns the later of two days */
export const later = (one: Day, other: Day) => (isBefore(one, other) ? other : one);
