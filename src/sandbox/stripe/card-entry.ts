import { cardFingerprint, hasValidChecksum, isTestAccount, testCardByNumber } from './cards.ts';
import type { Context } from './context.ts';
import { cardRefused, invalidParameter } from './errors.ts';
import { newId } from './ids.ts';
import { methodTypes, type PaymentMethod } from './objects.ts';
import {
  allowOnly,
  optionalGroup,
  optionalText,
  type Params,
  requiredChoice,
  requiredInteger,
  requiredText,
  textOrNull,
} from './parameters.ts';

/** Checks a card's number, expiry and security code as Stripe's API does. @returns the part that is kept */
function readCard(context: Context, card: Params): NonNullable<PaymentMethod['card']> {
  const number = requiredText(card, 'number', 'card[number]').replace(/[\s-]/g, '');
  if (!/^\d+$/.test(number) || !hasValidChecksum(number)) {
    throw cardRefused({ code: 'incorrect_number', message: 'Your card number is incorrect.', param: 'number' });
  }
  const month = requiredInteger(card, 'exp_month', 'card[exp_month]');
  const year = requiredInteger(card, 'exp_year', 'card[exp_year]');
  if (month < 1 || month > 12) {
    const message = "Your card's expiration month is invalid.";
    throw cardRefused({ code: 'invalid_expiry_month', message, param: 'exp_month' });
  }
  const today = new Date(context.now * 1000);
  const monthsLeft = (year - today.getUTCFullYear()) * 12 + month - (today.getUTCMonth() + 1);
  if (monthsLeft < 0 || year > today.getUTCFullYear() + 50) {
    const message = "Your card's expiration year is invalid.";
    throw cardRefused({ code: 'invalid_expiry_year', message, param: 'exp_year' });
  }
  const testCard = testCardByNumber(number);
  const cvc = optionalText(card, 'cvc', 'card[cvc]');
  if (cvc !== undefined && !(testCard?.brand === 'amex' ? /^\d{3,4}$/ : /^\d{3}$/).test(cvc)) {
    throw cardRefused({ code: 'invalid_cvc', message: "Your card's security code is invalid.", param: 'cvc' });
  }
  if (testCard === undefined) {
    throw cardRefused({
      code: 'card_declined',
      decline_code: 'test_mode_live_card',
      message: 'Your card was declined. Your request was in test mode, but used a non test card.',
    });
  }
  return {
    brand: testCard.brand,
    exp_month: month,
    exp_year: year,
    fingerprint: cardFingerprint(number),
    funding: 'credit',
    last4: number.slice(-4),
    wallet: null,
  };
}

function readAccount(account: Params): NonNullable<PaymentMethod['us_bank_account']> {
  const number = requiredText(account, 'account_number', 'us_bank_account[account_number]');
  if (!isTestAccount(number)) {
    throw invalidParameter('You must use a test bank account number in test mode.', 'us_bank_account[account_number]');
  }
  return {
    bank_name: 'STRIPE TEST BANK',
    fingerprint: cardFingerprint(number),
    last4: number.slice(-4),
    routing_number: requiredText(account, 'routing_number', 'us_bank_account[routing_number]'),
  };
}

/**
 * Makes a PaymentMethod without a customer from `payment_method_data`: `type`, `card[number|exp_month|exp_year|cvc]` or
 * `us_bank_account[routing_number|account_number]`, `billing_details`. Of the others the person's own page there would know
 * who it is: they take what `billing_details` says. Throws 402 for a wrong card.
 */
export async function createMethod(context: Context, data: Params): Promise<PaymentMethod> {
  allowOnly(data, ['billing_details', 'card', 'type', 'us_bank_account']);
  const type = requiredChoice(data, 'type', methodTypes);
  const details = optionalGroup(data, 'billing_details') ?? {};
  const address = optionalGroup(details, 'address') ?? {};
  const email = optionalText(details, 'email') ?? 'buyer@example.com';
  const id = newId('pm');
  const method: PaymentMethod = {
    id,
    object: 'payment_method',
    created: context.now,
    billing_details: { address: { postal_code: textOrNull(address, 'postal_code') } },
    customer: null,
    livemode: false,
    type,
    ...(type === 'card' && { card: readCard(context, optionalGroup(data, 'card') ?? {}) }),
    ...(type === 'us_bank_account' && { us_bank_account: readAccount(optionalGroup(data, 'us_bank_account') ?? {}) }),
    ...(type === 'cashapp' && { cashapp: { buyer_id: id, cashtag: '$greenyard' } }),
    ...(type === 'paypal' && { paypal: { payer_email: email, payer_id: id } }),
    ...(type === 'link' && { link: { email } }),
  };
  await context.store.save(method);
  return method;
}
