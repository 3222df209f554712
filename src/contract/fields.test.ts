import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { accounts, SignUp } from './accounts.ts';
import { NewCoupon } from './coupons.ts';
import { EngagementUpdate, NewEngagement } from './engagements.ts';
import { calendarDayField, Email, Id, longText, versionField } from './fields.ts';
import { InquiryPersonal, inquiries } from './inquiries.ts';
import { ProductForm } from './products.ts';
import { scheduleTemplateDays } from './schedule-template-days.ts';
import { SignInForm } from './session-shapes.ts';

const coupon = { name: 'WELCOME', term: 'TERM_ONCE', maxRedemptions: 1 };
const id = '019aa000-0000-7000-8000-00000000abcd';
const messages = (schema: z.ZodMiniType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message) ?? [];

test('an id in capitals is the same id', () => {
  expect(Id.parse(id.toUpperCase())).toBe(id);
  const day = { id, dayOfWeek: 'DAY_OF_WEEK_MONDAY', sequence: 0 };
  const plan = { scheduleTemplateDays: [{ ...day, scheduleTemplateId: id.toUpperCase() }] };
  expect(scheduleTemplateDays.createScheduleTemplateDays.body.parse(plan)).toEqual({
    scheduleTemplateDays: [{ ...day, scheduleTemplateId: id }],
  });
  const { shape } = NewEngagement;
  for (const field of [shape.productId, shape.serviceAddressId, shape.billingAddressId]) {
    expect(field.parse(id.toUpperCase())).toBe(id);
  }
  expect(messages(shape.serviceAddressId, 'home')).toEqual(['Service address is required']);
  expect(messages(Id, 'home')).toEqual(['This is not an id.']);
});

test('a long text keeps its lines, and is judged once it is clean', () => {
  const field = longText('Description is required.', 20);
  expect(field.parse('One\r\nTwo\u0000\nThree')).toBe('One\nTwo\nThree');
  expect(field.parse(`\u200b${'x'.repeat(20)}\u200b`)).toHaveLength(20);
  expect(messages(field, '\u200b\u00a0')).toEqual(['Description is required.']);
  expect(messages(field, ' \n ')).toEqual(['Description is required.']);
  expect(messages(field, 'x'.repeat(21))).toEqual(['Please use at most 20 characters.']);
  expect(ProductForm.shape.description.parse('One\nTwo')).toBe('One\nTwo');
  expect(inquiries.sendInquiry.body.shape.message.parse('One\nTwo')).toBe('One\nTwo');
});

test('a user name and a code may have anything around them that nobody sees, and the dash of another keyboard', () => {
  for (const field of [SignUp.shape.username, SignInForm.shape.username, accounts.resetPassword.body.shape.username]) {
    expect(field.parse('\u00a0pat.lee\u200b ')).toBe('pat.lee');
    expect(messages(field, '\u200b')).toHaveLength(1);
  }
  expect(SignInForm.shape.username.parse(' pat\u2011lee@example.com')).toBe('pat-lee@example.com');
  expect(messages(SignUp.shape.username, 'pat lee')).toHaveLength(1);
  expect(NewCoupon.parse({ ...coupon, percentOff: 10, name: ' SPRING\u201326 ' }).name).toBe('SPRING-26');
});

test('a password stays as it was typed', () => {
  expect(SignUp.shape.password.parse('Pass1word!')).toBe('Pass1word!');
  for (const odd of ['Pass1word!\u200b', ' Pass1word!', 'Pass1w\u00f6rd!'])
    expect(messages(SignUp.shape.password, odd)).toHaveLength(1);
});

test('a coupon takes off no more than the database holds', () => {
  expect(messages(NewCoupon, { ...coupon, amountOff: 99_999_999 })).toEqual([]);
  expect(messages(NewCoupon, { ...coupon, amountOff: 100_000_000 })).toEqual([
    'Please give an amount from $0.00 to $999,999.99.',
  ]);
});

test.each([
  {},
  { year: 2026, month: 11 },
  { year: 2026, month: 11, day: null },
  { year: 2026, month: 1.5, day: 1 },
  '2026-11-20',
  undefined,
])('a day that is not whole or not there, as %j, is answered with the field’s own message', (day) => {
  expect(new Set(messages(calendarDayField('Start date is required.'), day))).toEqual(
    new Set(['Start date is required.']),
  );
});

test.each([
  { year: 2026, month: 2, day: 30 },
  { year: 2026, month: 13, day: 1 },
  { year: 1850, month: 1, day: 1 },
])('a day that no calendar has, as %j, is not called missing', (day) => {
  expect(messages(calendarDayField('Start date is required.'), day)).toEqual(['Please give a real date.']);
});

test('a version is no more than the database holds', () => {
  expect(versionField.safeParse(2_147_483_647).success).toBe(true);
  expect(versionField.safeParse(2_147_483_648).success).toBe(false);
});

test('how often is too often is told beside what else is missing, at the limit of each period', () => {
  const { scheduleTemplate } = NewEngagement.shape;
  for (const [period, most] of [
    ['PERIOD_DAILY', 24],
    ['PERIOD_WEEKLY', 7],
    ['PERIOD_MONTHLY', 31],
  ] as const) {
    expect(messages(scheduleTemplate, { period, frequency: most })).toEqual(['Start date is required.']);
    expect(messages(scheduleTemplate, { period, frequency: most + 1 })).toEqual([
      'Start date is required.',
      `Please give a number up to ${most}.`,
    ]);
    expect(messages(scheduleTemplate, { period, frequency: 0 })).toContain('Please give a whole number from 1.');
  }
  expect(messages(scheduleTemplate, { period: 'PERIOD_UNKNOWN', frequency: 1 })).toContain('This field is required.');
});

test('what is chosen by radio is asked for in the words that the description has for radios', () => {
  const { productId, yardSize } = NewEngagement.shape;
  for (const field of [productId, yardSize]) expect(messages(field, '')).toEqual(['This field is required']);
});

test('a part of a number is not called wrong without saying that it must be a whole one', () => {
  expect(messages(EngagementUpdate, { quotedBaseCost: 1.5 })).toEqual(['Please give a whole number.']);
});

test('what has no message of its own is refused in words, too', () => {
  const { error } = EngagementUpdate.safeParse({ scheduleTemplate: { isPinned: 'yes' }, quotedBaseCost: 'much' });
  expect(error?.issues.map(({ message }) => message)).toEqual([
    'Please check this: it is not what is expected here.',
    'Please check this: it is not what is expected here.',
  ]);
});

test.each([
  ['Ada.Lovelace+yard@mail.example.com', true],
  ["o'brien_7@x-y.co", true],
  [`${'a'.repeat(64)}@example.com`, true],
  ['a@1.2.3.com', true],
  ['a@example.xn--p1ai', true],
  ['a@b', false],
  ['a@1.2.3.4', false],
  ['a@example.123', false],
  ['a@example.c', false],
  ['a..b@example.com', false],
  ['.a@example.com', false],
  ['a.@example.com', false],
  ['a@example..com', false],
  ['a@-example.com', false],
  ['a@example-.com', false],
  ['a@.com', false],
  ['a@example.', false],
  ['a@b@example.com', false],
  [`${'a'.repeat(65)}@example.com`, false],
] as const)('%s as an email address: %s, in every form', (email, isOne) => {
  for (const field of [Email, SignUp.shape.email, InquiryPersonal.shape.email]) {
    expect(messages(field, email)).toEqual(isOne ? [] : ['Invalid email address']);
  }
});
