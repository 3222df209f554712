import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type WeekDay, weekDaysInOrder } from './calendar.ts';
import { changedVisits } from './changed-visits.ts';
import { isDueOn, noExceptions } from './schedule-rules.ts';

const date = (text: string) => Temporal.PlainDate.from(text);
const [monday, tuesday, , thursday]: WeekDay[] = [...weekDaysInOrder];
const rhythm = { startDay: date('2026-01-01'), interval: 1, weekOffset: 0 };
/** 7 December 2026 is a Monday. */
const today = date('2026-12-07');

test('a visit keeps its weekday, and of the others the first becomes the first', () => {
  const changed = (from: string, before = [tuesday], after = [thursday]) =>
    changedVisits({
      rhythm,
      before: before as WeekDay[],
      after: after as WeekDay[],
      from: date(from),
      first: today,
      last: date(from),
    }).map(({ was, is, isKept }) => [was?.day, is?.day, isKept]);
  expect(changed('2026-12-07')).toEqual([[8, 10, false]]);
  expect(changed('2026-12-15')).toEqual([
    [8, 10, true],
    [15, 17, false],
  ]);
  // The new day of that week would be before the day on which it begins.
  expect(changed('2026-12-09', [thursday], [tuesday])).toEqual([[10, 8, true]]);
  expect(changed('2026-12-10', [monday, thursday], [thursday])).toEqual([
    [10, 10, false],
    [7, undefined, true],
  ]);
  expect(changed('2026-12-14', [monday], [monday, thursday])).toEqual([
    [7, 7, true],
    [undefined, 10, true],
    [14, 14, false],
    [undefined, 17, false],
  ]);
});

const someWeekDays = fc.subarray([...weekDaysInOrder], { minLength: 1, maxLength: 4 });

test('until that day all is as it was, from the week after it on all is as it is to be', () => {
  fc.assert(
    fc.property(
      someWeekDays,
      someWeekDays,
      fc.integer({ min: 0, max: 40 }),
      fc.integer({ min: 0, max: 6 }),
      fc.constantFrom(1, 2),
      fc.constantFrom(0, 1),
      (before, after, ahead, start, interval, offset) => {
        const first = today.add({ days: start });
        const from = first.add({ days: ahead });
        const own = { startDay: date('2026-11-03'), interval, weekOffset: interval === 2 ? offset : 0 };
        const moves = changedVisits({ rhythm: own, before, after, from, first, last: from }).flatMap((visit) => {
          const originalDay = visit.is ?? visit.was;
          return visit.isKept && originalDay ? [{ originalDay, day: visit.was }] : [];
        });
        const was = { ...own, weekDays: before, exceptions: noExceptions };
        const is = { ...own, weekDays: after, exceptions: { ...noExceptions, moves } };
        const plain = { ...own, weekDays: after, exceptions: noExceptions };
        const nextMonday = from.add({ days: 8 - from.dayOfWeek });
        for (
          let day = first;
          Temporal.PlainDate.compare(day, nextMonday.add({ days: 14 })) < 0;
          day = day.add({ days: 1 })
        ) {
          if (Temporal.PlainDate.compare(day, from) < 0)
            expect(isDueOn(day, is), day.toString()).toBe(isDueOn(day, was));
          if (Temporal.PlainDate.compare(day, nextMonday) >= 0) {
            expect(isDueOn(day, is), day.toString()).toBe(isDueOn(day, plain));
          }
        }
        const places = moves.map(({ originalDay }) => originalDay.toString());
        expect(new Set(places).size).toBe(places.length);
      },
    ),
  );
});
