import { bookBalance } from './balance.ts';
import { behaviourOf } from './cards.ts';
import { settleProcessing } from './charging.ts';
import { type Answer, type Context, loadFromPath, ok } from './context.ts';
import { isHeldByBank, loseUnanswered } from './disputes.ts';
import { invalidParameter, missing, notAllowed } from './errors.ts';
import { newId } from './ids.ts';
import type { ApplicationFee, Charge, Refund, Transfer, TransferReversal } from './objects.ts';
import { optionalChoice, optionalFlag, optionalInteger, readMetadata, requiredText } from './parameters.ts';

/** What Stripe calls "some time later" (https://docs.stripe.com/testing#refunds), seconds. */
const someTime = 60 * 60;

/** Finds and locks the charge of the PaymentIntent; refuses one that was never paid. */
async function findChargeToRefund({ store, params }: Context): Promise<Charge> {
  const intentId = requiredText(params, 'payment_intent');
  const intent = await store.find('payment_intent', intentId);
  if (intent === undefined) throw missing('payment_intent', intentId, 'payment_intent', 400);
  const charge = intent.latest_charge ? await store.find('charge', intent.latest_charge, true) : undefined;
  if (charge === undefined || intent.status !== 'succeeded') {
    const message = `This PaymentIntent (${intentId}) does not have a successful charge to refund.`;
    throw notAllowed(message, { param: 'payment_intent' });
  }
  return charge;
}

/** @returns the part of a total that this refund brings back, so that the parts of all refunds sum to the total */
const partOf = (total: number, { amount, amount_refunded: before }: Charge, refunded: number) =>
  Math.round((total * (before + refunded)) / amount) - Math.round((total * before) / amount);

/** Takes from the connected account what it was sent. @returns the reversal's id */
async function reverse(
  context: Context,
  transfer: Transfer,
  { amount, refundId, refundsFee }: { amount: number; refundId: string | null; refundsFee: boolean },
): Promise<string> {
  if (amount < 1 || amount > transfer.amount - transfer.amount_reversed) {
    throw notAllowed(`Transfer ${transfer.id} cannot be reversed by ${amount}.`, { param: 'reverse_transfer' });
  }
  const reversal: TransferReversal = {
    id: newId('trr'),
    object: 'transfer_reversal',
    created: context.now,
    amount,
    currency: transfer.currency,
    source_refund: refundId,
    transfer: transfer.id,
  };
  await context.store.save(reversal);
  await bookBalance(context, { amount, source: reversal.id, type: 'transfer_refund' });
  const reversed = transfer.amount_reversed + amount;
  const changed = { ...transfer, amount_reversed: reversed, reversed: reversed === transfer.amount };
  await context.store.save(changed);
  context.later(() => context.emit('transfer.reversed', changed));
  if (refundsFee && transfer.source_transaction !== null) {
    const { data } = await context.store.list('application_fee', {}, { charge: transfer.source_transaction });
    const [fee] = data;
    // Without a refund it is in proportion to what is reversed: https://docs.stripe.com/api/transfer_reversals/create
    if (fee) await returnFee(context, fee, Math.round((fee.amount * reversed) / transfer.amount) - fee.amount_refunded);
  }
  return reversal.id;
}

async function returnFee(context: Context, fee: ApplicationFee, asked: number): Promise<void> {
  const amount = Math.min(asked, fee.amount - fee.amount_refunded);
  if (amount < 1) return;
  const returned = fee.amount_refunded + amount;
  const changed = { ...fee, amount_refunded: returned, refunded: returned === fee.amount };
  await context.store.save(changed);
  await bookBalance(context, { amount: -amount, source: fee.id, type: 'application_fee_refund' });
  context.later(() => context.emit('application_fee.refunded', changed));
}

