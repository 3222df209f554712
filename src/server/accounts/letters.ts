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
    'Please confirm your email address. The link works once and for 24 hours.',
    'If you did not sign up, you can ignore this email.',
  ],
  action: { label: 'Confirm my account', url },
  short: `%businessName%: confirm your account: ${url}`,
});

/** @param username undefined for an account that nothing has proved: a stranger may have chosen it */
export const resetLetter = (username: string | undefined, url: string): Letter => ({
  // The reader has to type it again, so it is not made plain words; its owner has proved the address.
  ...(username === undefined ? {} : { exact: [username] }),
  subject: 'Set a new %businessName% password',
  paragraphs: [
    'Someone, most likely you, asked for a new password for your %businessName% account.',
    ...(username === undefined
      ? ['You sign in with this email address.']
      : [`Your username is ${username}. You can also sign in with this email address.`]),
    'The link works once and for one hour. If it was not you, you can ignore this email: your password stays as it is.',
  ],
  action: { label: 'Set a new password', url },
  // A phone may have opened several accounts.
  short: `%businessName%: set a new password${username === undefined ? '' : ` for the username ${username}`}: ${url}`,
});

/** Whether the link for a new password went to the phone that opened an account, or why it did not. */
export type ResetText = 'sent' | 'stopped' | 'none';
const resetWords: Record<ResetText, readonly [string, string]> = {
  sent: [
    'This email address isn’t confirmed yet. So we texted the link to the phone that opened the account.',
    'If you got no text, please call us.',
  ],
  stopped: [
    'This email address isn’t confirmed yet, and the phone that opened the account has stopped our texts. So we sent no link.',
    'Text START from that phone in answer to one of our texts, and ask for a new password again. Or call us, and we’ll help you.',
  ],
  none: [
    'This email address isn’t confirmed yet. So we can’t email you the link.',
    'Please call us, and we’ll help you.',
  ],
};

/** Goes to the unconfirmed address of an account that a phone proved. Its link opens a new account for the reader. */
export const resetByTextLetter = (text: ResetText, url: string): Letter => ({
  subject: 'A new password for your %businessName% account',
  paragraphs: [
    'Someone, most likely you, asked for a new password for a %businessName% account with this email address.',
    ...resetWords[text],
    'If that account isn’t yours, press the button below. It takes this address off that account, and opens a new, empty account for you.',
    'The link works once and for one hour. If you did not ask for a password, you can ignore this email.',
  ],
  action: { label: 'Open my own account', url },
  short: `%businessName%: open an account of your own: ${url}`,
});

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

/** For the address that an account has, when the office asked for another: its reader can stop that. */
export const stopEmailLetter = (url: string): Letter => ({
  subject: 'Your %businessName% email address is about to change',
  paragraphs: [
    'Our office was asked to use another email address for your %businessName% account.',
    'If you asked us for that, you do not have to do anything. In one day we email a link to the new address. Your account changes when you press that link.',
    'If you did not ask us for that, press the button below. It stops the change. We then keep writing to you here.',
  ],
  action: { label: 'Stop the change', url },
  short: `%businessName%: our office was asked to use another email address for your account. Stop that: ${url}`,
});

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
 * @param wasWarned whether the account had warnings, which give it a week; else it was one that nobody has confirmed
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

const calendarEnded = 'Your calendar link has ended too. You can make a new one on your services page.';

/**
 * @param hadCalendar whether an address of a calendar ended with it
 * @param call how one reaches us (`callUs`)
 */
export const emailChangedLetter = (siteUrl: string, hadCalendar: boolean, call: string): Letter => ({
  subject: 'Your %businessName% email was changed',
  paragraphs: [
    'Your %businessName% account uses another email address from now on. This is the last email that we send here.',
    ...(hadCalendar ? [calendarEnded] : []),
    'If it was not you, please write to us or call us at once.',
  ],
  action: { label: 'Go to %businessName%', url: siteUrl },
  short: `%businessName%: your account uses another email from now on. If it was not you, please ${call} at once.`,
});

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

/**
 * Goes to the phone of an account that lost its address: someone else confirmed it.
 * @param username the one that the account has now, for the phone that has proved it; undefined when the one before stays
 */
export const emailGoneLetter = (siteUrl: string, username?: string): Letter => ({
  subject: 'Your %businessName% account has no email address',
  paragraphs: [
    'Someone else confirmed your email address as theirs. So we took it off your account.',
    'Your services, cards and bills stay as they are, and we keep texting you. Please sign in, and add another email address to your profile.',
    ...(username ? [`Your username is ${username} from now on.`] : []),
  ],
  action: { label: 'Go to %businessName%', url: siteUrl },
  short: `%businessName%: someone else confirmed your email address as theirs, so it’s off your account. ${username ? `Sign in as ${username} to add another` : 'Add another'}: ${siteUrl}`,
  ...(username && { exact: [username] }),
});

/** Goes to the phone whose text opened an account, when someone else confirmed the email address that was typed there. */
export const accountGoneLetter = (siteUrl: string): Letter => ({
  subject: 'The account that you opened is gone',
  paragraphs: [
    'Someone confirmed the email address that you entered, and has an account with it now. So the account that you opened is gone.',
    'To book your yard service, open our earlier link again and enter your own email address.',
  ],
  action: { label: 'Go to %businessName%', url: siteUrl },
  short:
    '%businessName%: someone confirmed the email address you entered, so the account you opened is gone. To book, open our earlier link again and enter your own email.',
});

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

/**
 * @param hadCalendar whether an address of a calendar ended with it
 * @param call how one reaches us (`callUs`)
 * @param username for the phone that proved the account: its customer never chose one
 */
export const passwordChangedLetter = (
  signInUrl: string,
  hadCalendar: boolean,
  call: string,
  username?: string,
): Letter => ({
  subject: 'Your %businessName% password was changed',
  paragraphs: [
    'Your password was changed just now, and every device was signed out.',
    ...(hadCalendar ? [calendarEnded] : []),
    'If it was not you, please ask for a new password at once and write to us.',
  ],
  action: { label: 'Go to %businessName%', url: signInUrl },
  short: `%businessName%: your password was changed. ${username === undefined ? '' : `Your username is ${username}. `}If it was not you, please ${call} at once.`,
  ...(username !== undefined && { exact: [username] }),
});

/** @param resting what of theirs stays paused, “Yard cleanup” at 1 Main St */
export const accountOpenLetter = (resting: readonly string[], siteUrl: string): Letter => ({
  subject: 'Your %businessName% account is open again',
  paragraphs: [
    'We have opened your %businessName% account again. You can sign in as before.',
    resting.length > 0
      ? `What was paused stays so until you resume it: ${listLabel(resting)}. What was canceled can be asked for again.`
      : 'What was canceled stays so, and can be asked for again. Yards that went to other keepers stay with them.',
  ],
  action: { label: 'Go to %businessName%', url: siteUrl },
  short: `%businessName%: your account is open again.${resting.length > 0 ? ' Your visits stay paused until you resume them.' : ''} ${siteUrl}`,
});

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
