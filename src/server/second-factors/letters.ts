import { countedLabel } from '#domain/labels.ts';
import { type FactorKind, type FactorLossReason, factorKindLabels } from '#domain/second-factors.ts';
import type { Letter } from '../messages/letter.ts';

const ifNotYou =
  'If it was not you, set a new password at once with "Forgot password?" where you sign in, and tell an owner of the business.';
const action = (url: string) => ({ label: 'Sign-in and security', url: `${url}/security` });
const spoken = (kind: FactorKind) => factorKindLabels[kind].toLowerCase();

export const factorAddedLetter = (kind: FactorKind, siteUrl: string): Letter => ({
  subject: 'A second factor was added to your %businessName% account',
  paragraphs: [
    `From now on you can sign in to your %businessName% account with your password and a ${spoken(kind)} that was added just now. All other devices were signed out.`,
    ifNotYou,
  ],
  action: action(siteUrl),
  short: `%businessName%: a ${spoken(kind)} was added to your account. If it was not you, set a new password at once and tell an owner.`,
});

export const factorRemovedLetter = (kind: FactorKind, siteUrl: string): Letter => ({
  subject: 'A second factor was removed from your %businessName% account',
  paragraphs: [
    `A ${spoken(kind)} was removed from your %businessName% account just now. Nobody can sign in with it anymore, and all other devices were signed out.`,
    ifNotYou,
  ],
  action: action(siteUrl),
  short: `%businessName%: a ${spoken(kind)} was removed from your account. If it was not you, set a new password at once and tell an owner.`,
});

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

export const wrongFactorLetter = (siteUrl: string): Letter => ({
  subject: 'Somebody knows your %businessName% password',
  paragraphs: [
    'Somebody gave the right password of your %businessName% account just now, and then five times no right second factor. They did not get in.',
    'If it was you, you can try again, or use a recovery code. If it was not you, set a new password at once with "Forgot password?" where you sign in.',
  ],
  action: { label: 'Go to %businessName%', url: siteUrl },
  short:
    '%businessName%: somebody gave your right password, but no right second factor. If it was not you, set a new password at once.',
});

const because: Record<FactorLossReason, string> = {
  lost: 'because your phone or key is lost or broken',
  replaced: 'because you have a new phone',
  stolen: 'because somebody else may have your phone or key',
};

/** @param reason undefined when somebody at the server did it */
export const factorsTakenLetter = (reason: FactorLossReason | undefined, siteUrl: string): Letter => ({
  subject: 'Your second factors for %businessName% were taken away',
  paragraphs: [
    `${reason ? 'An owner' : 'Somebody who runs the server'} took the second factors of your %businessName% account away${reason ? `, ${because[reason]}` : ''}. Passkeys, code apps and recovery codes that you had do not work anymore, and every device was signed out.`,
    'Sign in with your password and set up a new second factor. If you did not ask for this, please call an owner at once.',
  ],
  action: { label: 'Go to %businessName%', url: siteUrl },
  short:
    '%businessName%: the second factors of your account were taken away. Sign in and set up a new one. If you did not ask for this, call an owner at once.',
});
