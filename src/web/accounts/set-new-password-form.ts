import { type FormErrors, schemaResolver } from '@mantine/form';
import { passwordField } from '#contract/accounts.ts';

export type NewPasswordValues = { newPassword: string; confirmPassword: string };

const ruleErrors = schemaResolver(passwordField, { sync: true });

/** @returns what is wrong with the new password and its repetition, by field */
export function newPasswordErrors({ newPassword, confirmPassword }: NewPasswordValues): FormErrors {
  const refused = newPassword ? ruleErrors(newPassword)[''] : 'Password is required.';
  return {
    ...(refused ? { newPassword: refused } : {}),
    ...(confirmPassword && confirmPassword === newPassword ? {} : { confirmPassword: 'Passwords do not match' }),
  };
}
