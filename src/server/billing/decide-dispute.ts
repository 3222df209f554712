import type { ActAnswer, DisputeDecisionBody } from '#contract/acts.ts';
import { effectOfPaidOutside } from '#domain/acts.ts';
import { moneyLabel } from '#domain/labels.ts';
import { disputeDecided } from '#domain/ledger.ts';
import { actOnce, amountDone, recordAct } from '../acts/record.ts';
import type { Transaction } from '../database/connection.ts';
import { prepareToEnd } from '../engagements/paying.ts';
import type { Caller } from '../http/access.ts';
import { invalid, notFound, notNow } from '../http/errors.ts';
import { type Posting, post } from '../ledger/post.ts';
import type { World } from '../world.ts';
import { tellOfDecision } from './act-news.ts';
import { keepDecision, type LostDispute, selectLostDisputes } from './dispute-store.ts';
import { lockBill } from './open-bill.ts';

/**
 * Does what staff decide about a bill whose dispute is lost; until then it is on the desk. The business has borne the loss
 * already: what the customer has paid in another way comes back to it.
 * @throws ApiError NOT_FOUND; INVALID_INPUT for more than the bank has taken; NOT_ALLOWED_NOW when somebody has decided
 */
export async function decideDispute(
  world: World,
  caller: Caller,
  billId: string,
  { decision, amount, reason, ...request }: DisputeDecisionBody,
): Promise<ActAnswer> {
  if (decision === 'paid' && amount === undefined)
    throw invalid('body.amount', 'Please enter how much the customer paid.');
  return await world.database.transaction(async (transaction) => {
    const endService =
      decision === 'ended' && !request.isPreview
        ? await prepareToEndService(world, transaction, caller, billId)
        : undefined;
    const bill = await lockBill(transaction, billId);
    const { customerProfileId } = bill;
    const lost = await selectLostDisputes(transaction, billId);
    if (lost.length === 0) throw notFound('Dispute');
    const open = lost.filter(isOpen);
    const taken = sumOf(open);
    const received = decision === 'paid' ? (amount ?? 0) : 0;
    // What the bank has taken is not in the request: one that comes again is about what it was about then.
    const about = received || ((await amountDone(transaction, request.requestId)) ?? taken);
    const kind = `dispute-${decision}` as const;
    const act = { kind, customerProfileId, billId, amount: about, reason };
    const isDone = await actOnce(world, transaction, caller, request, act, {
      check: () => {
        if (open.length === 0)
          throw notNow('Another employee has already decided about this dispute. Please look again.');
        if (received > taken)
          throw invalid('body.amount', `The bank took back ${moneyLabel(taken)}. Please enter at most that.`);
      },
      act: async () => {
        const parts = await keepParts(world, transaction, open, { decision, received });
        await endService?.('The bank took a payment back.');
        if (received > 0 && received < taken)
          await recordAct(world, transaction, caller, {
            ...act,
            kind: 'dispute-written-off',
            amount: taken - received,
          });
        await tellOfDecision(world, transaction, bill, { ...request, decision, taken, received });
        const cause = `act:${request.requestId}`;
        const moved = parts.map(({ paymentId, ...part }): Posting => {
          return { cause, moves: disputeDecided(part), customerProfileId, paymentId };
        });
        await post(world, transaction, moved);
      },
    });
    return { effect: effectOfPaidOutside(received), isDone };
  });
}

const sumOf = (lost: readonly LostDispute[]): number => lost.reduce((sum, { amount }) => sum + amount, 0);
/** Of what is decided nothing changes anymore: a payment can have several disputes, lost at different times. */
const isOpen = ({ decision }: LostDispute): boolean => decision === null;

/** @returns what each dispute was about, and what of it was received: the oldest gets it first */
async function keepParts(
  { clock }: World,
  transaction: Transaction,
  open: readonly LostDispute[],
  { decision, received }: { decision: DisputeDecisionBody['decision']; received: number },
) {
  let left = received;
  const parts: { paymentId: string; amount: number; received: number }[] = [];
  for (const { id, paymentId, amount } of open) {
    const part = Math.min(left, amount);
    left -= part;
    await keepDecision(transaction, id, { decision, decidedAt: clock.now(), received: part });
    parts.push({ paymentId, amount, received: part });
  }
  return parts;
}

/** @returns what cancels the service that the bill was for; undefined when it has ended already */
async function prepareToEndService(world: World, transaction: Transaction, caller: Caller, billId: string) {
  const lost = await selectLostDisputes(transaction, billId);
  const live = lost.find((one) => one.isLive && isOpen(one));
  return live && (await prepareToEnd(world, transaction, caller, live.engagementId));
}
