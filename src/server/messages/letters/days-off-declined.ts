import type { Letter } from '../letter.ts';

/** Tells a worker why they are not off on days for which they asked. @param when such as 'on Wed, Mar 10' */
export function daysOffDeclinedLetter(
  { firstName, url, when }: { firstName: string; url: string; when: string },
  reason: string,
): Letter {
  const first = `we can’t give you days off ${when}.`;
  return {
    subject: `No days off ${when}`,
    paragraphs: [`Hi ${firstName}, ${first}`, `The office says: ${reason}`],
    action: { label: 'See your plan', url },
    short: `%businessName%: ${first} ${reason} ${url}`,
    cuttable: reason,
  };
}
