import { expect, test } from 'vitest';
import { passwordPattern, usernamePattern } from './account-rules.ts';
import type { WeekDay } from './calendar.ts';
import { commaListLabel } from './comma-list.ts';
import { couponDiscount } from './coupon-discount.ts';
import { nextStatuses, targetStatus } from './engagement-status.ts';
import { engagementStatuses, notificationPreferences, pickable } from './enums.ts';
import { displayName, enumLabel, listLabel, moneyLabel, numberLabel, phoneLabel } from './labels.ts';
import { platformFee, visitPrice } from './pricing.ts';
import { maximumFrequency, maySkip, startDayProblem } from './schedule-rules.ts';
import { firstDays } from './wanted-days.ts';
import { nextWorkStep, workStatusBefore } from './work-status.ts';

test('labels drop the prefix, and pickers hide what is unknown', () => {
  expect(enumLabel('NOTIFICATION_PREFERENCE_EMAIL_TEXT')).toBe('Email Text');
  expect(enumLabel('WORK_STATUS_NOT_STARTED')).toBe('Not Started');
  expect(pickable(notificationPreferences).map(enumLabel)).toEqual(['Email', 'Text', 'Email Text']);
});

test('phone numbers of exactly ten digits are formatted, others are left alone', () => {
  expect(phoneLabel('4795550123')).toBe('(479) 555-0123');
  expect(phoneLabel('479-555-0123')).toBe('479-555-0123');
  expect(phoneLabel('14795550123')).toBe('14795550123');
});

test('names and money as people read them', () => {
  expect(displayName('Ada', 'lovelace')).toBe('Ada L.');
  expect(moneyLabel(150_000)).toBe('$1,500.00');
});

test('a password needs a digit, a lowercase letter and a special character, and no others', () => {
  for (const good of ['bones4all!', 'aaaaaa1-', 'ABCdef1"']) expect(passwordPattern.test(good)).toBe(true);
  for (const bad of ['bones4al', 'bones-all', 'BONES4ALL!', 'b4!b4!b', 'bones 4all!', 'bönes4all!']) {
    expect(passwordPattern.test(bad)).toBe(false);
  }
});

test('a user name has 1 to 128 of its characters', () => {
  expect(usernamePattern.test('a+b=c,d.e@f_g-h')).toBe(true);
  expect(usernamePattern.test('x'.repeat(128))).toBe(true);
  for (const bad of ['', 'x'.repeat(129), 'a b', 'a/b', 'ü']) expect(usernamePattern.test(bad)).toBe(false);
});

test('a visit costs the base rate times the multiplier, and the fee is a share of it', () => {
  const rates = { standard: 1500, large: 2500 };
  expect(visitPrice(rates, 'YARD_SIZE_STANDARD', 1)).toBe(1500);
  expect(visitPrice(rates, 'YARD_SIZE_LARGE', 3)).toBe(7500);
  expect(() => visitPrice(rates, 'YARD_SIZE_UNKNOWN', 1)).toThrow(RangeError);
  expect([platformFee(1500, 20), platformFee(1499, 20), platformFee(1, 50)]).toEqual([300, 300, 1]);
});

test('a coupon takes off an amount or a share, once or always, and never more than the price', () => {
  const once = { term: 'TERM_ONCE', amountOff: 500, percentOff: null } as const;
  expect([couponDiscount(once, 1500, 0), couponDiscount(once, 1500, 1), couponDiscount(once, 300, 0)]).toEqual([
    500, 0, 300,
  ]);
  const forever = { term: 'TERM_FOREVER', amountOff: null, percentOff: 15 } as const;
  expect([couponDiscount(forever, 1500, 0), couponDiscount(forever, 1501, 9)]).toEqual([225, 225]);
});

test('a visit moves along one way, one step at a time', () => {
  const path = ['WORK_STATUS_NOT_STARTED'];
  for (let step = nextWorkStep('WORK_STATUS_NOT_STARTED'); step; step = nextWorkStep(step.next)) {
    expect(workStatusBefore(step.next)).toBe(path.at(-1));
    path.push(step.next);
  }
  expect(path.at(-1)).toBe('WORK_STATUS_WORK_COMPLETED');
  expect(path).toHaveLength(6);
});

const held = { hasWorker: true, hasStarted: true, isGiven: false };

test('an engagement that is over moves nowhere, and nobody but staff completes one by hand', () => {
  for (const status of ['ENGAGEMENT_STATUS_COMPLETED', 'ENGAGEMENT_STATUS_CANCELLED'] as const) {
    expect(nextStatuses({ ...held, status }, 'employee')).toEqual([]);
  }
  for (const status of engagementStatuses) {
    expect(nextStatuses({ ...held, status }, 'customer')).not.toContain('ENGAGEMENT_STATUS_COMPLETED');
    expect(nextStatuses({ ...held, status }, 'worker')).not.toContain('ENGAGEMENT_STATUS_CANCELLED');
  }
});

