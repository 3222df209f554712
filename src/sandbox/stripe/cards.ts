import { createHash } from 'node:crypto';
import type { AttemptError, PaymentMethod } from './objects.ts';

/** What a test card, or another way to pay, does when it is saved and when it is charged. */
type Behaviour = {
  declinedOnSetup?: Decline;
  declinedOnCharge?: Decline;
  /** `unless-set-up`: off-session charges pass once a SetupIntent was authenticated; `always`: every charge asks. */
  authentication?: 'unless-set-up' | 'always';
  /** What follows a payment that has succeeded. */
  disputed?: 'fraudulent' | 'product_not_received' | 'debit_not_authorized' | 'inquiry' | 'warning';
  /** What becomes of a refund later: it fails after it has succeeded, or succeeds only then. */
  refundEnds?: 'failed' | 'succeeded';
  /** Whether charging it takes days, and how it ends then. */
  takesDays?: { declined?: Decline; forever?: true };
};
type TestCard = Behaviour & { number: string; brand: string };

export type Decline = Pick<AttemptError, 'advice_code' | 'code' | 'decline_code' | 'message' | 'param'>;

/** As Stripe says it: of a card that was reported lost or stolen no more than that it was declined. */
const declineAs = (decline_code: string, message = 'Your card was declined.'): Decline => ({
  code: 'card_declined',
  decline_code,
  message,
});
const generic = declineAs('generic_decline');
const noFunds = declineAs('insufficient_funds', 'Your card has insufficient funds.');
const neverAgain = { advice_code: 'do_not_try_again' } as const;
const lost: Decline = { ...declineAs('lost_card'), ...neverAgain };
const stolen: Decline = { ...declineAs('stolen_card'), ...neverAgain };
const tooOften = declineAs('card_velocity_exceeded');
const notProcessed: Decline = {
  code: 'processing_error',
  message: 'An error occurred while processing your card. Try again in a little bit.',
};
const expired: Decline = { code: 'expired_card', message: 'Your card has expired.', param: 'exp_month' };
const wrongCvc: Decline = {
  code: 'incorrect_cvc',
  message: "Your card's security code is incorrect.",
  param: 'cvc',
};

export const authenticationRequired: Decline = {
  code: 'authentication_required',
  decline_code: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
};

/** From https://docs.stripe.com/testing */
const testCards: TestCard[] = [
  { number: '4242424242424242', brand: 'visa' },
  { number: '5555555555554444', brand: 'mastercard' },
  { number: '378282246310005', brand: 'amex' },
  { number: '6011111111111117', brand: 'discover' },
  { number: '3056930009020004', brand: 'diners' },
  { number: '3566002020360505', brand: 'jcb' },
  { number: '6200000000000005', brand: 'unionpay' },
  { number: '4000000000000002', brand: 'visa', declinedOnSetup: generic },
  { number: '4000000000009995', brand: 'visa', declinedOnSetup: noFunds },
  { number: '4000000000000069', brand: 'visa', declinedOnSetup: expired },
  { number: '4000000000000127', brand: 'visa', declinedOnSetup: wrongCvc },
  { number: '4000000000009987', brand: 'visa', declinedOnSetup: lost },
  { number: '4000000000009979', brand: 'visa', declinedOnSetup: stolen },
  { number: '4000000000000119', brand: 'visa', declinedOnSetup: notProcessed },
  { number: '4000000000006975', brand: 'visa', declinedOnSetup: tooOften },
  { number: '4000000000000341', brand: 'visa', declinedOnCharge: generic },
  { number: '4000002500003155', brand: 'visa', authentication: 'unless-set-up' },
  { number: '4000002760003184', brand: 'visa', authentication: 'always' },
  { number: '4000000000000259', brand: 'visa', disputed: 'fraudulent' },
  { number: '4000000000002685', brand: 'visa', disputed: 'product_not_received' },
  { number: '4000000000001976', brand: 'visa', disputed: 'inquiry' },
  { number: '4000000000005423', brand: 'visa', disputed: 'warning' },
  { number: '4000000000005126', brand: 'visa', refundEnds: 'failed' },
  { number: '4000000000007726', brand: 'visa', refundEnds: 'succeeded' },
];

