import { cardLabel } from '#domain/labels.ts';
import { cardBrand } from './card-brand.ts';

/** The parts of a way to pay that Stripe's PaymentMethods and the details of its charges have in common. */
type Method = {
  card?: { brand: string | null; last4: string | null } | null;
  us_bank_account?: { bank_name: string | null; last4: string | null } | null;
  cashapp?: { cashtag: string | null } | null;
  paypal?: { payer_email: string | null } | null;
  link?: object | null;
};

/** @returns a way to pay as people know it, such as 'Visa (4242)'; null when Stripe does not say */
export function methodName(method: Method | null | undefined): string | null {
  if (method?.card) {
    const { brand, last4 } = method.card;
    return last4 ? cardLabel({ brand: cardBrand(brand), last4 }) : null;
  }
  if (method?.us_bank_account) {
    const { bank_name, last4 } = method.us_bank_account;
    return `${bank_name || 'Bank account'} (${last4 ?? ''})`;
  }
  if (method?.cashapp) return named('Cash App', method.cashapp.cashtag);
  if (method?.paypal) return named('PayPal', method.paypal.payer_email);
  return method?.link ? 'Link' : null;
}

const named = (kind: string, name: string | null) => (name ? `${kind} (${name})` : kind);
