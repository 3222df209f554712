import { expect, test } from 'vitest';
import { collectionTime } from './cycle.ts';

const wednesday = Temporal.Instant.from('2026-11-18T18:00:00Z');

test.each([
  ['BILLING_CYCLE_IMMEDIATE', '2026-11-18T18:00:00Z'],
  ['BILLING_CYCLE_DAILY', '2026-11-19T06:00:00Z'],
  ['BILLING_CYCLE_WEEKLY', '2026-11-23T06:00:00Z'],
  ['BILLING_CYCLE_MONTHLY', '2026-12-01T06:00:00Z'],
  ['BILLING_CYCLE_YEARLY', '2027-01-01T06:00:00Z'],
] as const)('%s is collected at %s', (cycle, expected) => {
  expect(collectionTime(cycle, wednesday).toString()).toBe(expected);
});

test('the day is the one of the business, not that of UTC', () => {
  const lateSunday = Temporal.Instant.from('2026-11-23T05:59:00Z');
  expect(collectionTime('BILLING_CYCLE_DAILY', lateSunday).toString()).toBe('2026-11-23T06:00:00Z');
  expect(collectionTime('BILLING_CYCLE_WEEKLY', lateSunday).toString()).toBe('2026-11-23T06:00:00Z');
  const newYearsEve = Temporal.Instant.from('2027-01-01T03:00:00Z');
  expect(collectionTime('BILLING_CYCLE_YEARLY', newYearsEve).toString()).toBe('2027-01-01T06:00:00Z');
});

test('a day on which the clocks change ends at its own midnight', () => {
  const beforeSpring = Temporal.Instant.from('2027-03-14T07:00:00Z');
  expect(collectionTime('BILLING_CYCLE_DAILY', beforeSpring).toString()).toBe('2027-03-15T05:00:00Z');
});
