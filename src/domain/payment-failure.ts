import type { FailureReason } from './failure-reasons.ts';
import { declineToStaff, notTriedAgainStart, notTriedStart } from './payment-attempts.ts';

/**
 * What it means when a payment failed or was taken back: whether it is tried again, what is not charged anymore, and what
 * its customer may read. One table for cards that are declined, bank debits that come back, and disputes.
 */

/**
 * `by-schedule`: after 1, 3 and 5 days (`retryDays`). `by-week`: as often, a week after each, since a limit of Stripe's is over then. `two-weeks`: a bank debit may be presented again twice, within two
 * weeks (Nacha's rules), and no other debit begins meanwhile. `never`: it would fail again, or may not be tried.
 */
type Retry = 'by-schedule' | 'by-week' | 'two-weeks' | 'never';

/**
 * What is not charged anymore. `method`: what is saved, until it changes at Stripe or is saved anew. `account`: the card
 * or bank account itself, however often it is saved.
 */
type Blocks = 'nothing' | 'method' | 'account';

export type Meaning = {
  retry: Retry;
  blocks: Blocks;
  /** What the customer may read of it; null where Stripe's own words are shown. Never that a card was reported stolen. */
  sentence: string | null;
};

const again: Meaning = { retry: 'by-schedule', blocks: 'nothing', sentence: null };
const never = (blocks: Blocks, sentence: string): Meaning => ({ retry: 'never', blocks, sentence });

const meanings: Record<FailureReason, Meaning> = {
  /** The bank gave no reason that forbids another try. */
  declined: again,
  /** Removed at Stripe, or of a kind that the business has switched off: Stripe charges neither. */
  'method-gone': never('nothing', 'This payment method is gone.'),
  'kind-not-taken': never('nothing', 'We do not take this kind of payment anymore.'),
  /** Lost, stolen, picked up, restricted, suspected of fraud, or the bank asks not to try again. */
  'card-refused': never('method', 'Your bank does not allow charges to this card.'),
  'card-expired': never('method', 'This card has expired.'),
  'card-details': never('method', 'The card’s number, date or security code does not match your bank’s.'),
  'account-short': { retry: 'two-weeks', blocks: 'nothing', sentence: 'Your bank account did not have enough money.' },
  'account-limit': {
    retry: 'by-week',
    blocks: 'nothing',
    sentence: 'This is more than we may debit from this account in a week.',
  },
  /** The same amount fails each time. A smaller one goes through. */
  'amount-over-limit': never('nothing', 'This amount is more than one bank debit may be.'),
  'account-closed': never('account', 'Your bank says that this account is closed.'),
  'account-unknown': never('account', 'Your bank could not find this account.'),
  'account-unauthorized': never('account', 'Your bank says that this debit was not authorized.'),
  'account-refused': never('account', 'Your bank did not accept a debit from this account.'),
  'disputed-as-fraud': never('account', 'Your bank took this payment back because it was reported as not authorized.'),
  disputed: never('account', 'Your bank took this payment back.'),
};

/** @param reason null of a failure from before reasons were kept */
export const meaningOf = (reason: FailureReason | null): Meaning => meanings[reason ?? 'declined'];

/** @returns why a way to pay cannot be used anymore, in a sentence for its owner or for staff: bill, letter and pages have the same */
export function whyBlocked(reason: FailureReason, isOwner = true): string {
  const sentence = meaningOf(reason).sentence ?? 'This payment method cannot be charged.';
  return isOwner ? sentence : declineToStaff(sentence);
}

/** @returns why a way to pay cannot be chosen, as its owner reads it */
export const blockedMessage = (reason: FailureReason): string =>
  `${whyBlocked(reason)} Please choose another payment method.`;

