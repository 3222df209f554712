import * as z from 'zod/mini';
import {
  birthdayProblem,
  passwordMessage,
  passwordPattern,
  usernameMessage,
  usernamePattern,
} from '#domain/account-rules.ts';
import { pickable, profileTypes } from '#domain/enums.ts';
import { anyone, Done, endpoint } from './endpoint.ts';
import {
  addressFields,
  defaultRequired,
  Email,
  Id,
  NotificationPreferenceField,
  optionalText,
  requiredText,
} from './fields.ts';
import { Phone } from './phone.ts';

export const usernameField = z
  .string({ error: usernameMessage })
  .check(z.regex(usernamePattern, { error: usernameMessage }));
export const passwordField = z
  .string({ error: passwordMessage })
  .check(z.regex(passwordPattern, { error: passwordMessage }));

/** A person's fields of a new profile, at the sign-up and later. */
export const newProfileFields = {
  profileType: z.enum(pickable(profileTypes), { error: 'Profile type is required.' }),
  firstName: requiredText(defaultRequired),
  lastName: requiredText(defaultRequired),
  phone: Phone,
  email: Email,
  notificationPreference: NotificationPreferenceField,
  /** Whether they agree to offers by text as well, in words of their own. */
  marketingTexts: z.optional(z.boolean()),
  /** Issued by staff; only an employee's profile needs one. */
  joinCode: optionalText(),
};

export const birthdayMessage = 'Date of birth is required.';
const number = z.int(birthdayMessage);
export const birthdayField = z.optional(
  z.object({ year: number, month: number, day: number }, { error: birthdayMessage }).check(({ value, issues }) => {
    const message = birthdayProblem(value);
    if (message) issues.push({ code: 'custom', input: value, message, path: [] });
  }),
);

export const linkTokenField = z
  .string({ error: 'Link expired. Please generate new link' })
  .check(z.regex(/^[A-Za-z0-9_-]{20,200}$/, { error: 'Link expired. Please generate new link' }));

export const SignUp = z
  .object({
    /** The browser makes one for each account that it asks for, so that a repeated form makes no second account. */
    signUpId: z.optional(Id),
    username: usernameField,
    password: passwordField,
    ...newProfileFields,
    agreedToTerms: z.literal(true, { error: 'You must agree to our Terms of Service.' }),
    birthdate: birthdayField,
    ...addressFields,
    country: z.literal('US'),
    localTimestamp: z.optional(z.string().check(z.maxLength(64))),
  })
  .check(
    z.refine((form) => form.profileType !== 'PROFILE_TYPE_WORKER' || form.birthdate !== undefined, {
      error: birthdayMessage,
      path: ['birthdate'],
    }),
  );

export const accounts = {
  signUp: endpoint({
    method: 'POST',
    path: '/v1/sign-up',
    summary: 'Opens an account and mails a link that confirms it.',
    access: anyone,
    limit: { calls: 100, minutes: 60 },
    body: SignUp,
    response: z.object({
      userId: Id,
      /** Whether the same form came before, and the account has been confirmed since. */
      isConfirmed: z.boolean(),
    }),
  }),
  confirmSignUp: endpoint({
    method: 'POST',
    path: '/v1/confirm-sign-up',
    summary: 'Confirms an account, or its new e-mail, by the token of the mailed link.',
    access: anyone,
    limit: { calls: 100, minutes: 60 },
    body: z.object({ token: linkTokenField }),
    response: z.object({
      confirmed: z.enum(['account', 'email']),
      /** Whether the link has confirmed it before. */
      isRepeated: z.boolean(),
    }),
  }),
  renewLink: endpoint({
    method: 'POST',
    path: '/v1/renew-link',
    summary: 'Mails a new link in place of an old one, by the token of the old one.',
    access: anyone,
    limit: { calls: 60, minutes: 60 },
    body: z.object({ token: linkTokenField }),
    response: Done,
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/v1/reset-password',
    summary: 'Mails a link for a new password; the answer is the same when there is no such account.',
    access: anyone,
    limit: { calls: 60, minutes: 60 },
    body: z.object({ username: requiredText('Username is invalid', 254) }),
    response: Done,
  }),
  checkPasswordLink: endpoint({
    method: 'POST',
    path: '/v1/check-password-link',
    summary: 'Succeeds when a mailed link, by its token, can still set a new password.',
    access: anyone,
    limit: { calls: 60, minutes: 60 },
    body: z.object({ token: linkTokenField }),
    response: Done,
  }),
  setNewPassword: endpoint({
    method: 'POST',
    path: '/v1/set-new-password',
    summary: 'Sets a new password by the token of the mailed link and ends every session.',
    access: anyone,
    limit: { calls: 60, minutes: 60 },
    body: z.object({ newPassword: passwordField, token: linkTokenField }),
    response: Done,
  }),
};
