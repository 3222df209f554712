import { cardFingerprint, hasValidChecksum, testCardByNumber } from './cards.ts';
import type { Context } from './context.ts';
import { cardRefused, invalidParameter } from './errors.ts';
import { newId } from './ids.ts';
import type { PaymentMethod } from './objects.ts';
import {
  allowOnly,
  optionalGroup,
  optionalText,
  type Params,
  requiredInteger,
  requiredText,
  textOrNull,
} from './parameters.ts';

/** Checks a card's number, expiry and security code as Stripe's API does. @returns the part that is kept */
function readCard(context: Context, card: Params): PaymentMethod['card'] {
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

/**
 * Makes a PaymentMethod without a customer from `payment_method_data`: `type`, `card[number|exp_month|exp_year|cvc]`,
 * `billing_details`. Throws 402 for a wrong card.
 */
export async function createFromCard(context: Context, data: Params): Promise<PaymentMethod> {
  allowOnly(data, ['billing_details', 'card', 'type']);
  if (requiredText(data, 'type') !== 'card') throw invalidParameter('The sandbox knows only cards.', 'type');
  const address = optionalGroup(optionalGroup(data, 'billing_details') ?? {}, 'address') ?? {};
  const method: PaymentMethod = {
    id: newId('pm'),
    object: 'payment_method',
    created: context.now,
    billing_details: { address: { postal_code: textOrNull(address, 'postal_code') } },
    card: readCard(context, optionalGroup(data, 'card') ?? {}),
    customer: null,
    livemode: false,
    type: 'card',
  };
  await context.store.save(method);
  return method;
}
