/** Days until the next attempt after the first, second and third decline. After the fourth the payment is given up. */
export const retryDays: readonly number[] = [1, 3, 5];

/** The number of the last automatic attempt. */
export const lastAttempt = retryDays.length + 1;
/** The number of every attempt that a customer asks for after that. */
export const askedAttempt = lastAttempt + 1;

/** Stands in for the bank's words when the customer did not confirm in time. */
export const notConfirmedMessage = 'It was not confirmed.';
