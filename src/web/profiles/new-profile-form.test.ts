// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import type { Profile } from '#contract/profiles.ts';
import {
  type NewProfileValues,
  newProfileBody,
  newProfileErrors,
  startingValues,
  typesNotHeld,
} from './new-profile-form.ts';

const userId = '0199a0a0-0000-7000-8000-000000000001';
const customer: Profile = {
  id: '0199a0a0-0000-7000-8000-000000000002',
  userId,
  type: 'PROFILE_TYPE_CUSTOMER',
  label: 'Customer',
  firstName: 'Casey',
  lastName: 'Lee',
  displayName: 'Casey L.',
  email: 'casey@example.com',
  phone: '4795550100',
  agreedToTerms: true,
  isDefault: true,
  onboardingComplete: true,
  notificationPreference: 'NOTIFICATION_PREFERENCE_EMAIL',
  visitReminders: true,
  version: 1,
};
const worker: Profile = { ...customer, type: 'PROFILE_TYPE_WORKER' };
const employee: Profile = { ...customer, type: 'PROFILE_TYPE_EMPLOYEE' };
const birthday = { year: 1990, month: 2, day: 28 };
const filledIn: NewProfileValues = {
  ...startingValues([customer], customer),
  profileType: 'PROFILE_TYPE_WORKER',
  birthday,
  streetAddress1: '1 Main St',
  city: 'Bentonville',
  state: 'AR',
  zipCode: '72712',
  agreedToPrivacyPolicy: true,
  agreedToTermsOfService: true,
  agreedToDisclaimer: true,
  notificationPreference: 'NOTIFICATION_PREFERENCE_TEXT',
};

test('only types that are not held yet are offered', () => {
  expect(typesNotHeld([customer])).toEqual(['PROFILE_TYPE_WORKER', 'PROFILE_TYPE_EMPLOYEE']);
  expect(typesNotHeld([customer, worker, employee])).toEqual([]);
});

test('the form starts with the person’s name and contact, and with the type when one is left', () => {
  expect(startingValues([customer], customer)).toMatchObject({
    profileType: '',
    firstName: 'Casey',
    email: 'casey@example.com',
    notificationPreference: '',
  });
  expect(startingValues([customer, worker], customer).profileType).toBe('PROFILE_TYPE_EMPLOYEE');
});

test('what is missing in all four sections shows at once', () => {
  const empty = { ...startingValues([customer], customer), firstName: '', lastName: '', email: '', phone: '' };
  expect(Object.keys(newProfileErrors(empty, userId)).sort()).toEqual([
    'agreedToDisclaimer',
    'agreedToPrivacyPolicy',
    'agreedToTermsOfService',
    'city',
    'email',
    'firstName',
    'lastName',
    'notificationPreference',
    'phone',
    'profileType',
    'state',
    'streetAddress1',
    'zipCode',
  ]);
});

test('a worker gives a birthday, an employee a join code', () => {
  expect(newProfileErrors(filledIn, userId)).toEqual({});
  expect(newProfileErrors({ ...filledIn, birthday: undefined }, userId)).toEqual({
    birthday: 'Date of birth is required.',
  });
  expect(newProfileErrors({ ...filledIn, profileType: 'PROFILE_TYPE_EMPLOYEE' }, userId)).toEqual({
    joinCode: 'Join code is required.',
  });
});

test('the body has the terms agreed, the country, no primary address and the device’s time', () => {
  const body = newProfileBody({ ...filledIn, joinCode: 'typed before' }, userId, new Date('2026-03-02T14:05:09Z'));
  expect(body).toEqual({
    userId,
    profileType: 'PROFILE_TYPE_WORKER',
    firstName: 'Casey',
    lastName: 'Lee',
    phone: '+14795550100',
    email: 'casey@example.com',
    birthday,
    agreedToTerms: true,
    streetAddress1: '1 Main St',
    city: 'Bentonville',
    state: 'AR',
    zipCode: '72712',
    country: 'US',
    primaryAddress: false,
    localTimestamp: expect.stringMatching(/^2026-03-0\dT\d\d:\d\d:09[+-]\d\d:\d\d$/),
    notificationPreference: 'NOTIFICATION_PREFERENCE_TEXT',
    marketingTexts: false,
  });
});
