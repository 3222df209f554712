import { expect, test } from 'vitest';
import { birthdayProblem, isOfAge, passwordChecks, passwordPattern, passwordRules } from './account-rules.ts';

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

test('what a field tells programs that make passwords up is the rule, character by character', () => {
  const rules = passwordRules
    .split(/;\s*(?![^[]*\])/)
    .filter(Boolean)
    .map((rule) => rule.split(/: (.*)/s).slice(0, 2));
  const ofRule = (name: string) => rules.flatMap(([key, value = '']) => (key === name ? [value] : []));
  const special = ofRule('required').find((value) => value.startsWith('[')) ?? '';
  expect([ofRule('minlength'), ofRule('maxlength')]).toEqual([['8'], ['256']]);
  expect([...ofRule('required'), ...ofRule('allowed')].filter((value) => value !== special)).toEqual([
    'lower',
    'digit',
    'upper',
  ]);
  // Any program reads a hyphen that stands first as itself.
  expect(special).toMatch(/^\[-[^\]-]+\]$/);
  const specials = [...special.slice(1, -1)];
  const printable = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));
  expect(printable.filter((one) => specials.includes(one))).toEqual(
    printable.filter((one) => !/[A-Za-z0-9]/.test(one) && passwordPattern.test(`abcdef12-${one}`)),
  );
  for (const one of specials)
    expect(
      passwordChecks.every(({ holds }) => holds(`abcdef1${one}`)),
      one,
    ).toBe(true);
});
