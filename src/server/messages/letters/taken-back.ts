import { moneyLabel } from '#domain/labels.ts';
import type { Letter } from '../letter.ts';
import {
  type Bill,
  cardOf,
  chargedFor,
  exactOf,
  factsOf,
  type Lead,
  leadOn,
  type Payer,
  payByCall,
} from './shared/bill.ts';
import { sayUnderWay } from './shared/under-way.ts';

type TakenBack = {
  /** What the customer may read of the reason. */
  sentence: string;
  /** Whether something was paused for it just now. */
  isPaused: boolean;
  /** Whether a visit is still made that was begun before. */
  isUnderWay?: boolean;
  /** Whether nothing is paid with it anymore, since the service has ended. */
  isOver?: boolean;
  call: string;
  lead: Lead;
};

/** Tells a customer that the bank has taken a payment back, and asks for another payment method. */
export function takenBackLetter(
  payer: Payer,
  bill: Bill,
  { sentence, isPaused, isUnderWay = false, isOver = false, call, lead }: TakenBack,
): Letter {
  const money = moneyLabel(bill.amount);
  const underWay = sayUnderWay(isUnderWay);
  const isTip = bill.visits.some(({ kind }) => kind === 'tip');
  const ask = isPaused
    ? [
        'Your visits are paused.',
        ...underWay,
        'Please add another payment method and choose it for your service. Your visits then resume automatically.',
      ].join(' ')
    : isOver
      ? isTip
        ? 'You don’t have to pay it again.'
        : 'We’ll be in touch about this bill.'
      : 'Please use another payment method from now on. We can’t charge this one anymore.';
  const label = isOver ? 'See your service' : 'Choose another payment method';
  return {
    subject: isPaused ? 'Your visits are paused' : `Your bank took back ${money}`,
    paragraphs: [
      `Hi ${payer.firstName}, we had charged ${money} to ${cardOf(bill)} for ${chargedFor(bill)}. ${sentence}`,
      lead.call ? payByCall(lead.call) : ask,
      `If this is a mistake, please call your bank, and then ${call}.`,
    ],
    facts: factsOf(payer, bill),
    ...exactOf(bill.card),
    ...leadOn(lead, label),
    short: `%businessName%: your bank took back ${money}${isPaused ? [', so your visits are paused.', ...underWay].join(' ') : '.'} ${lead.url ? `${isOver ? (isTip ? 'You don’t have to pay it again' : 'We’ll be in touch about it') : 'Please choose another payment method'}: ${lead.url}` : `Please ${lead.call}.`}`,
  };
}
