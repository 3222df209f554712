import { type FactorKind, factorKindLabels } from '#domain/second-factors.ts';

export const ifNotYou =
  'If it was not you, set a new password at once with "Forgot password?" where you sign in, and tell an owner of the business.';

export const action = (url: string) => ({ label: 'Sign-in and security', url: `${url}/security` });

export const spoken = (kind: FactorKind) => factorKindLabels[kind].toLowerCase();
