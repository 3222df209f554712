import { type Answer, type Context, loadFromPath, ok } from './context.ts';
import { invalidParameter, missing, notAllowed } from './errors.ts';
import { newId } from './ids.ts';
import type { Charge, Refund, Transfer } from './objects.ts';
import { allowOnly, mergeMetadata, optionalChoice, optionalFlag, optionalInteger, optionalText } from './parameters.ts';
import { listParameters } from './store.ts';

/** The charge that `charge` or `payment_intent` names, locked; a PaymentIntent that was never paid has none. */
async function chargeToRefund(context: Context): Promise<Charge> {
  const { store, params } = context;
  const intentId = optionalText(params, 'payment_intent');
  let chargeId = optionalText(params, 'charge');
  if (chargeId === undefined) {
    if (intentId === undefined) {
      throw invalidParameter(
        'One of the following params should be provided for this request: payment_intent or charge.',
        'charge',
      );
    }
    const intent = await store.find('payment_intent', intentId);
    if (intent === undefined) throw missing('payment_intent', intentId, 'payment_intent', 400);
    if (intent.status !== 'succeeded' || intent.latest_charge === null) {
      throw notAllowed(`This PaymentIntent (${intentId}) does not have a successful charge to refund.`, {
        param: 'payment_intent',
      });
    }
    chargeId = intent.latest_charge;
  }
  const charge = await store.find('charge', chargeId, true);
  if (charge === undefined) throw missing('charge', chargeId, 'charge', 400);
  return charge;
}

/** Takes back from the connected account its part of the refund; answers the reversal's id. */
async function reverseTransfer(context: Context, charge: Charge, amount: number): Promise<string | null> {
  const transfer = charge.transfer === null ? undefined : await context.store.find('transfer', charge.transfer, true);
  if (transfer === undefined) {
    throw notAllowed('The charge you are attempting to refund has no associated transfer to reverse.', {
      param: 'reverse_transfer',
    });
  }
  const part = Math.round((transfer.amount * amount) / charge.amount);
  const reversed = Math.min(transfer.amount, transfer.amount_reversed + part);
  const changed: Transfer = { ...transfer, amount_reversed: reversed, reversed: reversed === transfer.amount };
  await context.store.save('transfer', changed, transfer.created);
  return newId('trr');
}

export async function createRefund(context: Context): Promise<Answer> {
  const { params } = context;
  allowOnly(params, [
    'amount',
    'charge',
    'metadata',
    'payment_intent',
    'reason',
    'refund_application_fee',
    'reverse_transfer',
  ]);
  const charge = await chargeToRefund(context);
  const left = charge.amount_captured - charge.amount_refunded;
  if (charge.refunded) {
    throw notAllowed(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' });
  }
  const amount = optionalInteger(params, 'amount') ?? left;
  if (amount < 1) throw invalidParameter('This value must be greater than or equal to 1.', 'amount');
  if (amount > left) {
    const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;
    throw notAllowed(
      `Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(left)})`,
      {
        param: 'amount',
      },
    );
  }
  const reversal =
    optionalFlag(params, 'reverse_transfer') === true ? await reverseTransfer(context, charge, amount) : null;
  const refund: Refund = {
    id: newId('re'),
    object: 'refund',
    amount,
    balance_transaction: newId('txn'),
    charge: charge.id,
    created: context.now,
    currency: charge.currency,
    metadata: mergeMetadata({}, params),
    payment_intent: charge.payment_intent,
    reason: optionalChoice(params, 'reason', ['duplicate', 'fraudulent', 'requested_by_customer']) ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: reversal,
  };
  await context.store.save('refund', refund, refund.created);
  const refundedSoFar = charge.amount_refunded + amount;
  const changed: Charge = {
    ...charge,
    amount_refunded: refundedSoFar,
    refunded: refundedSoFar === charge.amount_captured,
  };
  await context.store.save('charge', changed, charge.created);
  await context.emit('charge.refunded', changed);
  return ok(refund);
}

export async function retrieveRefund(context: Context): Promise<Answer> {
  return ok(await loadFromPath(context, 'refund'));
}

export async function listRefunds(context: Context): Promise<Answer> {
  allowOnly(context.params, [...listParameters, 'charge', 'payment_intent']);
  return ok(
    await context.store.list('refund', '/v1/refunds', context.params, {
      charge: optionalText(context.params, 'charge'),
      payment_intent: optionalText(context.params, 'payment_intent'),
    }),
  );
}

export async function retrieveCharge(context: Context): Promise<Answer> {
  return ok(await loadFromPath(context, 'charge'));
}

export async function listCharges(context: Context): Promise<Answer> {
  allowOnly(context.params, [...listParameters, 'customer', 'payment_intent', 'transfer_group']);
  return ok(
    await context.store.list('charge', '/v1/charges', context.params, {
      customer: optionalText(context.params, 'customer'),
      payment_intent: optionalText(context.params, 'payment_intent'),
      transfer_group: optionalText(context.params, 'transfer_group'),
    }),
  );
}
