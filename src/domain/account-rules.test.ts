import { expect, test } from 'vitest';
import { birthdayProblem, isOfAge } from './account-rules.ts';

const day = (text: string) => {
  const [year = 0, month = 0, date = 0] = text.split('-').map(Number);
  return { year, month, day: date };
};

test.each([
  ['2008-11-21', '2026-11-20', false],
  ['2008-11-20', '2026-11-20', true],
  ['2008-02-29', '2026-02-28', false],
  ['2008-02-29', '2026-03-01', true],
  ['2030-01-01', '2026-11-20', false],
])('born on %s, on %s somebody may work: %s', (birthday, today, may) => {
  expect(isOfAge(day(birthday), day(today))).toBe(may);
});

test.each([
  ['1990-02-28', undefined],
  ['2000-02-29', undefined],
  ['1990-02-30', 'February 1990 has no day 30.'],
  ['1990-02-29', 'February 1990 has no day 29.'],
  ['1990-04-00', 'April 1990 has no day 0.'],
  ['1990-13-01', 'There is no month 13.'],
  ['1850-05-05', 'Please check the year: 1850 is too long ago.'],
  ['90-05-05', 'Please give the year with all four digits.'],
  ['2201-05-05', 'Please check the year: 2201 is still to come.'],
])('of the birthday %s is said: %s', (birthday, problem) => {
  expect(birthdayProblem(day(birthday))).toBe(problem);
});
