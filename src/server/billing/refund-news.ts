import { callUs } from '#domain/settings.ts';
import type { Transaction } from '../database/connection.ts';
import { givenBackLetter } from '../messages/letters/given-back.ts';
import { refundFailedLetter, sentBackLetter } from '../messages/letters/refund.ts';
import { reversedLetter } from '../messages/letters/top-up.ts';
import { tell } from '../messages/service.ts';
import type { World } from '../world.ts';
import { type BillOfPayment, type RefundRow, selectWorkerToTell } from './reading-store.ts';
import { type PaymentRow, selectPayer, visitDays } from './store.ts';

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