/** `POST /v1/refunds`: https://docs.stripe.com/connect/destination-charges#issue-refunds */
export async function createRefund(context: Context): Promise<Answer> {
  const { params, store } = context;
  const charge = await findChargeToRefund(context);
  if (charge.refunded) {
    throw notAllowed(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' });
  }
  if (await isHeldByBank(context, charge)) {
    throw notAllowed(`Charge ${charge.id} has been charged back; cannot issue a refund.`, { code: 'charge_disputed' });
  }
  const left = charge.amount_captured - charge.amount_refunded;
  const amount = optionalInteger(params, 'amount') ?? left;
  if (amount < 1) throw invalidParameter('This value must be greater than or equal to 1.', 'amount');
  if (amount > left) {
    const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;
    const message = `Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(left)})`;
    throw notAllowed(message, { param: 'amount' });
  }
  const id = newId('re');
  const { refundEnds } = behaviourOf(charge.payment_method_details);
  const refund: Refund = {
    id,
    object: 'refund',
    created: context.now,
    amount,
    balance_transaction: (await bookBalance(context, { amount: -amount, source: id, type: 'refund' })).id,
    charge: charge.id,
    currency: charge.currency,
    metadata: readMetadata(params),
    payment_intent: charge.payment_intent,
    reason: optionalChoice(params, 'reason', ['duplicate', 'fraudulent', 'requested_by_customer']) ?? null,
    status: refundEnds === 'succeeded' ? 'pending' : 'succeeded',
    transfer_reversal: await reverseWithRefund(context, charge, amount, id),
  };
  await store.save(refund);
  const changed = { ...charge, amount_refunded: charge.amount_refunded + amount, refunded: amount === left };
  await store.save(changed);
  await context.emit('refund.created', refund);
  await context.emit('charge.refunded', changed);
  return ok(refund);
}

/** Takes the connected account's part of a refund back, and returns the application fee's, as far as is asked. */
async function reverseWithRefund(
  context: Context,
  charge: Charge,
  amount: number,
  refundId: string,
): Promise<string | null> {
  const { params, store } = context;
  if (optionalFlag(params, 'refund_application_fee') === true) {
    const fee = charge.application_fee && (await store.find('application_fee', charge.application_fee, true));
    if (!fee) {
      const message = 'The charge you are attempting to refund has no application fee to refund.';
      throw notAllowed(message, { param: 'refund_application_fee' });
    }
    await returnFee(context, fee, partOf(fee.amount, charge, amount));
  }
  if (optionalFlag(params, 'reverse_transfer') !== true) return null;
  const transfer = charge.transfer && (await store.find('transfer', charge.transfer, true));
  if (!transfer) {
    const message = 'The charge you are attempting to refund has no associated transfer to reverse.';
    throw notAllowed(message, { param: 'reverse_transfer' });
  }
  const part = partOf(transfer.amount, charge, amount);
  return await reverse(context, transfer, { amount: part, refundId, refundsFee: false });
}

/** `POST /v1/transfers/:id/reversals`: somebody takes the money back from the connected account alone. */
export async function reverseWithoutRefund(context: Context): Promise<Answer> {
  const { params, store } = context;
  const transfer = await loadFromPath(context, 'transfer');
  const amount = optionalInteger(params, 'amount') ?? transfer.amount - transfer.amount_reversed;
  const refundsFee = optionalFlag(params, 'refund_application_fee') === true;
  return ok({
    ...(await store.find(
      'transfer_reversal',
      await reverse(context, transfer, { amount, refundId: null, refundsFee }),
    )),
  });
}

/**
 * What happens some time later: refunds of the test cards end, disputes that nobody has answered are lost, and banks that
 * take days pay or do not.
 */
export async function settleDue(context: Context): Promise<Answer> {
  const { store, now } = context;
  const { data } = await store.list('refund', { limit: '100' }, { status: ['pending', 'succeeded'] });
  for (const refund of data.filter(({ created }) => created + someTime <= now)) {
    const charge = await store.find('charge', refund.charge, true);
    const ends = charge && behaviourOf(charge.payment_method_details).refundEnds;
    if (ends === 'succeeded' && refund.status === 'pending') {
      const done: Refund = { ...refund, status: 'succeeded' };
      await store.save(done);
      await context.emit('refund.updated', done);
    }
    if (ends === 'failed') {
      // The money returns to the platform's balance; the transfer stays reversed:
      // https://docs.stripe.com/refunds#failed-refunds
      const back = await bookBalance(context, { amount: refund.amount, source: refund.id, type: 'refund_failure' });
      const failed: Refund = {
        ...refund,
        failure_balance_transaction: back.id,
        failure_reason: 'expired_or_canceled_card',
        status: 'failed',
      };
      await store.save(failed);
      await context.emit('refund.failed', failed);
    }
  }
  await loseUnanswered(context);
  await settleProcessing(context);
  return ok({});
}
