import * as z from 'zod/mini';
import {
  birthdayProblem,
  passwordMaxLength,
  passwordMessage,
  passwordPattern,
  passwordSignInMessage,
  usernameMessage,
  usernamePattern,
} from '#domain/account-rules.ts';
import { pickable, profileTypes } from '#domain/enums.ts';
import { anyone, Done, endpoint } from './endpoint.ts';
import {
  addressFields,
  cleaners,
  codeField,
  defaultRequired,
  Email,
  Id,
  NotificationPreferenceField,
  nameField,
  opaque,
  optionalCode,
} from './fields.ts';
import { Phone } from './phone.ts';

export const usernameField = z
  .string({ error: usernameMessage })
  .check(cleaners.code, z.regex(usernamePattern, { error: usernameMessage }));
export const passwordField = z
  .string({ error: passwordMessage })
  .check(cleaners.password, z.regex(passwordPattern, { error: passwordMessage }));

/** The password of an account, as its owner types it to sign in. */
export const knownPasswordField = z
  .string({ error: passwordSignInMessage })
  .check(
    cleaners.password,
    z.trim(),
    z.maxLength(passwordMaxLength, { error: passwordSignInMessage, abort: true }),
    z.regex(passwordPattern, { error: passwordSignInMessage }),
  );

/** A person's fields of a new profile, at the sign-up and later. */
export const newProfileFields = {
  profileType: z.enum(pickable(profileTypes), { error: 'Profile type is required.' }),
  firstName: nameField(defaultRequired),
  lastName: nameField(defaultRequired),
  phone: Phone,
  email: Email,
  notificationPreference: NotificationPreferenceField,
  /** Whether they agree to offers by text as well, in words of their own. */
  marketingTexts: z.optional(z.boolean()),
  /** Issued by staff; only an employee's profile needs one. */
  joinCode: optionalCode(),
};

export const birthdayMessage = 'Date of birth is required.';
const number = z.int(birthdayMessage);
export const birthdayField = z.optional(
  z.object({ year: number, month: number, day: number }, { error: birthdayMessage }).check(({ value, issues }) => {
    const message = birthdayProblem(value);
    if (message) issues.push({ code: 'custom', input: value, message, path: [] });
  }),
);

export const linkTokenField = opaque(/^[A-Za-z0-9_-]{20,200}$/, 'Link expired. Please generate new link');

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
    localTimestamp: optionalCode(64),
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
    summary: 'Opens an account and emails a link that confirms it.',
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
    summary:
      'Confirms an account, or its new email, by the token of the emailed link, for a person who has typed that address.',
    access: anyone,
    limit: { calls: 100, minutes: 60 },
    body: z.object({
      token: linkTokenField,
      /** The reader of a link shows that they typed the address: by the account's password, … */
      password: z.optional(knownPasswordField),
      /** … or as the browser in which it was typed, which knows the account's id. */
      userId: z.optional(Id),
    }),
    response: z.object({
      confirmed: z.enum(['account', 'email']),
      /** Whether the link has confirmed it before. */
      isRepeated: z.boolean(),
    }),
  }),
  stopEmailChange: endpoint({
    method: 'POST',
    path: '/v1/stop-email-change',
    summary:
      'Stops a change of email that the office asked for, by the token of the link that the present address got.',
    access: anyone,
    limit: { calls: 100, minutes: 60 },
    body: z.object({ token: linkTokenField }),
    response: Done,
  }),
  renewLink: endpoint({
    method: 'POST',
    path: '/v1/renew-link',
    summary: 'Emails a new link in place of an old one, by the token of the old one.',
    access: anyone,
    limit: { calls: 60, minutes: 60 },
    body: z.object({ token: linkTokenField }),
    response: Done,
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/v1/reset-password',
    summary: 'Emails a link for a new password; the answer is the same when there is no such account.',
    access: anyone,
    limit: { calls: 60, minutes: 60 },
    body: z.object({ username: codeField('Username is invalid', 254) }),
    response: Done,
  }),
  checkPasswordLink: endpoint({
    method: 'POST',
    path: '/v1/check-password-link',
    summary: 'Succeeds when an emailed link, by its token, can still set a new password.',
    access: anyone,
    limit: { calls: 60, minutes: 60 },
    body: z.object({ token: linkTokenField }),
    response: z.object({
      /** Whether the link opens a new account. It does when a phone proved the present one, and no one confirmed its email address. */
      opensAccount: z.boolean(),
    }),
  }),
  setNewPassword: endpoint({
    method: 'POST',
    path: '/v1/set-new-password',
    summary: 'Sets a new password by the token of the emailed link and ends every session.',
    access: anyone,
    limit: { calls: 60, minutes: 60 },
    body: z.object({ newPassword: passwordField, token: linkTokenField }),
    response: z.object({
      /** Set when the link came by text: the customer may not know it, since the account of an order has one that no one typed. */
      username: z.optional(z.string()),
    }),
  }),
};
