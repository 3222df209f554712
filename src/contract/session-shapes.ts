import * as z from 'zod/mini';
import { phoneToSignIn, usernamePattern, usernameSignInMessage } from '#domain/account-rules.ts';
import { knownPasswordField } from './accounts.ts';
import { cleaners, emailPattern, Id, Instant } from './fields.ts';
import { Profile } from './profiles.ts';

export const User = z.object({ id: Id, userId: Id, username: z.string() });
export type User = z.infer<typeof User>;

export const Session = z.object({
  accessToken: z.string(),
  user: User,
  profiles: z.array(Profile),
  /** Whether an employee's profile can do nothing in this session yet, because a second factor is missing. */
  needsSecondFactor: z.optional(z.literal(true)),
  /** What a page shows of the business, as documents say it: it may have changed since the page was loaded. */
  business: z.optional(
    z.object({ businessName: z.string(), shortName: z.string(), logo: z.string(), serviceArea: z.string() }),
  ),
});
export type Session = z.infer<typeof Session>;

/** What a browser needs to use a passkey (https://w3c.github.io/webauthn/#dictdef-publickeycredentialrequestoptionsjson). */
const PasskeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.enum(['preferred']),
  allowCredentials: z.array(
    z.object({ id: z.string(), type: z.literal('public-key'), transports: z.optional(z.array(z.string())) }),
  ),
});

/** How a person may go on who has proved the password, and has a second factor. */
export const SecondStep = z.object({
  /** Good for five minutes, five wrong tries and one session. */
  challenge: z.string(),
  takesCode: z.boolean(),
  takesRecoveryCode: z.boolean(),
  /** Null when the person has no passkey. */
  passkey: z.nullable(PasskeyRequest),
});
export type SecondStep = z.infer<typeof SecondStep>;

/** One browser in which somebody is signed in. */
export const SignedInDevice = z.object({
  id: Id,
  /** For example 'Safari on an iPhone'; null when unknown. */
  device: z.nullable(z.string()),
  startedAt: Instant,
  /** Exact to a quarter of an hour. */
  lastUsedAt: Instant,
  /** Whether the call comes from this session. */
  isCurrent: z.boolean(),
});
export type SignedInDevice = z.infer<typeof SignedInDevice>;

export const SignInForm = z.object({
  /** The user name, in any spelling if that is a phone number, or the email. */
  username: z.string({ error: usernameSignInMessage }).check(
    cleaners.code,
    z.maxLength(254, { error: usernameSignInMessage, abort: true }),
    z.refine((text) => [usernamePattern, emailPattern, phoneToSignIn].some((pattern) => pattern.test(text)), {
      error: usernameSignInMessage,
    }),
  ),
  password: knownPasswordField,
});
