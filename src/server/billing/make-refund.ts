import Stripe from 'stripe';
import { isServerFailure } from '../stripe/ask.ts';
import type { World } from '../world.ts';
import type { RefundRow } from './reading-store.ts';
import { moveUnknownRefund, selectDueRefunds, takeRefund } from './refund-store.ts';
import { reconcilePayment } from './service.ts';
import { type PaymentRow, selectPayment } from './store.ts';

/** How long a try may take before it is taken for lost. */
const lease = { minutes: 5 };

/**
 * Asks Stripe for a refund that is due. The refund's id is the idempotency key, and what may have been made before
 * is looked up first, so it is made once. When Stripe is in trouble it is asked again later.
 */
export async function makeRefund(world: World, refundId: string): Promise<void> {
  const now = world.clock.now();
  const taken = await takeRefund(world.database, refundId, now, now.add(lease));
  const payment = taken && (await selectPayment(world.database, taken.row.paymentId));
  const intentId = payment?.stripePaymentIntentId;
  if (!taken || !payment || !intentId) return;
  const { row: refund, askedBefore } = taken;
  try {
    const found = askedBefore ? await findMade(world, intentId, refund) : undefined;
    if (found === 'at-dashboard') await refuse(world, refund, { message: sameAtDashboard });
    if (!found) await createRefund(world, payment, intentId, refund);
    // What it did is read, as that of a refund at the dashboard is.
    await reconcilePayment(world, intentId);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) return await postpone(world, refund, error);
    await refuse(world, refund, error);
    // Somebody may have refunded it at the dashboard, and we have not heard of that yet.
    await reconcilePayment(world, intentId);
  }
}

/** Asks for all refunds that are due. */
export async function makeDueRefunds(world: World): Promise<void> {
  for (const refundId of await selectDueRefunds(world.database, world.clock.now())) {
    try {
      await makeRefund(world, refundId);
    } catch (error) {
      // One refund in trouble must not hold up the others; it stays due.
      world.log.error({ event: 'refund-failed', err: error, refundId }, 'refund not made; will be tried again');
    }
  }
}

const sameAtDashboard = 'The same amount was refunded at Stripe’s dashboard meanwhile.';

/**
 * @returns whether Stripe made a refund, or somebody at its dashboard made the same one since it was asked for here:
 *   who saw that it took long has helped out, and the customer is not to get it twice
 */
async function findMade(
  { stripe }: World,
  intentId: string,
  refund: RefundRow,
): Promise<'here' | 'at-dashboard' | undefined> {
  const askedFrom = Math.floor(refund.createdAt.epochMilliseconds / 1000);
  let found: 'at-dashboard' | undefined;
  for await (const each of stripe.refunds.list({ payment_intent: intentId, limit: 100 })) {
    if (each.metadata?.refundId === refund.id) return 'here';
    const isSame = !each.metadata?.refundId && each.amount === refund.amount && each.created >= askedFrom;
    if (isSame && each.status !== 'failed' && each.status !== 'canceled') found = 'at-dashboard';
  }
  return found;
}

async function createRefund(
  world: World,
  { amount, applicationFee, reversed, feeReturned }: PaymentRow,
  intentId: string,
  refund: RefundRow,
): Promise<void> {
  try {
    await world.stripe.refunds.create(
      {
        payment_intent: intentId,
        amount: refund.amount,
        // Of what has gone back already Stripe refuses more: https://docs.stripe.com/connect/destination-charges
        ...(reversed < amount && { reverse_transfer: true }),
        ...(feeReturned < applicationFee && { refund_application_fee: true }),
        metadata: { refundId: refund.id },
      },
      { idempotencyKey: refund.attempt === 1 ? refund.id : `${refund.id}:${refund.attempt}` },
    );
  } catch (error) {
    if (!isServerFailure(error)) throw error;
    // A 500 may come after acting, and the same key gets the same 500 again; what was made is found in the list.
    if ((await findMade(world, intentId, refund)) === 'here') return;
    // So the next try has a key of its own, once the list has been read again.
    await moveUnknownRefund(world.database, refund.id, { attempt: refund.attempt + 1 });
    throw error;
  }
}

type Failure = Pick<InstanceType<typeof Stripe.errors.StripeError>, 'message'>;

/** It counts nowhere, and may be asked for anew. */
async function refuse({ database, clock, log }: World, { id }: RefundRow, { message }: Failure): Promise<void> {
  log.warn({ event: 'refund-refused', refundId: id, reason: message }, 'Stripe refused a refund');
  const changes = { status: 'refused', failure: message, dueAt: null, settledAt: clock.now() } as const;
  await moveUnknownRefund(database, id, changes);
}

/** We do not know the outcome yet. We ask again after as long as the refund is old, at least 5 minutes and at most 6 hours. */
async function postpone({ database, clock, log }: World, { id, createdAt }: RefundRow, { message }: Failure) {
  const now = clock.now();
  const ageMinutes = (now.epochMilliseconds - createdAt.epochMilliseconds) / 60_000;
  const minutes = Math.round(Math.min(Math.max(ageMinutes, 5), 360));
  log.warn(
    { event: 'refund-unknown', refundId: id, reason: message, minutes },
    'the outcome of a refund is unknown; asking again later',
  );
  await moveUnknownRefund(database, id, { dueAt: now.add({ minutes }) });
}
