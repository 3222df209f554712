import { bookBalance, processingFee } from './balance.ts';
import { authenticationRequired, behaviourOf, type Decline } from './cards.ts';
import { type Answer, type Context, declined, ok } from './context.ts';
import { openDispute } from './disputes.ts';
import { notAllowed } from './errors.ts';
import { newId } from './ids.ts';
import { changeIntent, viewOf, waitingFor, withoutMethod } from './intents.ts';
import type { ApplicationFee, Charge, PaymentIntent, PaymentMethod, Transfer } from './objects.ts';
import { asksForAuthentication, attemptError } from './payment-methods.ts';

/** Refuses a destination account that may not take transfers yet, in Stripe's words. */
export async function requireDestination(
  context: Context,
  id: string,
  param = 'transfer_data[destination]',
): Promise<void> {
  const account = await context.store.find('account', id);
  if (account === undefined) {
    throw notAllowed(`No such destination: '${id}'`, { code: 'resource_missing', param });
  }
  if (!account.charges_enabled || account.capabilities.transfers !== 'active') {
    throw notAllowed(
      'Your destination account needs to have at least one of the following capabilities enabled: transfers, crypto_transfers, legacy_payments',
      { code: 'insufficient_capabilities_for_transfer' },
    );
  }
}

function buildCharge(context: Context, intent: PaymentIntent, method: PaymentMethod, decline?: Decline): Charge {
  const isPending = decline === undefined && behaviourOf(method).takesDays !== undefined;
  const paid = decline === undefined && !isPending;
  return {
    id: newId('ch'),
    object: 'charge',
    created: context.now,
    amount: intent.amount,
    amount_captured: paid ? intent.amount : 0,
    amount_refunded: 0,
    application_fee: null,
    application_fee_amount: intent.application_fee_amount,
    balance_transaction: null,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    livemode: false,
    metadata: intent.metadata,
    paid,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: detailsOf(method),
    refunded: false,
    status: isPending ? 'pending' : paid ? 'succeeded' : 'failed',
    transfer: null,
  };
}

const detailsOf = (method: PaymentMethod): Charge['payment_method_details'] => ({
  type: method.type,
  [method.type]: method[method.type],
});

/**
 * Moves the money of a paid charge. The whole amount of a destination charge is transferred; the application fee comes
 * back from it (https://docs.stripe.com/connect/destination-charges#application-fee).
 */
async function capture(context: Context, charge: Charge, destination: string | undefined): Promise<Charge> {
  const { amount, currency, application_fee_amount: feeAmount } = charge;
  const whole = { created: context.now, amount, currency };
  const captured: Charge = { ...charge };
  const paid = { amount, fee: processingFee(amount), source: charge.id, type: 'charge' } as const;
  captured.balance_transaction = (await bookBalance(context, paid)).id;
  if (destination !== undefined) {
    const transfer: Transfer = {
      ...whole,
      id: newId('tr'),
      object: 'transfer',
      amount_reversed: 0,
      destination,
      livemode: false,
      metadata: {},
      reversed: false,
      source_transaction: charge.id,
      transfer_group: null,
    };
    await context.store.save(transfer);
    await bookBalance(context, { amount: -amount, source: transfer.id, type: 'transfer' });
    captured.transfer = transfer.id;
  }
  if (destination !== undefined && feeAmount) {
    const fee: ApplicationFee = {
      ...whole,
      id: newId('fee'),
      object: 'application_fee',
      account: destination,
      amount: feeAmount,
      amount_refunded: 0,
      charge: charge.id,
      refunded: false,
    };
    await context.store.save(fee);
    await bookBalance(context, { amount: feeAmount, source: fee.id, type: 'application_fee' });
    captured.application_fee = fee.id;
  }
  await context.store.save(captured);
  return captured;
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
  const { declinedOnCharge, declinedOnSetup, takesDays } = behaviourOf(method);
  const decline = declinedOnCharge ?? declinedOnSetup;
  if (decline !== undefined) return fail(context, intent, method, decline);
  if (!cardholder.authenticated && (await asksForAuthentication(context, method))) {
    if (cardholder.offSession) return fail(context, intent, method, authenticationRequired);
    const changes = { ...waitingFor(intent, method), last_payment_error: null };
    return ok(viewOf(context, await changeIntent(context, intent, changes, 'requires_action')));
  }
  const charge = buildCharge(context, intent, method);
  await context.store.save(charge);
  if (takesDays) {
    const changes = {
      last_payment_error: null,
      latest_charge: charge.id,
      next_action: null,
      payment_method: method.id,
      status: 'processing',
    } as const;
    return ok(viewOf(context, await changeIntent(context, intent, changes, 'processing')));
  }
  if (intent.capture_method === 'automatic') await capture(context, charge, destination);
  context.later(async () => {
    const { disputed } = behaviourOf(method);
    if (intent.capture_method !== 'automatic') {
      await context.emit('charge.updated', await capture(context, charge, destination));
    }
    if (disputed) await openDispute(context, charge.id, disputed);
  });
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

/** How long a bank takes: https://docs.stripe.com/payments/ach-direct-debit, seconds. */
const bankTime = 4 * 24 * 60 * 60;

/** Ends the payments that banks have taken on long enough ago. */
export async function settleProcessing(context: Context): Promise<void> {
  const { store, now } = context;
  const { data } = await store.list('payment_intent', { limit: '100' }, { status: 'processing' });
  for (const intent of data.filter(({ created }) => created + bankTime <= now)) {
    const charge = intent.latest_charge && (await store.find('charge', intent.latest_charge, true));
    const method = intent.payment_method && (await store.find('payment_method', intent.payment_method));
    if (!charge || !method) continue;
    const { declined: decline, forever } = behaviourOf(method).takesDays ?? {};
    if (forever) continue;
    if (decline) {
      const failed = { failure_code: decline.code, failure_message: decline.message, status: 'failed' } as const;
      await store.save({ ...charge, ...failed });
      const changes = { ...withoutMethod, last_payment_error: attemptError(decline, method, charge.id) };
      await changeIntent(context, intent, changes, 'payment_failed');
      continue;
    }
    const paid: Charge = { ...charge, amount_captured: charge.amount, paid: true, status: 'succeeded' };
    await capture(context, paid, intent.transfer_data?.destination);
    await changeIntent(context, intent, { amount_received: intent.amount, status: 'succeeded' } as const, 'succeeded');
    const { disputed } = behaviourOf(method);
    if (disputed) await openDispute(context, charge.id, disputed);
  }
}
