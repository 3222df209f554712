import type { Letter } from '../letter.ts';

/** Stands first in an email whose reader wants texts. */
export const whyByMail = 'We couldn’t reach you by text, so we’re sending you this by email.';

/** @param said what each text would have said, the oldest first */
export function heldUpLetter(said: readonly string[], url: string): Letter {
  return {
    subject: `${said.length} messages that we couldn’t text you`,
    paragraphs: [whyByMail, ...said],
    short: `%businessName%: we couldn’t text you ${said.length} messages. ${url}`,
    action: { label: 'Open your dashboard', url },
    // They are plain since they were written.
    exact: said,
  };
}
