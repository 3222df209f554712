import type { DisputeDecision } from './acts.ts';

/**
 * How a bill stands, for its customer and for staff, wherever it is shown. `waiting`: it is charged later, and was not declined.
 * `processing`: a bank has taken it on, and says in some days whether it pays. `to-confirm`: the bank waits for the customer. `retrying`: declined, and tried again. `declined`: given up.
 * `written-off`: nobody owes it any more.
 */
export const billStates = [
  'waiting',
  'collecting',
  'processing',
  'to-confirm',
  'retrying',
  'declined',
  'paid',
  'refunded',
  'written-off',
] as const;
export type BillState = (typeof billStates)[number];

/**
 * How it stands with what a bank asks back of what was paid. `disputed`: the bank holds it until it decides. `taken-back`: for good, and
 * the customer has not paid it since. `paid-otherwise`: the customer paid it another way; `partly-paid-otherwise`: the customer
 * paid a part of it, and the office wrote off the rest.
 */
export const heldStates = ['disputed', 'taken-back', 'paid-otherwise', 'partly-paid-otherwise'] as const;
export type HeldState = (typeof heldStates)[number];

/** A dispute of a payment. Amounts are integer cents. */
export type Dispute = {
  status: 'inquiry' | 'open' | 'won' | 'lost';
  amount: number;
  decision: DisputeDecision | null;
  received: number;
};

/** @returns how what was paid stands, of a bill as of each visit on it; undefined where it stays paid */
export function heldState(dispute: Dispute | null | undefined): HeldState | undefined {
  if (dispute?.status === 'open') return 'disputed';
  if (dispute?.status !== 'lost') return undefined;
  if (dispute.decision !== 'paid') return 'taken-back';
  return dispute.received < dispute.amount ? 'partly-paid-otherwise' : 'paid-otherwise';
}

/** The last attempt to collect a bill. */
type LastAttempt = {
  status: string;
  /** Whether it was declined and is not being collected. */
  isDeclined: boolean;
  dueAt: Temporal.Instant | null;
};

/** @returns how a bill stands by its last attempt */
export function billState({ status, isDeclined, dueAt }: LastAttempt, now: Temporal.Instant): BillState {
  if (isDeclined) return status === 'declined' ? 'declined' : 'retrying';
  if (status === 'paid' || status === 'refunded' || status === 'written-off' || status === 'processing') return status;
  // Past its time it is being ended, and collected with another card if one was chosen.
  const isLater = dueAt !== null && Temporal.Instant.compare(dueAt, now) > 0;
  if (isLater && status === 'pending') return 'waiting';
  return isLater && status === 'action-required' ? 'to-confirm' : 'collecting';
}
