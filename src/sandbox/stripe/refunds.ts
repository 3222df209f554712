import { type Answer, type Context, ok } from './context.ts';
import { invalidParameter, missing, notAllowed } from './errors.ts';
import { newId } from './ids.ts';
import type { Charge, Refund } from './objects.ts';
import { optionalChoice, optionalFlag, optionalInteger, readMetadata, requiredText } from './parameters.ts';

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

/** Takes the connected account's part of the refund back. @returns the reversal's id */
async function reverseTransfer({ store }: Context, charge: Charge, amount: number): Promise<string> {
  const transfer = charge.transfer === null ? undefined : await store.find('transfer', charge.transfer, true);
  if (transfer === undefined) {
    throw notAllowed('The charge you are attempting to refund has no associated transfer to reverse.', {
      param: 'reverse_transfer',
    });
  }
  const part = Math.round((transfer.amount * amount) / charge.amount);
  const reversed = Math.min(transfer.amount, transfer.amount_reversed + part);
  await store.save({ ...transfer, amount_reversed: reversed, reversed: reversed === transfer.amount });
  return newId('trr');
}

export async function createRefund(context: Context): Promise<Answer> {
  const { params, store } = context;
  const charge = await findChargeToRefund(context);
  if (charge.refunded) {
    throw notAllowed(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' });
  }
  const left = charge.amount_captured - charge.amount_refunded;
  const amount = optionalInteger(params, 'amount') ?? left;
  if (amount < 1) throw invalidParameter('This value must be greater than or equal to 1.', 'amount');
  if (amount > left) {
    const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;
    const message = `Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(left)})`;
    throw notAllowed(message, { param: 'amount' });
  }
  const isReversed = optionalFlag(params, 'reverse_transfer') === true;
  const refund: Refund = {
    id: newId('re'),
    object: 'refund',
    created: context.now,
    amount,
    charge: charge.id,
    currency: charge.currency,
    metadata: readMetadata(params),
    payment_intent: charge.payment_intent,
    reason: optionalChoice(params, 'reason', ['duplicate', 'fraudulent', 'requested_by_customer']) ?? null,
    status: 'succeeded',
    transfer_reversal: isReversed ? await reverseTransfer(context, charge, amount) : null,
  };
  await store.save(refund);
  const changed = { ...charge, amount_refunded: charge.amount_refunded + amount, refunded: amount === left };
  await store.save(changed);
  await context.emit('charge.refunded', changed);
  return ok(refund);
}
