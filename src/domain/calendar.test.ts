import { expect, test } from 'vitest';
import {
  addBusinessDays,
  addWeeks,
  businessDay,
  calendarDay,
  dateInWeek,
  dayInWords,
  dayLabel,
  isoWeekOf,
  isSameDay,
  isVisitDue,
  longDayLabel,
  momentLabel,
  mondayOf,
  shortDayLabel,
  timeLabel,
  weekDayOf,
  weekDaysInOrder,
  weeksInYear,
  whenDue,
} from './calendar.ts';

const day = (text: string) => Temporal.PlainDate.from(text);

test('the business day is that of north-west Arkansas, on both sides of midnight and of daylight saving', () => {
  const at = (text: string) => businessDay(Temporal.Instant.from(text)).toString();
  expect(at('2026-11-20T05:59:59Z')).toBe('2026-11-19');
  expect(at('2026-11-20T06:00:00Z')).toBe('2026-11-20');
  expect(at('2026-07-01T04:59:59Z')).toBe('2026-06-30');
  expect(at('2026-07-01T05:00:00Z')).toBe('2026-07-01');
});

test('weeks are those of ISO 8601', () => {
  expect(isoWeekOf(day('2027-01-03'))).toEqual({ year: 2026, week: 53 });
  expect(isoWeekOf(day('2027-01-04'))).toEqual({ year: 2027, week: 1 });
  expect(isoWeekOf(day('2024-12-30'))).toEqual({ year: 2025, week: 1 });
  expect([weeksInYear(2026), weeksInYear(2027), weeksInYear(2020)]).toEqual([53, 52, 53]);
});

test('every day of thirty years is found again by its week and weekday', () => {
  for (let date = day('2020-01-01'); date.year < 2051; date = date.add({ days: 1 })) {
    const week = isoWeekOf(date);
    if (!dateInWeek(week, weekDayOf(date)).equals(date)) throw new Error(`${date} is not in its week`);
  }
  expect(mondayOf({ year: 2026, week: 1 }).toString()).toBe('2025-12-29');
});

test('every day of thirty years has the week that the count of days gives it', () => {
  // Computed from days alone: a week has the year of its Thursday, and its number counts that year's Thursdays.
  const dayLength = 86_400_000;
  for (let at = Date.UTC(2020, 0, 1); at < Date.UTC(2051, 0, 1); at += dayLength) {
    const weekDay = (new Date(at).getUTCDay() + 6) % 7;
    const thursday = new Date(at + (3 - weekDay) * dayLength);
    const year = thursday.getUTCFullYear();
    const week = 1 + Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / dayLength / 7);
    const date = day(new Date(at).toISOString().slice(0, 10));
    const found = isoWeekOf(date);
    if (found.year !== year || found.week !== week) throw new Error(`${date} is in ${year}-W${week}`);
    if (weekDayOf(date) !== weekDaysInOrder[weekDay]) throw new Error(`${date} is not ${weekDayOf(date)}`);
  }
});

test('week arrows cross the year, through week 53 where there is one', () => {
  expect(addWeeks({ year: 2026, week: 53 }, 1)).toEqual({ year: 2027, week: 1 });
  expect(addWeeks({ year: 2026, week: 1 }, -1)).toEqual({ year: 2025, week: 52 });
});

test('visits fall on or after the start, in every interval-th week', () => {
  const start = day('2026-11-25');
  const every = (interval: number, weekOffset = 0) => ({ startDay: start, interval, weekOffset });
  expect(isVisitDue(day('2026-11-24'), every(1))).toBe(false);
  expect(isVisitDue(start, every(1))).toBe(true);
  const due = (text: string) => isVisitDue(day(text), every(2));
  // The start's own week counts as the first, whichever weekday the visit has.
  expect([due('2026-11-29'), due('2026-11-30'), due('2026-12-06'), due('2026-12-07')]).toEqual([
    true,
    false,
    false,
    true,
  ]);
});

test('a week has seven days', () => {
  expect(weekDaysInOrder).toHaveLength(7);
});