const closed: Decline = { code: 'account_closed', message: 'The bank account is closed.' };
const noAccount: Decline = { code: 'no_account', message: 'The bank account could not be found.' };
/** Return code R01. */
const noMoney: Decline = { code: 'insufficient_funds', message: 'The bank account has insufficient funds.' };
const notAuthorized: Decline = {
  code: 'debit_not_authorized',
  message: 'The customer has notified their bank that this payment was unauthorized.',
};
const weeklyLimit: Decline = {
  code: 'charge_exceeds_weekly_limit',
  message: 'The payment amount exceeds the weekly limit of this account.',
};
const deactivated: Decline = {
  code: 'tokenized_account_number_deactivated',
  message: 'The tokenized account number is deactivated.',
};

/** By number, from https://docs.stripe.com/payments/ach-direct-debit/accept-a-payment#test-account-numbers */
const testAccounts = new Map<string, Behaviour>([
  ['000123456789', { takesDays: {} }],
  ['000111111113', { takesDays: { declined: closed } }],
  ['000111111116', { takesDays: { declined: noAccount } }],
  ['000222222227', { takesDays: { declined: noMoney } }],
  ['000333333335', { takesDays: { declined: notAuthorized } }],
  ['000555555559', { takesDays: {}, disputed: 'debit_not_authorized' }],
  ['000777777771', { declinedOnCharge: weeklyLimit }],
  ['000888888885', { takesDays: { declined: deactivated } }],
  ['000000000009', { takesDays: { forever: true } }],
]);

export const isTestAccount = (number: string): boolean => testAccounts.has(number);

/** @returns a card's fingerprint, always the same; the number itself is never stored */
export function cardFingerprint(number: string): string {
  return createHash('sha256').update(`yardpack-sandbox:${number}`).digest('base64url').slice(0, 16);
}

export function testCardByNumber(number: string): TestCard | undefined {
  return testCards.find((card) => card.number === number);
}

const byFingerprint = new Map<string, Behaviour>([
  ...testCards.map((card) => [cardFingerprint(card.number), card] as const),
  ...[...testAccounts].map(([number, account]) => [cardFingerprint(number), account] as const),
]);

/** What a saved card can do from some day on, as nobody can save a test card that does: its bank has heard of something. */
export const laterDeclines: Readonly<Record<string, Decline>> = {
  generic_decline: generic,
  insufficient_funds: noFunds,
  lost_card: lost,
  stolen_card: stolen,
  pickup_card: { ...declineAs('pickup_card'), ...neverAgain },
  do_not_try_again: { ...generic, ...neverAgain },
  expired_card: expired,
  incorrect_cvc: wrongCvc,
  processing_error: notProcessed,
  card_velocity_exceeded: tooOften,
};

/** @returns what a way to pay does; every stored card and account is one for tests */
export function behaviourOf({
  card,
  us_bank_account,
  declines_later,
}: Pick<PaymentMethod, 'card' | 'us_bank_account' | 'declines_later'>): Behaviour {
  const behaviour = byFingerprint.get((card ?? us_bank_account)?.fingerprint ?? '') ?? {};
  const declinedOnCharge = laterDeclines[declines_later ?? ''];
  return declinedOnCharge ? { ...behaviour, declinedOnCharge } : behaviour;
}

/** Does the Luhn check. */
export function hasValidChecksum(number: string): boolean {
  let sum = 0;
  for (let index = 0; index < number.length; index += 1) {
    const digit = Number(number[number.length - 1 - index]);
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return number.length >= 12 && sum % 10 === 0;
}
