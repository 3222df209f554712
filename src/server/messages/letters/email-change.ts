import type { Letter } from '../letter.ts';

/** @param isByOffice whether staff have asked for it, and not who is signed in */
export const emailChangeLetter = (siteUrl: string, isByOffice: boolean): Letter => ({
  subject: 'Your %businessName% email is about to change',
  paragraphs: [
    isByOffice
      ? 'Our office was asked to use another email address for your %businessName% account.'
      : 'Someone, most likely you, asked us to use another email address for your %businessName% account.',
    'It changes when the link that we emailed there is pressed. Until then we keep emailing you here.',
    `If ${isByOffice ? 'you did not ask us for that' : 'it was not you'}, please set a new password at once: press "Forgot password?" where you sign in. That stops it.`,
  ],
  action: { label: 'Go to %businessName%', url: siteUrl },
  short: `%businessName%: ${isByOffice ? 'our office was asked' : 'someone asked us'} to use another email for your account. If it was not you, set a new password.`,
});
