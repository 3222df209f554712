import type { PaymentMethods } from '#contract/payment-methods.ts';
import { momentLabel } from '#domain/calendar.ts';
import { cardLabel } from '#domain/labels.ts';
import type { SelectOption } from '#web/ui/select.tsx';
import { expirationLabel } from './expiration.ts';

/** A saved payment method as the list shows it. */
export type SavedPaymentMethod = {
  id: string;
  /** For example 'Visa (4242)'. */
  name: string;
  /** Cards only: month 1 to 12, year of four digits. */
  expiration?: { expMonth: number; expYear: number };
  /** Cards only: the moment. */
  savedAt?: string;
  /** For example 'Apple Pay'; undefined for a card that was typed in. */
  wallet?: string;
};
export type SavedPaymentMethodGroup = {
  title: 'Credit Cards' | 'US Bank Accounts' | 'Cash App' | 'PayPal' | 'Link';
  methods: SavedPaymentMethod[];
};

/** @returns the saved payment methods by kind, cards first, without empty groups */
export function savedPaymentMethods(saved: PaymentMethods): SavedPaymentMethodGroup[] {
  const groups: SavedPaymentMethodGroup[] = [
    {
      title: 'Credit Cards',
      methods: saved.creditCardPaymentMethods.map(({ id, card, wallet, savedAt }) => ({
        id,
        name: cardLabel(card),
        expiration: { expMonth: card.expMonth, expYear: card.expYear },
        savedAt,
        ...(wallet === null ? {} : { wallet: walletLabel(wallet) }),
      })),
    },
    {
      title: 'US Bank Accounts',
      methods: saved.usBankPaymentMethods.map(({ id, bankName, last4 }) => ({
        id,
        name: `${bankName || 'Bank account'} (${last4})`,
      })),
    },
    { title: 'Cash App', methods: saved.cashAppPaymentMethods.map(({ id, tag }) => ({ id, name: tag || 'Cash App' })) },
    { title: 'PayPal', methods: saved.payPalPaymentMethods.map(({ id, email }) => ({ id, name: email || 'PayPal' })) },
    { title: 'Link', methods: saved.linkPaymentMethods.map(({ id, email }) => ({ id, name: email || 'Link' })) },
  ];
  return groups.filter(({ methods }) => methods.length > 0);
}

/** @returns 'Apple Pay' for 'apple_pay' */
function walletLabel(wallet: string): string {
  return wallet
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}

/** @returns a person's saved payment methods as options */
export function paymentMethodOptions(saved: PaymentMethods): SelectOption[] {
  return methodOptions(savedPaymentMethods(saved).flatMap(({ methods }) => methods));
}

/**
 * @param methods newest first
 * @returns payment methods as options; cards that are called alike are numbered, the oldest first, and say until when they
 *   work and since when they are saved
 */
export function methodOptions(
  methods: readonly Pick<SavedPaymentMethod, 'id' | 'name' | 'expiration' | 'savedAt'>[],
): SelectOption[] {
  return methods.map(({ id, name, expiration, savedAt }) => {
    const alike = methods.filter((one) => one.name === name).map((one) => one.id);
    if (!expiration || alike.length === 1) return { value: id, label: name };
    return {
      value: id,
      // Short enough to stand in the closed field on a phone.
      label: `${name} #${alike.length - alike.indexOf(id)}`,
      description: `Expires ${expirationLabel(expiration)}${savedAt ? `, saved ${momentLabel(savedAt)}` : ''}`,
    };
  });
}
