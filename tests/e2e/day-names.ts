import { dayLabel } from '#domain/calendar.ts';

/** @returns what finds this day between these words, and no other: 'Dec 1' is a part of 'Dec 15' */
export const named = (before: string, day: Temporal.PlainDate, after = ''): RegExp =>
  new RegExp(`${RegExp.escape(before + dayLabel(day))}(?!\\d)${RegExp.escape(after)}`);
