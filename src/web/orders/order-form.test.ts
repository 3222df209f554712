import { expect, test } from 'vitest';
import type { Inquiry } from '#contract/inquiries.ts';
import type { KnownAccount } from '#contract/orders.ts';
import { missingReach, orderBody, orderErrors, startingOrder, wholeReach, withAccount } from './order-form.ts';

const today = { year: 2026, month: 11, day: 23 };
const products = [{ id: '019aa000-0000-7000-8000-00000000c0de' }];
const inquiry: Inquiry = {
  id: '019aa000-0000-7000-8000-00000000c0d1',
  from: 'vera@example.com',
  subject: 'Sign Up Request [Vera Visitor]',
  message: '',
  cityName: 'Bella Vista',
  data: {
    personal: {
      firstName: 'Vera',
      lastName: 'Visitor',
      email: 'vera@example.com',
      phone: '479.555.0188',
      streetAddress1: '12 Oak St',
      city: 'bella-vista',
      stateProvince: 'AR',
      country: 'US',
      zipPostal: 72714,
      referral: 'A friend',
    },
    yard: { details: 'Gate on the left' },
    pets: [
      { breed: 'Beagle', count: 2, details: 'Shy' },
      { breed: 'Pug', count: 1 },
    ],
    schedule: { frequency: 'twice-a-week' },
    notification: { communicationPreference: 'text-email' },
  },
  receivedAt: '2026-11-23T12:00:00Z',
  answerDueAt: '2026-11-25T12:00:00Z',
  isOverdue: false,
  answeredAt: null,
  answeredBy: null,
  lost: null,
  order: null,
  customer: null,
  sameNumber: null,
};

test('an inquiry carries its facts over, and only the yard size is left to ask', () => {
  const values = startingOrder(products, today, inquiry);
  expect(orderErrors(values, today)).toEqual({ yardSize: 'This field is required' });
  expect(orderBody({ ...values, yardSize: 'YARD_SIZE_LARGE' })).toMatchObject({
    firstName: 'Vera',
    lastName: 'Visitor',
    phone: '+14795550188',
    email: 'vera@example.com',
    channel: 'text',
    streetAddress1: '12 Oak St',
    city: 'Bella Vista',
    state: 'AR',
    zipCode: '72714',
    gateNotes: 'Gate on the left',
    dogNotes: '2 × Beagle: Shy\n1 × Pug',
    scheduleTemplate: { frequency: 2, interval: 1, startDay: today },
  });
});

test('a zip code outside the service area is told at its field', () => {
  const values = { ...startingOrder(products, today, inquiry), city: 'Tulsa', state: 'OK', zipCode: '74101' };
  expect(orderErrors(values, today).zipCode).toBe(
    'We do not come to Tulsa, OK 74101 yet. We serve Northwest Arkansas.',
  );
});

test('an inquiry without data gives its email', () => {
  expect(startingOrder(products, today, { ...inquiry, data: null }).email).toBe('vera@example.com');
});

test('what the link is sent to is asked for even when all else is empty', () => {
  const empty = startingOrder(products, today, undefined);
  expect(orderErrors(empty, today).phone).toBe('This field is required.');
  expect(orderErrors({ ...empty, channel: 'email' }, today).email).toBe('This field is required.');
  expect(missingReach({ channel: 'email', email: 'a@b.co', phone: '' })).toEqual({});
});

test('an account that was found fills in who it is, and its yard only when none was typed', () => {
  const account: KnownAccount = {
    userId: products[0]?.id ?? '',
    name: 'Casey van Dog',
    email: 'casey@example.com',
    phone: '+14795550100',
    customerProfileId: null,
    isClosed: false,
    isUnproved: false,
    isConfirmed: true,
    hasEmail: false,
    hasProvedPhone: false,
    address: { streetAddress1: '1 Home St', city: 'Rogers', state: 'AR', zipCode: '72756', country: 'US' },
  };
  const empty = startingOrder(products, today, undefined);
  expect(withAccount(empty, account)).toMatchObject({
    userId: account.userId,
    firstName: 'Casey',
    lastName: 'van Dog',
    phone: '(479) 555-0100',
    streetAddress1: '1 Home St',
  });
  expect(withAccount({ ...empty, streetAddress1: '2 Other St' }, account).streetAddress1).toBe('2 Other St');
  // The link that is emailed confirms the address first.
  expect(withAccount(empty, { ...account, isUnproved: true })).toMatchObject({ userId: '', channel: 'email' });
  // One with a service may have a mistyped address, to which no order goes.
  const unconfirmed = { ...account, isConfirmed: false };
  expect(withAccount({ ...empty, email: account.email }, unconfirmed)).toMatchObject({ channel: 'text', email: '' });
});

test('accounts are looked for by what is whole', () => {
  expect(wholeReach({ email: 'a@b.co', phone: '479' })).toEqual({ email: 'a@b.co' });
  expect(wholeReach({ email: 'a', phone: '479 555 0188' })).toEqual({ phone: '+14795550188' });
});
