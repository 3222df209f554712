import type { ActAnswer, NotBilled } from '#contract/acts.ts';
import { effectOfNoPay } from '#domain/acts.ts';
import { momentLabel } from '#domain/calendar.ts';
import { notBilled } from '#domain/ledger.ts';
import { holdGiver, requireWithinGift } from '../acts/gift-limit.ts';
import { actOnce } from '../acts/record.ts';
import { lockAllOfCustomer } from '../charges/lock-store.ts';
import type { Queryable } from '../database/connection.ts';
import type { Caller } from '../http/access.ts';
import { ApiError, notFound, notNow } from '../http/errors.ts';
import { post } from '../ledger/post.ts';
import type { World } from '../world.ts';
import { tellOfNotBilled } from './act-news.ts';
import { type ChargedWork, markNotBilled, selectChargedWork, selectNotBilledAct } from './not-billed-store.ts';

/**
 * Takes a visit, or the way to one, off the next bill before it is on one: nobody owes it, and nothing charges it again.
 * @returns what it does to each
 * @throws ApiError as `requireWithinGift`; NOT_FOUND; NOT_ALLOWED_NOW once it is on a bill
 */
export async function doNotBill(
  world: World,
  caller: Caller,
  workId: string,
  { reason, ...request }: NotBilled,
): Promise<ActAnswer> {
  return await world.database.transaction(async (transaction) => {
    await holdGiver(transaction, caller, request.isPreview);
    const { engagementId } = await requireWork(transaction, workId);
    await lockAllOfCustomer(transaction, engagementId);
    const visit = await requireWork(transaction, workId);
    const { customerProfileId, charge } = visit;
    const amount = charge?.amount ?? 0;
    const act = { kind: 'not-billed', customerProfileId, workId, amount, reason } as const;
    const isDone = await actOnce(world, transaction, caller, request, act, {
      check: async () => {
        const earlier = charge?.isNotBilled ? await selectNotBilledAct(transaction, workId) : undefined;
        if (earlier) throw notNow(`${earlier.by} took this visit off the bill, ${momentLabel(earlier.at.toString())}.`);
        const obstacle = obstacleOf(visit);
        if (obstacle !== null) throw notNow(obstacle);
        await requireWithinGift(world, transaction, caller, act);
      },
      act: async () => {
        if (!(await markNotBilled(transaction, workId, world.clock.now()))) {
          throw new ApiError('CONFLICT', 'This visit has changed meanwhile. Please look again.');
        }
        await tellOfNotBilled(world, transaction, visit, { ...request, reason });
        const moves = notBilled({ amount });
        await post(world, transaction, [
          { cause: `act:${request.requestId}`, moves, customerProfileId, visitId: workId },
        ]);
      },
    });
    return { effect: effectOfNoPay(charge ?? { amount: 0, fee: 0 }), isDone };
  });
}

async function requireWork(database: Queryable, workId: string): Promise<ChargedWork> {
  const visit = await selectChargedWork(database, workId);
  if (!visit) throw notFound('Visit');
  return visit;
}

function obstacleOf({ charge, billNumber, isPaid }: ChargedWork): string | null {
  if (!charge || charge.amount === 0) return 'Nothing is to be paid for this visit.';
  if (billNumber !== null) {
    return `It is on bill ${billNumber} by now: please ${isPaid ? 'refund it there' : 'write it off there'}.`;
  }
  if (charge.isNotBilled) return 'This visit has been kept off the bill already.';
  if (charge.writtenOffAt) return 'This visit was too little to collect, and is not billed anymore.';
  return null;
}
