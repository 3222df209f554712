import type { DisputeDecision } from '#domain/acts.ts';
import { dayLabel } from '#domain/calendar.ts';
import { moneyLabel } from '#domain/labels.ts';
import type { Transaction } from '../database/connection.ts';
import type { Letter } from '../messages/letter.ts';
import { tell } from '../messages/service.ts';
import type { World } from '../world.ts';
import { exactOf, type Lead, leadOn, onDays } from './letters.ts';
import type { ChargedWork } from './not-billed-store.ts';
import { type OpenableBill, type Rest, selectRest } from './open-bill-store.ts';
import { selectWorkerToTell } from './reading-store.ts';
import { type Payer, selectPayer, visitDays } from './store.ts';
import { leadTo } from './tell-payer.ts';

type Named = { firstName: string };

/** What somebody reads whose visits stay paused, though nothing of this bill is left to pay. */
const restWords: Record<Rest, string> = {
  method:
    'Your visits stay paused. Please choose another payment method for your service. Your visits then resume automatically.',
  unpaid: 'Your visits stay paused until another open bill is paid.',
};
const shortRestWords: Record<Rest, string> = {
  method: ' Your visits stay paused until you choose another payment method.',
  unpaid: ' Your visits stay paused until another open bill is paid.',
};

type WrittenOff = { number: string; amount: number; creditUsed: number };

/** @param bill what of it was open, and what credit had paid of it before; integer cents */
export function writtenOffLetter({ firstName }: Named, bill: WrittenOff, lead: Lead, rest?: Rest): Letter {
  const money = moneyLabel(bill.amount);
  const back =
    bill.creditUsed > 0 ? [`The ${moneyLabel(bill.creditUsed)} of credit that it had used is yours again.`] : [];
  return {
    subject: `You don’t owe ${money} anymore`,
    paragraphs: [
      `Hi ${firstName}, we have closed bill ${bill.number}: you do not have to pay its ${money}, and nothing is charged for it.`,
      ...back,
      rest ? restWords[rest] : 'There is nothing you need to do.',
    ],
    facts: [
      ['Bill', bill.number],
      ['Written off', money],
    ],
    ...leadOn(lead, rest === 'method' ? 'Choose another payment method' : 'See the bill'),
    short: `%businessName%: you don’t have to pay the ${money} of bill ${bill.number} anymore.${rest ? shortRestWords[rest] : ''}`,
  };
}

/**
 * For the worker.
 * @param share cents that would have been the worker's
 * @param days those of the visits
 */
export function unpaidLetter(
  { firstName }: Named,
  share: number,
  days: readonly Temporal.PlainDate[],
  reason?: string,
): Letter {
  const money = moneyLabel(share);
  const [first, ...more] = days;
  const visits = first ? `your visit${more.length > 0 ? 's' : ''} ${onDays([first, ...more])}` : 'a visit of yours';
  return {
    subject: `${money} will not be paid`,
    paragraphs: [
      `Hi ${firstName}, the customer does not pay for ${visits}, so the ${money} that you were to get for it will not come.`,
      ...(reason === undefined ? [] : [`The reason: ${reason}`]),
      'If you think that this is wrong, please reply to this email.',
    ],
    short: `%businessName%: the customer does not pay for ${visits}, so ${money} of your pay will not come.`,
  };
}

/** @param card such as 'Visa (4242)' */
export function movedCardLetter(
  { firstName, productName, street }: Pick<Payer, 'firstName' | 'productName' | 'street'>,
  bill: { number: string; amount: number; card: string },
  lead: Lead,
): Letter {
  const money = moneyLabel(bill.amount);
  return {
    subject: `Your service is paid with your ${bill.card} now`,
    paragraphs: [
      // So that it stays true when the card has paid before this is read.
      `Hi ${firstName}, we moved the ${money} of bill ${bill.number} to your ${bill.card}, because the one before did not pay it.`,
      `Your service “${productName}” at ${street} is paid with it from now on.${lead.url ? ' You can choose another one at any time.' : ''}`,
    ],
    facts: [
      ['Bill', bill.number],
      ['Amount', money],
      ['Payment method', bill.card],
    ],
    ...exactOf(bill.card),
    ...leadOn(lead, 'See your service'),
    short: `%businessName%: we moved ${money} to your ${bill.card}, and your service is paid with it from now on.`,
  };
}

/** For the customer. */
export function notBilledLetter(
  { firstName }: Named,
  { amount, date, reason }: { amount: number; date: Temporal.PlainDate; reason: string },
): Letter {
  const money = moneyLabel(amount);
  return {
    subject: `You do not pay for the visit on ${dayLabel(date)}`,
    paragraphs: [
      `Hi ${firstName}, we do not bill the ${money} for ${dayLabel(date)}: you do not have to pay it.`,
      `The reason: ${reason}`,
    ],
    short: `%businessName%: you do not have to pay the ${money} for ${dayLabel(date)}.`,
  };
}

