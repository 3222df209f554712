import type { Letter } from '../letter.ts';

/** @param isByOffice whether the office asked. Then we send the link after a day, and it works until a week has passed. */
export const newEmailLetter = (url: string, isByOffice: boolean): Letter => ({
  subject: 'Confirm your new email for %businessName%',
  paragraphs: [
    isByOffice
      ? 'Our office was asked to use this email address for a %businessName% account.'
      : 'Someone, most likely you, asked us to use this email address for a %businessName% account.',
    `The link works once and for ${isByOffice ? 'six days' : '24 hours'}. Until you press it, the address that the account had stays in use.`,
    'If it was not you, you can ignore this email.',
  ],
  action: { label: 'Use this email', url },
  short: `%businessName%: confirm your new email: ${url}`,
});
