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

/** What a person says of themselves for a new profile, at sign-up and later. */
export const newProfileFields = {
  profileType: z.enum(pickable(profileTypes), { error: 'Profile type is required.' }),
  firstName: requiredText(defaultRequired),
  lastName: requiredText(defaultRequired),
  phone: Phone,
  email: Email,
  notificationPreference: NotificationPreferenceField,
  /** Only an employee's profile needs one; issued by staff. */
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

const token = z
  .string({ error: 'Link expired. Please generate new link' })
  .check(z.regex(/^[A-Za-z0-9_-]{20,200}$/, { error: 'Link expired. Please generate new link' }));

export const SignUp = z
  .object({
    /** Made by the browser, once for each account it asks for: the form sent again with it makes no second one. */
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
      /** Whether the same form was sent before, and the account has been confirmed since. */
      isConfirmed: z.boolean(),
    }),
  }),
  confirmSignUp: endpoint({
    method: 'POST',
    path: '/v1/confirm-sign-up',
    summary: 'Confirms an account, or its new e-mail, by the token of the mailed link.',
    access: anyone,
    limit: { calls: 100, minutes: 60 },
    body: z.object({ token }),
    response: z.object({
      confirmed: z.enum(['account', 'email']),
      /** Whether the link had done that before. */
      isRepeated: z.boolean(),
    }),
  }),
  renewLink: endpoint({
    method: 'POST',
    path: '/v1/renew-link',
    summary: 'Mails a new link in place of one that cannot be used any more, by its token.',
    access: anyone,
    limit: { calls: 60, minutes: 60 },
    body: z.object({ token }),
    response: Done,
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/v1/reset-password',
    summary: 'Mails a link for a new password; answers alike whether or not the account exists.',
    access: anyone,
    limit: { calls: 60, minutes: 60 },
    body: z.object({ username: requiredText('Username is invalid', 254) }),
    response: Done,
  }),
  checkPasswordLink: endpoint({
    method: 'POST',
    path: '/v1/check-password-link',
    summary: 'Says whether a mailed link can still set a new password, by its token; refused as setting it would be.',
    access: anyone,
    limit: { calls: 60, minutes: 60 },
    body: z.object({ token }),
    response: Done,
  }),
  setNewPassword: endpoint({
    method: 'POST',
    path: '/v1/set-new-password',
    summary: 'Sets a new password by the token of the mailed link and ends every session.',
    access: anyone,
    limit: { calls: 60, minutes: 60 },
    body: z.object({ newPassword: passwordField, token }),
    response: Done,
  }),
};
