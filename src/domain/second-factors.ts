/** What somebody proves besides the password, from most to least resistant to who asks for it under a false name. */
export const factorKinds = ['passkey', 'code-app'] as const;
export type FactorKind = (typeof factorKinds)[number];
export const factorKindLabels: Record<FactorKind, string> = { passkey: 'Passkey', 'code-app': 'Code app' };

/** Why an owner takes the second factors of a colleague away. */
export const factorLossReasons = ['lost', 'replaced', 'stolen'] as const;
export type FactorLossReason = (typeof factorLossReasons)[number];
export const factorLossLabels: Record<FactorLossReason, string> = {
  lost: 'The phone or key is lost or broken',
  replaced: 'A new phone, without what was on the old one',
  stolen: 'Somebody else may have it',
};

/** How many second factors one person may have. */
export const mostFactors = 10;
export const recoveryCodeCount = 10;
/** How long who sits there counts as the person, before a factor can be added or removed. */
export const proofMinutes = 10;
