import type { Letter } from '../letter.ts';

/**
 * A stranger can make us send this email to any address. So we repeat a typed name only when it can be nothing else: no link, no
 * phone number, no message of a stranger in our name.
 */
const plainName = /^\p{L}[\p{L}\p{M}'’ -]{0,39}$/u;

export const confirmLetter = (firstName: string, url: string): Letter => ({
  subject: 'Confirm your %businessName% account',
  paragraphs: [
    `Hi ${plainName.test(firstName) ? firstName : 'there'}, welcome to the pack!`,
    'Please confirm your email address. The link works once and for 24 hours.',
    'If you did not sign up, you can ignore this email.',
  ],
  action: { label: 'Confirm my account', url },
  short: `%businessName%: confirm your account: ${url}`,
});
