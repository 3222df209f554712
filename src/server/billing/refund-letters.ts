import { moneyLabel } from '#domain/labels.ts';
import { callUs } from '#domain/settings.ts';
import type { Transaction } from '../database/connection.ts';
import type { Letter } from '../messages/letter.ts';
import { tell } from '../messages/service.ts';
import type { World } from '../world.ts';
import { type Lead, leadOn, onDays } from './letters.ts';
import { type BillOfPayment, type RefundRow, selectWorkerToTell } from './reading-store.ts';
import { type PaymentRow, selectPayer, visitDays } from './store.ts';

type Named = { firstName: string };
type Refund = { number: string; amount: number; reason: string | null };

const because = (reason: string | null) => (reason === null ? [] : [`The reason: ${reason}`]);
const factsOf = ({ number, amount }: Refund) =>
  [
    ['Bill', number],
    ['Amount', moneyLabel(amount)],
  ] as const;

/** A card refund takes 5 to 10 business days: https://docs.stripe.com/refunds#trace-a-refund */
export function sentBackLetter({ firstName }: Named, refund: Refund, lead: Lead): Letter {
  const money = moneyLabel(refund.amount);
  return {
    subject: `We sent back ${money}`,
    paragraphs: [
      `Hi ${firstName}, we sent ${money} of bill ${refund.number} back the way you paid it.`,
      ...because(refund.reason),
      'Banks take 5 to 10 business days to show it. There is nothing you need to do.',
    ],
    facts: factsOf(refund),
    ...leadOn(lead, 'See the bill'),
    short: `%businessName%: we sent back ${money} of bill ${refund.number}. Your bank shows it within 10 business days.`,
  };
}

export function refundFailedLetter({ firstName }: Named, refund: Refund, call: string): Letter {
  const money = moneyLabel(refund.amount);
  return {
    subject: `${money} could not be sent back`,
    paragraphs: [
      `Hi ${firstName}, your bank did not take the ${money} of bill ${refund.number} that we sent back. We still owe it to you.`,
      `We will be in touch about another way to pay it. You can also ${call}.`,
    ],
    facts: factsOf(refund),
    short: `%businessName%: your bank did not take the ${money} that we sent back. We still owe it to you. Please ${call}.`,
  };
}

/** @param days those of the visits that were paid for */
export function givenBackLetter(
  { firstName }: Named,
  { amount, reason }: Pick<Refund, 'amount' | 'reason'>,
  days: readonly Temporal.PlainDate[],
  isTip: boolean,
): Letter {
  const money = moneyLabel(amount);
  const [first, ...more] = days;
  const of = isTip ? 'the tip for ' : '';
  const visits = `${of}${first ? `your visit${more.length > 0 ? 's' : ''} ${onDays([first, ...more])}` : 'a visit of yours'}`;
  return {
    subject: `${money} of your pay goes back`,
    paragraphs: [
      `Hi ${firstName}, the customer got money back for ${visits}, and ${money} of your pay goes back with it.`,
      ...because(reason),
      'It is taken from your balance at Stripe. If you think that this is wrong, please reply to this email.',
    ],
    short: `%businessName%: the customer got money back for ${visits}; ${money} of your pay goes back with it.`,
  };
}

/** Staff have not asked for it: somebody at Stripe, or Stripe itself, has taken it. */
export function reversedLetter(
  { firstName }: Named,
  { number, amount }: Pick<Refund, 'number' | 'amount'>,
  call: string,
): Letter {
  const money = moneyLabel(amount);
  return {
    subject: `${money} of your pay was taken back`,
    paragraphs: [
      `Hi ${firstName}, ${money} of your pay for bill ${number} was taken back at Stripe, and nothing more went back to the customer for it.`,
      `We look into it. If you know more, or have not heard of it in a week, please ${call}.`,
    ],
    short: `%businessName%: ${money} of your pay for bill ${number} was taken back at Stripe. We look into it. Please ${call}.`,
  };
}

/** Tells customer and worker what went back. */
export async function tellOfRefunds(
  world: World,
  transaction: Transaction,
  payment: PaymentRow,
  news: { bill: BillOfPayment; refunds: readonly RefundRow[]; givenBack: number; isAlone: boolean; readings: number },
): Promise<void> {
  const { bill, refunds, givenBack, isAlone, readings } = news;
  const call = callUs(world.settings.now());
  if (refunds.length > 0) {
    const payer = await selectPayer(transaction, payment.engagementId);
    const url = `${world.publicUrl}/customers/${bill.customerProfileId}/billing/${bill.billId}`;
    for (const { id, amount, reason, status } of refunds) {
      if (status === 'refused') continue;
      const refund = { number: bill.number, amount, reason };
      const letter =
        status === 'done'
          ? sentBackLetter(payer, refund, payer.isClosed ? { call } : { url })
          : refundFailedLetter(payer, refund, call);
      await tell(world, transaction, `refund:${id}:${status}`, payer, letter, { class: 'bill' });
    }
  }
  if (givenBack > 0) {
    const worker = await selectWorkerToTell(transaction, bill.workerProfileId);
    const [only, ...others] = refunds;
    const reason = only && others.length === 0 ? only.reason : null;
    const days = await visitDays(transaction, payment.id);
    const letter = isAlone
      ? reversedLetter(worker, { number: bill.number, amount: givenBack }, call)
      : givenBackLetter(worker, { amount: givenBack, reason }, days, payment.tipWorkId !== null);
    await tell(world, transaction, `given-back:${payment.id}:${readings}`, worker, letter, { class: 'bill' });
  }
}
