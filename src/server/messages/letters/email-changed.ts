import type { Letter } from '../letter.ts';

export const calendarEnded = 'Your calendar link has ended too. You can make a new one on your services page.';

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
