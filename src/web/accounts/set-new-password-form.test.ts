import { expect, test } from 'vitest';
import { passwordMessage } from '#domain/account-rules.ts';
import { newPasswordErrors } from './set-new-password-form.ts';

test.each([
  ['', '', { newPassword: 'Password is required.', confirmPassword: 'Passwords do not match' }],
  ['short', 'short', { newPassword: passwordMessage }],
  ['bones4all!', '', { confirmPassword: 'Passwords do not match' }],
  ['bones4all!', 'bones4all?', { confirmPassword: 'Passwords do not match' }],
  ['bones4all!', 'bones4all!', {}],
])('%j, repeated as %j', (newPassword, confirmPassword, errors) => {
  expect(newPasswordErrors({ newPassword, confirmPassword })).toEqual(errors);
});
