import { browserSupportsWebAuthn, startAuthentication, startRegistration } from '@simplewebauthn/browser';

/** @returns whether this browser can use passkeys here: only a secure page may */
export const takesPasskeys = (): boolean => browserSupportsWebAuthn();

type Creation = Parameters<typeof startRegistration>[0]['optionsJSON'];
type Request = Parameters<typeof startAuthentication>[0]['optionsJSON'];
/** What the browser has made of it, or why it did not, worded for people. */
type Asked<Answer> = { answer: Answer; problem?: undefined } | { answer?: undefined; problem: string };

/** Has the browser make a passkey. */
export const makePasskey = (optionsJSON: Creation) => asked(() => startRegistration({ optionsJSON }));
/** Has the browser use a passkey. */
export const applyPasskey = (optionsJSON: Request) => asked(() => startAuthentication({ optionsJSON }));

async function asked<Answer>(ask: () => Promise<Answer>): Promise<Asked<Answer>> {
  try {
    return { answer: await ask() };
  } catch (error) {
    return { problem: problems[error instanceof Error ? error.name : ''] ?? problems.NotAllowedError ?? '' };
  }
}

/** By the names of https://www.w3.org/TR/webauthn-3/#sctn-createCredential; a browser does not tell more of a refusal. */
const problems: Record<string, string> = {
  NotAllowedError: 'The browser did not finish. Please try again, or use another way.',
  InvalidStateError: 'This device has a passkey for this account already.',
  SecurityError: 'Passkeys work only at the public address of this site.',
};
