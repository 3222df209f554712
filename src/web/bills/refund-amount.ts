import { centsOf } from '#domain/dollars.ts';
import { moneyLabel } from '#domain/labels.ts';

/** @param left cents @returns why an amount cannot be refunded, of what is wrong with it as it is written or too much */
export function refundAmountError(text: string, left: number): string | undefined {
  const cents = centsOf(text);
  if (cents === undefined) return 'Please give dollars and cents, such as 3.33.';
  return cents > left ? `Only ${moneyLabel(left)} of this bill can be refunded.` : undefined;
}
