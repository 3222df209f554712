import { authenticationRequired, behaviourOf, type CardBehaviour } from './cards.ts';
import { type Answer, type Context, declined, ok } from './context.ts';
import { Refusal } from './errors.ts';
import { newId, randomText } from './ids.ts';
import { authenticationFailure, authenticationStep, viewOf } from './intents.ts';
import type { Charge, PaymentIntent, PaymentMethod, Transfer } from './objects.ts';
import { asksForAuthentication, attemptError, markAttached } from './payment-methods.ts';

type Decline = NonNullable<CardBehaviour['declinedOnCharge']>;

/** What is known about the cardholder at this attempt. */
type Attempt = { offSession: boolean; authenticated: boolean; errorOnRequiresAction: boolean };

export async function savePaymentIntent(context: Context, intent: PaymentIntent): Promise<PaymentIntent> {
  await context.store.save('payment_intent', intent, intent.created);
  return intent;
}

/** Stripe answers this when the destination account may not take transfers yet. */
export async function requireDestination(context: Context, id: string, param: string): Promise<void> {
  const account = await context.store.find('account', id);
  if (account === undefined) {
    throw new Refusal(400, {
      type: 'invalid_request_error',
      code: 'resource_missing',
      message: `No such destination: '${id}'`,
      param,
    });
  }
  if (!account.charges_enabled || account.capabilities.transfers !== 'active') {
    throw new Refusal(400, {
      type: 'invalid_request_error',
      code: 'insufficient_capabilities_for_transfer',
      message:
        'Your destination account needs to have at least one of the following capabilities enabled: transfers, crypto_transfers, legacy_payments',
    });
  }
}

function buildCharge(context: Context, intent: PaymentIntent, method: PaymentMethod, decline?: Decline): Charge {
  const paid = decline === undefined;
  return {
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: paid ? intent.amount : 0,
    amount_refunded: 0,
    application_fee: paid && intent.application_fee_amount ? newId('fee') : null,
    application_fee_amount: intent.application_fee_amount,
    balance_transaction: paid ? newId('txn') : null,
    billing_details: method.billing_details,
    captured: paid,
    created: context.now,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    destination: intent.transfer_data?.destination ?? null,
    disputed: false,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: intent.on_behalf_of,
    outcome: paid
      ? {
          network_status: 'approved_by_network',
          reason: null,
          risk_level: 'normal',
          seller_message: 'Payment complete.',
          type: 'authorized',
        }
      : {
          network_status: 'declined_by_network',
          reason: decline.decline_code ?? decline.code,
          risk_level: 'normal',
          seller_message: 'The bank did not return any further details with this decline.',
          type: 'issuer_declined',
        },
    paid,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { type: 'card', card: method.card },
    receipt_email: intent.receipt_email,
    receipt_url: null,
    refunded: false,
    status: paid ? 'succeeded' : 'failed',
    transfer: null,
    transfer_data: intent.transfer_data,
    transfer_group:
      intent.transfer_data === null ? intent.transfer_group : (intent.transfer_group ?? `group_${intent.id}`),
  };
}

/** The transfer that a destination charge makes: the whole amount unless `transfer_data[amount]` says less. */
async function transferToDestination(context: Context, charge: Charge): Promise<string | null> {
  if (charge.transfer_data === null) return null;
  const transfer: Transfer = {
    id: newId('tr'),
    object: 'transfer',
    amount: charge.transfer_data.amount ?? charge.amount,
    amount_reversed: 0,
    balance_transaction: newId('txn'),
    created: context.now,
    currency: charge.currency,
    description: null,
    destination: charge.transfer_data.destination,
    destination_payment: `py_${randomText(24)}`,
    livemode: false,
    metadata: {},
    reversed: false,
    source_transaction: charge.id,
    source_type: 'card',
    transfer_group: charge.transfer_group,
  };
  await context.store.save('transfer', transfer, transfer.created);
  return transfer.id;
}

async function fail(context: Context, intent: PaymentIntent, method: PaymentMethod, decline: Decline): Promise<Answer> {
  const charge = buildCharge(context, intent, method, decline);
  await context.store.save('charge', charge, charge.created);
  const error = attemptError(decline, method, charge.id);
  const failed = await savePaymentIntent(context, {
    ...intent,
    last_payment_error: error,
    latest_charge: charge.id,
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  });
  await context.emit('payment_intent.payment_failed', failed);
  return declined({ ...error, payment_intent: viewOf(context, failed) });
}

/**
 * Tries to charge the card: 200 with `succeeded` or `requires_action`, or 402 with the PaymentIntent back in
 * `requires_payment_method`. Off-session, a card that asks for authentication is a decline (`authentication_required`).
 */
export async function attemptCharge(
  context: Context,
  intent: PaymentIntent,
  method: PaymentMethod,
  attempt: Attempt,
): Promise<Answer> {
  if (intent.transfer_data !== null) {
    await requireDestination(context, intent.transfer_data.destination, 'transfer_data[destination]');
  }
  const decline = behaviourOf(method.card.fingerprint).declinedOnCharge;
  if (decline !== undefined) return fail(context, intent, method, decline);
  if (!attempt.authenticated && (await asksForAuthentication(context, method))) {
    if (attempt.offSession || attempt.errorOnRequiresAction) {
      return fail(context, intent, method, authenticationRequired);
    }
    const waiting = await savePaymentIntent(context, {
      ...intent,
      last_payment_error: null,
      next_action: authenticationStep(intent.id),
      payment_method: method.id,
      status: 'requires_action',
    });
    await context.emit('payment_intent.requires_action', waiting);
    return ok(viewOf(context, waiting));
  }
  if (intent.setup_future_usage !== null && intent.customer !== null) {
    await markAttached(context, method, intent.customer);
  }
  const charge = buildCharge(context, intent, method);
  charge.transfer = await transferToDestination(context, charge);
  await context.store.save('charge', charge, charge.created);
  const paid = await savePaymentIntent(context, {
    ...intent,
    amount_received: intent.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    payment_method: method.id,
    status: 'succeeded',
    transfer_group: charge.transfer_group,
  });
  await context.emit('payment_intent.succeeded', paid);
  return ok(viewOf(context, paid));
}

/** The cardholder failed 3-D Secure: the PaymentIntent asks for another card; 200, as the browser sees it. */
export async function failAuthentication(
  context: Context,
  intent: PaymentIntent,
  method: PaymentMethod,
): Promise<Answer> {
  const failed = await savePaymentIntent(context, {
    ...intent,
    last_payment_error: authenticationFailure('payment_intent', method),
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  });
  await context.emit('payment_intent.payment_failed', failed);
  return ok(viewOf(context, failed));
}
