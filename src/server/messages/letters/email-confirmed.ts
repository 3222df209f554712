import type { Letter } from '../letter.ts';

/**
 * Goes to the phones of an account that one of them has proved, when the email address that was typed there is confirmed.
 * @param call how one reaches us (`callUs`)
 */
export const emailConfirmedLetter = (siteUrl: string, call: string): Letter => ({
  subject: 'Your %businessName% email address was confirmed',
  paragraphs: [
    'The email address of your %businessName% account was confirmed with your password. You can set a new password by email from now on.',
    'If it was not you, please call us at once.',
  ],
  action: { label: 'Go to %businessName%', url: siteUrl },
  short: `%businessName%: the email address of your account was confirmed with your password. If it was not you, please ${call} at once.`,
});
