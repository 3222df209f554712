import { expect, test } from 'vitest';
import { weekLabel } from './week-label.ts';

test('a week is named by its days, with the year where it changes', () => {
  expect(weekLabel({ year: 2026, week: 47 })).toBe('Nov 16 – 22, 2026');
  expect(weekLabel({ year: 2026, week: 49 })).toBe('Nov 30 – Dec 6, 2026');
  expect(weekLabel({ year: 2026, week: 53 })).toBe('Dec 28, 2026 – Jan 3, 2027');
});
