import type { Letter } from '../letter.ts';

/**
 * Goes to the account's email when the office enters another phone number, since the earlier number may not take texts, and to a phone that
 * proved the account.
 * @param call how one reaches us (`callUs`)
 */
export const phoneChangedLetter = (siteUrl: string, call: string): Letter => ({
  subject: 'Your %businessName% phone number was changed',
  paragraphs: [
    'Our office changed the phone number of your %businessName% account.',
    'If you did not ask us for that, please call us at once.',
  ],
  action: { label: 'Go to %businessName%', url: siteUrl },
  short: `%businessName%: our office changed the phone number of your account. If you did not ask for that, please ${call} at once.`,
});
