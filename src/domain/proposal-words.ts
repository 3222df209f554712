import type { DayOfWeek } from './enums.ts';
import { enumLabel, moneyLabel } from './labels.ts';

type Paid = {
  pay: number;
  firstPay: number | null;
  minutesAdded: number | null;
  dayOfWeek: DayOfWeek | null;
  payPerHour: number | null;
};

/** @returns what a proposal brings its worker, such as '$24.00 a visit, about 22 minutes more on Tuesdays: $65.45 an hour' */
export const bringsLabel = ({ pay, firstPay, minutesAdded, dayOfWeek, payPerHour }: Paid): string =>
  [
    `${moneyLabel(pay)} a visit`,
    firstPay === null ? '' : `, ${moneyLabel(firstPay)} for the first, with a coupon`,
    minutesAdded === null
      ? ''
      : `, about ${minutesAdded} minutes more${dayOfWeek === null ? '' : ` on ${enumLabel(dayOfWeek)}s`}`,
    payPerHour === null ? '' : `: ${moneyLabel(payPerHour)} an hour`,
  ].join('');