test('staff may put a paused engagement back to the pool, and nobody else may but a worker to whom they have given it', () => {
  const mayRelease = (isGiven: boolean) =>
    (['customer', 'worker', 'employee', 'system'] as const).filter((actor) =>
      nextStatuses({ ...held, isGiven, status: 'ENGAGEMENT_STATUS_PAUSED' }, actor).includes(
        'ENGAGEMENT_STATUS_PROPOSED',
      ),
    );
  expect([mayRelease(false), mayRelease(true)]).toEqual([['employee'], ['worker', 'employee']]);
});

test('there is one way back from a pause, whichever was asked for', () => {
  const paused = (hasWorker: boolean, hasStarted: boolean) =>
    ({ status: 'ENGAGEMENT_STATUS_PAUSED', hasWorker, hasStarted, isGiven: false }) as const;
  const ways = [
    [paused(true, true), 'ENGAGEMENT_STATUS_RUNNING'],
    [paused(true, false), 'ENGAGEMENT_STATUS_ACCEPTED'],
    [paused(false, true), 'ENGAGEMENT_STATUS_PROPOSED'],
  ] as const;
  for (const [standing, back] of ways) {
    expect(nextStatuses(standing, 'customer')).toEqual([back, 'ENGAGEMENT_STATUS_CANCELLED']);
    expect(targetStatus(standing, 'ENGAGEMENT_STATUS_RUNNING')).toBe(back);
    expect(targetStatus(standing, 'ENGAGEMENT_STATUS_ACCEPTED')).toBe(back);
  }
});

test('a visit is taken off by the customer until the evening before, by the worker on the day, by staff until it is over', () => {
  const today = Temporal.PlainDate.from('2027-03-10');
  const may = (['customer', 'worker', 'employee'] as const).map((actor) =>
    [-1, 0, 1].map((days) => maySkip(actor, today.add({ days }), today)),
  );
  expect(may).toEqual([
    [false, false, true],
    [false, true, false],
    [false, true, true],
  ]);
});

test('visits per period are limited', () => {
  expect([
    maximumFrequency('PERIOD_DAILY'),
    maximumFrequency('PERIOD_WEEKLY'),
    maximumFrequency('PERIOD_MONTHLY'),
  ]).toEqual([24, 7, 31]);
  expect(maximumFrequency(undefined)).toBe(7);
});

const date = (text: string) => Temporal.PlainDate.from(text);

test('the first dates follow from start day, weekdays and week, and from no day before today', () => {
  const weekDays: WeekDay[] = ['DAY_OF_WEEK_TUESDAY'];
  const plan = { startDay: '2026-12-09', interval: 2, weekOffset: 0, weekDays };
  const dates = (change: object, from = '2026-12-01') => firstDays({ ...plan, ...change }, from, 2);
  // Tuesday of the start's own week lies before the start.
  expect(dates({})).toEqual(['2026-12-22', '2027-01-05']);
  expect(dates({ weekOffset: 1 })).toEqual(['2026-12-15', '2026-12-29']);
  expect(dates({ interval: 1 })).toEqual(['2026-12-15', '2026-12-22']);
  expect(dates({}, '2026-12-23')).toEqual(['2027-01-05', '2027-01-19']);
  expect(dates({ weekDays: [] })).toEqual([]);
});

test('a service starts today or within a year', () => {
  const problem = (text: string) => startDayProblem(date(text), date('2026-11-22'));
  expect(problem('2026-11-21')).toBe('Start date cannot be in the past.');
  expect([problem('2026-11-22'), problem('2027-11-22')]).toEqual([undefined, undefined]);
  expect(problem('2027-11-23')).toBe('Start date can be at most a year ahead.');
});

test('numbers, amounts and lists are written as Intl writes them', () => {
  for (const number of [0, 7, 999, 1000, 12_345.6, 1_234_567, -1200, 0.04, 0.05, 99.95, 100]) {
    for (const digits of [0, 1, 2]) {
      const asIntl = number.toLocaleString('en-US', { maximumFractionDigits: digits, signDisplay: 'negative' });
      expect(numberLabel(number, digits)).toBe(asIntl);
    }
  }
  const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
  for (const cents of [0, 5, 99, 100, 123_456_789, -1, -123_400])
    expect(moneyLabel(cents)).toBe(dollars.format(cents / 100));
  const list = new Intl.ListFormat('en-GB');
  for (const words of [[], ['a'], ['a', 'b'], ['a', 'b', 'c']]) expect(listLabel(words)).toBe(list.format(words));
  const days = ['Mon, Nov 23', 'Wed, Nov 25', 'Thu, Nov 26'];
  expect(commaListLabel(days)).toBe('Mon, Nov 23; Wed, Nov 25; and Thu, Nov 26');
  expect(commaListLabel(days.slice(1))).toBe('Wed, Nov 25 and Thu, Nov 26');
});
