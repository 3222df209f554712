import type { DayOfWeek } from './enums.ts';
import { enumLabel, moneyLabel } from './labels.ts';

type Paid = { pay: number; minutesAdded: number | null; dayOfWeek: DayOfWeek | null; payPerHour: number | null };

/** @returns what a proposal brings its worker, such as '$24.00 a visit, about 22 minutes more on Tuesdays: $65.45 an hour' */
export const bringsLabel = ({ pay, minutesAdded, dayOfWeek, payPerHour }: Paid): string =>
  [
    `${moneyLabel(pay)} a visit`,
    minutesAdded === null
      ? ''
      : `, about ${minutesAdded} minutes more${dayOfWeek === null ? '' : ` on ${enumLabel(dayOfWeek)}s`}`,
    payPerHour === null ? '' : `: ${moneyLabel(payPerHour)} an hour`,
  ].join('');
