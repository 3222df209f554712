import { moneyLabel, phoneLabel } from '#domain/labels.ts';
import type { Transaction } from '../database/connection.ts';
import type { Letter } from '../messages/letter.ts';
import { tell } from '../messages/service.ts';
import type { World } from '../world.ts';
import { type Lead, leadOn, onDays } from './letters.ts';
import type { OpenableBill } from './open-bill-store.ts';
import { selectWorkerToTell } from './reading-store.ts';
import { selectPayer, visitDays } from './store.ts';

type Named = { firstName: string };

type WrittenOff = { number: string; amount: number; creditUsed: number };

/** @param bill what of it was open, and what credit had paid of it before; integer cents */
export function writtenOffLetter({ firstName }: Named, bill: WrittenOff, lead: Lead): Letter {
  const money = moneyLabel(bill.amount);
  const back =
    bill.creditUsed > 0 ? [`The ${moneyLabel(bill.creditUsed)} of credit that it had used are yours again.`] : [];
  return {
    subject: `You do not owe ${money} any more`,
    paragraphs: [
      `Hi ${firstName}, we have closed bill ${bill.number}: you do not have to pay its ${money}, and no card is charged for it.`,
      ...back,
      'There is nothing you need to do.',
    ],
    facts: [
      ['Bill', bill.number],
      ['Amount', money],
    ],
    ...leadOn(lead, 'See the bill'),
    short: `Yardpack: you do not have to pay the ${money} of bill ${bill.number} any more.`,
  };
}

/**
 * For the worker.
 * @param share cents that would have been the worker's
 * @param days those of the visits
 */
export function unpaidLetter({ firstName }: Named, share: number, days: readonly Temporal.PlainDate[]): Letter {
  const money = moneyLabel(share);
  const [first, ...more] = days;
  const visits = first ? `your visit${more.length > 0 ? 's' : ''} ${onDays([first, ...more])}` : 'a visit of yours';
  return {
    subject: `${money} will not be paid`,
    paragraphs: [
      `Hi ${firstName}, the customer does not pay for ${visits}, so the ${money} that you were to get for it will not come.`,
      'If you think that this is wrong, please answer to this mail.',
    ],
    short: `Yardpack: the customer does not pay for ${visits}, so ${money} of your pay will not come.`,
  };
}

/** Tells customer and worker that a bill is not collected any more. */
export async function tellOfWriteOff(world: World, transaction: Transaction, bill: OpenableBill): Promise<void> {
  const { billId, number, amount, fee, creditUsed, customerProfileId, payment } = bill;
  const payer = await selectPayer(transaction, payment.engagementId);
  const lead = payer.isClosed
    ? { phone: phoneLabel(world.config.SUPPORT_PHONE) }
    : { url: `${world.publicUrl}/customers/${customerProfileId}/billing/${billId}` };
  const options = { class: 'bill' } as const;
  await tell(
    world,
    transaction,
    `written-off:${billId}`,
    payer,
    writtenOffLetter(payer, { number, amount: payment.amount, creditUsed }, lead),
    options,
  );
  if (amount === fee) return;
  const worker = await selectWorkerToTell(transaction, bill.workerProfileId);
  const letter = unpaidLetter(worker, amount - fee, await visitDays(transaction, payment.id));
  await tell(world, transaction, `unpaid:${billId}`, worker, letter, options);
}
