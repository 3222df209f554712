import type { Letter } from '../letter.ts';

/** Goes to every way that was warned of a change of the office, once the link for the new address has ended unused. */
export const emailChangeEndedLetter = (siteUrl: string): Letter => ({
  subject: 'Your %businessName% email address was not changed',
  paragraphs: [
    'Our office was asked to use another email address for your %businessName% account. The new address was not confirmed in time, so nothing changes.',
    'If you still want another address, please change it on your profile, or call us.',
  ],
  action: { label: 'Go to %businessName%', url: siteUrl },
  short:
    '%businessName%: our office was asked to use another email address for your account. It was not confirmed in time, so nothing changes.',
});

/**
 * Goes to the office then. It names no one: the profile does.
 * @param wasWarned whether the account had warnings, which give it a week; if not, its email was never confirmed
 */
export const officeChangeEndedLetter = (profileUrl: string, wasWarned: boolean): Letter => ({
  subject: 'A change of email address ended',
  paragraphs: [
    `The office entered another email address for a customer or worker. The new address was not confirmed within ${wasWarned ? 'a week' : '24 hours'}, so the account keeps its old one.`,
    wasWarned
      ? 'The link works only after our warnings to the old phone and email address have gone out. If texts or emails failed, please enter the new address again.'
      : 'Please check the new address with them, and enter it again.',
  ],
  action: { label: 'Open the profile', url: profileUrl },
  short: `A change of email address ended: ${profileUrl}`,
});
