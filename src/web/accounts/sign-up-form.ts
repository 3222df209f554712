import { type FormErrors, schemaResolver } from '@mantine/form';
import { SignUp } from '#contract/accounts.ts';
import { Legal } from '#contract/fields.ts';
import { passwordsDifferMessage } from '#domain/account-rules.ts';
import { profileBody, profileTypeErrors } from '#web/profiles/new-profile.ts';
import { type SignUpValues, toFormFields } from './sign-up-values.ts';

const bodyErrors = schemaResolver(SignUp, { sync: true });
const legalErrors = schemaResolver(Legal, { sync: true });

/** @returns the errors of all five sections, by field */
export function signUpErrors(values: SignUpValues): FormErrors {
  const isConfirmed = values.confirmPassword === values.password;
  const now = new Date();
  return {
    ...toFormFields(bodyErrors(toBody(values, now))),
    ...profileTypeErrors(values, now),
    ...legalErrors(values),
    ...(isConfirmed ? {} : { confirmPassword: passwordsDifferMessage }),
  };
}

/**
 * @param values without errors
 * @param signUpId the id that every try to send one form carries
 * @param now the device's time
 * @returns the body of the call
 * @throws ZodError when the values have errors
 */
export function signUpBody(values: SignUpValues, signUpId: string, now: Date) {
  return SignUp.parse({ ...toBody(values, now), signUpId });
}

function toBody(values: SignUpValues, now: Date) {
  const { username, password } = values;
  const { birthday, ...body } = profileBody(values, now);
  return { username, password, ...body, birthdate: birthday };
}
