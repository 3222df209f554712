/** Days until the next attempt after the first, second and third decline. After the fourth the payment is given up. */
export const retryDays: readonly number[] = [1, 3, 5];

/** The number of the last automatic attempt. */
export const lastAttempt = retryDays.length + 1;
/** The number of every attempt that a customer asks for after that. */
export const askedAttempt = lastAttempt + 1;

type Owed = { amount: number; toConfirm: readonly { stripePaymentMethodId: string; amount: number }[] };

/**
 * @param owed in integer cents: what was declined, and what waits for its confirmation
 * @param card the card that is to pay; undefined for those that the services have
 * @returns how much is taken from it: what waits for the confirmation of another card is ended there and taken from this one
 */
export const amountTaken = ({ amount, toConfirm }: Owed, card?: string): number =>
  toConfirm.reduce(
    (sum, waiting) => sum + (card === undefined || waiting.stripePaymentMethodId === card ? 0 : waiting.amount),
    amount,
  );

/** Stands in for the bank's words when the customer did not confirm in time. */
export const notConfirmedMessage = 'It was not confirmed.';

/** The same when staff did not wait any longer for that. */
export const waitStoppedMessage = 'It was not confirmed, and we have stopped waiting for that.';

/** Stands in for Stripe's words when it would not even try, and not for the card's sake. */
export const refusedMessage = 'It could not be charged for a technical reason on our side.';

/** Stands in for Stripe's words when the card was removed. */
export const cardGoneMessage = 'This payment method is gone. Please choose another.';

/** The same when we take its kind no more. */
export const kindNotTakenMessage = 'We do not take this kind of payment anymore. Please choose another.';

/** Begins what stands in for the bank's words when no bank was ever asked, because of what a payment before has brought. */
export const notTriedStart = 'We have not charged it, because ';

/** The same of one that was to be tried again. */
export const notTriedAgainStart = 'We have not tried it again, because ';

/** When we try a debit again that waits for another one from the same account. We do not know the day. */
export const afterOther = 'once the other payment from this bank account is paid';

/** Why a payment took nothing: the bank said no, the customer did not confirm it, or we asked no bank. `not-tried`: we never asked one for that bill. */
export type WhyNot = 'declined' | 'not-confirmed' | 'stopped' | 'unusable' | 'not-tried';

const ourMessages: Record<string, WhyNot> = {
  [notConfirmedMessage]: 'not-confirmed',
  [waitStoppedMessage]: 'stopped',
  [cardGoneMessage]: 'unusable',
  [kindNotTakenMessage]: 'unusable',
  // As it was worded before 1.0, in attempts that are kept.
  'We do not take this kind of payment any more. Please choose another.': 'unusable',
};

/**
 * @param declineMessage in the words that the customer reads
 * @returns the same as staff read it, who are not the ones whose card it is
 */
export const declineToStaff = (declineMessage: string): string =>
  declineMessage
    .replace(/\b(?:Please choose another|Try (?:a different|another))\b[^.]*\./g, askForAnother)
    .replace(/\byour\b/g, 'the customer’s')
    .replace(/\bYour\b/g, 'The customer’s');

/** Staff read this in place of “Please choose another”: only the customer can add a payment method. */
const askForAnother = 'Please ask the customer for another payment method.';

/** @param declineMessage of an attempt that was declined */
export const whyNot = (declineMessage: string | null): WhyNot =>
  declineMessage?.startsWith(notTriedStart) ? 'not-tried' : (ourMessages[declineMessage ?? ''] ?? 'declined');
