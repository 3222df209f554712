import { expect, test } from 'vitest';
import { buildEngagement } from '#web/testing/engagements.ts';
import {
  billingCycleLabel,
  daysSentence,
  durationLabel,
  lockedGateSentence,
  nextVisitLabel,
  pausedSentence,
  paymentLabel,
  statusSentence,
  visitPrices,
  visitTimesLabel,
  weekDaysLabel,
} from './engagement-words.ts';

const id = '0199a0a0-0000-7000-8000-000000000000';

test.each([
  [7 * 24 * 60, '7 days'],
  [24 * 60, '1 day'],
  [36 * 60, '36 hours'],
  [90, '90 minutes'],
  [1, '1 minute'],
])('%i minutes are held as %s', (minutes, label) => {
  expect(durationLabel(minutes)).toBe(label);
});

test('a visit shows the times of the work at the business, also for who reads it elsewhere', () => {
  const startedAt = '2026-11-23T15:05:00Z';
  expect(visitTimesLabel({ startedAt, completedAt: '2026-11-23T15:40:00Z' })).toBe('9:05 AM to 9:40 AM');
  expect(visitTimesLabel({ startedAt, completedAt: null })).toBe('Since 9:05 AM');
  expect(visitTimesLabel({ startedAt: null, completedAt: null })).toBeUndefined();
});

test("a receipt's day is the business's, not that of UTC", () => {
  const charge = {
    amount: 1500,
    discount: 0,
    status: 'paid',
    paidAt: '2026-11-24T03:00:00Z',
    billRefunded: 0,
    declineMessage: null,
    stripePaymentMethodId: null,
  } as const;
  expect(paymentLabel(charge, true)).toBe('Paid on Nov 23, 2026');
  expect(paymentLabel({ ...charge, billRefunded: 500 }, true)).toBe(
    'Paid on Nov 23, 2026. $5.00 of its bill was sent back.',
  );
  expect(paymentLabel({ ...charge, amount: 0, discount: 1500 }, true)).toBe('Free with your coupon');
  expect(paymentLabel({ ...charge, amount: 0, discount: 1500 }, false)).toBe('Free with a coupon');
  const toConfirm = { ...charge, status: 'action-required' } as const;
  expect(paymentLabel(toConfirm, true)).toBe('Waiting for your confirmation');
  expect(paymentLabel(toConfirm, false)).toBe('Waiting for the customer to confirm');
});

const unpaid = {
  amount: 1500,
  discount: 0,
  paidAt: null,
  billRefunded: 0,
  declineMessage: null,
  stripePaymentMethodId: null,
};

test.each([
  ['disputed', 'Disputed'],
  ['taken-back', 'Taken back by the bank'],
  ['paid-otherwise', 'Paid another way'],
  ['partly-paid-otherwise', 'Partly paid another way'],
] as const)('a payment that is %s says what the bill says', (status, words) => {
  expect(paymentLabel({ ...unpaid, status }, true)).toBe(words);
});

const short = 'Your bank account did not have enough money.';
test.each([
  [true, short, true, `We paused your visits. ${short} Choose another payment method to resume.`],
  [
    true,
    'The customer’s bank account did not have enough money.',
    false,
    'We paused the visits. The customer’s bank account did not have enough money. The customer has to choose another payment method to resume.',
  ],
  [false, short, true, `${short} Choose another payment method to resume.`],
  [true, null, true, 'We paused your visits because a payment failed. Pay what is open to resume.'],
  [false, null, true, undefined],
] as const)(
  'paused (unpaid: %s, blocked: %s, for the customer: %s) says why',
  (isPausedUnpaid, blockedWhy, isOwn, words) => {
    expect(pausedSentence({ isPausedUnpaid, blockedWhy }, isOwn)).toBe(words);
  },
);

test('only a product that is charged at once says so', () => {
  expect(billingCycleLabel('BILLING_CYCLE_IMMEDIATE')).toBe('Charged after each visit');
  expect(billingCycleLabel('BILLING_CYCLE_MONTHLY')).toBe('Charged at the end of each month, for the visits made');
});

