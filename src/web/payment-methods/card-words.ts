import type { Overdue } from '#contract/billing.ts';
import type { CardToReplace } from '#contract/payment-methods.ts';
import { plainDate, shortDayLabel } from '#domain/calendar.ts';

/** Whether the notice of what is owed speaks of a card: that was to be paid with it, and it can't be. */
export const isOfDebt = (
  { id, state }: Pick<CardToReplace, 'id' | 'state'>,
  { amount, serviceMethodIds }: Pick<Overdue, 'amount' | 'serviceMethodIds'>,
): boolean => amount > 0 && (state === 'gone' || state === 'blocked') && serviceMethodIds.includes(id);

/** @returns for example 'Visa (4242) expires on Nov 30.' */
export function cardSentence({ name, state, expiresOn, blockedWhy }: CardToReplace): string {
  if (state === 'blocked') return `${name} can’t be used anymore. ${blockedWhy ?? ''}`.trim();
  if (state === 'gone' || !expiresOn) return `${name} is gone: it was removed.`;
  return `${name} ${state === 'expired' ? 'expired' : 'expires'} on ${shortDayLabel(plainDate(expiresOn))}.`;
}
