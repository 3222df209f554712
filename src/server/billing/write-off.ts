import type { ActAnswer, WriteOff } from '#contract/acts.ts';
import { effectOfNoPay } from '#domain/acts.ts';
import { writtenOff } from '#domain/ledger.ts';
import { holdGiver, requireWithinGift } from '../acts/gift-limit.ts';
import { actOnce } from '../acts/record.ts';
import { findOverdue } from '../charges/overdue.ts';
import { giveCreditBack } from '../charges/take-up.ts';
import { payOpenWithCredit } from '../charges/use-credit.ts';
import { resumePaid } from '../engagements/paying.ts';
import type { Caller } from '../http/access.ts';
import { notNow } from '../http/errors.ts';
import { post } from '../ledger/post.ts';
import type { World } from '../world.ts';
import { tellOfWriteOff } from './act-news.ts';
import { endPlanned } from './end-planned.ts';
import { beingCollected, lockBill, requireOpen } from './open-bill.ts';
import { writeOffPayment } from './open-bill-store.ts';
import { selectChargedVisits } from './store.ts';

/**
 * Gives an open bill up for good: nobody owes it, and nothing is collected for it. Visits that were paused for it go on.
 * @returns what it does to each
 * @throws ApiError as `requireWithinGift`; NOT_ALLOWED_NOW unless it is open and rests; CONFLICT when it has changed meanwhile
 */
export async function writeOffBill(
  world: World,
  caller: Caller,
  billId: string,
  { version, reason, ...request }: WriteOff,
): Promise<ActAnswer> {
  return await world.database.transaction(async (transaction) => {
    await holdGiver(transaction, caller, request.isPreview);
    const bill = await lockBill(transaction, billId);
    const { customerProfileId, payment } = bill;
    const { amount } = payment;
    const act = { kind: 'write-off', customerProfileId, billId, amount, reason } as const;
    const isDone = await actOnce(world, transaction, caller, request, act, {
      check: async () => {
        await requireOpen(world, transaction, bill, version);
        await requireWithinGift(world, transaction, caller, act);
      },
      act: async () => {
        // Between the look and this its job may have begun: what counts is whose update it was.
        if (!(await writeOffPayment(transaction, payment, world.clock.now()))) throw notNow(beingCollected);
        const visits = await selectChargedVisits(transaction, payment.id);
        const creditBack = await giveCreditBack(transaction, payment.id);
        const { givenUpAmount } = await findOverdue(world, transaction, customerProfileId);
        if (givenUpAmount === 0) await resumePaid(world, transaction, customerProfileId);
        await tellOfWriteOff(world, transaction, bill);
        const cause = `act:${request.requestId}`;
        const postings = visits.map(({ visitId, amount: price, customerProfileId: whose }) => ({
          cause,
          moves: writtenOff({ amount: price }),
          customerProfileId: whose,
          visitId,
          paymentId: payment.id,
        }));
        const others = await payOpenWithCredit(world, transaction, customerProfileId, cause);
        await endPlanned(world, transaction, payment.engagementId);
        await post(world, transaction, [...creditBack, ...postings, ...others.postings]);
      },
    });
    return { effect: effectOfNoPay(bill), isDone };
  });
}
