/** Days until the next attempt to collect a payment, after the first, second and third decline; then it is given up. */
export const retryDays: readonly number[] = [1, 3, 5];

/** The number of an attempt that the customer asks for after those that are made without being asked. */
export const askedAttempt = retryDays.length + 2;

/** Stands for the bank's words when the customer did not confirm in time. */
export const notConfirmedMessage = 'It was not confirmed.';
