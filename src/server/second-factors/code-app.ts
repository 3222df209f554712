import { Secret, TOTP } from 'otpauth';

/** Seconds for which a code is shown, as every app has it. */
const period = 30;

/** @returns a new secret in base32; RFC 4226, section 4, recommends 160 bits */
export const newSecret = (): string => new Secret({ size: 20 }).base32;

/** @returns the address by which an app takes a secret over, as a picture shows it */
export const codeAppLink = (secret: string, issuer: string, label: string): string =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), period }).toString();

/**
 * Reads a code of an app whose clock may be half a minute off (RFC 6238, section 5.2).
 * @returns the half minute that the code is of, counted from 1970; undefined for a wrong code
 */
export function stepOf(secret: string, code: string, now: Temporal.Instant): number | undefined {
  const timestamp = now.epochMilliseconds;
  const delta = new TOTP({ secret: Secret.fromBase32(secret), period }).validate({
    token: code,
    timestamp,
    window: 1,
  });
  return delta === null ? undefined : Math.floor(timestamp / 1000 / period) + delta;
}
