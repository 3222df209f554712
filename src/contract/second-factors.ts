import * as z from 'zod/mini';
import { passwordMaxLength, passwordSignInMessage } from '#domain/account-rules.ts';
import { factorKinds, factorLossReasons } from '#domain/second-factors.ts';
import { Employee } from './employees.ts';
import { anyone, Done, endpoint, only } from './endpoint.ts';
import { cleaners, Id, Instant, opaque, requiredText } from './fields.ts';
import { SecondStep, Session } from './session-shapes.ts';

const ended = 'This took too long. Please begin again.';
const challengeField = opaque(/^[\w-]{43}$/, ended);
const base64url = opaque(/^[\w-]{1,20000}$/);
const codeMessage = 'Please give the six digits that the app shows.';
const codeField = z.string({ error: codeMessage }).check(
  cleaners.code,
  z.maxLength(40, { error: codeMessage }),
  z.overwrite((text) => text.replaceAll(/\s/g, '')),
  z.regex(/^\d{6}$/, { error: codeMessage }),
);
const recoveryMessage = 'Please give one of your recovery codes, such as abcd-efgh-jkmn.';
const recoveryField = z.string({ error: recoveryMessage }).check(
  cleaners.code,
  z.maxLength(60, { error: recoveryMessage }),
  z.overwrite((text) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')),
  z.regex(/^[a-z0-9]{12}$/, { error: recoveryMessage }),
);

/** What a browser says of a passkey that it has used (https://w3c.github.io/webauthn/#dictdef-authenticationresponsejson). */
export const UsedPasskey = z.object({
  id: base64url,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: z.optional(base64url),
  }),
});

/** What a browser says of a passkey that it has made (https://w3c.github.io/webauthn/#dictdef-registrationresponsejson). */
export const MadePasskey = z.object({
  id: base64url,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.optional(z.array(z.string().check(cleaners.opaque, z.maxLength(40))).check(z.maxLength(10))),
  }),
});

const proofFields = {
  code: z.optional(codeField),
  recoveryCode: z.optional(recoveryField),
  passkey: z.optional(UsedPasskey),
};

export const SignInCompletion = z.object({ challenge: challengeField, ...proofFields });

export const SecondFactor = z.object({
  id: Id,
  kind: z.enum(factorKinds),
  name: z.string(),
  addedAt: Instant,
  lastUsedAt: z.nullable(Instant),
  /** Of a passkey: whether it is also kept elsewhere, such as in a password manager; null of a code app. */
  isBackedUp: z.nullable(z.boolean()),
});
export type SecondFactor = z.infer<typeof SecondFactor>;

const Factors = z.object({
  factors: z.array(SecondFactor),
  recoveryCodesLeft: z.int(),
  /** Whether the business asks its staff for a second factor. */
  isRequired: z.boolean(),
});
const FactorsAndCodes = z.object({
  ...Factors.shape,
  /** Shown this once; only with the first factor. */
  recoveryCodes: z.nullable(z.array(z.string())),
});

const credential = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.optional(z.array(z.string())),
});

/** What a browser needs to make a passkey (https://w3c.github.io/webauthn/#dictdef-publickeycredentialcreationoptionsjson). */
const PasskeyCreation = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  excludeCredentials: z.array(credential),
  authenticatorSelection: z.object({
    residentKey: z.enum(['preferred']),
    requireResidentKey: z.boolean(),
    userVerification: z.enum(['preferred']),
  }),
  attestation: z.literal('none'),
});

const own = { own: { userId: 'user' }, beforeSecondFactor: true } as const;
const staffThemselves = only(['PROFILE_TYPE_EMPLOYEE'], own);
/** A person needs few; a program that tries codes sends more. */
const fewCalls = { calls: 60, minutes: 10, by: 'user' } as const;

export const secondFactors = {
  completeSignIn: endpoint({
    method: 'POST',
    path: '/v1/sign-in/second-factor',
    summary: 'Ends a sign-in that has asked for a second factor: by a code, a recovery code or a passkey.',
    access: anyone,
    limit: { calls: 300, minutes: 15 },
    body: SignInCompletion,
    response: Session,
  }),
  getSecondFactors: endpoint({
    method: 'GET',
    path: '/v1/users/{userId}/second-factors',
    summary: 'The second factors that a person of the staff signs in with.',
    access: staffThemselves,
    response: Factors,
    provides: ['sessions'],
  }),
  beginSecondFactor: endpoint({
    method: 'POST',
    path: '/v1/users/{userId}/second-factors/begin',
    summary: 'Begins to add a second factor: what a browser needs to make a passkey, or the secret for a code app.',
    access: staffThemselves,
    limit: fewCalls,
    body: z.object({ kind: z.enum(factorKinds) }),
    response: z.object({
      challenge: z.string(),
      passkey: z.nullable(PasskeyCreation),
      /** The secret in base32 to be typed, and the address with it to be scanned. */
      codeApp: z.nullable(z.object({ secret: z.string(), link: z.string() })),
    }),
  }),
  addSecondFactor: endpoint({
    method: 'POST',
    path: '/v1/users/{userId}/second-factors',
    summary: 'Adds a second factor that was begun, and signs the person out in all other browsers.',
    access: staffThemselves,
    limit: fewCalls,
    body: z.object({
      challenge: challengeField,
      name: requiredText('Please give a name.', 60),
      code: z.optional(codeField),
      passkey: z.optional(MadePasskey),
    }),
    response: FactorsAndCodes,
    invalidates: ['sessions', 'employees'],
  }),
  removeSecondFactor: endpoint({
    method: 'DELETE',
    path: '/v1/users/{userId}/second-factors/{factorId}',
    summary: 'Removes a second factor, and signs the person out in all other browsers.',
    access: staffThemselves,
    limit: fewCalls,
    response: Factors,
    invalidates: ['sessions', 'employees'],
  }),
  makeRecoveryCodes: endpoint({
    method: 'POST',
    path: '/v1/users/{userId}/recovery-codes',
    summary: 'Makes ten recovery codes in place of those that there were. They are shown this once.',
    access: staffThemselves,
    limit: fewCalls,
    response: FactorsAndCodes,
    invalidates: ['sessions'],
  }),
  beginProof: endpoint({
    method: 'POST',
    path: '/v1/users/{userId}/proof/begin',
    summary: 'By what a person who is signed in can prove again that it is them.',
    access: staffThemselves,
    limit: fewCalls,
    response: z.object({ ...SecondStep.shape, takesPassword: z.boolean() }),
  }),
  prove: endpoint({
    method: 'POST',
    path: '/v1/users/{userId}/proof',
    summary: 'Proves again who is signed in, by a second factor or, if this session had one, the password.',
    access: staffThemselves,
    limit: fewCalls,
    body: z.object({
      challenge: challengeField,
      ...proofFields,
      password: z.optional(
        z
          .string({ error: passwordSignInMessage })
          .check(
            cleaners.password,
            z.trim(),
            z.minLength(1, { error: passwordSignInMessage }),
            z.maxLength(passwordMaxLength),
          ),
      ),
    }),
    response: Done,
  }),
  takeFactorsAway: endpoint({
    method: 'POST',
    path: '/v1/employees/{profileId}/take-second-factors',
    summary:
      "Takes an employee's second factors and recovery codes away, tells them, and signs them out everywhere. Nobody's own.",
    access: only(['PROFILE_TYPE_EMPLOYEE'], { right: 'team' }),
    body: z.object({ reason: z.enum(factorLossReasons, { error: 'Please choose a reason.' }) }),
    response: z.object({ employee: Employee }),
    invalidates: ['employees'],
  }),
};
