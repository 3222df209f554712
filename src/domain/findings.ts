/**
 * What the reconciliation or a warning of Stripe can say. To add one: its kind here, where it is found in
 * server/reconciliation/check.ts or its proof-store.ts (or who else keeps it), and its words in web/staff-desk/finding-words.ts.
 */
export const findingKinds = [
  /** A visit that is done and has no charge. */
  'never-charged',
  /** A charge that has been due for more than a day, is not held, and is on no bill. */
  'never-billed',
  /** A charge of a visit that is not done. */
  'not-done',
  /** The rows of a service's visits are not as its plan says. */
  'visit-rows',
  /** Collected at Stripe, and unknown here. */
  'unknown-at-stripe',
  /** Paid here, and not at Stripe. */
  'not-at-stripe',
  /** Stripe moved other amounts than the ledger has. */
  'other-at-stripe',
  /** A bank has not said for long whether it pays a debit. */
  'debit-late',
  /** The ledger against what customers owe, against what workers are owed, against bills and payments, against its sums. */
  'customer-balance',
  'worker-balance',
  'bill-entries',
  'kept-sums',
  /** Of these Stripe has told: a bank takes a payment for a fraud. */
  'fraud-warning',
  /** A customer chose a card that another customer's bank has reported as fraud. */
  'card-of-fraud',
  /** A customer is none at Stripe any more, and has no cards. */
  'customer-deleted',
  /** A worker's pay was reversed without a refund. */
  'reversed-alone',
  /** The same of what the business had added, because credit has paid a bill. */
  'top-up-reversed',
  /** What was given as credit, because the bank had returned it, was sent back once more. */
  'paid-and-credited',
  /** A dispute was won after the office had decided about it: what was paid another way is paid twice, or what was written off has come. */
  'paid-twice',
  'won-after-all',
  /** A bank took a payment once more after it had let it stand: what the office decided before is so again. */
  'lost-again',
] as const;
/** After so many days a debit is late: a bank takes up to five business days. */
export const lateDebitDays = 10;

export type FindingKind = (typeof findingKinds)[number];

/** What somebody has found. */
export type Found = {
  kind: FindingKind;
  /** The id, ours or Stripe's, of what it is about; the same is found once. */
  subject: string;
  /** Integer cents: what it is about, or by how much it is off. */
  amount?: number | null;
  /** Whom and what it concerns. */
  profileId?: string | null;
  engagementId?: string | null;
  billId?: string | null;
  /** The visit's. */
  day?: Temporal.PlainDate | null;
  /** What else helps to find it. */
  detail?: string | null;
};
