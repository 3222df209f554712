import { businessDay, dayLabel, shortDayLabel } from '#domain/calendar.ts';
import { commaListLabel } from '#domain/comma-list.ts';
import { listLabel, moneyLabel } from '#domain/labels.ts';
import { afterOther, type WhyNot } from '#domain/payment-attempts.ts';
import type { Letter } from '../messages/letter.ts';
import { sayUnderWay } from '../messages/letters/shared/under-way.ts';
import type { Payer } from './store.ts';

/** One that was made, or the way to one that could not be done. */
type Visit = {
  date: Temporal.PlainDate;
  kind: 'visit' | 'way' | 'tip';
  /** The coupon that makes it free. */
  freeWith?: string | null;
};

/** What a letter about money speaks of: the bill, its visits in order, and how it is paid. */
export type Bill = {
  number: string;
  /** What the card is asked for, and what credit pays besides; integer cents. */
  amount: number;
  creditUsed: number;
  visits: readonly Visit[];
  /** 'Visa (4242)'; null when it is not known. */
  card: string | null;
};

/** Where the customer goes to act; how one reaches us (`callUs`) whose account is closed, who cannot sign in. */
export type Lead = { url: string; call?: never } | { url?: never; call: string };

export const leadOn = ({ url }: Lead, label: string): Pick<Letter, 'action'> =>
  url === undefined ? {} : { action: { label, url } };
const payNow = ({ url, call }: Lead) => (url ? `Pay now: ${url}` : `To pay, please ${call}.`);
export const payByCall = (call: string) => `To pay it another way, please ${call}.`;

/** @returns the days as people say them; of more than a few, the first and the last */
export function onDays([first, ...more]: readonly [Temporal.PlainDate, ...Temporal.PlainDate[]]): string {
  const last = more.at(-1);
  if (!last) return `on ${dayLabel(first)}`;
  return more.length > 4
    ? `from ${shortDayLabel(first)} to ${shortDayLabel(last)}`
    : `on ${listLabel([first, ...more].map(shortDayLabel))}`;
}

/** @returns what is charged for, as it follows the word "for" */
export function chargedFor({ visits }: Bill): string {
  const daysOf = (kind: Visit['kind']) => visits.filter((visit) => visit.kind === kind).map(({ date }) => date);
  const [[made, ...moreMade], [way, ...moreWays]] = [daysOf('visit'), daysOf('way')];
  const yours = moreMade.length > 0 ? `your ${moreMade.length + 1} visits` : 'your visit';
  const could = moreWays.length > 0 ? 'when the visits could' : 'when the visit could';
  const [tipped] = daysOf('tip');
  const parts = [
    ...(tipped ? [`your tip for the visit ${onDays([tipped])}`] : []),
    ...(made ? [`${yours} ${onDays([made, ...moreMade])}`] : []),
    ...(way ? [`coming to your yard ${onDays([way, ...moreWays])}, ${could} not be done`] : []),
  ];
  return parts.length > 0 ? parts.join(' and for ') : 'your visits';
}

export function factsOf({ productName, street }: Pick<Payer, 'productName' | 'street'>, bill: Bill) {
  const { number, amount, creditUsed, visits, card } = bill;
  const whens = visits.map(({ date, kind }) => `${dayLabel(date)}${kind === 'way' ? ' (could not be done)' : ''}`);
  return [
    ['What', visits.some(({ kind }) => kind === 'tip') ? 'Tip' : productName],
    ['Where', street],
    ...(whens.length > 0 ? [['When', commaListLabel(whens)] as const] : []),
    ...(creditUsed > 0
      ? ([
          ['Amount', moneyLabel(amount + creditUsed)],
          ['Paid by your credit', moneyLabel(creditUsed)],
          ['The rest', moneyLabel(amount)],
        ] as const)
      : ([['Amount', moneyLabel(amount)]] as const)),
    ...(card ? [['Payment method', card] as const] : []),
    ['Bill number', number],
  ] as const;
}

/** A PayPal account is named by an email address, which is no link here. */
export const exactOf = (card: string | null): Pick<Letter, 'exact'> => (card ? { exact: [card] } : {});
export const cardOf = ({ card }: Bill) => (card ? `your ${card}` : 'your saved payment method');

