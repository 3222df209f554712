import { dayLabel, shortDayLabel } from '#domain/calendar.ts';
import { commaListLabel } from '#domain/comma-list.ts';
import { listLabel, moneyLabel } from '#domain/labels.ts';
import type { Letter } from '../../letter.ts';

export type Named = { firstName: string };
/** Who pays, and for which service. */
export type Payer = Named & { productName: string; street: string };

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

export const payNow = ({ url, call }: Lead) => (url ? `Pay now: ${url}` : `To pay, please ${call}.`);

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

/** @returns what credit has paid of what was asked for in vain, and what is left */
export const creditWords = ({ amount }: Bill, credit: number): string =>
  credit > 0 ? ` Your credit has paid ${moneyLabel(credit)} of it since, and ${moneyLabel(amount)} is left.` : '';

/** @returns what is to be paid with it, as a sentence that follows others; nothing where that is this bill alone */
export const owedInAll = ({ amount }: Pick<Bill, 'amount'>, owed: number): string =>
  owed > amount ? ` With your other unpaid bills, you owe ${moneyLabel(owed)}.` : '';
