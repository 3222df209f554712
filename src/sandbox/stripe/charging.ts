import { authenticationRequired, behaviourOf, type Decline } from './cards.ts';
import { type Answer, type Context, declined, ok } from './context.ts';
import { notAllowed } from './errors.ts';
import { newId } from './ids.ts';
import { changeIntent, viewOf, waitingFor, withoutMethod } from './intents.ts';
import type { Charge, PaymentIntent, PaymentMethod, Transfer } from './objects.ts';
import { asksForAuthentication, attemptError } from './payment-methods.ts';

/** Refuses a destination account that may not take transfers yet, in Stripe's words. */
export async function requireDestination(context: Context, id: string): Promise<void> {
  const account = await context.store.find('account', id);
  if (account === undefined) {
    throw notAllowed(`No such destination: '${id}'`, { code: 'resource_missing', param: 'transfer_data[destination]' });
  }
  if (!account.charges_enabled || account.capabilities.transfers !== 'active') {
    throw notAllowed(
      'Your destination account needs to have at least one of the following capabilities enabled: transfers, crypto_transfers, legacy_payments',
      { code: 'insufficient_capabilities_for_transfer' },
    );
  }
}

function buildCharge(context: Context, intent: PaymentIntent, method: PaymentMethod, decline?: Decline): Charge {
  const paid = decline === undefined;
  return {
    id: newId('ch'),
    object: 'charge',
    created: context.now,
    amount: intent.amount,
    amount_captured: paid ? intent.amount : 0,
    amount_refunded: 0,
    application_fee_amount: intent.application_fee_amount,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    livemode: false,
    metadata: intent.metadata,
    paid,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { type: 'card', card: method.card },
    refunded: false,
    status: paid ? 'succeeded' : 'failed',
    transfer: null,
  };
}

/** Transfers the whole amount of a destination charge; the fee comes back from it. @returns the transfer's id */
async function transferTo(context: Context, destination: string, charge: Charge): Promise<string> {
  const transfer: Transfer = {
    id: newId('tr'),
    object: 'transfer',
    created: context.now,
    amount: charge.amount,
    amount_reversed: 0,
    currency: charge.currency,
    destination,
    livemode: false,
    reversed: false,
    source_transaction: charge.id,
  };
  await context.store.save(transfer);
  return transfer.id;
}

async function fail(context: Context, intent: PaymentIntent, method: PaymentMethod, decline: Decline): Promise<Answer> {
  const charge = buildCharge(context, intent, method, decline);
  await context.store.save(charge);
  const error = attemptError(decline, method, charge.id);
  const changes = { ...withoutMethod, last_payment_error: error, latest_charge: charge.id };
  const failed = await changeIntent(context, intent, changes, 'payment_failed');
  return declined({ ...error, payment_intent: viewOf(context, failed) });
}

/**
 * Tries to charge the card. It answers 200 with `succeeded` or `requires_action`, or 402 with the PaymentIntent back in
 * `requires_payment_method`. Off-session it declines a card that asks for authentication (`authentication_required`).
 * @param cardholder what we know about the cardholder at this attempt
 */
export async function attemptCharge(
  context: Context,
  intent: PaymentIntent,
  method: PaymentMethod,
  cardholder: { offSession: boolean; authenticated: boolean },
): Promise<Answer> {
  const destination = intent.transfer_data?.destination;
  if (destination !== undefined) await requireDestination(context, destination);
  const { declinedOnCharge, declinedOnSetup } = behaviourOf(method.card.fingerprint);
  const decline = declinedOnCharge ?? declinedOnSetup;
  if (decline !== undefined) return fail(context, intent, method, decline);
  if (!cardholder.authenticated && (await asksForAuthentication(context, method))) {
    if (cardholder.offSession) return fail(context, intent, method, authenticationRequired);
    const changes = { ...waitingFor(intent, method), last_payment_error: null };
    return ok(viewOf(context, await changeIntent(context, intent, changes, 'requires_action')));
  }
  const charge = buildCharge(context, intent, method);
  if (destination !== undefined) charge.transfer = await transferTo(context, destination, charge);
  await context.store.save(charge);
  const changes = {
    amount_received: intent.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    payment_method: method.id,
    status: 'succeeded',
  } as const;
  return ok(viewOf(context, await changeIntent(context, intent, changes, 'succeeded')));
}
