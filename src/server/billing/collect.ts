import type { Overdue, OverdueBody } from '#contract/billing.ts';
import type { FailureReason } from '#domain/failure-reasons.ts';
import { moneyLabel } from '#domain/labels.ts';
import { amountTaken } from '#domain/payment-attempts.ts';
import { blockedMessage } from '#domain/payment-failure.ts';
import { collectDeclined } from '../charges/attempts.ts';
import { findOverdue } from '../charges/overdue.ts';
import type { Transaction } from '../database/connection.ts';
import { keepCards, payWith } from '../engagements/paying.ts';
import type { Caller } from '../http/access.ts';
import { ApiError, notNow } from '../http/errors.ts';
import { findBlockOf } from '../payment-methods/blocks.ts';
import { requirePaymentMethod } from '../payment-methods/service.ts';
import type { World } from '../world.ts';

/** @returns how a customer's unpaid visits stand */
export const getOverdue = (world: World, customerProfileId: string): Promise<Overdue> =>
  findOverdue(world, world.database, customerProfileId);

/**
 * Collects at once whatever a customer was declined for, planned attempts included.
 * @param form.stripePaymentMethodId a card to collect it with; it becomes the card of the engagements that it pays for.
 *   Without one each is collected with the card that its engagement has
 * @param form.amount what the customer was shown, integer cents
 * @returns how it stands now; what is under way already is not begun again
 * @throws ApiError INVALID_INPUT unless the card is the caller's, CONFLICT when it is another amount by now,
 *   NOT_ALLOWED_NOW when no service has a payment method that can be charged, PAYMENT_PROVIDER_UNAVAILABLE
 */
export async function collectOverdue(
  world: World,
  caller: Caller,
  customerProfileId: string,
  { stripePaymentMethodId: asked, amount }: OverdueBody,
): Promise<Overdue> {
  const card = asked && (await requirePaymentMethod(world, caller.userId, asked));
  return await world.database.transaction(async (transaction) => {
    const find = () => findOverdue(world, transaction, customerProfileId);
    const engagementIds = toCollect(await find(), card);
    if (amount !== undefined) {
      // Read once no outcome can come in between.
      await keepCards(transaction, engagementIds);
      requireSame(amount, amountTaken(await find(), card));
    }
    if (card === undefined) await requireOneToCharge(transaction, caller, await find());
    else await payWith(transaction, engagementIds, card);
    await collectDeclined(world, transaction, engagementIds, true);
    return await find();
  });
}

/** With what is blocked nothing is collected, whoever asks for it. */
async function requireOneToCharge(transaction: Transaction, { userId }: Caller, { serviceMethodIds }: Overdue) {
  let blocked: FailureReason | undefined;
  for (const id of serviceMethodIds) {
    const block = await findBlockOf(transaction, userId, id);
    if (!block) return;
    blocked ??= block.reason;
  }
  if (blocked) throw notNow(blockedMessage(blocked));
}

/** What waits to be confirmed is left alone, unless another card is to pay for it. */
const toCollect = ({ engagementIds, toConfirmEngagementIds }: Overdue, card: string | undefined): string[] => [
  ...new Set([...engagementIds, ...(card === undefined ? [] : toConfirmEngagementIds)]),
];

function requireSame(shown: number, now: number): void {
  if (shown === now) return;
  throw new ApiError(
    'CONFLICT',
    now > 0
      ? `What is to be paid has changed: it is ${moneyLabel(now)} now. Nothing was taken. Please look at it again before you pay.`
      : 'Nothing is left to pay: it is paid, or being charged now. Nothing more was taken.',
  );
}
