import { cardFingerprint, hasValidChecksum, type TestCard, testCardByNumber } from './cards.ts';
import type { Context } from './context.ts';
import { cardRefused, invalidParameter } from './errors.ts';
import { newId } from './ids.ts';
import type { BillingDetails, PaymentMethod } from './objects.ts';
import {
  mergeMetadata,
  nullableText,
  optionalChoice,
  optionalGroup,
  optionalText,
  type Params,
  readAddress,
  requiredInteger,
  requiredText,
} from './parameters.ts';

export function readBillingDetails(params: Params | undefined): BillingDetails {
  return {
    address: readAddress(params && optionalGroup(params, 'address'), 'billing_details[address]'),
    email: nullableText(params ?? {}, 'email') ?? null,
    name: nullableText(params ?? {}, 'name') ?? null,
    phone: nullableText(params ?? {}, 'phone') ?? null,
    tax_id: null,
  };
}

/** A new PaymentMethod of a test card, attached to nobody and not saved yet. */
export function buildPaymentMethod(
  context: Context,
  card: TestCard,
  expiry: { month: number; year: number },
  details: Params | undefined,
): PaymentMethod {
  const billing = readBillingDetails(details);
  return {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: billing,
    card: {
      brand: card.brand,
      checks: {
        address_line1_check: billing.address.line1 ? 'pass' : null,
        address_postal_code_check: billing.address.postal_code ? 'pass' : null,
        cvc_check: 'pass',
      },
      country: 'US',
      display_brand: card.brand,
      exp_month: expiry.month,
      exp_year: expiry.year,
      fingerprint: cardFingerprint(card.number),
      funding: 'credit',
      generated_from: null,
      last4: card.number.slice(-4),
      networks: { available: [card.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: context.now,
    customer: null,
    livemode: false,
    metadata: {},
    type: 'card',
  };
}

/** Checks a card's number, expiry and security code as Stripe's API does, and answers the test card it is. */
function readCard(context: Context, card: Params): { testCard: TestCard; month: number; year: number } {
  const number = requiredText(card, 'number', 'card[number]').replace(/[\s-]/g, '');
  if (!/^\d+$/.test(number) || !hasValidChecksum(number)) {
    throw cardRefused({
      code: 'incorrect_number',
      message: 'Your card number is incorrect.',
      param: 'number',
    });
  }
  const month = requiredInteger(card, 'exp_month', 'card[exp_month]');
  const givenYear = requiredInteger(card, 'exp_year', 'card[exp_year]');
  const year = givenYear < 100 ? 2000 + givenYear : givenYear;
  const today = new Date(context.now * 1000);
  if (month < 1 || month > 12) {
    throw cardRefused({
      code: 'invalid_expiry_month',
      message: "Your card's expiration month is invalid.",
      param: 'exp_month',
    });
  }
  const monthsLeft = (year - today.getUTCFullYear()) * 12 + month - (today.getUTCMonth() + 1);
  if (monthsLeft < 0 || year > today.getUTCFullYear() + 50) {
    throw cardRefused({
      code: 'invalid_expiry_year',
      message: "Your card's expiration year is invalid.",
      param: 'exp_year',
    });
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
  return { testCard, month, year };
}

/**
 * Makes a PaymentMethod of `payment_method_data` or the body of `POST /v1/payment_methods`
 * (`type`, `card[number|exp_month|exp_year|cvc]`, `billing_details`). Throws 402 for a card that is not good.
 */
export async function createFromCard(context: Context, data: Params): Promise<PaymentMethod> {
  if (requiredText(data, 'type') !== 'card') throw invalidParameter('The sandbox knows only cards.', 'type');
  const card = optionalGroup(data, 'card');
  if (card === undefined) throw invalidParameter('Missing required param: card.', 'card', 'parameter_missing');
  const { testCard, month, year } = readCard(context, card);
  const method = buildPaymentMethod(context, testCard, { month, year }, optionalGroup(data, 'billing_details'));
  const saved: PaymentMethod = {
    ...method,
    allow_redisplay:
      optionalChoice(data, 'allow_redisplay', ['always', 'limited', 'unspecified']) ?? method.allow_redisplay,
    metadata: mergeMetadata({}, data),
  };
  await context.store.save('payment_method', saved, saved.created);
  return saved;
}
