import type { Attempt, Bill, BilledVisit, Billing, BillSummary, RefundOfBill } from '#contract/bills.ts';
import type { CreditAnswer, CreditLine } from '#contract/credits.ts';
import type { CreditRemoval, DisputeDecision } from '#domain/acts.ts';
import { heldState } from '#domain/bill-state.ts';
import { businessDay, dayLabel, longDayLabel, momentDayLabel, plainDate, timeLabel } from '#domain/calendar.ts';
import { countedLabel, moneyLabel } from '#domain/labels.ts';
import { afterOther, declineToStaff, whyNot } from '#domain/payment-attempts.ts';
import type { BadgeTone } from '#web/ui/badge.tsx';
import { billMarks, heldMarks } from '#web/ui/bill-mark.ts';

type Mark = { label: string; tone: BadgeTone };
type Aftermath = Pick<Bill, 'state' | 'amount' | 'refunded' | 'refundedAt' | 'owedBack' | 'creditedBack' | 'dispute'> &
  Partial<Pick<BillSummary, 'isTip'>>;

/** What staff can decide about a bill that the bank has taken back for good. */
export const decisionLabels: Record<DisputeDecision, string> = {
  'written-off': 'Write it off',
  paid: 'Paid another way',
  ended: 'End the service',
};

/** How staff can remove credit. */
export const removalLabels: Record<CreditRemoval, string> = {
  'paid-out': 'Paid out another way',
  'taken-back': 'Taken back',
};

type Dispute = NonNullable<Bill['dispute']>;

/** @returns what of a lost dispute was paid in another way, and what of it is written off; undefined until that is decided */
export const settledOf = (dispute: Bill['dispute']): { received: number; rest: number } | undefined =>
  dispute?.status === 'lost' && dispute.decision !== null
    ? { received: dispute.received, rest: dispute.amount - dispute.received }
    : undefined;

/** @returns what follows of a lost dispute, as the office has decided */
function decided(dispute: Dispute, isOwn: boolean, isTip = false): string {
  const { decision, decidedAt, received } = dispute;
  const rest = settledOf(dispute)?.rest ?? 0;
  const on = decidedAt ? ` on ${momentDayLabel(decidedAt)}` : '';
  switch (decision) {
    case 'written-off':
      return isOwn ? 'You don’t have to pay it again.' : `It was written off${on}.`;
    case 'paid':
      return [
        `${isOwn ? 'You' : 'The customer'} paid ${moneyLabel(received)} another way${on}.`,
        ...(rest > 0
          ? [
              `${isOwn ? 'We' : 'You'} wrote off the other ${moneyLabel(rest)}.${isOwn ? ' You don’t have to pay it.' : ''}`,
            ]
          : []),
      ].join(' ');
    case 'ended':
      return isOwn ? 'Your service has ended.' : `The service was ended, and the bill written off${on}.`;
    default:
      return isOwn
        ? `Please use another payment method from now on. ${isTip ? 'You don’t have to pay this tip again.' : 'We’ll be in touch about this bill.'}`
        : 'Please decide about this bill.';
  }
}

/** @returns what the office had decided before a dispute was won after all */
function decidedBefore({ decision, received }: Dispute, isOwn: boolean): string {
  if (received > 0) return ` ${isOwn ? 'You' : 'The customer'} had also paid ${moneyLabel(received)} another way.`;
  return decision && !isOwn ? ' It had been written off before.' : '';
}

/** What somebody reads who owes nothing, whatever the reason. */
export const nothingToPay = 'Nothing to pay';

/**
 * @param isOwn whether the customer reads it; else staff do
 * @returns how a bill stands in a word or two, with what became of its money
 */
export function billMark(
  { state, amount, refunded, dispute, creditUsed }: Aftermath & Pick<Bill, 'creditUsed'>,
  isOwn: boolean,
): Mark {
  if (amount === 0) return { label: 'Free', tone: 'accepted' };
  if (state === 'written-off' && isOwn) return { label: nothingToPay, tone: 'ended' };
  const held = heldState(dispute);
  if (held) return { ...heldMarks[held], ...(held === 'taken-back' && dispute?.decision && { tone: 'ended' }) };
  // What credit paid is not sent back with the card's part.
  const isPaid = state === 'paid' || (state === 'refunded' && creditUsed > 0);
  return isPaid && refunded > 0
    ? { label: `Paid, ${moneyLabel(refunded)} sent back`, tone: 'accepted' }
    : billMarks[state];
}

