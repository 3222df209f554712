import type { Letter } from '../letter.ts';

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
