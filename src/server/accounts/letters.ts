import { listLabel } from '#domain/labels.ts';
import type { Letter } from '../messages/letter.ts';

/**
 * Anybody can make us mail this to anybody. So we repeat a typed name only when it can be nothing else: no link, no
 * phone number, no message of a stranger in our name.
 */
const plainName = /^\p{L}[\p{L}\p{M}'’ -]{0,39}$/u;

export const confirmLetter = (firstName: string, url: string): Letter => ({
  subject: 'Confirm your %businessName% account',
  paragraphs: [
    `Hi ${plainName.test(firstName) ? firstName : 'there'}, welcome to the pack!`,
    'Please confirm your e-mail address, then you can sign in. The link works once and for 24 hours.',
    'If you did not sign up, you can ignore this mail.',
  ],
  action: { label: 'Confirm my account', url },
  short: `%businessName%: confirm your account: ${url}`,
});

/** @param username undefined for an unconfirmed account: a stranger may have chosen it */
export const resetLetter = (username: string | undefined, url: string): Letter => ({
  // The reader has to type it again, so it is not made plain words; its owner has proved the address.
  ...(username === undefined ? {} : { exact: [username] }),
  subject: 'Set a new %businessName% password',
  paragraphs: [
    'Somebody, most likely you, asked for a new password for your %businessName% account.',
    ...(username === undefined ? [] : [`Your username is ${username}. You can also sign in with this e-mail address.`]),
    'The link works once and for one hour. If it was not you, you can ignore this mail: your password stays as it is.',
  ],
  action: { label: 'Set a new password', url },
  short: `%businessName%: set a new password: ${url}`,
});

export const newEmailLetter = (url: string): Letter => ({
  subject: 'Confirm your new e-mail for %businessName%',
  paragraphs: [
    'Somebody, most likely you, asked us to use this e-mail address for a %businessName% account.',
    'The link works once and for 24 hours. Until you press it, the address that the account had stays in use.',
    'If it was not you, you can ignore this mail.',
  ],
  action: { label: 'Use this e-mail', url },
  short: `%businessName%: confirm your new e-mail: ${url}`,
});

/** @param isByOffice whether staff have asked for it, and not who is signed in */
export const emailChangeLetter = (siteUrl: string, isByOffice: boolean): Letter => ({
  subject: 'Your %businessName% e-mail is about to change',
  paragraphs: [
    isByOffice
      ? 'Our office was asked to use another e-mail address for your %businessName% account.'
      : 'Somebody, most likely you, asked us to use another e-mail address for your %businessName% account.',
    'It changes when the link that we mailed there is pressed. Until then we go on writing to you here.',
    `If ${isByOffice ? 'you did not ask us for that' : 'it was not you'}, please set a new password at once: press "Forgot password?" where you sign in. That stops it.`,
  ],
  action: { label: 'Go to %businessName%', url: siteUrl },
  short: `%businessName%: ${isByOffice ? 'our office was asked' : 'somebody asked us'} to use another e-mail for your account. If it was not you, set a new password.`,
});

export const emailChangedLetter = (siteUrl: string): Letter => ({
  subject: 'Your %businessName% e-mail was changed',
  paragraphs: [
    'Your %businessName% account uses another e-mail address from now on. This is the last mail that we send here.',
    'If it was not you, please write to us or call us at once.',
  ],
  action: { label: 'Go to %businessName%', url: siteUrl },
  short: '%businessName%: your account uses another e-mail from now on. If it was not you, please call us at once.',
});

export const passwordChangedLetter = (signInUrl: string): Letter => ({
  subject: 'Your %businessName% password was changed',
  paragraphs: [
    'Your password was changed just now, and every device was signed out.',
    'If it was not you, please ask for a new password at once and write to us.',
  ],
  action: { label: 'Go to %businessName%', url: signInUrl },
  short: '%businessName%: your password was changed. If it was not you, please write to us at once.',
});

/** @param resting what of theirs stays paused, “Yard cleanup” at 1 Main St */
export const accountOpenLetter = (resting: readonly string[], siteUrl: string): Letter => ({
  subject: 'Your %businessName% account is open again',
  paragraphs: [
    'We have opened your %businessName% account again. You can sign in as before.',
    resting.length > 0
      ? `What was paused stays so until you resume it: ${listLabel(resting)}. What was cancelled can be asked for again.`
      : 'What was cancelled stays so, and can be asked for again. Yards that went to other keepers stay with them.',
  ],
  action: { label: 'Go to %businessName%', url: siteUrl },
  short: `%businessName%: your account is open again.${resting.length > 0 ? ' Your visits stay paused until you resume them.' : ''} ${siteUrl}`,
});

export const accountClosedLetter = (siteUrl: string): Letter => ({
  subject: 'Your %businessName% account is closed',
  paragraphs: [
    'We have closed your %businessName% account. Every device is signed out, and nobody can sign in with it.',
    'Services that you asked for are paused or cancelled, and yards that you looked after go to other keepers.',
    'Visits that were made are still charged and paid out as agreed. If this is a mistake, please write to us or call us.',
  ],
  action: { label: 'Go to %businessName%', url: siteUrl },
  short: '%businessName%: we have closed your account. If this is a mistake, please call us.',
});
