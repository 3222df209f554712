import { expect, test } from 'vitest';
import { overdueSentence } from './use-overdue.ts';

test('what is unpaid says why: declined, or not confirmed in time', () => {
  const unpaid = { amount: 1500, givenUpAmount: 0, notConfirmedAmount: 0 };
  const said = 'We will try again, or you pay it now.';
  expect(overdueSentence(unpaid)).toBe(`$15.00 for visits already made could not be charged. ${said}`);
  expect(overdueSentence({ ...unpaid, notConfirmedAmount: 1500 })).toBe(
    `$15.00 for visits already made was not confirmed in time, as your bank wanted. ${said}`,
  );
  expect(overdueSentence({ ...unpaid, notConfirmedAmount: 500 })).toContain('could not be charged');
});

test('what is tried again is told apart from what is given up', () => {
  const unpaid = { amount: 1500, givenUpAmount: 1500, notConfirmedAmount: 0 };
  expect(overdueSentence(unpaid)).toContain('Until it is paid no new service can start');
  expect(overdueSentence({ ...unpaid, amount: 3000 })).toContain(
    'We try $15.00 of it again. Until the rest is paid no new service can start',
  );
});
