import { creditKinds, type EntryKind, entryKinds } from './ledger.ts';

/** Each kind of entry as people say it. */
export const entryLabels: Record<EntryKind, string> = {
  charge: 'Charged',
  discount: 'Coupon',
  'write-off': 'Written off',
  'not-billed': 'Not billed',
  credit: 'Credit',
  'credit-paid-out': 'Credit paid out',
  'credit-taken-back': 'Credit taken back',
  'credit-used': 'Paid by credit',
  collected: 'Collected',
  earning: 'Earned by the worker',
  fee: 'Fee',
  transfer: 'Passed on to the worker',
  'top-up': 'Passed on for credit',
  refund: 'Refund owed',
  'paid-back': 'Refunded',
  tip: 'Tip',
  'tip-passed': 'Tip for the worker',
  declined: 'Declined',
  processing: 'Card processing',
  dispute: 'Disputed',
  'dispute-fee': 'Fee for a dispute',
  'paid-outside': 'Paid another way',
  'dispute-written-off': 'Lost dispute written off',
};

export const figureNames = [
  'charged',
  'collected',
  'declined',
  'refunded',
  'fees',
  'shares',
  'tips',
  'processing',
  'disputed',
  'writtenOff',
  'creditGiven',
  'creditUsed',
  'creditRemoved',
  'tipsAndRefunds',
  'debtsWrittenOff',
  'owed',
] as const;
export type MoneyFigure = (typeof figureNames)[number];

/** Kinds of entries that a figure is the sum of; the sign makes the usual case positive. */
type Figure = {
  sign: 1 | -1;
  kinds: readonly EntryKind[];
  /** Of the entries that it opens to, where the others come to nothing with one of these. */
  rowKinds?: readonly EntryKind[];
};

/** All of theirs but what they have ahead. */
const kindsOfDebts = (Object.keys(entryKinds) as EntryKind[]).filter(
  (kind) => entryKinds[kind][0] === 'customer' && !creditKinds.some((ofCredit) => ofCredit === kind),
);

/** What the owner's money page shows of some days, each the sum of their entries of these kinds. */
export const moneyFigures: Record<MoneyFigure, Figure> = {
  charged: { sign: -1, kinds: ['charge', 'discount', 'not-billed'] },
  collected: { sign: 1, kinds: ['collected'] },
  declined: { sign: 1, kinds: ['declined'] },
  refunded: { sign: -1, kinds: ['paid-back'] },
  fees: { sign: -1, kinds: ['fee'] },
  shares: { sign: 1, kinds: ['earning', 'fee'] },
  tips: { sign: 1, kinds: ['tip-passed'] },
  processing: { sign: -1, kinds: ['processing'] },
  /** Less what customers have paid in another way since. */
  disputed: { sign: -1, kinds: ['dispute', 'dispute-fee', 'paid-outside'] },
  /** All that the office decided not to collect, of lost disputes too. */
  writtenOff: { sign: 1, kinds: ['write-off', 'dispute-written-off'] },
  /** What bills have used is taken off the balances as credit too: with it, what was given is left. */
  creditGiven: { sign: 1, kinds: ['credit', 'credit-used'], rowKinds: ['credit'] },
  creditUsed: { sign: 1, kinds: ['credit-used'] },
  creditRemoved: { sign: -1, kinds: ['credit-paid-out', 'credit-taken-back'] },
  /** What customers gave on top, less what is to go back to them and has not been sent: what else changes what they owe. */
  tipsAndRefunds: { sign: -1, kinds: ['tip', 'refund', 'paid-back'] },
  /** The part of it that customers owed. They owe nothing of a lost dispute: they paid that bill once. */
  debtsWrittenOff: { sign: 1, kinds: ['write-off'] },
  /** Of all days until the last: what customers owe at its end. */
  owed: { sign: -1, kinds: kindsOfDebts },
};

/** What changes what customers owe, and which way. */
export const debtFigures = {
  charged: 1,
  tipsAndRefunds: 1,
  collected: -1,
  creditUsed: -1,
  debtsWrittenOff: -1,
} as const satisfies Partial<Record<MoneyFigure, 1 | -1>>;
export type DebtFigure = keyof typeof debtFigures;

/** @returns what customers owed before the first of the days that the figures are of, in integer cents */
export function owedBefore(figures: Record<MoneyFigure, number>): number {
  const names = Object.keys(debtFigures) as DebtFigure[];
  return names.reduce((owed, name) => owed - debtFigures[name] * figures[name], figures.owed);
}
