import type { BillState, HeldState } from '#domain/bill-state.ts';
import type { BadgeTone } from './badge.tsx';

/** How a bill stands, in a word or two, wherever it is shown. */
export const billMarks: Record<BillState, { label: string; tone: BadgeTone }> = {
  waiting: { label: 'To be charged', tone: 'neutral' },
  collecting: { label: 'Being charged', tone: 'neutral' },
  processing: { label: 'On its way', tone: 'neutral' },
  'to-confirm': { label: 'To be confirmed', tone: 'warn' },
  retrying: { label: 'Declined', tone: 'warn' },
  declined: { label: 'Not paid', tone: 'proposed' },
  paid: { label: 'Paid', tone: 'accepted' },
  refunded: { label: 'Refunded', tone: 'ended' },
  'written-off': { label: 'Written off', tone: 'ended' },
};

/** How what was paid stands that a bank asks back: the same of a bill, and of each visit on it. */
export const heldMarks: Record<HeldState, { label: string; tone: BadgeTone }> = {
  disputed: { label: 'Disputed', tone: 'warn' },
  'taken-back': { label: 'Taken back by the bank', tone: 'warn' },
  'paid-otherwise': { label: 'Paid another way', tone: 'accepted' },
  'partly-paid-otherwise': { label: 'Partly paid another way', tone: 'accepted' },
};
