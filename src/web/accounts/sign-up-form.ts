import { type FormErrors, schemaResolver } from '@mantine/form';
import { SignUp } from '#contract/accounts.ts';
import { Legal } from '#contract/fields.ts';
import { passwordsDifferMessage } from '#domain/account-rules.ts';
import type { AddressValues } from '#web/addresses/address-fields.tsx';
import { type LegalValues, nothingAgreed } from '#web/profiles/legal-fields.tsx';
import { emptyProfile, profileBody, profileTypeErrors } from '#web/profiles/new-profile.ts';
import type { NotificationValues } from '#web/profiles/notification-fields.tsx';
import type { ProfileValues } from '#web/profiles/profile-fields.tsx';
import type { AccountValues } from './account-fields.tsx';

export type SignUpValues = AccountValues & ProfileValues & AddressValues & LegalValues & NotificationValues;

export const emptySignUp: SignUpValues = {
  username: '',
  password: '',
  confirmPassword: '',
  ...emptyProfile,
  // Spelled out, because the address section's own constant would load its code before the page needs it.
  streetAddress1: '',
  streetAddress2: '',
  city: '',
  state: '',
  zipCode: '',
  ...nothingAgreed,
  notificationPreference: '',
};

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

/** Renames the body's `birthdate` to `birthday`, the name in every profile form. */
export function toFormFields<Message>({ birthdate, ...others }: Record<string, Message>): Record<string, Message> {
  return birthdate === undefined ? others : { ...others, birthday: birthdate };
}

function toBody(values: SignUpValues, now: Date) {
  const { username, password } = values;
  const { birthday, ...body } = profileBody(values, now);
  return { username, password, ...body, birthdate: birthday };
}
