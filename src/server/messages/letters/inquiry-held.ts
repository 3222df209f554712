import type { Letter } from '../letter.ts';

/** The email to somebody whose network has sent many inquiries within the hour. It repeats none of their words. */
export const heldLetter = (url: string): Letter => ({
  subject: 'Please confirm your message',
  paragraphs: [
    'Thank you for writing to %businessName%! Please confirm your email address, so that we can answer you.',
    'If you did not write to us, you can ignore this email.',
  ],
  action: { label: 'Confirm and send', url },
  short: `Please confirm your message: ${url}`,
});
