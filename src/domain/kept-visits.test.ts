import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type WeekDay, weekDaysInOrder } from './calendar.ts';
import { keptVisits } from './kept-visits.ts';
import { isDueOn, noExceptions } from './schedule-rules.ts';

const date = (text: string) => Temporal.PlainDate.from(text);
const [tuesday, thursday]: WeekDay[] = ['DAY_OF_WEEK_TUESDAY', 'DAY_OF_WEEK_THURSDAY'];
const rhythm = { startDay: date('2026-01-01'), interval: 1, weekOffset: 0 };

test('visits stay on their weekday until the day from which another one counts', () => {
  const kept = (from: string, before = [tuesday], after = [thursday]) =>
    keptVisits({
      rhythm,
      before: before as WeekDay[],
      after: after as WeekDay[],
      from: date(from),
      today: date('2026-12-07'),
    }).map(({ originalDay, day }) => [originalDay.toString().slice(5), day.toString().slice(5)]);
  // 7 December is a Monday.
  expect(kept('2026-12-07')).toEqual([]);
  expect(kept('2026-12-15')).toEqual([['12-10', '12-08']]);
  // The new day of that week would be before the day on which it begins.
  expect(kept('2026-12-09', [thursday], [tuesday])).toEqual([['12-08', '12-10']]);
  // Of two visits a week the first is the one that stays.
  expect(kept('2026-12-10', [tuesday, thursday], [thursday])).toEqual([['12-10', '12-08']]);
});

const someWeekDays = fc.subarray([...weekDaysInOrder], { minLength: 1, maxLength: 3 });

test('whatever changes, nothing is lost before that day, and nothing is as it was from the week after it on', () => {
  fc.assert(
    fc.property(
      someWeekDays,
      someWeekDays,
      fc.integer({ min: 0, max: 40 }),
      fc.integer({ min: 0, max: 6 }),
      fc.constantFrom(1, 2),
      fc.constantFrom(0, 1),
      (before, after, ahead, start, interval, offset) => {
        fc.pre(before.length <= after.length);
        const today = date('2026-12-07').add({ days: start });
        const from = today.add({ days: ahead });
        const own = { startDay: date('2026-11-03'), interval, weekOffset: interval === 2 ? offset : 0 };
        const moves = keptVisits({ rhythm: own, before, after, from, today });
        const was = { ...own, weekDays: before, exceptions: noExceptions };
        const is = { ...own, weekDays: after, exceptions: { ...noExceptions, moves } };
        const plain = { ...own, weekDays: after, exceptions: noExceptions };
        for (let day = today; Temporal.PlainDate.compare(day, from) < 0; day = day.add({ days: 1 })) {
          if (isDueOn(day, was)) expect(isDueOn(day, is), day.toString()).toBe(true);
        }
        const nextMonday = from.add({ days: 8 - from.dayOfWeek });
        for (
          let day = nextMonday;
          Temporal.PlainDate.compare(day, nextMonday.add({ days: 14 })) < 0;
          day = day.add({ days: 1 })
        ) {
          expect(isDueOn(day, is), day.toString()).toBe(isDueOn(day, plain));
        }
      },
    ),
  );
});
