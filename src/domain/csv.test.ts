import { expect, test } from 'vitest';
import { csvOf } from './csv.ts';

test('cells with commas, quotes and lines are quoted; no text is a formula, and a number is a number', () => {
  const rows = [
    ['Street', 'Amount'],
    ['1 Elm St, "rear"', -1.5],
    ['=HYPERLINK("x")', 2],
    ['＝1', 0],
  ];
  expect(csvOf(rows)).toBe('Street,Amount\r\n"1 Elm St, ""rear""",-1.5\r\n"\'=HYPERLINK(""x"")",2\r\n\'＝1,0\r\n');
});
