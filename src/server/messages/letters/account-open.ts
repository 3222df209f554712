import { listLabel } from '#domain/labels.ts';
import type { Letter } from '../letter.ts';

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
