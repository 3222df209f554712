import type { AddressValues } from '#web/addresses/address-fields.tsx';
import type { LegalValues } from '#web/profiles/legal-fields.tsx';
import { emptyProfile, nothingAgreed } from '#web/profiles/new-profile-values.ts';
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
  marketingTexts: false,
};

/** Renames the body's `birthdate` to `birthday`, the name in every profile form. */
export function toFormFields<Message>({ birthdate, ...others }: Record<string, Message>): Record<string, Message> {
  return birthdate === undefined ? others : { ...others, birthday: birthdate };
}
