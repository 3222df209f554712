import type { ActAnswer } from '#contract/acts.ts';
import type { RemovedCredit } from '#contract/credits.ts';
import type { Effect } from '#domain/acts.ts';
import { moneyLabel } from '#domain/labels.ts';
import { requireOthersAccount } from '../acts/gift-limit.ts';
import { actOnce } from '../acts/record.ts';
import { removeFromCredit } from '../credits/balance.ts';
import { lockToChange, ownMoneyOf, requireCustomer } from '../credits/service.ts';
import { tellOfRemoval } from '../credits/tell.ts';
import type { Caller } from '../http/access.ts';
import { invalid } from '../http/errors.ts';
import { post } from '../ledger/post.ts';
import type { World } from '../world.ts';

/**
 * Removes credit of a customer, once however often the request comes: it was paid out another way, or the business takes it
 * back. What is the customer's own money can only be paid out.
 * @throws ApiError NOT_FOUND; NOT_ALLOWED_NOW for an account that nobody has confirmed; FORBIDDEN for the caller's own; INVALID_INPUT for more
 *   than there is to remove; CONFLICT when somebody else has changed the credit meanwhile
 */
export async function removeCredit(
  world: World,
  caller: Caller,
  customerProfileId: string,
  { how, amount, reason, version, ...request }: RemovedCredit,
): Promise<ActAnswer> {
  return await world.database.transaction(async (transaction) => {
    await requireCustomer(transaction, customerProfileId);
    requireOthersAccount(caller, customerProfileId);
    const { amount: has, changed } = await lockToChange(transaction, customerProfileId, { ...request, version });
    const own = how === 'taken-back' ? await ownMoneyOf(transaction, customerProfileId) : 0;
    const act = { kind: `credit-${how}`, customerProfileId, amount, reason } as const;
    const isDone = await actOnce(world, transaction, caller, request, act, {
      check: () => {
        if (changed) throw changed;
        if (amount > has) throw invalid('body.amount', `The customer has ${moneyLabel(has)} of credit.`);
        if (amount > has - own) {
          const most = has > own ? ` You can take back ${moneyLabel(has - own)}.` : '';
          throw invalid('body.amount', `${moneyLabel(own)} is the customer’s own money. Please pay it out.${most}`);
        }
      },
      act: async () => {
        const cause = `act:${request.requestId}`;
        const removed = await removeFromCredit(transaction, { cause, customerProfileId, amount, how });
        await tellOfRemoval(world, transaction, request.requestId, { customerProfileId, how, amount, reason });
        await post(world, transaction, removed);
      },
    });
    // What is paid out was owed to the customer: nobody has more or less than before.
    const effect: Effect = how === 'paid-out' ? none : { customer: -amount, worker: 0, business: amount };
    return { effect, isDone };
  });
}

const none: Effect = { customer: 0, worker: 0, business: 0 };
