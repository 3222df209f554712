import type { Letter } from '../letter.ts';

/** @param username undefined for an account that nothing has proved: a stranger may have chosen it */
export const resetLetter = (username: string | undefined, url: string): Letter => ({
  // The reader has to type it again, so it is not made plain words; its owner has proved the address.
  ...(username === undefined ? {} : { exact: [username] }),
  subject: 'Set a new %businessName% password',
  paragraphs: [
    'Someone, most likely you, asked for a new password for your %businessName% account.',
    ...(username === undefined
      ? ['You sign in with this email address.']
      : [`Your username is ${username}. You can also sign in with this email address.`]),
    'The link works once and for one hour. If it was not you, you can ignore this email: your password stays as it is.',
  ],
  action: { label: 'Set a new password', url },
  // A phone may have opened several accounts.
  short: `%businessName%: set a new password${username === undefined ? '' : ` for the username ${username}`}: ${url}`,
});
