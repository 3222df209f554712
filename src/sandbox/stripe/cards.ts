import { createHash } from 'node:crypto';
import type { AttemptError } from './objects.ts';

/** What a test card does, when it is saved and when it is charged. */
export type CardBehaviour = {
  declinedOnSetup?: Decline;
  declinedOnCharge?: Decline;
  /** `unless-set-up`: off-session charges pass once a SetupIntent was authenticated; `always`: every charge asks. */
  authentication?: 'unless-set-up' | 'always';
};

export type TestCard = CardBehaviour & { number: string; brand: string; magicIds: string[] };

type Decline = Pick<AttemptError, 'code' | 'decline_code' | 'message' | 'param'>;

const genericDecline: Decline = {
  code: 'card_declined',
  decline_code: 'generic_decline',
  message: 'Your card was declined.',
};
const insufficientFunds: Decline = {
  code: 'card_declined',
  decline_code: 'insufficient_funds',
  message: 'Your card has insufficient funds.',
};
const expired: Decline = { code: 'expired_card', message: 'Your card has expired.', param: 'exp_month' };
const incorrectCvc: Decline = {
  code: 'incorrect_cvc',
  message: "Your card's security code is incorrect.",
  param: 'cvc',
};

export const authenticationRequired: Decline = {
  code: 'authentication_required',
  decline_code: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
};

function alwaysDeclined(decline: Decline): CardBehaviour {
  return { declinedOnSetup: decline, declinedOnCharge: decline };
}

/** https://docs.stripe.com/testing: numbers, what they do, and the ids that stand for them in API calls. */
const testCards: TestCard[] = [
  { number: '4242424242424242', brand: 'visa', magicIds: ['pm_card_visa'] },
  { number: '5555555555554444', brand: 'mastercard', magicIds: ['pm_card_mastercard'] },
  { number: '378282246310005', brand: 'amex', magicIds: ['pm_card_amex'] },
  { number: '6011111111111117', brand: 'discover', magicIds: ['pm_card_discover'] },
  { number: '3056930009020004', brand: 'diners', magicIds: ['pm_card_diners'] },
  { number: '3566002020360505', brand: 'jcb', magicIds: ['pm_card_jcb'] },
  { number: '6200000000000005', brand: 'unionpay', magicIds: ['pm_card_unionpay'] },
  {
    number: '4000000000000002',
    brand: 'visa',
    magicIds: ['pm_card_visa_chargeDeclined', 'pm_card_chargeDeclined'],
    ...alwaysDeclined(genericDecline),
  },
  {
    number: '4000000000009995',
    brand: 'visa',
    magicIds: ['pm_card_visa_chargeDeclinedInsufficientFunds', 'pm_card_chargeDeclinedInsufficientFunds'],
    ...alwaysDeclined(insufficientFunds),
  },
  {
    number: '4000000000000069',
    brand: 'visa',
    magicIds: ['pm_card_chargeDeclinedExpiredCard'],
    ...alwaysDeclined(expired),
  },
  {
    number: '4000000000000127',
    brand: 'visa',
    magicIds: ['pm_card_chargeDeclinedIncorrectCvc'],
    ...alwaysDeclined(incorrectCvc),
  },
  {
    number: '4000000000000341',
    brand: 'visa',
    magicIds: ['pm_card_chargeCustomerFail', 'pm_card_visa_chargeCustomerFail'],
    declinedOnCharge: genericDecline,
  },
  {
    number: '4000002500003155',
    brand: 'visa',
    magicIds: ['pm_card_authenticationRequiredOnSetup'],
    authentication: 'unless-set-up',
  },
  {
    number: '4000002760003184',
    brand: 'visa',
    magicIds: ['pm_card_authenticationRequired'],
    authentication: 'always',
  },
];

/** The same card always has the same fingerprint; the number itself is never stored. */
export function cardFingerprint(number: string): string {
  return createHash('sha256').update(`yardpack-sandbox:${number}`).digest('base64url').slice(0, 16);
}

const byNumber = new Map(testCards.map((card) => [card.number, card]));
const byFingerprint = new Map(testCards.map((card) => [cardFingerprint(card.number), card]));
const byMagicId = new Map(testCards.flatMap((card) => card.magicIds.map((id) => [id, card])));

export function testCardByNumber(number: string): TestCard | undefined {
  return byNumber.get(number);
}

/** The card behind ids such as `pm_card_visa`, which Stripe accepts wherever a PaymentMethod id goes. */
export function testCardByMagicId(id: string): TestCard | undefined {
  return byMagicId.get(id);
}

/** What the card with this fingerprint does; every stored card is a test card. */
export function behaviourOf(fingerprint: string): CardBehaviour {
  return byFingerprint.get(fingerprint) ?? {};
}

/** The Luhn check that every card number passes. */
export function hasValidChecksum(number: string): boolean {
  let sum = 0;
  for (let index = 0; index < number.length; index += 1) {
    const digit = Number(number[number.length - 1 - index]);
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return number.length >= 12 && sum % 10 === 0;
}
