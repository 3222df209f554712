import { expect, test } from 'vitest';
import { relativeTimeLabel } from './relative-time.ts';

const now = '2027-03-10T12:00:00Z';
const second = 1;
const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
const month = 30.44 * day;

const from = (seconds: number) =>
  relativeTimeLabel(new Date(Date.parse(now) + Math.round(seconds * 1000)).toISOString(), now);

test.each([
  [0, 'just now'],
  [44 * second, '44 seconds ago'],
  [45 * second, '1 minute ago'],
  [44 * minute, '44 minutes ago'],
  [45 * minute, '1 hour ago'],
  [21 * hour, '21 hours ago'],
  [22 * hour, '1 day ago'],
  [25 * day, '25 days ago'],
  [26 * day, '1 month ago'],
  [10 * month, '10 months ago'],
  [11 * month, '1 year ago'],
  [25 * month, '2 years ago'],
])('%d seconds ago: %s', (seconds, label) => {
  expect(from(-seconds)).toBe(label);
});

test('a moment to come', () => {
  expect(from(3 * hour)).toBe('in 3 hours');
  expect(from(26 * day)).toBe('in 1 month');
});
