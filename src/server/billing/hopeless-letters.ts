import { moneyLabel } from '#domain/labels.ts';
import type { Letter } from '../messages/letter.ts';
import { sayUnderWay } from '../messages/letters/shared/under-way.ts';
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
  payByCall,
} from './letters.ts';
import type { Payer } from './store.ts';

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
