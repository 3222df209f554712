import type { Letter } from '../letter.ts';
import { action, ifNotYou } from './shared/second-factor.ts';

export const recoveryCodesLetter = (siteUrl: string): Letter => ({
  subject: 'You have new %businessName% recovery codes',
  paragraphs: [
    'New recovery codes were made for your %businessName% account just now. Those that you had before do not work anymore.',
    ifNotYou,
  ],
  action: action(siteUrl),
  short:
    '%businessName%: new recovery codes were made for your account. If it was not you, set a new password at once and tell an owner.',
});
