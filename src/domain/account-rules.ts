import type { CalendarDay } from './calendar.ts';
import { monthName } from './calendar.ts';

/** The rules for user names, passwords and people, with the messages that the forms and the server give. */

export const usernamePattern = /^[A-Za-z0-9+=,.@_-]{1,128}$/;
export const usernameMessage =
  'The username must be between 1 and 128 characters long and can only contain the following characters: A-Z, a-z, 0-9, +, =, ,, ., @, _, -.';
/** A phone number as people write it: it is a username for who has no other. */
export const phoneToSignIn = /^\+?[\d\s().-]{7,24}$/;
export const usernameSignInMessage = 'Username is invalid';

export const passwordMinLength = 8;
/** Argon2 takes more, but nobody should be able to tire the server with a long password. */
export const passwordMaxLength = 256;
export const passwordPattern =
  /^(?=.*\d)(?=.*[a-z])(?=.*[!@#$%^&*(),.?":{}|<>-])[A-Za-z\d!@#$%^&*(),.?":{}|<>-]{8,256}$/;
export const passwordMessage =
  'The password must be at least 8 characters long and contain at least one number, one lowercase letter, and one special character (!@#$%^&*(),.?":{}|<>-).';
export const passwordSignInMessage = 'Password is invalid';
export const commonPasswordMessage = 'This password is one of the most common ones. Please choose another.';
export const passwordsDifferMessage = "Passwords don't match";

/**
 * The same for programs that make passwords up, as Apple and 1Password read it from a field:
 * https://developer.apple.com/password-rules/. In their sets of characters a hyphen stands first.
 */
export const passwordRules = `minlength: ${passwordMinLength}; maxlength: ${passwordMaxLength}; required: lower; required: digit; required: [-!@#$%^&*(),.?":{}|<>]; allowed: upper;`;

/** For the live checklist; together these say the same as `passwordPattern`. */
export const passwordChecks: readonly { label: string; holds: (password: string) => boolean }[] = [
  { label: 'At least 8 characters', holds: (password) => password.length >= passwordMinLength },
  { label: 'One number', holds: (password) => /\d/.test(password) },
  { label: 'One lowercase letter', holds: (password) => /[a-z]/.test(password) },
  {
    label: 'One special character (!@#$%^&*(),.?":{}|<>-)',
    holds: (password) => /[!@#$%^&*(),.?":{}|<>-]/.test(password),
  },
  {
    label: 'No other characters than these and capitals',
    holds: (password) => password !== '' && /^[A-Za-z\d!@#$%^&*(),.?":{}|<>-]*$/.test(password),
  },
];

/** Workers enter yards and earn money, so they are adults. */
const workerMinimumAge = 18;
export const tooYoungMessage = `You must be ${workerMinimumAge} or older to work with us.`;

/** @returns whether a person with this birthday is old enough today; a birthday on 29 February counts from 1 March */
export function isOfAge({ year, month, day }: CalendarDay, today: CalendarDay): boolean {
  const asNumber = (date: CalendarDay) => date.year * 10_000 + date.month * 100 + date.day;
  return asNumber({ year: year + workerMinimumAge, month, day }) <= asNumber(today);
}

/** @returns what is wrong with a typed birthday, in words for its owner; undefined when it is possible */
export function birthdayProblem({ year, month, day }: CalendarDay): string | undefined {
  if (month < 1 || month > 12) return `There is no month ${month}.`;
  if (year < 1000) return 'Please give the year with all four digits.';
  if (year < 1900) return `Please check the year: ${year} is too long ago.`;
  if (year > 2200) return `Please check the year: ${year} is still to come.`;
  // The day before the first of the next month; Date.UTC counts months from 0.
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  if (day >= 1 && day <= days) return undefined;
  const name = monthName({ month });
  return `${name} ${year} has no day ${day}.`;
}

export const agreementMessages = {
  agreedToPrivacyPolicy: 'You must agree to our Privacy Policy.',
  agreedToTermsOfService: 'You must agree to our Terms of Service.',
  agreedToDisclaimer: 'You must agree to our Disclaimer.',
} as const;
