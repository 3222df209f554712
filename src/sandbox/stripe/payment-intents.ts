import { attemptCharge, failAuthentication, requireDestination, savePaymentIntent } from './charging.ts';
import { type Answer, type Context, loadFromPath, ok } from './context.ts';
import { requireCustomer } from './customers.ts';
import { invalidParameter, notAllowed, type Refusal } from './errors.ts';
import { newClientSecret, newId } from './ids.ts';
import { chosenMethod, loadIntent, readMethodTypes, viewOf } from './intents.ts';
import type { PaymentIntent } from './objects.ts';
import {
  allowOnly,
  mergeMetadata,
  nullableText,
  optionalChoice,
  optionalFlag,
  optionalGroup,
  optionalInteger,
  optionalText,
  type Params,
  requiredInteger,
  requiredText,
} from './parameters.ts';
import { listParameters } from './store.ts';

const usages = ['off_session', 'on_session'] as const;

function readAmount(params: Params): number {
  const amount = requiredInteger(params, 'amount');
  if (amount < 1) {
    throw invalidParameter('This value must be greater than or equal to 1.', 'amount', 'parameter_invalid_integer');
  }
  // https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
  if (amount < 50) throw notAllowed('Amount must be at least $0.50 usd', { code: 'amount_too_small', param: 'amount' });
  if (amount > 99_999_999) {
    throw notAllowed('Amount must be no more than $999,999.99', { code: 'amount_too_large', param: 'amount' });
  }
  return amount;
}

async function readTransferData(context: Context): Promise<PaymentIntent['transfer_data']> {
  const group = optionalGroup(context.params, 'transfer_data');
  if (group === undefined) return null;
  const destination = requiredText(group, 'destination', 'transfer_data[destination]');
  await requireDestination(context, destination, 'transfer_data[destination]');
  const amount = optionalInteger(group, 'amount', 'transfer_data[amount]');
  return { ...(amount === undefined ? {} : { amount }), destination };
}

function readFee(params: Params, amount: number, transferData: PaymentIntent['transfer_data']): number | null {
  const fee = optionalInteger(params, 'application_fee_amount');
  if (fee === undefined) return null;
  if (transferData === null) {
    throw notAllowed(
      'Can only apply an application_fee_amount when the PaymentIntent is attempting a direct payment (using an OAuth key or Stripe-Account header) or destination payment (using `transfer_data[destination]`).',
      { param: 'application_fee_amount' },
    );
  }
  if (transferData.amount !== undefined) {
    throw notAllowed('You cannot pass both `application_fee_amount` and `transfer_data[amount]`.', {
      param: 'application_fee_amount',
    });
  }
  if (fee < 0 || fee > amount) {
    throw notAllowed('The application fee must be between 0 and the amount.', { param: 'application_fee_amount' });
  }
  return fee;
}

export async function createPaymentIntent(context: Context): Promise<Answer> {
  const { params } = context;
  allowOnly(params, [
    'allowed_payment_method_types',
    'amount',
    'application_fee_amount',
    'automatic_payment_methods',
    'capture_method',
    'confirm',
    'currency',
    'customer',
    'description',
    'error_on_requires_action',
    'metadata',
    'off_session',
    'on_behalf_of',
    'payment_method',
    'payment_method_data',
    'receipt_email',
    'return_url',
    'setup_future_usage',
    'statement_descriptor',
    'statement_descriptor_suffix',
    'transfer_data',
    'transfer_group',
    'use_stripe_sdk',
  ]);
  const id = newId('pi');
  const amount = readAmount(params);
  const currency = requiredText(params, 'currency').toLowerCase();
  if (currency !== 'usd')
    throw invalidParameter(`Invalid currency: ${currency}. The sandbox knows only usd.`, 'currency');
  const confirmNow = optionalFlag(params, 'confirm') === true;
  const offSession = optionalFlag(params, 'off_session') === true;
  if (params.off_session !== undefined && !confirmNow) {
    throw invalidParameter(
      'You can only pass in off_session when confirm is set to true.',
      'off_session',
      'parameter_unknown',
    );
  }
  const customer = nullableText(params, 'customer') ?? null;
  if (customer !== null) await requireCustomer(context, customer);
  const transferData = await readTransferData(context);
  const intent: PaymentIntent = {
    id,
    object: 'payment_intent',
    amount,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: readFee(params, amount, transferData),
    ...readMethodTypes(params),
    canceled_at: null,
    cancellation_reason: null,
    capture_method: optionalChoice(params, 'capture_method', ['automatic', 'automatic_async']) ?? 'automatic_async',
    client_secret: newClientSecret(id),
    confirmation_method: 'automatic',
    created: context.now,
    currency,
    customer,
    description: nullableText(params, 'description') ?? null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    metadata: mergeMetadata({}, params),
    next_action: null,
    on_behalf_of: nullableText(params, 'on_behalf_of') ?? null,
    payment_method: null,
    processing: null,
    receipt_email: nullableText(params, 'receipt_email') ?? null,
    setup_future_usage: optionalChoice(params, 'setup_future_usage', usages) ?? null,
    shipping: null,
    statement_descriptor: nullableText(params, 'statement_descriptor') ?? null,
    statement_descriptor_suffix: nullableText(params, 'statement_descriptor_suffix') ?? null,
    status: 'requires_payment_method',
    transfer_data: transferData,
    transfer_group: nullableText(params, 'transfer_group') ?? null,
  };
  const method = await chosenMethod(context, intent, offSession);
  if (!confirmNow) {
    if (method === undefined) return ok(await savePaymentIntent(context, intent));
    return ok(
      await savePaymentIntent(context, { ...intent, payment_method: method.id, status: 'requires_confirmation' }),
    );
  }
  if (method === undefined) throw missingMethod(context, intent);
  return attemptCharge(context, intent, method, {
    offSession,
    authenticated: false,
    errorOnRequiresAction: optionalFlag(params, 'error_on_requires_action') === true,
  });
}

