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
  isUnusable?: true;
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
  const unusable = new Set(saved.unusableIds);
  return groups
    .filter(({ methods }) => methods.length > 0)
    .map(({ title, methods }) => ({
      title,
      methods: methods.map((method) => (unusable.has(method.id) ? { ...method, isUnusable: true } : method)),
    }));
}

/** @returns 'Apple Pay' for 'apple_pay' */
function walletLabel(wallet: string): string {
  return wallet
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}

/** @returns a person's saved payment methods as options; those that cannot be used anymore say so, and cannot be chosen */
export function savedMethodOptions(saved: PaymentMethods): SelectOption[] {
  const unusable = new Set(saved.unusableIds);
  return methodOptions(savedPaymentMethods(saved).flatMap(({ methods }) => methods)).map((option) =>
    unusable.has(option.value) ? { ...option, label: `${option.label}: ${unusableWords}`, isDisabled: true } : option,
  );
}

/** @returns those that can be used */
export const paymentMethodOptions = (saved: PaymentMethods): SelectOption[] =>
  savedMethodOptions(saved).filter(({ isDisabled }) => !isDisabled);

const unusableWords = 'can’t be used anymore';

/** @returns the names of all that are saved, by id */
export const methodNames = (saved: PaymentMethods): ReadonlyMap<string, string> =>
  new Map(
    methodOptions(savedPaymentMethods(saved).flatMap(({ methods }) => methods)).map((one) => [one.value, one.label]),
  );

/** @returns what a service is paid with, such as 'Visa (4242)', and what is wrong with it */
export function paidWith(saved: PaymentMethods, methodId: string): string {
  const option = savedMethodOptions(saved).find(({ value }) => value === methodId);
  if (!option) return 'No longer saved. Please choose another.';
  return option.isDisabled ? `${option.label}. Please choose another.` : option.label;
}

/** @returns those of the options that may be chosen beforehand: no bank has taken a payment with them back */
export const chosenBeforehand = <Option extends SelectOption>(
  options: readonly Option[],
  { allowedAgainIds }: Pick<PaymentMethods, 'allowedAgainIds'>,
): Option[] => {
  const disputed = new Set(allowedAgainIds);
  return options.filter(({ value }) => !disputed.has(value));
};

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
