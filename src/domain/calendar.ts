import { type DayOfWeek, daysOfWeek, pickable } from './enums.ts';
import { enumLabel } from './labels.ts';
import { businessTimeZone } from './time-zone.ts';

/** A day without a time or a zone, as the wire carries it. */
export type CalendarDay = { year: number; month: number; day: number };

/** A week of the ISO 8601 calendar: week 1 holds the year's first Thursday. */
export type IsoWeek = { year: number; week: number };

export type WeekDay = Exclude<DayOfWeek, 'DAY_OF_WEEK_UNKNOWN'>;

/** Monday to Sunday, in the order of the ISO week. */
export const weekDaysInOrder: readonly WeekDay[] = pickable(daysOfWeek);

/** @returns the day of a moment in the business's zone */
export function businessDay(now: Temporal.Instant): Temporal.PlainDate {
  return now.toZonedDateTimeISO(businessTimeZone).toPlainDate();
}

/**
 * @param day such as '2026-11-23'
 * @returns when the day that is so many days later begins in the business's zone
 */
export function dayStart(day: string, daysLater = 0): string {
  const date = Temporal.PlainDate.from(day).add({ days: daysLater });
  return date.toZonedDateTime(businessTimeZone).toInstant().toString();
}

/** @throws RangeError when the three numbers are not a day */
export function plainDate(day: CalendarDay): Temporal.PlainDate {
  return Temporal.PlainDate.from(day, { overflow: 'reject' });
}

/** @returns the day as the wire carries it */
export function calendarDay(date: Temporal.PlainDate): CalendarDay {
  return { year: date.year, month: date.month, day: date.day };
}

/** @returns whether a day is earlier than another */
export const isBefore = (day: Temporal.PlainDate, than: Temporal.PlainDate): boolean =>
  Temporal.PlainDate.compare(day, than) < 0;

/** @returns the days from one to another, both of them included; none when the last is before the first */
export const daysFrom = (first: Temporal.PlainDate, last: Temporal.PlainDate): Temporal.PlainDate[] =>
  Array.from({ length: Math.max(0, first.until(last).days + 1) }, (_, days) => first.add({ days }));

/** @returns false also when either is undefined */
export function isSameDay(a: CalendarDay | undefined, b: CalendarDay | undefined): boolean {
  return a !== undefined && a.year === b?.year && a.month === b.month && a.day === b.day;
}

export function weekDayOf(date: Temporal.PlainDate): WeekDay {
  const weekDay = weekDaysInOrder[date.dayOfWeek - 1];
  if (!weekDay) throw new RangeError(`No weekday ${date.dayOfWeek}`);
  return weekDay;
}

export function isoWeekOf(date: Temporal.PlainDate): IsoWeek {
  if (date.yearOfWeek === undefined || date.weekOfYear === undefined) throw new RangeError('Not an ISO date');
  return { year: date.yearOfWeek, week: date.weekOfYear };
}

/** @returns the Monday of that ISO week */
export function mondayOf({ year, week }: IsoWeek): Temporal.PlainDate {
  // 4 January is always in week 1 (ISO 8601, section 3.1.1.23).
  const fourth = Temporal.PlainDate.from({ year, month: 1, day: 4 });
  return fourth.subtract({ days: fourth.dayOfWeek - 1 }).add({ weeks: week - 1 });
}

/** @returns the date of a weekday within an ISO week */
export function dateInWeek(week: IsoWeek, weekDay: WeekDay): Temporal.PlainDate {
  return mondayOf(week).add({ days: weekDaysInOrder.indexOf(weekDay) });
}

/** @returns 52, or 53 in the years that have it */
export function weeksInYear(year: number): 52 | 53 {
  // 28 December is always in the last week of its year.
  return Temporal.PlainDate.from({ year, month: 12, day: 28 }).weekOfYear === 53 ? 53 : 52;
}

/** @returns the week `weeks` later (earlier when negative) */
export function addWeeks(week: IsoWeek, weeks: number): IsoWeek {
  return isoWeekOf(mondayOf(week).add({ weeks }));
}

/** The weeks of a recurring visit. */
export type VisitRhythm = {
  /** The first day on which a visit may be. */
  startDay: Temporal.PlainDate;
  /** 1 is every week, 2 every other week. */
  interval: number;
  /** With an interval of 2: 0 when the first visit is in the week of `startDay`, 1 when it is in the next week. */
  weekOffset: number;
};

/**
 * @returns whether a date is on or after the start and in one of the visit's weeks. They are counted as iCalendar
 * counts them (RFC 5545, section 3.3.10, WKST=MO): every `interval`-th week from the week of the start, or from the
 * next one.
 */
export function isVisitDue(date: Temporal.PlainDate, { startDay, interval, weekOffset }: VisitRhythm): boolean {
  if (Temporal.PlainDate.compare(date, startDay) < 0) return false;
  if (interval === 1) return true;
  return (weeksBetween(startDay, date) + weekOffset) % interval === 0;
}

/**
 * @returns the same visits, but for those before a day, which is the first one from then on: every other week stays in its weeks,
 *   also when that day is in the next week
 */
export function startedNotBefore<R extends VisitRhythm>(rhythm: R, day: Temporal.PlainDate): R {
  const { startDay, interval, weekOffset } = rhythm;
  if (!isBefore(startDay, day)) return rhythm;
  return { ...rhythm, startDay: day, weekOffset: (weeksBetween(startDay, day) + weekOffset) % interval };
}

