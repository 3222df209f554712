import { type CalendarDay, dayLabel, plainDate } from '#domain/calendar.ts';

/** @returns what is said beside the notes of a yard that a worker found no way into */
export const wayInDoubt = (day: CalendarDay): string => `Nobody got in on ${dayLabel(plainDate(day))}.`;
