import type { DisputeDecision } from '#domain/acts.ts';
import type { Rest } from '#domain/payment-failure.ts';
import type { Transaction } from '../database/connection.ts';
import { paidOutsideLetter } from '../messages/letters/dispute-decided.ts';
import { movedCardLetter } from '../messages/letters/moved-card.ts';
import { notBilledLetter } from '../messages/letters/not-billed.ts';
import type { Lead } from '../messages/letters/shared/bill.ts';
import { unpaidLetter } from '../messages/letters/unpaid.ts';
import { writtenOffLetter } from '../messages/letters/written-off.ts';
import { tell } from '../messages/service.ts';
import type { World } from '../world.ts';
import type { ChargedWork } from './not-billed-store.ts';
import { type OpenableBill, selectRest } from './open-bill-store.ts';
import { selectWorkerToTell } from './reading-store.ts';
import { type Payer, selectPayer, visitDays } from './store.ts';
import { leadTo } from './tell-payer.ts';

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
