/** Days until the next attempt to collect a payment, after the first, second and third decline; then it is given up. */
export const retryDays: readonly number[] = [1, 3, 5];

/** The number of the last attempt that is made without being asked, and of each that the customer asks for after it. */
export const lastAttempt = retryDays.length + 1;
export const askedAttempt = lastAttempt + 1;

/** Stands for the bank's words when the customer did not confirm in time. */
export const notConfirmedMessage = 'It was not confirmed.';
