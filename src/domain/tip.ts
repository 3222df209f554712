import type { WorkStatus } from './enums.ts';
import { undoSeconds } from './visit-limits.ts';

/** Integer cents. */
export const smallestTip = 100;
export const largestTip = 50_000;

/** How long after a visit a tip for it can be left. */
const tipDays = 30;

/** Perhaps as the wire has it: making one of text takes time. */
type Moment = Temporal.Instant | string;

type Visit = {
  status: WorkStatus;
  workCompletedAt: Moment | null;
  /** When the last step reached the server. */
  arrivedAt: Moment | null;
  /** What it costs, and how much of that credit pays, integer cents; null of one that is not charged yet. */
  charge: { amount: number; creditUsed: number; writtenOffAt: unknown } | null;
  /** The last attempt to collect that; null while it is on no bill. */
  payment: { status: string; isHeldByBank?: boolean } | null;
};

/** @returns why nobody can tip for a visit now, in words; undefined when its customer can */
export function tipObstacle(visit: Visit, now: Temporal.Instant): string | undefined {
  const { status, workCompletedAt, arrivedAt } = visit;
  if (status !== 'WORK_STATUS_WORK_COMPLETED' || !workCompletedAt) {
    return 'This visit is not done yet. You can leave a tip once it is.';
  }
  // Until then its worker may undo the last step.
  const isFinal = secondsBetween(arrivedAt ?? workCompletedAt, now) >= undoSeconds;
  if (!isFinal) return 'This visit has just been done. You can leave a tip in a minute.';
  const isLate = secondsBetween(workCompletedAt, now) > tipDays * 86_400;
  return isLate ? `A tip can be left for ${tipDays} days after a visit.` : priceObstacle(visit);
}

/** A tip goes on top of a price: not of one that was forgiven, and of one that is on a bill only once that is paid. */
function priceObstacle({ charge, payment }: Visit): string | undefined {
  // A free visit has no price that could fail.
  if (!charge || charge.amount === 0) return undefined;
  if (charge.writtenOffAt || payment?.status === 'written-off') {
    return 'The price of this visit is not collected anymore, so no tip can be left for it.';
  }
  if (payment?.isHeldByBank) {
    return 'The bank has taken the price of this visit back, so no tip can be left for it.';
  }
  // What credit paid is not sent back with the card's part.
  if (payment?.status === 'refunded' && charge.creditUsed === 0) {
    return 'The price of this visit was refunded, so no tip can be left for it.';
  }
  if (payment?.status === 'processing') {
    return 'The payment for this visit is on its way from your bank. You can leave a tip once it is here.';
  }
  const isOpen = payment && !['paid', 'refunded'].includes(payment.status);
  return isOpen ? 'This visit is not paid yet. You can leave a tip once it is.' : undefined;
}

const secondsBetween = (from: Moment, to: Temporal.Instant) =>
  (to.epochMilliseconds - (typeof from === 'string' ? Date.parse(from) : from.epochMilliseconds)) / 1000;