/** @returns the visits of a bill that are free, and with which coupon; undefined when none is */
function freeWords({ visits }: Bill): string | undefined {
  const free = visits.filter(({ freeWith }) => freeWith);
  const [first, ...more] = free.map(({ date }) => date);
  if (!first) return undefined;
  const coupons = [...new Set(free.map(({ freeWith }) => `“${freeWith}”`))];
  const are = more.length > 0 ? 'visits' : 'visit';
  return `our ${are} ${onDays([first, ...more])} ${more.length > 0 ? 'are' : 'is'} free with coupon ${listLabel(coupons)}.`;
}

/** What the customer reads of a bill for which nothing is asked. */
function freeLetter(payer: Payer, bill: Bill, free: string, lead: Lead): Letter {
  const isOne = bill.visits.length === 1;
  return {
    subject: isOne ? 'Your visit is free' : 'Your visits are free',
    paragraphs: [`Hi ${payer.firstName}, y${free}`, 'You have nothing to pay.'],
    facts: factsOf(payer, { ...bill, card: null }),
    ...leadOn(lead, 'See your visits'),
    short: `%businessName%: y${free} You have nothing to pay.`,
  };
}

export function receiptLetter(payer: Payer, bill: Bill, lead: Lead): Letter {
  const { amount, creditUsed, card } = bill;
  const free = freeWords(bill);
  if (amount + creditUsed === 0 && free) return freeLetter(payer, bill, free, lead);
  const [money, credit] = [moneyLabel(amount), moneyLabel(creditUsed)];
  const charged = chargedFor(bill);
  const whole = moneyLabel(amount + creditUsed);
  const paid =
    amount === 0
      ? `Your credit paid ${credit} for ${charged}. Nothing else was charged.`
      : `We charged ${money} to ${cardOf(bill)} for ${charged}.${creditUsed > 0 ? ` Your credit paid the other ${credit}.` : ''}`;
  const means = [...(creditUsed > 0 ? ['your credit'] : []), ...(card && amount > 0 ? [card] : [])];
  return {
    subject: `Your receipt: ${whole}`,
    paragraphs: [
      `Hi ${payer.firstName}, thank you for being with us.`,
      ...[free ? `${paid} Y${free}` : paid],
      'It is paid, and there is nothing you need to do.',
    ],
    facts: factsOf(payer, bill),
    ...exactOf(card),
    ...leadOn(lead, 'See your visits'),
    short: `%businessName%: ${whole} paid${means.length > 0 ? ` with ${listLabel(means)}` : ''} for ${charged}. Thank you!`,
  };
}

/** @returns what credit has paid of what was asked for in vain, and what is left */
export const creditWords = ({ amount }: Bill, credit: number): string =>
  credit > 0 ? ` Your credit has paid ${moneyLabel(credit)} of it since, and ${moneyLabel(amount)} is left.` : '';

type Declined = {
  why: WhyNot;
  /** What the customer may read of the reason; null where nothing but that the bank declined it is known. */
  sentence?: string | null;
  credit?: number;
  /** The sum of all declined bills, with this one; integer cents. */
  owed?: number;
  /** Undefined while another debit from the same account comes first. */
  next: Temporal.Instant | undefined;
  lead: Lead;
};

/**
 * @param bill as it is now
 * @param about `credit`: what credit has paid since, of what was asked for; `next`: when the rest is tried again
 */
export function declinedLetter(
  payer: Payer,
  bill: Bill,
  { why, sentence = null, credit = 0, owed = 0, next, lead }: Declined,
): Letter {
  const hi = `Hi ${payer.firstName},`;
  const money = moneyLabel(bill.amount + credit);
  const charged = chargedFor(bill);
  const paidSince = `${creditWords(bill, credit)}${owedInAll(bill, owed)}`;
  const facts = factsOf(payer, bill);
  const again = `We will try again ${next ? `on ${dayLabel(businessDay(next))}` : afterOther}.`;
  if (why === 'not-confirmed' || why === 'stopped') {
    const ended = why === 'stopped' ? 'It was not confirmed, we have stopped waiting' : 'That was not done in time';
    const other = lead.call
      ? payByCall(lead.call)
      : 'Your bank may ask you again then; with another payment method it may not.';
    return {
      subject: `Your payment of ${money} was not confirmed`,
      paragraphs: [
        `${hi} your bank wanted you to confirm a payment of ${money} for ${charged}. ${ended}, and nothing was taken.${paidSince}`,
        `${again} ${other}`,
      ],
      facts,
      ...exactOf(bill.card),
      ...leadOn(lead, 'Pay now, or choose another way to pay'),
      short: `%businessName%: your payment of ${money} was not confirmed${why === 'stopped' ? '' : ' in time'}.${creditWords(bill, credit)} ${again} ${payNow(lead)}`,
    };
  }
  const other = lead.call
    ? payByCall(lead.call)
    : `If ${cardOf(bill)} does not work anymore, please add another payment method and pay with it.`;
  return {
    subject: `Your bank declined ${money}`,
    paragraphs: [
      `${hi} we could not charge ${money} to ${cardOf(bill)} for ${charged}${sentence === null ? ': your bank declined it.' : `. ${sentence}`} Nothing was taken.${paidSince}`,
      `${again} ${other}`,
    ],
    facts,
    ...exactOf(bill.card),
    ...leadOn(lead, 'Pay now, or add a way to pay'),
    short: `%businessName%: your bank declined ${money} for ${charged}.${creditWords(bill, credit)} ${again} ${payNow(lead)}`,
  };
}

