import type { Letter } from '../letter.ts';

export const wrongFactorLetter = (siteUrl: string): Letter => ({
  subject: 'Somebody knows your %businessName% password',
  paragraphs: [
    'Somebody gave the right password of your %businessName% account just now, and then five times no right second factor. They did not get in.',
    'If it was you, you can try again, or use a recovery code. If it was not you, set a new password at once with "Forgot password?" where you sign in.',
  ],
  action: { label: 'Go to %businessName%', url: siteUrl },
  short:
    '%businessName%: somebody gave your right password, but no right second factor. If it was not you, set a new password at once.',
});
