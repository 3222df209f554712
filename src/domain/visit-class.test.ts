import { expect, test } from 'vitest';
import { businessTimeZone } from './time-zone.ts';
import { visitClass } from './visit-class.ts';

const day = Temporal.PlainDate.from('2026-12-02');
const at = (time: string, days = 0) =>
  day.add({ days }).toZonedDateTime({ timeZone: businessTimeZone, plainTime: time }).toInstant();

test.each([
  // A step of a visit of the day, and how long ago it was tapped.
  ['11:31', '11:30', 0, 'now'],
  ['13:30', '11:30', 0, 'now'],
  ['13:31', '11:30', 0, 'service'],
  // A visit that goes on into the night.
  ['23:30', '23:29', 0, 'now'],
  // Without a signal until after midnight; and what the office finishes two days later.
  ['00:21', '11:30', 1, 'service'],
  ['00:05', '23:58', 1, 'service'],
  ['23:31', '23:30', 2, 'service'],
])('at %s of what was done at %s, %s days ago: %s', (now, step, days, expected) =>
  expect(visitClass(at(now, days), [day], days === 2 ? at(step, days) : at(step))).toBe(expected),
);

test.each([
  ['06:30', [0], 'now'],
  ['20:59', [0], 'now'],
  // Nobody comes any more.
  ['21:00', [0], 'service'],
  ['23:30', [0], 'service'],
  ['12:00', [1], 'service'],
  ['23:30', [1], 'service'],
  // One that was missed is made today.
  ['12:00', [-2, 0], 'now'],
  ['12:00', [], 'service'],
])('at %s of a change of visits in %j days: %s', (now, days, expected) =>
  expect(
    visitClass(
      at(now),
      days.map((one) => day.add({ days: one })),
    ),
  ).toBe(expected),
);
