import type { Act, RefundState } from '#contract/acts.ts';
import type { BadgeTone } from '#web/ui/badge.tsx';

/** What was done, as it follows the name of who did it. */
const deeds: Record<Act['kind'], (card: string) => string> = {
  refund: () => 'refunded',
  'write-off': () => 'wrote off',
  'try-again': (card) => `tried the ${card} again:`,
  'move-card': (card) => `moved the bill to the ${card}:`,
  'stop-waiting': () => 'stopped the wait for the bank for',
  'not-billed': () => 'did not bill',
  credit: () => 'gave a credit of',
  'credit-paid-out': () => 'paid out credit of',
  'credit-taken-back': () => 'took back credit of',
  'dispute-written-off': () => 'wrote off, after the bank took it back,',
  'dispute-paid': () => 'recorded as paid another way',
  'dispute-ended': () => 'ended the service and wrote off',
  'method-allowed': (card) => `allowed the ${card} again`,
};

/** @returns what somebody has done, without the amount, such as 'Erin E. wrote off' */
export function deedLabel({ kind, by, card }: Pick<Act, 'kind' | 'by' | 'card'>): string {
  return `${by ?? 'Somebody at Stripe’s dashboard'} ${deeds[kind](card ?? 'card')}`;
}

export const refundMarks: Record<RefundState, { label: string; tone: BadgeTone }> = {
  'under-way': { label: 'Under way', tone: 'neutral' },
  done: { label: 'Sent back', tone: 'accepted' },
  failed: { label: 'Came back to us', tone: 'warn' },
  refused: { label: 'Refused: nothing moved', tone: 'warn' },
};
