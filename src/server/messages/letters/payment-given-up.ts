import { moneyLabel } from '#domain/labels.ts';
import type { WhyNot } from '#domain/payment-attempts.ts';
import type { Letter } from '../letter.ts';
import {
  type Bill,
  cardOf,
  chargedFor,
  creditWords,
  exactOf,
  factsOf,
  type Lead,
  leadOn,
  owedInAll,
  type Payer,
  payByCall,
  payNow,
} from './shared/bill.ts';
import { sayUnderWay } from './shared/under-way.ts';

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

type Hopeless = {
  /** What the customer may read of the reason. */
  sentence: string;
  /** What credit has paid since, of what was asked for; integer cents. */
  credit: number;
  /** The sum of all declined bills, with this one; integer cents. */
  owed?: number;
  isPaused: boolean;
  /** Whether a visit is still made that was begun before. */
  isUnderWay?: boolean;
  lead: Lead;
};

/**
 * Tells that a bill was not tried, because of what a payment before has brought, and asks for another payment method.
 * @param about `sentence`: why, as it follows the word "because"; `isRetry`: whether it had been tried before
 */
export function notTriedLetter(
  payer: Payer,
  bill: Bill,
  { sentence, credit, owed = 0, lead, isRetry, ...visits }: Hopeless & { isRetry: boolean },
): Letter {
  const money = moneyLabel(bill.amount + credit);
  const notCharged = (what: string) =>
    `we have not ${isRetry ? 'tried again to charge' : 'charged'} ${what}, because ${sentence}.`;
  const left = moneyLabel(bill.amount);
  return {
    subject: lead.call ? `We have not charged ${money}` : 'Please add another payment method',
    paragraphs: [
      `Hi ${payer.firstName}, ${notCharged(`${money} for ${chargedFor(bill)}`)}${creditWords(bill, credit)}${owedInAll(bill, owed)}`,
      ...askForAnother(lead, visits),
    ],
    facts: factsOf(payer, bill),
    ...exactOf(bill.card),
    ...leadOn(lead, 'Add another payment method'),
    // A text has no room for what credit has paid, and one without a link none for the visits.
    short: `%businessName%: ${notCharged(lead.call ? left : `${left} for ${chargedFor(bill)}`)} ${askShort(lead)}`,
  };
}

const askForAnother = (
  lead: Lead,
  { isPaused, isUnderWay = false }: Pick<Hopeless, 'isPaused' | 'isUnderWay'>,
): [string] => [
  lead.call
    ? payByCall(lead.call)
    : [
        'Please add another payment method. We will charge it as soon as you choose it.',
        ...(isPaused ? ['Your visits are paused until then.', ...sayUnderWay(isUnderWay)] : []),
      ].join(' '),
];

const askShort = ({ url, call }: Lead): string =>
  url ? `Please add another payment method: ${url}` : `To pay, please ${call}.`;

/** Asks for another payment method at once: the same one is not charged again. */
export function hopelessLetter(
  payer: Payer,
  bill: Bill,
  { sentence, credit, owed = 0, lead, ...visits }: Hopeless,
): Letter {
  const money = moneyLabel(bill.amount + credit);
  return {
    subject: lead.call ? `We could not charge ${money}` : 'Please add another payment method',
    paragraphs: [
      `Hi ${payer.firstName}, we could not charge ${money} to ${cardOf(bill)} for ${chargedFor(bill)}. ${sentence} Nothing was taken, and we will not try it again.${creditWords(bill, credit)}${owedInAll(bill, owed)}`,
      ...askForAnother(lead, visits),
    ],
    facts: factsOf(payer, bill),
    ...exactOf(bill.card),
    ...leadOn(lead, 'Add another payment method'),
    short: `%businessName%: we could not charge ${money}. ${sentence}${creditWords(bill, credit)} ${askShort(lead)}`,
  };
}
