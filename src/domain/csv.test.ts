import { expect, test } from 'vitest';
import { csvOf } from './csv.ts';

test('cells with commas, quotes and lines are quoted; no text is a formula, and an amount has its cents', () => {
  const rows = [
    ['Street', 'Amount'],
    ['1 Elm St, "rear"', -150],
    ['=HYPERLINK("x")', 80],
    ['＝1', 0],
    ['-65.00', '+$65.00'],
  ];
  expect(csvOf(rows)).toBe(
    'Street,Amount\r\n"1 Elm St, ""rear""",-1.50\r\n"\'=HYPERLINK(""x"")",0.80\r\n\'＝1,0.00\r\n-65.00,\'+$65.00\r\n',
  );
});
