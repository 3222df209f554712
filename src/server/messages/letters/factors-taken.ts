import type { FactorLossReason } from '#domain/second-factors.ts';
import type { Letter } from '../letter.ts';

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
