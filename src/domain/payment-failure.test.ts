import { expect, test } from 'vitest';
import { failureReasons } from './failure-reasons.ts';
import { cardGoneMessage, declineToStaff, kindNotTakenMessage, whyNot } from './payment-attempts.ts';
import {
  blockedMessage,
  type Failure,
  meaningOf,
  nextDebit,
  notTriedAgainMessage,
  notTriedMessage,
  reasonOfDispute,
  reasonOfFailure,
  sentenceOfFailure,
} from './payment-failure.ts';

const card = (declineCode: string | undefined, more: Failure = {}): Failure => ({
  type: 'card',
  code: 'card_declined',
  declineCode,
  ...more,
});

// https://docs.stripe.com/declines/codes, https://docs.stripe.com/declines/card#retrying-issuer-declines
test.for<[Failure, 'by-schedule' | 'never', string]>([
  [card('generic_decline'), 'by-schedule', 'declined'],
  [card('insufficient_funds'), 'by-schedule', 'declined'],
  [card('do_not_honor'), 'by-schedule', 'declined'],
  [card('card_velocity_exceeded'), 'by-schedule', 'declined'],
  [card('try_again_later'), 'by-schedule', 'declined'],
  [card('issuer_not_available'), 'by-schedule', 'declined'],
  [card(undefined, { code: 'processing_error' }), 'by-schedule', 'declined'],
  [card('generic_decline', { adviceCode: 'try_again_later' }), 'by-schedule', 'declined'],
  [card('lost_card'), 'never', 'card-refused'],
  [card('stolen_card'), 'never', 'card-refused'],
  [card('stolen_card', { adviceCode: 'try_again_later' }), 'never', 'card-refused'],
  [card('pickup_card'), 'never', 'card-refused'],
  [card('restricted_card'), 'never', 'card-refused'],
  [card('do_not_try_again'), 'never', 'card-refused'],
  [card('transaction_not_allowed'), 'never', 'card-refused'],
  [card('revocation_of_authorization'), 'never', 'card-refused'],
  [card('insufficient_funds', { adviceCode: 'do_not_try_again' }), 'never', 'card-refused'],
  [card('generic_decline', { adviceCode: 'do_not_try_again' }), 'never', 'card-refused'],
  [card('generic_decline', { adviceCode: 'confirm_card_data' }), 'never', 'card-details'],
  [card('expired_card', { code: 'expired_card' }), 'never', 'card-expired'],
  [card(undefined, { code: 'expired_card' }), 'never', 'card-expired'],
  [card(undefined, { code: 'incorrect_cvc' }), 'never', 'card-details'],
  [card('invalid_account'), 'never', 'card-refused'],
  [card('stolen_card', { type: 'link' }), 'never', 'card-refused'],
  [card('do_not_try_again', { type: 'link' }), 'never', 'card-refused'],
  [card('generic_decline', { type: 'link', adviceCode: 'do_not_try_again' }), 'never', 'card-refused'],
  [card('expired_card', { type: 'link', code: 'expired_card' }), 'never', 'card-expired'],
  [card('insufficient_funds', { type: 'link' }), 'by-schedule', 'declined'],
  [{ type: 'cashapp', code: 'payment_method_customer_decline' }, 'by-schedule', 'declined'],
  [{}, 'by-schedule', 'declined'],
])('a card: %o is tried again %s, as %s', ([failure, retry, reason]) => {
  expect(reasonOfFailure(failure)).toBe(reason);
  expect(meaningOf(reasonOfFailure(failure)).retry).toBe(retry);
});

// Nacha lets a debit be presented again for want of money alone.
test.for<[string, 'two-weeks' | 'never' | 'by-schedule' | 'by-week', 'account' | 'nothing']>([
  ['insufficient_funds', 'two-weeks', 'nothing'],
  ['account_closed', 'never', 'account'],
  ['no_account', 'never', 'account'],
  ['debit_not_authorized', 'never', 'account'],
  ['bank_ownership_changed', 'never', 'account'],
  ['payment_method_bank_account_blocked', 'never', 'account'],
  ['tokenized_account_number_deactivated', 'never', 'account'],
  ['something_new', 'never', 'account'],
  ['charge_exceeds_weekly_limit', 'by-week', 'nothing'],
  ['charge_exceeds_source_limit', 'by-week', 'nothing'],
  ['charge_exceeds_transaction_limit', 'never', 'nothing'],
])('a debit that came back as %s is made again %s and blocks %s', ([code, retry, blocks]) => {
  expect(meaningOf(reasonOfFailure({ type: 'us_bank_account', code }))).toMatchObject({ retry, blocks });
});

