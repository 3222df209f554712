import fc from 'fast-check';
import { expect, test } from 'vitest';
import { businessDay } from './calendar.ts';
import { stepTime } from './step-time.ts';
import { businessTimeZone } from './time-zone.ts';

const date = Temporal.PlainDate.from('2027-03-10');
const at = (time: string) => Temporal.Instant.from(`${time}-06:00`);
const tap = (tappedAt: string | undefined, now: string, stepBefore?: string) => {
  const time = stepTime({
    date,
    tappedAt: tappedAt === undefined ? undefined : at(tappedAt),
    now: at(now),
    stepBefore: stepBefore === undefined ? undefined : at(stepBefore),
  });
  return 'at' in time ? time.at.toZonedDateTimeISO('-06:00').toPlainDateTime().toString() : time.refusal;
};
const onlyToday = 'Only today’s visits can be worked on.';

test('a start counts when it was tapped, and is taken until the end of the next day', () => {
  expect(tap(undefined, '2027-03-10T09:00:00')).toBe('2027-03-10T09:00:00');
  expect(tap('2027-03-10T09:00:00', '2027-03-11T23:59:59')).toBe('2027-03-10T09:00:00');
  expect(tap('2027-03-10T09:00:00', '2027-03-12T00:00:00')).toMatch(/^This day is over/);
  expect(tap(undefined, '2027-03-11T00:00:00')).toBe(onlyToday);
  expect(tap('2027-03-11T00:00:00', '2027-03-11T08:00:00')).toBe(onlyToday);
  expect(tap('2027-03-09T23:59:59', '2027-03-10T08:00:00')).toBe(onlyToday);
});

test('a visit that was begun may be gone on with on the next day, and no later', () => {
  expect(tap(undefined, '2027-03-11T09:00:00', '2027-03-10T17:00:00')).toBe('2027-03-11T09:00:00');
  expect(tap('2027-03-11T08:00:00', '2027-03-11T09:00:00', '2027-03-10T17:00:00')).toBe('2027-03-11T08:00:00');
  expect(tap('2027-03-10T18:00:00', '2027-03-12T00:00:00', '2027-03-10T17:00:00')).toMatch(/^This day is over/);
});

test('a clock that is a little off is put right, one that is far off is refused', () => {
  expect(tap('2027-03-10T09:01:00', '2027-03-10T09:00:00')).toBe('2027-03-10T09:00:00');
  expect(tap('2027-03-10T09:01:01', '2027-03-10T09:00:00')).toMatch(/not happened yet/);
  expect(tap('2027-03-10T08:59:00', '2027-03-10T09:30:00', '2027-03-10T09:00:00')).toBe('2027-03-10T09:00:00');
  expect(tap('2027-03-10T08:58:59', '2027-03-10T09:30:00', '2027-03-10T09:00:00')).toMatch(/before the step before/);
});

test('whatever the clocks say, nothing is taken from the future or from before the step before', () => {
  const seconds = fc.integer({ min: -200_000, max: 200_000 });
  fc.assert(
    fc.property(seconds, seconds, fc.option(seconds), (tapped, arrived, before) => {
      const noon = date.toZonedDateTime({ timeZone: businessTimeZone, plainTime: '12:00' }).toInstant();
      const now = noon.add({ seconds: arrived });
      const stepBefore = before === null ? undefined : noon.add({ seconds: Math.min(before, arrived) });
      const time = stepTime({ date, tappedAt: noon.add({ seconds: tapped }), now, stepBefore });
      if ('refusal' in time) return;
      expect(Temporal.Instant.compare(time.at, now)).toBeLessThanOrEqual(0);
      if (stepBefore) expect(Temporal.Instant.compare(time.at, stepBefore)).toBeGreaterThanOrEqual(0);
      else expect(businessDay(time.at).equals(date)).toBe(true);
      expect(date.until(businessDay(now)).days).toBeLessThanOrEqual(1);
    }),
  );
});
