import { type FormErrors, schemaResolver } from '@mantine/form';
import { Legal } from '#contract/fields.ts';
import { NewProfile, type Profile } from '#contract/profiles.ts';
import { type ProfileType, pickable, profileTypes } from '#domain/enums.ts';
import { phoneLabel } from '#domain/labels.ts';
import { isEmail } from '#domain/no-email.ts';
import { type AddressValues, emptyAddress } from '#web/addresses/address-fields.tsx';
import type { LegalValues } from './legal-fields.tsx';
import { profileBody, profileTypeErrors } from './new-profile.ts';
import { emptyProfile, nothingAgreed } from './new-profile-values.ts';
import type { NotificationValues } from './notification-fields.tsx';
import type { ProfileValues } from './profile-fields.tsx';

export type NewProfileValues = ProfileValues & AddressValues & LegalValues & NotificationValues;

type PickableType = Exclude<ProfileType, 'PROFILE_TYPE_UNKNOWN'>;

/** @returns the types that a person may still add, in their usual order */
export function typesNotHeld(profiles: readonly Pick<Profile, 'type'>[]): PickableType[] {
  return pickable(profileTypes).filter((type) => !profiles.some((profile) => profile.type === type));
}

/**
 * @param profiles those that the person holds already
 * @param current the one they act as, whose name and contact the new one starts with; undefined before the first one
 * @returns what the form starts with; the type is chosen where only one is left
 */
export function startingValues(profiles: readonly Profile[], current: Profile | undefined): NewProfileValues {
  const [onlyType, ...others] = typesNotHeld(profiles);
  return {
    ...emptyProfile,
    ...emptyAddress,
    ...nothingAgreed,
    notificationPreference: '',
    marketingTexts: false,
    profileType: onlyType && others.length === 0 ? onlyType : '',
    ...(current && {
      firstName: current.firstName,
      lastName: current.lastName,
      email: isEmail(current.email) ? current.email : '',
      phone: phoneLabel(current.phone),
    }),
  };
}

const bodyErrors = schemaResolver(NewProfile, { sync: true });
const legalErrors = schemaResolver(Legal, { sync: true });

/** @returns everything that is wrong in the four sections, by field */
export function newProfileErrors(values: NewProfileValues, userId: string): FormErrors {
  const now = new Date();
  return { ...bodyErrors(toBody(values, userId, now)), ...profileTypeErrors(values, now), ...legalErrors(values) };
}

/**
 * @param values without errors
 * @param now the device's time
 * @returns what is sent
 * @throws ZodError when the values have errors
 */
export function newProfileBody(values: NewProfileValues, userId: string, now: Date) {
  return NewProfile.parse(toBody(values, userId, now));
}

function toBody(values: NewProfileValues, userId: string, now: Date) {
  return { userId, ...profileBody(values, now), primaryAddress: false };
}
