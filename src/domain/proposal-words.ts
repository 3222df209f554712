import { moneyLabel } from './labels.ts';

type Paid = { pay: number; minutesAdded: number | null; payPerHour: number | null };

/** @returns what a proposal brings its worker, such as '$24.00 a visit, about 22 minutes more: $65.45 an hour' */
export const bringsLabel = ({ pay, minutesAdded, payPerHour }: Paid): string =>
  [
    `${moneyLabel(pay)} a visit`,
    minutesAdded === null ? '' : `, about ${minutesAdded} minutes more`,
    payPerHour === null ? '' : `: ${moneyLabel(payPerHour)} an hour`,
  ].join('');
