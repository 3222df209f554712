import { type FormErrors, schemaResolver } from '@mantine/form';
import { birthdayMessage } from '#contract/accounts.ts';
import { joinCodes } from '#contract/join-codes.ts';
import { birthdayProblem, isOfAge, tooYoungMessage } from '#domain/account-rules.ts';
import type { AddressValues } from '#web/addresses/address-fields.tsx';
import type { NotificationValues } from './notification-fields.tsx';
import type { ProfileValues } from './profile-fields.tsx';

const joinCodeErrors = schemaResolver(joinCodes.validateJoinCode.body, { sync: true });

/**
 * What the type of a new profile asks for beyond the other fields: a worker's birthday, an employee's join code. The
 * contract and the server say the same, but only once nothing else is wrong; a form shows everything at once.
 * @param now the device's time
 */
export function profileTypeErrors({ profileType, birthday, joinCode }: ProfileValues, now: Date): FormErrors {
  if (profileType === 'PROFILE_TYPE_WORKER') {
    if (!birthday) return { birthday: birthdayMessage };
    const today = { year: now.getFullYear(), month: now.getMonth() + 1, day: now.getDate() };
    return birthdayProblem(birthday) || isOfAge(birthday, today) ? {} : { birthday: tooYoungMessage };
  }
  if (profileType === 'PROFILE_TYPE_EMPLOYEE') return joinCodeErrors({ joinCode });
  return {};
}

/**
 * What is sent of a new profile, by the sign-up and by who adds another: of the birthday and the join code only what the
 * chosen type asks for.
 * @param now the device's time
 */
export function profileBody(values: ProfileValues & AddressValues & NotificationValues, now: Date) {
  const { profileType, firstName, lastName, phone, email, birthday, joinCode } = values;
  const { streetAddress1, streetAddress2, city, state, zipCode, notificationPreference, marketingTexts } = values;
  return {
    profileType,
    firstName,
    lastName,
    phone,
    email,
    birthday: profileType === 'PROFILE_TYPE_WORKER' ? birthday : undefined,
    joinCode: profileType === 'PROFILE_TYPE_EMPLOYEE' ? joinCode : undefined,
    agreedToTerms: true,
    streetAddress1,
    streetAddress2: streetAddress2 || undefined,
    city,
    state,
    zipCode,
    country: 'US',
    notificationPreference,
    marketingTexts: notificationPreference.includes('TEXT') && marketingTexts,
    localTimestamp: localTimestamp(now),
  };
}

/**
 * The time as the person's own clock shows it, with its offset from UTC.
 * @param now the device's time
 * @returns for example '2026-03-02T08:05:09-06:00'
 */
function localTimestamp(now: Date): string {
  const minutesAhead = -now.getTimezoneOffset();
  const wallTime = new Date(now.getTime() + minutesAhead * 60_000).toISOString().slice(0, 19);
  const digits = (number: number) => String(Math.abs(number)).padStart(2, '0');
  const sign = minutesAhead < 0 ? '-' : '+';
  return `${wallTime}${sign}${digits(Math.trunc(minutesAhead / 60))}:${digits(minutesAhead % 60)}`;
}
