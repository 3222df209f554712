import type * as z from 'zod/mini';
import type { MadePasskey, UsedPasskey } from '#contract/second-factors.ts';
import type { World } from '../world.ts';
import type { FactorRow } from './store.ts';

type Site = Pick<World, 'publicUrl'>;

/** A passkey belongs to the site's public name; a browser that came by another name cannot use it. */
const siteOf = ({ publicUrl }: Site) => {
  const { hostname, origin } = new URL(publicUrl);
  return { expectedRPID: hostname, expectedOrigin: origin };
};

/** EdDSA, ES256 and RS256 (https://www.iana.org/assignments/cose): what authenticators have. */
const algorithms = [-8, -7, -257];
const timeout = 120_000;

const passkeysAmong = (factors: readonly FactorRow[]) =>
  factors.flatMap(({ credentialId: id, transports }) =>
    id === null ? [] : [{ id, type: 'public-key' as const, ...(transports?.length ? { transports } : {}) }],
  );

/**
 * @param challenge what the authenticator is to sign; 32 random bytes
 * @param factors the person's, whose authenticators need no second passkey
 * @returns what a browser needs to make a passkey
 */
export const creationOptions = (
  site: Site,
  challenge: string,
  { siteName, user, factors }: { siteName: string; user: { id: string; username: string }; factors: FactorRow[] },
) => ({
  challenge,
  rp: { id: siteOf(site).expectedRPID, name: siteName },
  user: { id: Buffer.from(user.id).toString('base64url'), name: user.username, displayName: user.username },
  pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key' as const, alg })),
  timeout,
  excludeCredentials: passkeysAmong(factors),
  authenticatorSelection: {
    residentKey: 'preferred' as const,
    requireResidentKey: false,
    // It stands beside the password, so a key that only wants a touch is enough.
    userVerification: 'preferred' as const,
  },
  attestation: 'none' as const,
});

/** @returns what a browser needs to use one of these passkeys; null when there is none among them */
export function requestOptions(site: Site, challenge: string, factors: readonly FactorRow[]) {
  const allowCredentials = passkeysAmong(factors);
  if (allowCredentials.length === 0) return null;
  const { expectedRPID: rpId } = siteOf(site);
  return { challenge, rpId, timeout, userVerification: 'preferred' as const, allowCredentials };
}

const whole = { type: 'public-key', clientExtensionResults: {} } as const;

// The library is loaded when somebody uses a passkey: with its parts it is a noticeable part of the start.
const loadLibrary = () => import('@simplewebauthn/server');

/** @returns the passkey that a browser has made for this challenge; undefined when what it says does not fit */
export async function readMadePasskey(site: Site, challenge: string, made: z.output<typeof MadePasskey>) {
  const { verifyRegistrationResponse } = await loadLibrary();
  const { id, response } = made;
  const { transports = [], ...rest } = response;
  const verified = await verifyRegistrationResponse({
    ...siteOf(site),
    response: { ...whole, id, rawId: id, response: { ...rest, transports } },
    expectedChallenge: challenge,
    requireUserVerification: false,
    supportedAlgorithmIDs: algorithms,
    // It throws for each way not to fit, with words that hold the challenge.
  }).catch(() => undefined);
  if (!verified?.verified) return undefined;
  const { credential, credentialBackedUp: isBackedUp } = verified.registrationInfo;
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports,
    isBackedUp,
  };
}

/**
 * @param passkey the one that the browser says it has used
 * @returns how its authenticator counts from now on; undefined when what the browser says does not fit, or the count has
 * not gone up, which a copy of the authenticator would do
 */
export async function readUsedPasskey(
  site: Site,
  challenge: string,
  { id, response }: z.output<typeof UsedPasskey>,
  passkey: FactorRow,
) {
  const { publicKey, counter } = passkey;
  if (publicKey === null || counter === null) return undefined;
  const { verifyAuthenticationResponse } = await loadLibrary();
  const { userHandle, ...rest } = response;
  const verified = await verifyAuthenticationResponse({
    ...siteOf(site),
    response: { ...whole, id, rawId: id, response: { ...rest, ...(userHandle === undefined ? {} : { userHandle }) } },
    expectedChallenge: challenge,
    credential: { id, publicKey: new Uint8Array(publicKey), counter },
    requireUserVerification: false,
  }).catch(() => undefined);
  if (!verified?.verified) return undefined;
  const { newCounter, credentialBackedUp } = verified.authenticationInfo;
  return { counter: newCounter, isBackedUp: credentialBackedUp };
}