test('the weekdays of a plan are named, an empty plan is not', () => {
  const day = (dayOfWeek: 'DAY_OF_WEEK_MONDAY' | 'DAY_OF_WEEK_THURSDAY') => ({
    id,
    scheduleTemplateId: id,
    dayOfWeek,
    sequence: 0,
  });
  const template = {
    id,
    period: 'PERIOD_WEEKLY',
    frequency: 2,
    interval: 1,
    startDay: { year: 2026, month: 11, day: 23 },
    weekOffset: 0,
    isPinned: false,
  } as const;
  const scheduleTemplateDays = [day('DAY_OF_WEEK_MONDAY'), day('DAY_OF_WEEK_THURSDAY')];
  expect(weekDaysLabel({ scheduleTemplate: { ...template, scheduleTemplateDays } })).toBe('Monday and Thursday');
  expect(weekDaysLabel({ scheduleTemplate: { ...template, scheduleTemplateDays: [] } })).toBeUndefined();
});

test.each([
  ['ENGAGEMENT_STATUS_PROPOSED', 0, 'Picked by the worker who accepts'],
  ['ENGAGEMENT_STATUS_RUNNING', 0, 'Still to be picked'],
  ['ENGAGEMENT_STATUS_RUNNING', 1, 'Monday. Of 3 weekdays, 2 are still to be picked.'],
  ['ENGAGEMENT_STATUS_RUNNING', 2, 'Monday and Thursday. Of 3 weekdays, 1 is still to be picked.'],
  ['ENGAGEMENT_STATUS_RUNNING', 3, 'Monday, Thursday and Friday'],
  ['ENGAGEMENT_STATUS_CANCELLED', 1, 'Monday'],
  ['ENGAGEMENT_STATUS_CANCELLED', 0, 'None'],
] as const)('of three weekdays of a service that is %s, %i are picked', (status, count, words) => {
  const picked = ['DAY_OF_WEEK_MONDAY', 'DAY_OF_WEEK_THURSDAY', 'DAY_OF_WEEK_FRIDAY'] as const;
  const { scheduleTemplate } = buildEngagement('e', status);
  const scheduleTemplateDays = picked
    .slice(0, count)
    .map((dayOfWeek) => ({ id, scheduleTemplateId: id, dayOfWeek, sequence: 0 }));
  const engagement = { status, scheduleTemplate: { ...scheduleTemplate, frequency: 3, scheduleTemplateDays } };
  expect(daysSentence(engagement)).toBe(words);
});

test('a proposal says whom it waits for', () => {
  const proposal = {
    status: 'ENGAGEMENT_STATUS_PROPOSED',
    worker: null,
    baseCost: 1500,
    agreedBaseCost: 1500,
  } as const;
  expect(statusSentence(proposal, 'PROFILE_TYPE_CUSTOMER')).toBe('Waiting for somebody to accept.');
  const dearer = { ...proposal, baseCost: 3000 };
  expect(statusSentence(dearer, 'PROFILE_TYPE_CUSTOMER')).toBe('Waiting for you to agree to the new price.');
  expect(statusSentence(dearer, 'PROFILE_TYPE_EMPLOYEE')).toBe('Waiting for the customer to agree to the new price.');
});

test('what a visit costs is said for both yard sizes', () => {
  expect(visitPrices({ standard: 1500, large: 2500 }, 2)).toBe('$30.00 a visit, $50.00 for a large yard');
});

test('without a next visit it says why', () => {
  expect(nextVisitLabel('ENGAGEMENT_STATUS_RUNNING', { year: 2026, month: 11, day: 23 })).toBe('Mon, Nov 23');
  expect(nextVisitLabel('ENGAGEMENT_STATUS_ACCEPTED', undefined)).toBe('No date yet');
  expect(nextVisitLabel('ENGAGEMENT_STATUS_PAUSED', undefined)).toBe('None while it is paused');
  expect(nextVisitLabel('ENGAGEMENT_STATUS_CANCELLED', undefined)).toBe('No more visits');
});

test('what a locked gate costs is said when it costs something', () => {
  expect(lockedGateSentence(500)).toBe('When we come and cannot get into the yard, $5.00 is charged for the way.');
  expect([lockedGateSentence(0), lockedGateSentence(undefined)]).toEqual([undefined, undefined]);
});
