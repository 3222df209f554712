import type { FactorKind } from '#domain/second-factors.ts';
import type { Letter } from '../letter.ts';
import { action, ifNotYou, spoken } from './shared/second-factor.ts';

export const factorRemovedLetter = (kind: FactorKind, siteUrl: string): Letter => ({
  subject: 'A second factor was removed from your %businessName% account',
  paragraphs: [
    `A ${spoken(kind)} was removed from your %businessName% account just now. Nobody can sign in with it anymore, and all other devices were signed out.`,
    ifNotYou,
  ],
  action: action(siteUrl),
  short: `%businessName%: a ${spoken(kind)} was removed from your account. If it was not you, set a new password at once and tell an owner.`,
});
