import type * as z from 'zod/mini';
import type { ActAnswer, acts } from '#contract/acts.ts';
import { actOnce } from '../acts/record.ts';
import { lockCustomer } from '../charges/lock-store.ts';
import { findOverdue } from '../charges/overdue.ts';
import { resumePaid } from '../engagements/paying.ts';
import type { Caller } from '../http/access.ts';
import { notFound, notNow } from '../http/errors.ts';
import { allowAgain, findOwnMethod } from '../payment-methods/blocks.ts';
import type { World } from '../world.ts';

type Asked = z.output<typeof acts.allowMethod.params>;

/**
 * Lets a payment method be used again that a failed payment has blocked, because staff say so. Services that waited for that
 * go on, unless something is given up unpaid.
 * @throws ApiError NOT_FOUND unless it is the customer's; NOT_ALLOWED_NOW when no payment has blocked it
 */
export async function allowMethod(
  world: World,
  caller: Caller,
  { customerProfileId, paymentMethodId: stripePaymentMethodId }: Asked,
  { reason, ...request }: z.output<typeof acts.allowMethod.body>,
): Promise<ActAnswer> {
  return await world.database.transaction(async (transaction) => {
    await lockCustomer(transaction, customerProfileId);
    const own = await findOwnMethod(transaction, customerProfileId, stripePaymentMethodId);
    if (!own) throw notFound('Payment method');
    const { userId, name: card, blockedFor } = own;
    const act = { kind: 'method-allowed', customerProfileId, amount: 0, reason, stripePaymentMethodId, card } as const;
    const isDone = await actOnce(world, transaction, caller, request, act, {
      check: () => {
        if (blockedFor === 'kind-not-taken') throw notNow('Your business does not take this kind of payment anymore.');
        if (!blockedFor) throw notNow('This payment method can be used. Please look again.');
      },
      act: async () => {
        await allowAgain(world, transaction, userId, stripePaymentMethodId);
        const { givenUpAmount } = await findOverdue(world, transaction, customerProfileId);
        if (givenUpAmount === 0) await resumePaid(world, transaction, customerProfileId);
      },
    });
    return { effect: { customer: 0, worker: 0, business: 0 }, isDone };
  });
}
