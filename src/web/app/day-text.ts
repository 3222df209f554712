import { type CalendarDay, calendarDay, plainDate } from '#domain/calendar.ts';

/** A day as an address carries it, such as '2026-11-23'; '' for none, or one that there is not. */
export function textOfDay(day: CalendarDay | undefined): string {
  try {
    return day ? plainDate(day).toString() : '';
  } catch {
    return '';
  }
}

/** @returns undefined for none, or what is no day */
export function dayOfText(text: string | null | undefined): CalendarDay | undefined {
  try {
    return text ? calendarDay(Temporal.PlainDate.from(text)) : undefined;
  } catch {
    return undefined;
  }
}