/**
 * @param isOwn whether the customer reads it; else staff do
 * @returns what became of a bill's money after it was paid, a sentence each
 */
export function aftermathSentences(
  { state, refunded, refundedAt, owedBack, creditedBack, dispute, isTip }: Aftermath,
  isOwn: boolean,
): string[] {
  const bank = isOwn ? 'Your bank' : 'The customer’s bank';
  const of = dispute && moneyLabel(dispute.amount);
  const disputed = {
    inquiry: `${bank} is looking into it. Nothing was taken back so far.`,
    open: `${bank} is looking into it, and holds ${of} until it decides.`,
    won: `${bank} looked into it and let the payment stand.${dispute ? decidedBefore(dispute, isOwn) : ''}`,
    lost: `${bank} took ${of} back for good. ${dispute && decided(dispute, isOwn, isTip)}`,
  };
  const sent = state === 'refunded' && refundedAt;
  return [
    ...(sent ? [`${moneyLabel(refunded)} sent back, ${momentDayLabel(refundedAt)}.`] : []),
    ...(owedBack > 0 ? [owedSentence(owedBack, isOwn)] : []),
    ...(creditedBack > 0
      ? [`${bank} returned ${moneyLabel(creditedBack)} that we sent back. It was given as credit.`]
      : []),
    ...(dispute ? [disputed[dispute.status]] : []),
  ];
}

type CreditUse = Pick<CreditLine, 'amount' | 'bill' | 'removal'>;

/** @returns what credit was given for or used for, before the number of its bill */
export function creditLineWords({ amount, bill, removal }: CreditUse): string {
  if (removal) return removalLabels[removal];
  if (!bill) return 'Given';
  return amount < 0 ? 'Used on bill' : 'Given for bill';
}

/** @returns what a customer has ahead, and what comes of it */
export function creditSentence(credit: number, isOwn: boolean): string {
  const [has, whose] = isOwn ? ['You have', 'your'] : ['The customer has', 'the'];
  return credit > 0 ? `${has} ${moneyLabel(credit)} of credit. It pays for ${whose} next bills.` : `${has} no credit.`;
}

export const creditEffects = ['The customer gets', 'The worker gets', 'The business bears'] as const;

/** @returns what credit that is given pays, a sentence each */
export function usesOfCredit({ pays, ahead }: Pick<CreditAnswer, 'pays' | 'ahead'>): string[] {
  return [
    ...pays.map(({ number, amount, left }) =>
      left === 0
        ? `${moneyLabel(amount)} pays bill ${number}, which is open.`
        : `${moneyLabel(amount)} goes to bill ${number}, which is open: ${moneyLabel(left)} of it is left to pay.`,
    ),
    ...(ahead > 0 ? [`${moneyLabel(ahead)} pays for the next bills.`] : []),
  ];
}

/** @returns that a refund came back, and what comes of it */
export function owedSentence(owedBack: number, isOwn: boolean): string {
  return isOwn
    ? `We still owe you ${moneyLabel(owedBack)}: your bank returned what we sent back. We will be in touch about another way to pay it.`
    : `We still owe the customer ${moneyLabel(owedBack)}: the bank returned what we sent back.`;
}

export const refundLabels: Record<RefundOfBill['state'], string> = {
  'under-way': 'On its way back',
  done: 'Sent back the way it was paid',
  failed: 'Returned by the bank: still owed',
  refused: 'Could not be sent: nothing has moved',
};

export const attemptLabels: Record<Attempt['status'], string> = {
  collecting: 'Being charged',
  processing: 'On its way from the bank',
  'to-confirm': 'The bank asked for a confirmation',
  declined: 'Declined',
  paid: 'Paid',
  refunded: 'Paid, and sent back',
  'paid-twice': 'Paid once more, and to be sent back',
};

