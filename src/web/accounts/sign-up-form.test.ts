import { expect, test } from 'vitest';
import { signUpBody, signUpErrors } from './sign-up-form.ts';
import { emptySignUp, type SignUpValues, toFormFields } from './sign-up-values.ts';

const customer: SignUpValues = {
  ...emptySignUp,
  username: 'casey',
  password: 'bones4all!',
  confirmPassword: 'bones4all!',
  profileType: 'PROFILE_TYPE_CUSTOMER',
  firstName: ' Casey ',
  lastName: 'Lee',
  email: 'casey@example.com',
  phone: '4795550100',
  streetAddress1: '1 Main St',
  city: 'Bentonville',
  state: 'AR',
  zipCode: '72712',
  agreedToPrivacyPolicy: true,
  agreedToTermsOfService: true,
  agreedToDisclaimer: true,
  notificationPreference: 'NOTIFICATION_PREFERENCE_EMAIL',
};
const worker: SignUpValues = { ...customer, profileType: 'PROFILE_TYPE_WORKER' };
const employee: SignUpValues = { ...customer, profileType: 'PROFILE_TYPE_EMPLOYEE' };
const signUpId = '0199a1b2-0000-7000-8000-000000000001';
const birthday = { year: 1990, month: 2, day: 28 };

test('an empty form shows what is missing in all five sections at once', () => {
  expect(Object.keys(signUpErrors(emptySignUp)).sort()).toEqual([
    'agreedToDisclaimer',
    'agreedToPrivacyPolicy',
    'agreedToTermsOfService',
    'city',
    'email',
    'firstName',
    'lastName',
    'notificationPreference',
    'password',
    'phone',
    'profileType',
    'state',
    'streetAddress1',
    'username',
    'zipCode',
  ]);
});

test('only a worker is asked for the birthday, whatever else is missing', () => {
  expect(signUpErrors({ ...emptySignUp, profileType: 'PROFILE_TYPE_WORKER' }).birthday).toBe(
    'Date of birth is required.',
  );
  expect(signUpErrors({ ...worker, birthday: { year: 1990, month: 2, day: 31 } })).toEqual({
    birthday: 'February 1990 has no day 31.',
  });
  const year = new Date().getFullYear();
  expect(signUpErrors({ ...worker, birthday: { year: year - 17, month: 1, day: 1 } })).toEqual({
    birthday: 'You must be 18 or older to work with us.',
  });
  expect(signUpErrors({ ...worker, birthday })).toEqual({});
  expect(signUpErrors(customer)).toEqual({});
});

test('only an employee is asked for a join code', () => {
  expect(signUpErrors(employee)).toEqual({ joinCode: 'Join code is required.' });
  expect(signUpErrors({ ...employee, joinCode: 'a code' })).toEqual({});
});

test('the second password must be the first', () => {
  expect(signUpErrors({ ...customer, confirmPassword: '' })).toEqual({ confirmPassword: "Passwords don't match" });
});

test('the body has the terms agreed, the country and the device’s time, and nothing of the form only', () => {
  const body = signUpBody(
    { ...worker, birthday, joinCode: 'typed before' },
    signUpId,
    new Date('2026-03-02T14:05:09Z'),
  );
  expect(body).toEqual({
    signUpId,
    username: 'casey',
    password: 'bones4all!',
    profileType: 'PROFILE_TYPE_WORKER',
    firstName: 'Casey',
    lastName: 'Lee',
    phone: '+14795550100',
    email: 'casey@example.com',
    agreedToTerms: true,
    birthdate: birthday,
    streetAddress1: '1 Main St',
    city: 'Bentonville',
    state: 'AR',
    zipCode: '72712',
    country: 'US',
    localTimestamp: expect.stringMatching(/^2026-03-0\dT\d\d:\d\d:09[+-]\d\d:\d\d$/),
    notificationPreference: 'NOTIFICATION_PREFERENCE_EMAIL',
    marketingTexts: false,
  });
  expect(Date.parse(body.localTimestamp ?? '')).toBe(Date.parse('2026-03-02T14:05:09Z'));
});

test('a birthday typed before the type was changed is not sent', () => {
  expect(signUpBody({ ...customer, birthday }, signUpId, new Date()).birthdate).toBeUndefined();
});

test("the server's complaint about the birthdate goes to the birthday field", () => {
  expect(toFormFields({ birthdate: 'Too young', email: 'Taken' })).toEqual({ birthday: 'Too young', email: 'Taken' });
});
