import { expect, test } from 'vitest';
import type { FailedPayment } from '#contract/desk-money.ts';
import { kindNotTakenMessage } from '#domain/payment-attempts.ts';
import { countLabel } from '#web/ui/count-label.ts';
import { failureLabel, nextLabel, visitMark, visitSummary, visitTotal } from './desk-words.ts';

const payment: FailedPayment = {
  paymentId: '01990000-0000-7000-8000-000000000001',
  bill: { id: '01990000-0000-7000-8000-000000000002', number: 'Y-2026-000001' },
  engagementId: '01990000-0000-7000-8000-000000000002',
  customer: { profileId: '01990000-0000-7000-8000-000000000003', name: 'Ada Long' },
  amount: 1500,
  state: 'retrying',
  declineMessage: 'Your card was declined.',
  attempts: 2,
  nextAt: '2027-03-10T15:05:00Z',
  engagementStatus: 'ENGAGEMENT_STATUS_RUNNING',
};

test('a count says when there are more than were counted', () => {
  expect([0, 7, 1000, 1001].map(countLabel)).toEqual(['0', '7', '1,000', '1,000+']);
});

test('the visits of a day are summed up by where they stand', () => {
  const counts = { 'not-started': 3, 'under-way': 0, done: 1, skipped: 0 };
  const [countedAt, soon, later] = ['2027-03-10T15:05:00Z', '2027-03-10T15:06:00Z', '2027-03-10T15:06:01Z'];
  expect(visitSummary({ counts, countedAt }, soon)).toBe('3 not started');
  expect(visitSummary({ counts, countedAt }, later)).toBe('3 not started at 9:05 AM');
  expect(visitTotal(counts)).toBe(4);
  const none = { 'not-started': 0, 'under-way': 0, done: 0, skipped: 0 };
  expect(visitSummary({ counts: none, countedAt }, later)).toBe('');
});

test('a visit that could not be done says why, and one that was skipped too', () => {
  const skip = { kind: 'could-not', reason: 'The gate is locked' } as const;
  expect(visitMark({ state: 'skipped', skip })).toMatchObject({
    label: 'Not done',
    why: 'Could not do it: The gate is locked',
  });
  expect(visitMark({ state: 'skipped', skip: { ...skip, reason: null } }).why).toBe('Could not do it');
  const skipped = { kind: 'skipped', reason: 'Rain' } as const;
  expect(visitMark({ state: 'skipped', skip: skipped })).toMatchObject({ label: 'Skipped', why: 'Skipped: Rain' });
  expect(visitMark({ state: 'done', skip: null }).why).toBeUndefined();
});

test('a failed payment says why, how often, and what happens next', () => {
  expect(failureLabel(payment)).toBe('The customer’s card was declined. 2 attempts.');
  expect(nextLabel(payment)).toBe('Next attempt Mar 10, 2027, 9:05 AM.');
  const asks: FailedPayment = { ...payment, state: 'confirmation-needed', declineMessage: null, attempts: 1 };
  expect(failureLabel(asks)).toBe('The bank asks the customer to confirm. 1 attempt.');
  expect(nextLabel(asks)).toBe('Until Mar 10, 2027, 9:05 AM.');
  expect(nextLabel({ ...payment, declineMessage: kindNotTakenMessage })).toBe('It waits for another payment method.');
  const givenUp: FailedPayment = { ...payment, state: 'given-up', attempts: 4, nextAt: null };
  expect(nextLabel({ ...givenUp, engagementStatus: 'ENGAGEMENT_STATUS_PAUSED' })).toBe('Visits are paused.');
  expect(nextLabel({ ...givenUp, engagementStatus: 'ENGAGEMENT_STATUS_CANCELLED' })).toBe('Not tried again by itself.');
});
