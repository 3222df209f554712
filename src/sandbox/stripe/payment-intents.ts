import { attemptCharge, requireDestination } from './charging.ts';
import { type Answer, type Context, loadFromPath, ok } from './context.ts';
import { readCustomer } from './customers.ts';
import { invalidParameter, notAllowed } from './errors.ts';
import { newClientSecret, newId } from './ids.ts';
import {
  authenticationFailure,
  changeIntent,
  chooseMethod,
  isFinal,
  loadIntentToAuthenticate,
  loadIntentToConfirm,
  readMethodTypes,
  unexpectedState,
  viewOf,
  withoutMethod,
} from './intents.ts';
import type { PaymentIntent } from './objects.ts';
import {
  optionalChoice,
  optionalFlag,
  optionalGroup,
  optionalInteger,
  type Params,
  readMetadata,
  requiredChoice,
  requiredInteger,
  requiredText,
  textOrNull,
} from './parameters.ts';

function readAmount(params: Params): number {
  const amount = requiredInteger(params, 'amount');
  if (amount < 1) {
    throw invalidParameter('This value must be greater than or equal to 1.', 'amount', 'parameter_invalid_integer');
  }
  // https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
  if (amount < 50) throw notAllowed('Amount must be at least $0.50 usd', { code: 'amount_too_small', param: 'amount' });
  const tooMuch = 'Amount must be no more than $999,999.99';
  if (amount > 99_999_999) throw notAllowed(tooMuch, { code: 'amount_too_large', param: 'amount' });
  return amount;
}

async function readTransferData(context: Context): Promise<PaymentIntent['transfer_data']> {
  const group = optionalGroup(context.params, 'transfer_data');
  if (group === undefined) return null;
  const destination = requiredText(group, 'destination', 'transfer_data[destination]');
  await requireDestination(context, destination);
  return { destination };
}

function readFee(params: Params, amount: number, transferData: PaymentIntent['transfer_data']): number | null {
  const fee = optionalInteger(params, 'application_fee_amount');
  if (fee === undefined) return null;
  const refuse = (message: string) => notAllowed(message, { param: 'application_fee_amount' });
  if (transferData === null) {
    throw refuse(
      'Can only apply an application_fee_amount when the PaymentIntent is attempting a direct payment (using an OAuth key or Stripe-Account header) or destination payment (using `transfer_data[destination]`).',
    );
  }
  if (fee < 1 || fee > amount) throw refuse('The application fee must be above 0 and at most the amount.');
  return fee;
}

export async function createPaymentIntent(context: Context): Promise<Answer> {
  const { params } = context;
  const id = newId('pi');
  const amount = readAmount(params);
  const currency = requiredChoice(params, 'currency', ['usd']);
  const confirmNow = optionalFlag(params, 'confirm') === true;
  const offSession = optionalFlag(params, 'off_session') === true;
  if (params.off_session !== undefined && !confirmNow) {
    const message = 'You can only pass in off_session when confirm is set to true.';
    throw invalidParameter(message, 'off_session', 'parameter_unknown');
  }
  const customer = await readCustomer(context);
  const transferData = await readTransferData(context);
  const intent: PaymentIntent = {
    id,
    object: 'payment_intent',
    created: context.now,
    allowed_payment_method_types: readMethodTypes(context),
    amount,
    amount_received: 0,
    application_fee_amount: readFee(params, amount, transferData),
    canceled_at: null,
    // The default since 2024-04-10: https://docs.stripe.com/payments/payment-intents/asynchronous-capture
    capture_method: optionalChoice(params, 'capture_method', ['automatic', 'automatic_async']) ?? 'automatic_async',
    client_secret: newClientSecret(id),
    currency,
    customer,
    description: textOrNull(params, 'description'),
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    metadata: readMetadata(params),
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
    transfer_data: transferData,
  };
  const method = await chooseMethod(context, intent, offSession);
  if (confirmNow) {
    if (!method) throw unexpectedState(context, intent, 'confirm', 'it is missing a payment method.');
    return attemptCharge(context, intent, method, { offSession, authenticated: false });
  }
  const kept: PaymentIntent = method
    ? { ...intent, payment_method: method.id, status: 'requires_confirmation' }
    : intent;
  await context.store.save(kept);
  return ok(kept);
}

export async function confirmPaymentIntent(context: Context): Promise<Answer> {
  const offSession = optionalFlag(context.params, 'off_session') === true;
  if (offSession && context.publishable) {
    throw invalidParameter('You cannot pass off_session with a publishable key.', 'off_session');
  }
  const { intent, method } = await loadIntentToConfirm(context, 'payment_intent', offSession);
  return attemptCharge(context, intent, method, { offSession, authenticated: false });
}

/** Ends the 3-D Secure step of a PaymentIntent. `authenticated` is the cardholder's answer. */
export async function finishPaymentAuthentication(context: Context, authenticated: boolean): Promise<Answer> {
  const { intent, method } = await loadIntentToAuthenticate(context, 'payment_intent');
  if (authenticated) return attemptCharge(context, intent, method, { offSession: false, authenticated: true });
  const changes = { ...withoutMethod, last_payment_error: authenticationFailure(intent, method) };
  // For the browser a failed step is not an error answer.
  return ok(viewOf(context, await changeIntent(context, intent, changes, 'payment_failed')));
}

export async function cancelPaymentIntent(context: Context): Promise<Answer> {
  const intent = await loadFromPath(context, 'payment_intent');
  if (isFinal(intent)) throw unexpectedState(context, intent, 'cancel');
  const changes = { canceled_at: context.now, next_action: null, status: 'canceled' } as const;
  return ok(await changeIntent(context, intent, changes, 'canceled'));
}
