/** Why a payment failed or was taken back; what each means is in `payment-failure.ts`, which pages need not load. */
export const failureReasons = [
  'declined',
  'method-gone',
  'kind-not-taken',
  'card-refused',
  'card-expired',
  'card-details',
  'account-short',
  'account-limit',
  'amount-over-limit',
  'account-closed',
  'account-unknown',
  'account-unauthorized',
  'account-refused',
  'disputed-as-fraud',
  'disputed',
] as const;
export type FailureReason = (typeof failureReasons)[number];