/** @returns how many Mondays are after one date and not after another */
export const weeksBetween = (from: Temporal.PlainDate, to: Temporal.PlainDate): number =>
  mondayBefore(from).until(mondayBefore(to), { largestUnit: 'days' }).days / 7;

/** @returns the Monday of a date's week; the date itself on a Monday */
const mondayBefore = (date: Temporal.PlainDate) => date.subtract({ days: date.dayOfWeek - 1 });

/**
 * Business days are Monday to Friday in the business's zone, also on holidays.
 * @param days a whole number, not negative
 * @returns the same time of day, `days` business days later; after a weekend, Monday is the first
 */
export function addBusinessDays(from: Temporal.Instant, days: number): Temporal.Instant {
  const start = from.toZonedDateTimeISO(businessTimeZone);
  // From a weekend they count on from Friday.
  const weekDay = Math.min(start.dayOfWeek, 5);
  const weekends = Math.floor((weekDay - 1 + days) / 5);
  return start.add({ days: days === 0 ? 0 : weekDay - start.dayOfWeek + days + 2 * weekends }).toInstant();
}

/**
 * @returns the moments whose `addBusinessDays` is before `now`, as spans without their last moment: all until the first day of which some are
 *   not, and each day of which some are until the same time of day, as Friday, Saturday and Sunday on a Tuesday
 */
export function whenDue(now: Temporal.Instant, days: number): [from: string, until: string][] {
  const today = businessDay(now);
  const at = (day: Temporal.PlainDate, plainTime?: Temporal.PlainTime) =>
    day.toZonedDateTime({ timeZone: businessTimeZone, ...(plainTime && { plainTime }) }).toInstant();
  const dueOn = (day: Temporal.PlainDate) => businessDay(addBusinessDays(at(day), days));
  let day = today.subtract({ days });
  while (!isBefore(dueOn(day), today)) day = day.subtract({ days: 1 });
  day = day.add({ days: 1 });
  const spans: [from: string, until: string][] = [['-infinity', at(day).toString()]];
  const time = now.toZonedDateTimeISO(businessTimeZone).toPlainTime();
  for (; isSameDay(calendarDay(dueOn(day)), calendarDay(today)); day = day.add({ days: 1 })) {
    spans.push([at(day).toString(), at(day, time).toString()]);
  }
  return spans;
}

// Not by Intl: the first use of it takes a phone 70 ms and more, in which the browser reads what it knows of languages.
const monthNames = 'January February March April May June July August September October November December'.split(' ');

/** @returns for example 'November', for the 11th month */
export const monthName = ({ month }: { month: number }): string => monthNames[month - 1] ?? '';

/** @returns for example 'Nov' */
export const shortMonth = (of: { month: number }): string => monthName(of).slice(0, 3);

/** @returns for example 'Monday' */
export const weekDayName = (date: Temporal.PlainDate): string => enumLabel(weekDayOf(date));

/** @returns for example 'Mon' */
export const shortWeekDay = (date: Temporal.PlainDate): string => weekDayName(date).slice(0, 3);

/** @returns for example 'Mon, Nov 23' */
export const dayLabel = (date: Temporal.PlainDate): string => `${shortWeekDay(date)}, ${shortDayLabel(date)}`;

/** @returns 'on Wed, Mar 10', or 'from Wed, Mar 10 to Fri, Mar 12' */
export const daySpanLabel = ({ firstDay, lastDay }: Record<'firstDay' | 'lastDay', Temporal.PlainDate>): string =>
  firstDay.equals(lastDay) ? `on ${dayLabel(firstDay)}` : `from ${dayLabel(firstDay)} to ${dayLabel(lastDay)}`;

/** @returns for example 'Monday, November 23' */
export const dayInWords = (date: Temporal.PlainDate): string => `${weekDayName(date)}, ${monthName(date)} ${date.day}`;

/** @returns for example 'Nov 23' */
export const shortDayLabel = (date: Temporal.PlainDate): string => `${shortMonth(date)} ${date.day}`;

/** @returns for example 'Nov 23, 2026' */
export function longDayLabel(day: CalendarDay): string {
  const date = plainDate(day);
  return `${shortDayLabel(date)}, ${date.year}`;
}

/** @returns for example 'Nov 2, 2026 to Nov 24, 2026', and of one day 'Nov 2, 2026' */
export function longSpanLabel(first: CalendarDay, last: CalendarDay): string {
  const [from, to] = [longDayLabel(first), longDayLabel(last)];
  return from === to ? from : `${from} to ${to}`;
}

/** @returns for example 'Nov 23', 'Nov 23 – 29' or 'Nov 30 – Dec 6'; nothing of years */
export function spanLabel(first: Temporal.PlainDate, last: Temporal.PlainDate): string {
  if (first.equals(last)) return shortDayLabel(first);
  return `${shortDayLabel(first)} – ${first.month === last.month ? last.day : shortDayLabel(last)}`;
}

/** @returns the time of day at the business, for example '9:05 AM' */
export function timeLabel(at: string): string {
  const { hour, minute } = Temporal.Instant.from(at).toZonedDateTimeISO(businessTimeZone);
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** @returns the day of a moment at the business, for example 'Nov 23, 2026' */
export function momentDayLabel(at: string): string {
  return longDayLabel(calendarDay(businessDay(Temporal.Instant.from(at))));
}

/** @returns the day and time of a moment at the business, for example 'Nov 23, 2026, 9:05 AM' */
export function momentLabel(at: string): string {
  return `${momentDayLabel(at)}, ${timeLabel(at)}`;
}
