import type { FactorKind } from '#domain/second-factors.ts';
import type { Letter } from '../letter.ts';
import { action, ifNotYou, spoken } from './shared/second-factor.ts';

export const factorAddedLetter = (kind: FactorKind, siteUrl: string): Letter => ({
  subject: 'A second factor was added to your %businessName% account',
  paragraphs: [
    `From now on you can sign in to your %businessName% account with your password and a ${spoken(kind)} that was added just now. All other devices were signed out.`,
    ifNotYou,
  ],
  action: action(siteUrl),
  short: `%businessName%: a ${spoken(kind)} was added to your account. If it was not you, set a new password at once and tell an owner.`,
});