/** Words for a payment that was stopped by an earlier one. The usual sentence would blame this one. */
const ofAnother: Partial<Record<FailureReason, string>> = {
  'account-short': 'your bank account could not pay the one before',
  'account-unauthorized': 'your bank says that a debit before was not authorized',
  'account-refused': 'your bank did not accept a debit before from this account',
  'disputed-as-fraud': 'your bank took a payment before back because it was reported as not authorized',
  disputed: 'your bank took a payment before back',
};

/** @returns why a payment was never tried, as it follows the word "because": what another one has brought stops it */
export function whyNotTried(reason: FailureReason | null): string {
  const sentence = whyBlocked(reason ?? 'declined');
  return ofAnother[reason ?? 'declined'] ?? `${sentence.charAt(0).toLowerCase()}${sentence.slice(1, -1)}`;
}

/** @returns the same of a bill, as its customer reads it */
export const notTriedMessage = (reason: FailureReason): string =>
  `${notTriedStart}${whyNotTried(reason)}. Please choose another payment method.`;

/** @returns the same of a bill that was tried before */
export const notTriedAgainMessage = (reason: FailureReason): string =>
  `${notTriedAgainStart}${whyNotTried(reason)}. Please choose another payment method.`;

/** Card declines after which the same card does not work: https://docs.stripe.com/declines/codes */
const cardReasons: Readonly<Record<string, FailureReason>> = {
  expired_card: 'card-expired',
  invalid_expiry_month: 'card-expired',
  invalid_expiry_year: 'card-expired',
  incorrect_number: 'card-details',
  invalid_number: 'card-details',
  incorrect_cvc: 'card-details',
  invalid_cvc: 'card-details',
  incorrect_address: 'card-details',
  incorrect_zip: 'card-details',
  lost_card: 'card-refused',
  stolen_card: 'card-refused',
  pickup_card: 'card-refused',
  restricted_card: 'card-refused',
  fraudulent: 'card-refused',
  merchant_blacklist: 'card-refused',
  do_not_try_again: 'card-refused',
  invalid_account: 'card-refused',
  new_account_information_available: 'card-refused',
  card_not_supported: 'card-refused',
  currency_not_supported: 'card-refused',
  not_permitted: 'card-refused',
  service_not_allowed: 'card-refused',
  transaction_not_allowed: 'card-refused',
  revocation_of_authorization: 'card-refused',
  revocation_of_all_authorizations: 'card-refused',
  stop_payment_order: 'card-refused',
  security_violation: 'card-refused',
};

/** What the card network advises: https://docs.stripe.com/declines/card#retrying-issuer-declines */
const adviceReasons: Readonly<Record<string, FailureReason>> = {
  do_not_try_again: 'card-refused',
  confirm_card_data: 'card-details',
};

/** Returns of bank debits: https://docs.stripe.com/payments/ach-direct-debit#failed-payments */
const debitReasons: Readonly<Record<string, FailureReason>> = {
  insufficient_funds: 'account-short',
  account_closed: 'account-closed',
  bank_account_closed: 'account-closed',
  no_account: 'account-unknown',
  account_number_invalid: 'account-unknown',
  invalid_account_number: 'account-unknown',
  incorrect_account_details: 'account-unknown',
  bank_account_invalid_details: 'account-unknown',
  routing_number_invalid: 'account-unknown',
  tokenized_account_number_deactivated: 'account-refused',
  debit_not_authorized: 'account-unauthorized',
  payment_intent_mandate_invalid: 'account-unauthorized',
  bank_ownership_changed: 'account-unauthorized',
  // Stripe's own limits and troubles: no bank was asked.
  charge_exceeds_transaction_limit: 'amount-over-limit',
  charge_exceeds_source_limit: 'account-limit',
  charge_exceeds_weekly_limit: 'account-limit',
  payment_method_provider_timeout: 'declined',
  processing_error: 'declined',
};

/** Not in Stripe's words, which ask to try again: we do. */
const notProcessed = 'Your bank could not process it just then.';
const ownWords: Readonly<Record<string, string>> = {
  processing_error: notProcessed,
  payment_method_provider_timeout: notProcessed,
  issuer_not_available: notProcessed,
  try_again_later: notProcessed,
};