/** @returns what a bank has done with a payment after it came, beside the amount; undefined where it has taken nothing */
export function takenBackLabel(dispute: Bill['dispute']): string | undefined {
  if (dispute?.status === 'open') return 'Disputed: held by the bank';
  return dispute?.status === 'lost' ? 'Taken back by the bank' : undefined;
}

const onDay = (moment: string) => dayLabel(businessDay(Temporal.Instant.from(moment)));

/**
 * @param what is said of, where that is not seen beside it
 * @returns why what is open is not paid, and what happens next
 */
export function nextSentence(
  { state, amount, nextAt, declineMessage }: Pick<Bill, 'state' | 'nextAt' | 'declineMessage'> & { amount?: number },
  isOwn: boolean,
  what = 'It',
): string {
  // Nothing is charged, and nothing waits.
  if (amount === 0) return '';
  const why = declineMessage ? `${isOwn ? declineMessage : declineToStaff(declineMessage)} ` : '';
  switch (state) {
    case 'waiting': {
      const on = nextAt ? ` on ${onDay(nextAt)}` : ` ${afterOther}`;
      if (why) return `${why}We will try again${on}.`;
      const account = isOwn ? 'your account' : 'the customer’s account';
      return `An earlier payment from ${account} comes first. We will ${nextAt ? `check again${on}` : 'charge it once that one is paid'}.`;
    }
    case 'collecting':
      return 'It is being charged now.';
    case 'processing':
      return `${what} is on its way from ${isOwn ? 'your' : 'the customer’s'} bank. That takes up to five business days.`;
    case 'to-confirm': {
      const until = nextAt ? ` until ${onDay(nextAt)}` : '';
      return isOwn
        ? `Your bank waits${until} for you to confirm it.`
        : `The bank waits${until} for the customer to confirm it.`;
    }
    case 'retrying':
      // With the payment method that the service has, another try cannot work.
      if (whyNot(declineMessage) === 'unusable') return why.trim();
      return `${why}We will try again ${nextAt ? `on ${onDay(nextAt)}` : afterOther}.`;
    case 'declined':
      return `${why}We do not try again by ourselves.`;
    default:
      return '';
  }
}

/** @returns what comes on a bill later, and when; undefined when there is nothing */
export function laterSentence({ unbilled }: Pick<Billing, 'unbilled'>): string | undefined {
  if (!unbilled) return undefined;
  const on = unbilled.on ? `, on ${dayLabel(plainDate(unbilled.on))}` : '';
  return `${moneyLabel(unbilled.amount)} comes on the next bill${on}.`;
}

/** @returns for example '4 visits, Nov 2, 2026 to Nov 23, 2026' */
export function visitsLabel({
  visits,
  firstDay,
  lastDay,
  isTip,
}: Pick<BillSummary, 'visits' | 'firstDay' | 'lastDay' | 'isTip'>): string {
  const [first, last] = [longDayLabel(firstDay), longDayLabel(lastDay)];
  if (isTip) return `Tip for the visit on ${first}`;
  return `${countedLabel(visits, 'visit')}, ${first === last ? first : `${first} to ${last}`}`;
}

/** @returns how a visit's price came about, before its coupon, such as '$15.00 for a standard yard × 2'; undefined when unknown */
export function formulaLabel({ amount, discount, formula }: Pick<BilledVisit, 'amount' | 'discount' | 'formula'>) {
  if (!formula) return undefined;
  const { yardSize, multiplier } = formula;
  const rate = moneyLabel((amount + discount) / multiplier);
  const yard = yardSize === 'YARD_SIZE_LARGE' ? 'a large yard' : 'a standard yard';
  return `${rate} for ${yard}${multiplier === 1 ? '' : ` × ${multiplier}`}`;
}

/** @returns for example '9:05 AM to 9:25 AM'; undefined when it was not noted */
export function timesLabel({ startedAt, completedAt }: { startedAt: string | null; completedAt: string | null }) {
  if (!completedAt) return undefined;
  const [from, to] = [timeLabel(startedAt ?? completedAt), timeLabel(completedAt)];
  return from === to ? `at ${to}` : `${from} to ${to}`;
}