function missingMethod(context: Context, intent: PaymentIntent): Refusal {
  return notAllowed(
    'You cannot confirm this PaymentIntent because it is missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.',
    { code: 'payment_intent_unexpected_state', payment_intent: viewOf(context, intent) },
  );
}

function unexpectedState(context: Context, intent: PaymentIntent, verb: string): Refusal {
  const why =
    intent.status === 'succeeded' && verb === 'confirm'
      ? 'it has already succeeded after being previously confirmed.'
      : `it has a status of ${intent.status}.`;
  return notAllowed(`You cannot ${verb} this PaymentIntent because ${why}`, {
    code: 'payment_intent_unexpected_state',
    payment_intent: viewOf(context, intent),
  });
}

function isFinal(intent: PaymentIntent): boolean {
  return intent.status === 'succeeded' || intent.status === 'canceled';
}

export async function retrievePaymentIntent(context: Context): Promise<Answer> {
  return ok(viewOf(context, await loadIntent(context, 'payment_intent')));
}

export async function updatePaymentIntent(context: Context): Promise<Answer> {
  const { params } = context;
  allowOnly(params, ['amount', 'description', 'metadata', 'payment_method', 'receipt_email']);
  const intent = await loadFromPath(context, 'payment_intent');
  const description = nullableText(params, 'description');
  const receiptEmail = nullableText(params, 'receipt_email');
  const changed: PaymentIntent = {
    ...intent,
    description: description === undefined ? intent.description : description,
    metadata: mergeMetadata(intent.metadata, params),
    receipt_email: receiptEmail === undefined ? intent.receipt_email : receiptEmail,
  };
  if (params.amount !== undefined || params.payment_method !== undefined) {
    if (isFinal(intent)) throw unexpectedState(context, intent, 'update');
    if (params.amount !== undefined) changed.amount = readAmount(params);
    const method = await chosenMethod(context, intent);
    if (method !== undefined) {
      changed.payment_method = method.id;
      changed.status = 'requires_confirmation';
    }
  }
  return ok(await savePaymentIntent(context, changed));
}

export async function confirmPaymentIntent(context: Context): Promise<Answer> {
  const { params } = context;
  allowOnly(params, [
    'client_secret',
    'error_on_requires_action',
    'off_session',
    'payment_method',
    'payment_method_data',
    'receipt_email',
    'return_url',
    'setup_future_usage',
    'use_stripe_sdk',
  ]);
  const intent = await loadIntent(context, 'payment_intent');
  if (isFinal(intent)) throw unexpectedState(context, intent, 'confirm');
  const offSession = optionalFlag(params, 'off_session') === true;
  if (offSession && context.publishable) {
    throw invalidParameter('You cannot pass off_session with a publishable key.', 'off_session');
  }
  const method = await chosenMethod(context, intent, offSession);
  if (method === undefined) throw missingMethod(context, intent);
  const usage = optionalChoice(params, 'setup_future_usage', usages);
  return attemptCharge(context, usage === undefined ? intent : { ...intent, setup_future_usage: usage }, method, {
    offSession,
    authenticated: false,
    errorOnRequiresAction: optionalFlag(params, 'error_on_requires_action') === true,
  });
}

/** Ends the 3-D Secure step of a PaymentIntent: `authenticated` says what the cardholder chose. */
export async function finishPaymentAuthentication(context: Context, authenticated: boolean): Promise<Answer> {
  const intent = await loadIntent(context, 'payment_intent');
  const method = intent.payment_method && (await context.store.find('payment_method', intent.payment_method, true));
  if (intent.status !== 'requires_action' || !method) throw unexpectedState(context, intent, 'authenticate');
  if (!authenticated) return failAuthentication(context, intent, method);
  return attemptCharge(context, intent, method, {
    offSession: false,
    authenticated: true,
    errorOnRequiresAction: false,
  });
}

export async function cancelPaymentIntent(context: Context): Promise<Answer> {
  allowOnly(context.params, ['cancellation_reason']);
  const intent = await loadFromPath(context, 'payment_intent');
  if (isFinal(intent)) throw unexpectedState(context, intent, 'cancel');
  const canceled = await savePaymentIntent(context, {
    ...intent,
    canceled_at: context.now,
    cancellation_reason:
      optionalChoice(context.params, 'cancellation_reason', [
        'abandoned',
        'duplicate',
        'fraudulent',
        'requested_by_customer',
      ]) ?? null,
    next_action: null,
    status: 'canceled',
  });
  await context.emit('payment_intent.canceled', canceled);
  return ok(canceled);
}

export async function listPaymentIntents(context: Context): Promise<Answer> {
  allowOnly(context.params, [...listParameters, 'customer']);
  return ok(
    await context.store.list('payment_intent', '/v1/payment_intents', context.params, {
      customer: optionalText(context.params, 'customer'),
    }),
  );
}
