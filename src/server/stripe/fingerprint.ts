/** What Stripe knows of a way to pay, as of one that was charged: of a wallet there is no mark. */
type Known = {
  card?: { fingerprint?: string | null } | null;
  us_bank_account?: { fingerprint?: string | null } | null;
};

/** @returns Stripe's mark of the card or bank account itself, which is one however often it is saved */
export const fingerprintOf = (method: Known | null | undefined): string | undefined =>
  method?.card?.fingerprint ?? method?.us_bank_account?.fingerprint ?? undefined;
