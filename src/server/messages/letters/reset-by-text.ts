import type { Letter } from '../letter.ts';

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