test.for([
  ['open', 'fraudulent', 'disputed-as-fraud'],
  ['open', 'unrecognized', 'disputed-as-fraud'],
  ['open', 'product_not_received', undefined],
  ['inquiry', 'fraudulent', undefined],
  ['won', 'fraudulent', undefined],
  ['closed', 'fraudulent', undefined],
  ['lost', 'fraudulent', 'disputed-as-fraud'],
  ['lost', 'product_not_received', 'disputed'],
  ['lost', 'debit_not_authorized', 'account-unauthorized'],
  ['lost', 'incorrect_account_details', 'account-unknown'],
  ['lost', 'insufficient_funds', 'disputed'],
] as const)('a dispute that is %s for %s blocks as %s', ([status, reason, expected]) => {
  expect(reasonOfDispute({ status, reason })).toBe(expected);
});

test('what a customer reads never says that a card was stolen, lost or suspected', () => {
  for (const code of ['stolen_card', 'lost_card', 'pickup_card', 'fraudulent', 'merchant_blacklist']) {
    const { sentence } = meaningOf(reasonOfFailure(card(code)));
    expect(sentence).toBe('Your bank does not allow charges to this card.');
  }
});

test('a debit is made again twice at most, and within two weeks of the first', () => {
  const first = Temporal.Instant.from('2026-03-02T15:00:00Z');
  const after = (days: number) => first.add({ hours: 24 * days });
  expect(nextDebit({ tries: 1, first }, after(4))).toEqual(after(5));
  expect(nextDebit({ tries: 2, first }, after(9))).toEqual(after(10));
  expect(nextDebit({ tries: 3, first }, after(14))).toBeUndefined();
  expect(nextDebit({ tries: 2, first }, after(13))).toEqual(after(14));
  expect(nextDebit({ tries: 2, first }, after(14))).toBeUndefined();
});

test.each(failureReasons)(
  'a bill that was never tried after %s says so, and nothing that happened to another',
  (reason) => {
    const message = notTriedMessage(reason);
    expect(whyNot(message)).toBe('not-tried');
    expect(message).toMatch(/^We have not charged it, because [a-z][^.]+\. Please choose another payment method\.$/);
    expect(message).not.toMatch(/this payment (back|was)|this debit|did not have enough/);
  },
);

test.each([
  ...failureReasons.flatMap((reason) => [
    notTriedMessage(reason),
    notTriedAgainMessage(reason),
    blockedMessage(reason),
  ]),
  cardGoneMessage,
  kindNotTakenMessage,
  'Your card does not support this purchase. Try a different card.',
])('staff read what they can do: %s', (message) => {
  const words = declineToStaff(message);
  expect(words).toMatch(/\. Please ask the customer for another payment method\.$/);
  expect(words).not.toMatch(/\byour\b|choose another|try a different/i);
});

test.each([
  [{ type: 'us_bank_account', code: 'processing_error' }, 'Your bank could not process it just then.'],
  [
    { type: 'card', code: 'card_declined', declineCode: 'try_again_later' },
    'Your bank could not process it just then.',
  ],
  [
    { type: 'us_bank_account', code: 'tokenized_account_number_deactivated' },
    'Your bank did not accept a debit from this account.',
  ],
  [{ type: 'card', code: 'card_declined', declineCode: 'insufficient_funds' }, undefined],
  // Stripe calls it a card.
  [{ type: 'paypal', code: 'card_declined', declineCode: 'generic_decline' }, 'Your payment was declined.'],
  [{ type: 'cashapp' }, 'Your payment was declined.'],
])('of %j a customer reads our own words, if any', (failure, sentence) => {
  expect(sentenceOfFailure(failure)).toBe(sentence);
});