/** Tells a customer whose service has another card now. */
export async function tellOfMovedCard(
  world: World,
  transaction: Transaction,
  { number, payment, customerProfileId }: OpenableBill,
  { requestId, card }: { requestId: string; card: string | null },
): Promise<void> {
  const payer = await selectPayer(transaction, payment.engagementId);
  const path = `/customers/${customerProfileId}/engagements/${payment.engagementId}`;
  const letter = movedCardLetter(
    payer,
    { number, amount: payment.amount, card: card ?? 'saved payment method' },
    leadTo(world, payer, path),
  );
  await tell(world, transaction, `moved-card:${requestId}`, payer, letter, { class: 'bill' });
}

/** Tells customer and worker that a visit comes on no bill. */
export async function tellOfNotBilled(
  world: World,
  transaction: Transaction,
  { engagementId, workerProfileId, date, charge }: ChargedWork,
  { requestId, reason }: { requestId: string; reason: string },
): Promise<void> {
  if (!charge) return;
  const { amount, fee } = charge;
  const options = { class: 'bill' } as const;
  const payer = await selectPayer(transaction, engagementId);
  await tell(
    world,
    transaction,
    `not-billed:${requestId}`,
    payer,
    notBilledLetter(payer, { amount, date, reason }),
    options,
  );
  if (amount === fee) return;
  const worker = await selectWorkerToTell(transaction, workerProfileId);
  await tell(
    world,
    transaction,
    `unpaid:${requestId}`,
    worker,
    unpaidLetter(worker, amount - fee, [date], reason),
    options,
  );
}

/** @param taken cents that the bank took back, of which the customer has paid `received` */
export function paidOutsideLetter(
  { firstName }: Named,
  { number, taken, received }: { number: string; taken: number; received: number },
  lead: Lead,
  rest?: Rest,
): Letter {
  const money = moneyLabel(received);
  const off = moneyLabel(taken - received);
  const isAll = received === taken;
  return {
    subject: `We received your ${money}`,
    paragraphs: [
      `Hi ${firstName}, thank you for paying ${money} of bill ${number} another way. Your bank had taken ${moneyLabel(taken)} back.`,
      `${isAll ? '' : `We wrote off the other ${off}, so you don’t have to pay it. `}There is nothing left to pay on this bill.`,
      ...(rest ? [restWords[rest]] : []),
    ],
    facts: [['Bill', number], ['Amount', money], ...(isAll ? [] : [['Written off', off] as [string, string]])],
    ...leadOn(lead, rest === 'method' ? 'Choose another payment method' : 'See the bill'),
    short: `%businessName%: we received your ${money} for bill ${number}. There is nothing left to pay on it.${rest ? shortRestWords[rest] : ''}`,
  };
}

type DecidedDispute = {
  decision: DisputeDecision;
  /** Integer cents, as is the other. */
  taken: number;
  received: number;
};

/** Tells a customer what the office has decided about a lost dispute; of a service that ends there is another letter. */
export async function tellOfDecision(
  world: World,
  transaction: Transaction,
  { billId, number, customerProfileId, payment }: OpenableBill,
  { requestId, decision, taken, received }: DecidedDispute & { requestId: string },
): Promise<void> {
  if (decision === 'ended') return;
  const payer = await selectPayer(transaction, payment.engagementId);
  const rest = await selectRest(transaction, customerProfileId);
  const lead = leadFrom(world, payer, { billId, customerProfileId, payment }, rest);
  const letter =
    decision === 'paid'
      ? paidOutsideLetter(payer, { number, taken, received }, lead, rest)
      : writtenOffLetter(payer, { number, amount: taken, creditUsed: 0 }, lead, rest);
  await tell(world, transaction, `dispute-decided:${requestId}`, payer, letter, { class: 'bill' });
}

type OfBill = Pick<OpenableBill, 'billId' | 'customerProfileId' | 'payment'>;

/** @returns where the customer goes on: to the choice that visits wait for, else to the bill */
const leadFrom = (world: World, payer: Payer, { billId, customerProfileId, payment }: OfBill, rest?: Rest): Lead =>
  leadTo(
    world,
    payer,
    `/customers/${customerProfileId}/${rest === 'method' ? `engagements/${payment.engagementId}` : `billing/${billId}`}`,
  );

/** Tells customer and worker that a bill is not collected any more; what goes on because of it goes on already. */
export async function tellOfWriteOff(world: World, transaction: Transaction, bill: OpenableBill): Promise<void> {
  const { billId, number, amount, fee, creditUsed, customerProfileId, payment } = bill;
  const payer = await selectPayer(transaction, payment.engagementId);
  const rest = await selectRest(transaction, customerProfileId);
  const lead = leadFrom(world, payer, bill, rest);
  const options = { class: 'bill' } as const;
  await tell(
    world,
    transaction,
    `written-off:${billId}`,
    payer,
    writtenOffLetter(payer, { number, amount: payment.amount, creditUsed }, lead, rest),
    options,
  );
  if (amount === fee) return;
  const worker = await selectWorkerToTell(transaction, bill.workerProfileId);
  const letter = unpaidLetter(worker, amount - fee, await visitDays(transaction, payment.id));
  await tell(world, transaction, `unpaid:${billId}`, worker, letter, options);
}
