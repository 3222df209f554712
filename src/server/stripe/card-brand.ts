import type { CardBrand } from '#domain/enums.ts';

// Stripe's names: https://docs.stripe.com/api/payment_methods/object#payment_method_object-card-brand
const brands: Record<string, CardBrand> = {
  amex: 'CARD_BRAND_AMEX',
  diners: 'CARD_BRAND_DINERS',
  discover: 'CARD_BRAND_DISCOVER',
  jcb: 'CARD_BRAND_JCB',
  mastercard: 'CARD_BRAND_MASTERCARD',
  unionpay: 'CARD_BRAND_UNIONPAY',
  visa: 'CARD_BRAND_VISA',
};

/** @param name Stripe's name of the brand */
export const cardBrand = (name: string | null): CardBrand => brands[name ?? ''] ?? 'CARD_BRAND_UNKNOWN';