type GivenUp = {
  why: Exclude<WhyNot, 'not-tried'>;
  /** What credit has paid since, of what was asked for; integer cents. */
  credit?: number;
  /** The sum of all declined bills, with this one; integer cents. */
  owed?: number;
  /** Whether the customer asked for this attempt. */
  isAsked: boolean;
  /** Whether the engagement is paused now. */
  isPaused: boolean;
  /** Whether a visit is still made that was begun before. */
  isUnderWay?: boolean;
  lead: Lead;
};

/** @returns what is to be paid with it, as a sentence that follows others; nothing where that is this bill alone */
export const owedInAll = ({ amount }: Pick<Bill, 'amount'>, owed: number): string =>
  owed > amount ? ` With your other unpaid bills, you owe ${moneyLabel(owed)}.` : '';

const lastWords: Record<GivenUp['why'], string> = {
  declined: 'it was declined',
  'not-confirmed': 'it was not confirmed with your bank in time',
  stopped: 'it was not confirmed with your bank, and we have stopped waiting',
  unusable: 'the payment method could not be used anymore',
};

export function givenUpLetter(
  payer: Payer,
  bill: Bill,
  { why, credit = 0, owed = 0, isAsked, isPaused, isUnderWay = false, lead }: GivenUp,
): Letter {
  const money = moneyLabel(bill.amount + credit);
  const last = lastWords[why];
  const charge = `charge ${money} to ${cardOf(bill)} for ${chargedFor(bill)}`;
  const tried = isAsked
    ? `we tried again to ${charge}, and ${last}.`
    : `we tried four times to ${charge}; the last time ${last}.`;
  // Of visits that do not go on with the payment alone, it would promise too much.
  const saysPaused = isPaused && !lead.call;
  const underWay = sayUnderWay(isUnderWay);
  return {
    // That they are paused is news once.
    subject: saysPaused && !isAsked ? 'Your visits are paused' : `We could not charge ${money}`,
    paragraphs: [
      `Hi ${payer.firstName}, ${tried} Nothing was taken.${creditWords(bill, credit)}${owedInAll(bill, owed)}`,
      saysPaused
        ? [
            'Your visits are paused.',
            ...underWay,
            `Once ${owed > bill.amount ? 'all of it' : 'the amount'} is paid, they resume automatically.`,
          ].join(' ')
        : `The amount is still open${lead.call ? `. ${payByCall(lead.call)}` : ', and no new service can start until it is paid.'}`,
    ],
    facts: factsOf(payer, bill),
    ...exactOf(bill.card),
    ...leadOn(lead, 'Pay now'),
    short: `%businessName%: ${money} could not be charged${saysPaused ? [', so your visits are paused.', ...underWay].join(' ') : '.'}${creditWords(bill, credit)} ${payNow(lead)}`,
  };
}

/** @param days how long it can be confirmed */
export function confirmLetter(payer: Payer, bill: Bill, lead: Lead, days: number): Letter {
  const money = moneyLabel(bill.amount);
  return {
    subject: lead.call ? `Your bank holds back ${money}` : `Please confirm your payment of ${money}`,
    paragraphs: [
      `Hi ${payer.firstName}, your bank wants to hear from you before it pays ${money} for ${chargedFor(bill)}. Nothing was taken yet.`,
      lead.call ? payByCall(lead.call) : `Please sign in and confirm the payment within ${days} days.`,
    ],
    facts: factsOf(payer, bill),
    ...exactOf(bill.card),
    ...leadOn(lead, 'Confirm the payment'),
    short: lead.call
      ? `%businessName%: your bank holds back a payment of ${money}. ${payNow(lead)}`
      : `%businessName%: your bank asks you to confirm a payment of ${money}: ${lead.url}`,
  };
}
