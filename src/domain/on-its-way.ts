import { moneyLabel } from './labels.ts';

/** @returns what a bank takes days to pay; empty when it is nothing */
export const onItsWaySentence = (amount: number, isOwn = true): string =>
  amount > 0 ? `${moneyLabel(amount)} is on its way from ${isOwn ? 'your' : 'the customer’s'} bank.` : '';
