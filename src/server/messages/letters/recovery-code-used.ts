import { countedLabel } from '#domain/labels.ts';
import type { Letter } from '../letter.ts';
import { action, ifNotYou } from './shared/second-factor.ts';

export const recoveryCodeUsedLetter = (left: number, siteUrl: string): Letter => ({
  subject: 'A recovery code was used for your %businessName% account',
  paragraphs: [
    `Someone, most likely you, used a recovery code for your %businessName% account just now. ${countedLabel(left, 'code')} ${left === 1 ? 'is' : 'are'} left.`,
    'If you have lost your phone or key, remove it from your account, and add the new one.',
    ifNotYou,
  ],
  action: action(siteUrl),
  short: `%businessName%: a recovery code was used for your account, ${left} left. If it was not you, set a new password at once and tell an owner.`,
});