test('business days leave out the weekend and keep the time of day through daylight saving', () => {
  const two = (local: string) => {
    const from = Temporal.PlainDateTime.from(local).toZonedDateTime('America/Chicago').toInstant();
    return addBusinessDays(from, 2).toZonedDateTimeISO('America/Chicago').toPlainDateTime().toString();
  };
  expect(two('2026-11-16T09:30')).toBe('2026-11-18T09:30:00');
  expect(two('2026-11-19T09:30')).toBe('2026-11-23T09:30:00');
  expect(two('2026-11-20T23:59:59')).toBe('2026-11-24T23:59:59');
  expect(two('2026-11-21T00:00')).toBe('2026-11-24T00:00:00');
  expect(two('2026-11-22T12:00')).toBe('2026-11-24T12:00:00');
  // The clocks go back on Sunday 1 November and forward on Sunday 14 March.
  expect(two('2026-10-30T10:00')).toBe('2026-11-03T10:00:00');
  expect(two('2027-03-12T10:00')).toBe('2027-03-16T10:00:00');
});

test('a moment late in the evening belongs to the business day there, not to that of UTC', () => {
  const friday = Temporal.Instant.from('2026-11-21T03:00:00Z');
  expect(addBusinessDays(friday, 2).toString()).toBe('2026-11-25T03:00:00Z');
  expect(addBusinessDays(friday, 0)).toEqual(friday);
});

test('a moment is told in the time of the business', () => {
  expect(momentLabel('2026-11-24T05:59:00Z')).toBe('Nov 23, 2026, 11:59 PM');
  expect(momentLabel('2026-07-01T05:00:00Z')).toBe('Jul 1, 2026, 12:00 AM');
});

test('two days are the same when year, month and day are, and none is the same as none', () => {
  const day = { year: 2026, month: 11, day: 22 };
  expect(isSameDay(day, { ...day })).toBe(true);
  for (const other of [{ ...day, year: 2025 }, { ...day, month: 10 }, { ...day, day: 21 }, undefined]) {
    expect(isSameDay(day, other)).toBe(false);
  }
  expect(isSameDay(undefined, undefined)).toBe(false);
});

test('what is overdue is in the spans of `whenDue`, and nothing else', () => {
  // Two weeks, with the day on which the clocks go forward, and the other on which they go back.
  for (const first of ['2027-03-08T06:00:00Z', '2026-10-26T05:00:00Z']) {
    for (let hour = 0; hour < 14 * 24; hour += 5) {
      const now = Temporal.Instant.from(first).add({ hours: hour, minutes: 30 });
      const spans = whenDue(now, 2);
      expect(spans.length).toBeLessThanOrEqual(4);
      for (let before = 0; before < 12 * 24; before += 3) {
        const at = now.subtract({ hours: before, minutes: 7 });
        const isIn = spans.some(
          ([from, until]) =>
            (from === '-infinity' || Temporal.Instant.compare(from, at) <= 0) &&
            Temporal.Instant.compare(at, until) < 0,
        );
        const isOverdue = Temporal.Instant.compare(addBusinessDays(at, 2), now) < 0;
        if (isIn !== isOverdue) throw new Error(`${at} at ${now}: ${isIn}`);
      }
    }
  }
});

test('days and times are named as American English names them', () => {
  const named = (date: Temporal.PlainDate) => [
    dayLabel(date),
    shortDayLabel(date),
    longDayLabel(calendarDay(date)),
    dayInWords(date),
  ];
  const asIntl = (date: Temporal.PlainDate) => [
    date.toLocaleString('en-US', { weekday: 'short', month: 'short', day: 'numeric' }),
    date.toLocaleString('en-US', { month: 'short', day: 'numeric' }),
    date.toLocaleString('en-US', { dateStyle: 'medium' }),
    date.toLocaleString('en-US', { weekday: 'long', month: 'long', day: 'numeric' }),
  ];
  for (let date = day('2027-12-01'); date.year < 2029; date = date.add({ days: 1 })) {
    expect(named(date)).toEqual(asIntl(date));
  }
  const minutes = Array.from({ length: 24 * 60 }, (_, past) =>
    day('2026-11-23').toZonedDateTime('America/Chicago').add({ minutes: past }),
  );
  expect(minutes.map((minute) => timeLabel(minute.toInstant().toString()))).toEqual(
    minutes.map((minute) => minute.toLocaleString('en-US', { hour: 'numeric', minute: '2-digit' })),
  );
});