/** What Stripe says of an attempt that failed. */
export type Failure = {
  /** Such as `card`; undefined when Stripe did not say. */
  type?: string | undefined;
  code?: string | undefined;
  declineCode?: string | undefined;
  adviceCode?: string | undefined;
};

/** @returns why an attempt failed; of an unknown return of a debit, that the account does not take debits: Nacha's rules allow another only for want of money */
export function reasonOfFailure({ type, code = '', declineCode, adviceCode = '' }: Failure): FailureReason {
  // Whatever else is known of it, Stripe lets nobody charge it.
  if (code === 'payment_method_bank_account_blocked') return 'account-refused';
  if (type === 'us_bank_account') return debitReasons[code] ?? debitReasons[declineCode ?? ''] ?? 'account-refused';
  // Link charges the card behind it, whose bank answers.
  if (type !== undefined && type !== 'card' && type !== 'link') return 'declined';
  return cardReasons[declineCode ?? code] ?? cardReasons[code] ?? adviceReasons[adviceCode] ?? 'declined';
}

/** @returns what a customer reads of an attempt that failed; undefined where Stripe's own words do */
export const sentenceOfFailure = (failure: Failure): string | undefined =>
  meaningOf(reasonOfFailure(failure)).sentence ??
  ownWords[failure.declineCode ?? ''] ??
  ownWords[failure.code ?? ''] ??
  // Stripe calls each of them a card.
  (isOtherKind(failure) ? 'Your payment was declined.' : undefined);

/** PayPal, Cash App, Link and whatever is neither a card nor a bank account. */
const isOtherKind = ({ type }: Failure): boolean => type !== undefined && !['card', 'us_bank_account'].includes(type);

/** Disputes of bank debits, which are lost as they begin: https://docs.stripe.com/payments/ach-direct-debit#disputed-payments */
const returnReasons: Readonly<Record<string, FailureReason>> = {
  debit_not_authorized: 'account-unauthorized',
  incorrect_account_details: 'account-unknown',
  insufficient_funds: 'disputed',
  bank_cannot_process: 'account-refused',
};
const fraudReasons = ['fraudulent', 'unrecognized'];

type Disputed = { status: 'inquiry' | 'open' | 'won' | 'lost' | 'closed'; reason: string };

/** @returns why what a dispute is about is not charged anymore; undefined while it may be, as of one that is won or only asked about */
export function reasonOfDispute({ status, reason }: Disputed): FailureReason | undefined {
  const isFraud = fraudReasons.includes(reason);
  if (status === 'open') return isFraud ? 'disputed-as-fraud' : undefined;
  if (status !== 'lost') return undefined;
  return returnReasons[reason] ?? (isFraud ? 'disputed-as-fraud' : 'disputed');
}

/** How often a debit that came back for want of money is presented in all, and within how many days. */
const mostDebits = 3;
const debitDays = 14;
/** After each return: a bank takes four days, so that the last one has come back within the two weeks, too. */
const daysAfterReturn = 1;

/** @returns when a debit is presented again; undefined when it may not be */
export function nextDebit(
  { tries, first }: { tries: number; first: Temporal.Instant | null },
  now: Temporal.Instant,
): Temporal.Instant | undefined {
  const next = now.add({ hours: 24 * daysAfterReturn });
  return tries < mostDebits && isDebitInTime(first, next) ? next : undefined;
}

/** @returns whether a debit may still be presented again at a moment, by when its bill's first was made */
export const isDebitInTime = (first: Temporal.Instant | null, at: Temporal.Instant): boolean =>
  first === null || Temporal.Instant.compare(at, first.add({ hours: 24 * debitDays })) <= 0;

/** Why a customer's visits rest: the way to pay cannot be used anymore, or something is not paid. */
export type Rest = 'method' | 'unpaid';
