import type { CreditAnswer, OwedBackCredit } from '#contract/credits.ts';
import { lockAllOfCustomer } from '../charges/lock-store.ts';
import { lockCredit } from '../credits/balance.ts';
import type { Caller } from '../http/access.ts';
import { ApiError, notFound, notNow } from '../http/errors.ts';
import type { World } from '../world.ts';
import { giveOnce } from './give-credit.ts';
import { keepCreditedBack, selectOwedBack } from './refund-store.ts';

/**
 * Gives what the bank has returned of a bill's refunds as credit instead, once however often the request comes.
 * @param form.amount what the page shows as owed: of two people who do it at once the second is told
 * @throws ApiError NOT_FOUND, NOT_ALLOWED_NOW when nothing is owed, CONFLICT when it is another amount
 */
export async function creditOwedBack(
  world: World,
  caller: Caller,
  billId: string,
  { amount, ...request }: OwedBackCredit,
): Promise<CreditAnswer> {
  return await world.database.transaction(async (transaction) => {
    const { engagementId } = await requirePayment(() => selectOwedBack(transaction, billId));
    await lockAllOfCustomer(transaction, engagementId);
    const { paymentId, customerProfileId, number, owed, isHeldByBank } = await requirePayment(() =>
      selectOwedBack(transaction, billId),
    );
    const reason = `Your bank returned what we sent back of bill ${number}.`;
    const act = { kind: 'credit', customerProfileId, billId, amount, reason } as const;
    const before = await lockCredit(transaction, customerProfileId);
    return await giveOnce(world, transaction, caller, request, act, {
      before,
      check: () => {
        if (isHeldByBank) throw notNow('The customer’s bank has taken this payment back, so nothing of it is owed.');
        if (owed === 0) throw notNow('Nothing of this bill is owed to the customer anymore.');
        if (owed !== amount) throw new ApiError('CONFLICT', 'What is owed has changed. Please look again.');
      },
      settle: async () => {
        await keepCreditedBack(transaction, paymentId, amount);
        const moves = [{ kind: 'refund', amount: -amount } as const];
        return { paymentId, postings: [{ cause: `act:${request.requestId}`, customerProfileId, paymentId, moves }] };
      },
    });
  });
}

async function requirePayment<Payment>(find: () => Promise<Payment | undefined>): Promise<Payment> {
  const payment = await find();
  if (!payment) throw notFound('Bill');
  return payment;
}
