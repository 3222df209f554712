import type { Letter } from '../letter.ts';

/** Shows who sets the business up that mails and texts arrive, and what they look like. */
export const tryLetter = (settingsUrl: string): Letter => ({
  subject: 'A try of the emails of %businessName%',
  paragraphs: [
    'The mail server works: this is the try that you asked for. All emails of %businessName% look like it.',
    "If it lies among junk mail, the sender's domain does not say yet that your mail server may send for it.",
  ],
  action: { label: 'Open the settings', url: settingsUrl },
  short: '%businessName%: texts work. This is the try that you asked for.',
});
