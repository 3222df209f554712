import type { ActAnswer } from '#contract/acts.ts';
import type { CreditLine, NewCredit } from '#contract/credits.ts';
import { momentLabel } from '#domain/calendar.ts';
import { moneyLabel } from '#domain/labels.ts';
import { actOnce } from '../acts/record.ts';
import type { Transaction } from '../database/connection.ts';
import { type Caller, holds } from '../http/access.ts';
import { ApiError, notFound } from '../http/errors.ts';
import { post } from '../ledger/post.ts';
import type { World } from '../world.ts';
import { addCredit } from './balance.ts';
import { lockBalance, openBalance } from './balance-store.ts';
import { selectCustomer, selectLastGiven, selectLines } from './store.ts';
import { tellOfCredit } from './tell.ts';

/**
 * @returns a page of what a customer was given of credit and which bills have used it, newest first
 * @throws ApiError NOT_FOUND when staff ask for a customer that is not there
 */
export async function listCredits(
  { database }: World,
  caller: Caller,
  customerProfileId: string,
  after: string | undefined,
): Promise<{ credits: CreditLine[]; next: string | null }> {
  const { rows, next } = await selectLines(database, customerProfileId, after);
  if (rows.length === 0 && !(await selectCustomer(database, customerProfileId))) throw notFound('Profile');
  const isStaff = holds(caller, 'PROFILE_TYPE_EMPLOYEE');
  return {
    credits: rows.map(({ at, by, ...line }) => ({ ...line, at: at.toString(), by: isStaff ? by : null })),
    next,
  };
}

/**
 * Gives a customer credit for the next bills, once however often the request comes.
 * @returns what it does to each
 * @throws ApiError NOT_FOUND; CONFLICT when somebody else has given some meanwhile, or the request was sent before with
 *   something else in it
 */
export async function giveCredit(
  world: World,
  caller: Caller,
  customerProfileId: string,
  { amount, reason, version, ...request }: NewCredit,
): Promise<ActAnswer> {
  return await world.database.transaction(async (transaction) => {
    if (!(await selectCustomer(transaction, customerProfileId))) throw notFound('Profile');
    if (!request.isPreview) await openBalance(transaction, customerProfileId);
    const balance = await lockBalance(transaction, customerProfileId);
    const act = { kind: 'credit', customerProfileId, amount, reason } as const;
    const isDone = await actOnce(world, transaction, caller, request, act, {
      check: async () => {
        if ((balance?.version ?? 0) !== version) throw await otherCredit(transaction, customerProfileId);
      },
      act: async () => {
        const cause = `act:${request.requestId}`;
        const postings = await addCredit(transaction, { cause, customerProfileId, amount });
        await tellOfCredit(world, transaction, request.requestId, { customerProfileId, amount, reason });
        await post(world, transaction, postings);
      },
    });
    return { effect: { customer: amount, worker: 0, business: -amount }, isDone };
  });
}

async function otherCredit(transaction: Transaction, customerProfileId: string): Promise<ApiError> {
  const last = await selectLastGiven(transaction, customerProfileId);
  const what = last
    ? `${last.by} gave ${moneyLabel(last.amount)} of credit, ${momentLabel(last.at.toString())}`
    : 'The credit has changed';
  return new ApiError('CONFLICT', `${what}. Please look again.`);
}
