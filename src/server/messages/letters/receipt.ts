import { dayLabel } from '#domain/calendar.ts';
import { listLabel, moneyLabel } from '#domain/labels.ts';
import type { Letter } from '../letter.ts';
import {
  type Bill,
  cardOf,
  chargedFor,
  exactOf,
  factsOf,
  type Lead,
  leadOn,
  type Named,
  onDays,
  type Payer,
} from './shared/bill.ts';
import type { Tip } from './tip.ts';

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

type Paid = Tip & { number: string; card: string | null; workerName: string; lead: Lead };

export function tipReceiptLetter(
  { firstName, street }: Named & { street: string },
  { number, amount, card, date, workerName, lead }: Paid,
): Letter {
  const money = moneyLabel(amount);
  const day = dayLabel(date);
  return {
    subject: `Your receipt: ${money} for ${workerName}`,
    paragraphs: [
      `Hi ${firstName}, thank you for your tip for the visit on ${day}.`,
      `We charged ${money} to ${card ? `your ${card}` : 'your saved payment method'}. All of it goes to ${workerName}.`,
    ],
    facts: [
      ['What', `Tip for ${workerName}`],
      ['Where', street],
      ['When', day],
      ['Amount', money],
      ...(card ? [['Payment method', card] as const] : []),
      ['Bill number', number],
    ],
    ...exactOf(card),
    ...leadOn(lead, 'See your visits'),
    short: `%businessName%: your tip of ${money} for the visit on ${day} is paid. All of it goes to ${workerName}. Thank you!`,
  };
}
