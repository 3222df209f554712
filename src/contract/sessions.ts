import * as z from 'zod/mini';
import {
  passwordMaxLength,
  passwordPattern,
  passwordSignInMessage,
  usernamePattern,
  usernameSignInMessage,
} from '#domain/account-rules.ts';
import { anyone, Done, endpoint, sessionCookie } from './endpoint.ts';
import { emailPattern, Id } from './fields.ts';
import { Profile } from './profiles.ts';

export const User = z.object({ id: Id, userId: Id, username: z.string() });
export type User = z.infer<typeof User>;

export const Session = z.object({ accessToken: z.string(), user: User, profiles: z.array(Profile) });
export type Session = z.infer<typeof Session>;

export const SignInForm = z.object({
  /** The user name or the e-mail. */
  username: z.string({ error: usernameSignInMessage }).check(
    z.trim(),
    z.maxLength(254, { error: usernameSignInMessage, abort: true }),
    z.refine((text) => usernamePattern.test(text) || emailPattern.test(text), { error: usernameSignInMessage }),
  ),
  password: z
    .string({ error: passwordSignInMessage })
    .check(
      z.trim(),
      z.maxLength(passwordMaxLength, { error: passwordSignInMessage, abort: true }),
      z.regex(passwordPattern, { error: passwordSignInMessage }),
    ),
});

export const sessions = {
  signIn: endpoint({
    method: 'POST',
    path: '/v1/sign-in',
    summary: 'Signs a person in; sets the refresh cookie.',
    access: anyone,
    limit: { calls: 300, minutes: 15 },
    body: SignInForm,
    response: Session,
  }),
  refreshToken: endpoint({
    method: 'POST',
    path: '/v1/refresh-token',
    summary: 'Gives a new access token for the refresh cookie, which is rotated.',
    access: sessionCookie,
    response: Session,
  }),
  signOut: endpoint({
    method: 'POST',
    path: '/v1/sign-out',
    summary: 'Ends the session of the refresh cookie.',
    access: sessionCookie,
    response: Done,
  }),
};
