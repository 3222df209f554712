import type { Letter } from '../letter.ts';

export const accountClosedLetter = (siteUrl: string): Letter => ({
  subject: 'Your %businessName% account is closed',
  paragraphs: [
    'We have closed your %businessName% account. Every device is signed out, and nobody can sign in with it.',
    'Services that you asked for are paused or canceled, and yards that you looked after go to other keepers.',
    'Visits that were made are still charged and paid out as agreed. If this is a mistake, please write to us or call us.',
  ],
  action: { label: 'Go to %businessName%', url: siteUrl },
  short: '%businessName%: we have closed your account. If this is a mistake, please call us.',
});
