import type { Letter } from '../messages/letter.ts';

/**
 * Anybody can have this mailed to anybody, so of what was typed only what can be nothing but a name is repeated: no
 * addresses to open, no numbers to call, no message of a stranger in our name.
 */
const plainName = /^\p{L}[\p{L}\p{M}'’ -]{0,39}$/u;

export const confirmLetter = (firstName: string, url: string): Letter => ({
  subject: 'Confirm your Yardpack account',
  paragraphs: [
    `Hi ${plainName.test(firstName) ? firstName : 'there'}, welcome to the pack!`,
    'Please confirm your e-mail address, then you can sign in. The link works once and for 24 hours.',
    'If you did not sign up, you can ignore this mail.',
  ],
  action: { label: 'Confirm my account', url },
  short: `Confirm your Yardpack account: ${url}`,
});

export const resetLetter = (url: string): Letter => ({
  subject: 'Set a new Yardpack password',
  paragraphs: [
    'Somebody, most likely you, asked for a new password for your Yardpack account.',
    'The link works once and for one hour. If it was not you, you can ignore this mail: your password stays as it is.',
  ],
  action: { label: 'Set a new password', url },
  short: `Set a new Yardpack password: ${url}`,
});

export const passwordChangedLetter = (signInUrl: string): Letter => ({
  subject: 'Your Yardpack password was changed',
  paragraphs: [
    'Your password was changed just now, and every device was signed out.',
    'If it was not you, please ask for a new password at once and write to us.',
  ],
  action: { label: 'Go to Yardpack', url: signInUrl },
  short: 'Your Yardpack password was changed. If it was not you, please write to us at once.',
});
