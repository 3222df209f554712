import type { Letter } from '../letter.ts';
import { calendarEnded } from './email-changed.ts';

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
