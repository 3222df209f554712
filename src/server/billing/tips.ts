import type { NewTip, VisitTip } from '#contract/tips.ts';
import { moneyLabel } from '#domain/labels.ts';
import { tipObstacle } from '#domain/tip.ts';
import { lockAllOfCustomer } from '../charges/lock-store.ts';
import { makeTipBill, toVisitTip } from '../charges/tips.ts';
import type { Transaction } from '../database/connection.ts';
import { type Caller, holdsProfile } from '../http/access.ts';
import { ApiError, notFound, notNow } from '../http/errors.ts';
import type { World } from '../world.ts';
import { notTakenMessage } from './apply-tip.ts';
import { collectNow } from './service.ts';
import { type PaymentRow, selectPayment } from './store.ts';
import { selectStandingTip, selectVisitToTip } from './tip-store.ts';

/**
 * Tips for a visit and collects that at once with the card of the engagement. The request's id is the payment's: sent
 * again, it tips once and answers how that stands now.
 * @throws ApiError NOT_FOUND unless it is a visit of the caller; NOT_ALLOWED_NOW before it is done, too late after it, while
 *   its price is not paid, when that was given back or up, when a tip was left already, and while its worker cannot be paid; CARD_DECLINED: then nothing is owed, and another request
 *   may try again; CONFLICT when the request was sent before with something else in it
 */
export async function leaveTip(
  world: World,
  caller: Caller,
  { engagementId, workId }: { engagementId: string; workId: string },
  { requestId, amount }: NewTip,
): Promise<VisitTip> {
  await world.database.transaction(async (transaction) => {
    const found = await selectVisitToTip(transaction, engagementId, workId);
    const isOwn = found && holdsProfile(caller, 'PROFILE_TYPE_CUSTOMER', found.customerProfileId);
    if (!isOwn) throw notFound('Visit');
    // From here on no other tip for it comes in between, and no refund.
    await lockAllOfCustomer(transaction, engagementId);
    const visit = await selectVisitToTip(transaction, engagementId, workId);
    if (!visit) throw notFound('Visit');
    const sent = await selectPayment(transaction, requestId);
    if (sent) return requireSame(sent, workId, amount);
    const { worker, payee, ...moments } = visit;
    const obstacle = tipObstacle(moments, world.clock.now()) ?? (await tipLeft(transaction, workId));
    if (obstacle !== undefined) throw notNow(obstacle);
    if (payee === null) throw notNow(cannotBePaid(worker.firstName));
    const tip = { id: requestId, amount, workId, engagementId, workerProfileId: worker.profileId, payee };
    if (!(await makeTipBill(world, transaction, tip))) throw notNow('No payment method is saved for this service.');
  });
  // Should this be lost, the sweep collects it.
  await collectNow(world, requestId);
  const payment = await selectPayment(world.database, requestId);
  if (!payment) throw new Error(`There is no payment ${requestId}`);
  return answerOf(payment);
}

function requireSame({ tipWorkId, amount }: PaymentRow, workId: string, wanted: number): void {
  if (tipWorkId === workId && amount === wanted) return;
  throw new ApiError('CONFLICT', 'This was sent before with something else in it.');
}

async function tipLeft(transaction: Transaction, workId: string): Promise<string | undefined> {
  const tip = await selectStandingTip(transaction, workId);
  return tip && `${standingWords[toVisitTip(tip).state](moneyLabel(tip.amount))} Nothing more was taken.`;
}

const left = (money: string) => `A tip of ${money} was left for this visit already.`;
const standingWords: Record<VisitTip['state'], (money: string) => string> = {
  collecting: (money) => `A tip of ${money} for this visit is being collected.`,
  'to-confirm': (money) => `A tip of ${money} for this visit waits for your confirmation.`,
  paid: left,
  refunded: left,
  disputed: left,
  'taken-back': left,
};

const cannotBePaid = (name: string) => `${name} cannot be paid through us right now, so no tip can be left.`;

/** @throws ApiError CARD_DECLINED, or NOT_ALLOWED_NOW when it was not the card, for one that came to nothing */
function answerOf(payment: PaymentRow): VisitTip {
  if (payment.status !== 'declined') return toVisitTip({ ...payment, disputes: [] });
  const { declineMessage } = payment;
  if (declineMessage === notTakenMessage) throw notNow(`${declineMessage} Nothing was taken.`);
  throw new ApiError('CARD_DECLINED', `${declineMessage} Nothing was taken, and nothing is owed.`);
}
