import { centsOf } from '#domain/dollars.ts';
import { moneyLabel } from '#domain/labels.ts';

/**
 * @param left what of a bill can still be refunded, cents
 * @returns what is wrong with an amount as it is written, or that it is too much
 */
export function amountError(text: string, left?: number): string | undefined {
  const cents = centsOf(text);
  if (/^\s*[-−]/.test(text)) return `Please give at least ${moneyLabel(1)}.`;
  if (cents === undefined) return 'Please give dollars and cents, such as 3.33.';
  const isTooMuch = left !== undefined && cents > left;
  return isTooMuch ? `Only ${moneyLabel(left)} of this bill can be refunded.` : undefined;
}
