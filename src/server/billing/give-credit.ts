import type { CreditAnswer, NewCredit } from '#contract/credits.ts';
import { effectOfCredit } from '#domain/acts.ts';
import { holdGiver, requireWithinGift } from '../acts/gift-limit.ts';
import { actOnce, creditedBy, type NewAct } from '../acts/record.ts';
import { lockCustomer } from '../charges/lock-store.ts';
import { payOpenWithCredit, planCreditUse } from '../charges/use-credit.ts';
import { addCredit } from '../credits/balance.ts';
import { lockToChange, requireCustomer } from '../credits/service.ts';
import { tellOfCredit } from '../credits/tell.ts';
import type { Transaction } from '../database/connection.ts';
import type { Caller } from '../http/access.ts';
import { type Posting, post } from '../ledger/post.ts';
import type { World } from '../world.ts';

/**
 * Gives a customer credit, once however often the request comes. It pays for what is open and not being collected, and then
 * for the next bills.
 * @returns what it does to each, and which bills it pays
 * @throws ApiError as `requireWithinGift`; NOT_FOUND; NOT_ALLOWED_NOW for an account that nobody has confirmed; CONFLICT when somebody else has given some meanwhile, or the request was sent before with
 *   something else in it
 */
export async function giveCredit(
  world: World,
  caller: Caller,
  customerProfileId: string,
  { amount, reason, version, ...request }: NewCredit,
): Promise<CreditAnswer> {
  return await world.database.transaction(async (transaction) => {
    await holdGiver(transaction, caller, request.isPreview);
    await requireCustomer(transaction, customerProfileId);
    await lockCustomer(transaction, customerProfileId);
    const { amount: before, changed } = await lockToChange(transaction, customerProfileId, { ...request, version });
    const act = { kind: 'credit', customerProfileId, amount, reason } as const;
    return await giveOnce(world, transaction, caller, request, act, {
      before,
      check: async () => {
        if (changed) throw changed;
        await requireWithinGift(world, transaction, caller, act, 'body.amount');
      },
    });
  });
}

/**
 * Gives credit as an act, and uses it for what is open. The customer's engagements and credit are locked.
 * @param steps `before`: what the customer has; `settle`: what else is done, with what that moves
 */
export async function giveOnce(
  world: World,
  transaction: Transaction,
  caller: Caller,
  request: { requestId: string; isPreview: boolean },
  act: NewAct & { reason: string },
  {
    before,
    check,
    settle,
  }: {
    before: number;
    check: () => void | Promise<void>;
    settle?: () => Promise<{ paymentId: string; postings: Posting[] }>;
  },
): Promise<CreditAnswer> {
  const { customerProfileId, amount, reason } = act;
  const planned = await planCreditUse(world, transaction, customerProfileId, before + amount);
  const pays = planned.map((use) => ({ number: use.number, amount: use.amount, left: use.left }));
  const paid = planned.filter(({ left }) => left === 0);
  const credited = {
    pays,
    ahead: before + amount - pays.reduce((sum, each) => sum + each.amount, 0),
    effect: effectOfCredit(
      amount,
      paid.map(({ amount: used, resting }) => ({ amount: resting.amount, fee: resting.fee, used })),
    ),
  };
  const isDone = await actOnce(
    world,
    transaction,
    caller,
    request,
    { ...act, credited },
    {
      check,
      act: async () => {
        const cause = `act:${request.requestId}`;
        const settled = await settle?.();
        const whose = { cause, customerProfileId, ...(settled && { paymentId: settled.paymentId }) };
        const added = await addCredit(transaction, { ...whose, amount });
        const { uses, postings } = await payOpenWithCredit(world, transaction, customerProfileId, cause);
        await tellOfCredit(world, transaction, request.requestId, { customerProfileId, amount, reason, uses });
        await post(world, transaction, [...(settled?.postings ?? []), ...added, ...postings]);
      },
    },
  );
  // The answer to a request that comes again is that to the first, and gives nothing anew.
  const said = isDone ? ((await creditedBy(transaction, request.requestId)) ?? { pays: [], ahead: before }) : credited;
  return { effect: effectOfCredit(amount, []), isDone, ...said };
}
