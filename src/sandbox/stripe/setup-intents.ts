import { behaviourOf } from './cards.ts';
import { type Answer, type Context, declined, ok } from './context.ts';
import { requireCustomer } from './customers.ts';
import { invalidParameter, notAllowed, type Refusal } from './errors.ts';
import { newClientSecret, newId } from './ids.ts';
import {
  authenticationFailure,
  authenticationStep,
  chosenMethod,
  loadIntent,
  readMethodTypes,
  viewOf,
} from './intents.ts';
import type { PaymentMethod, SetupIntent } from './objects.ts';
import { allowOnly, mergeMetadata, nullableText, optionalChoice, optionalFlag, optionalText } from './parameters.ts';
import { asksForAuthentication, attemptError, markAttached } from './payment-methods.ts';
import { listParameters } from './store.ts';

async function save(context: Context, intent: SetupIntent): Promise<SetupIntent> {
  await context.store.save('setup_intent', intent, intent.created);
  return intent;
}

/** Confirms with the card: saved to the customer, waiting for 3-D Secure, or declined with 402. */
async function confirm(context: Context, intent: SetupIntent, method: PaymentMethod): Promise<Answer> {
  const decline = behaviourOf(method.card.fingerprint).declinedOnSetup;
  if (decline !== undefined) {
    const error = attemptError(decline, method);
    const failed = await save(context, {
      ...intent,
      last_setup_error: error,
      next_action: null,
      payment_method: null,
      status: 'requires_payment_method',
    });
    await context.emit('setup_intent.setup_failed', failed);
    return declined({ ...error, setup_intent: viewOf(context, failed) });
  }
  if (await asksForAuthentication(context, method)) {
    const waiting = await save(context, {
      ...intent,
      last_setup_error: null,
      next_action: authenticationStep(intent.id),
      payment_method: method.id,
      status: 'requires_action',
    });
    await context.emit('setup_intent.requires_action', waiting);
    return ok(viewOf(context, waiting));
  }
  return ok(viewOf(context, await succeed(context, intent, method)));
}

async function succeed(context: Context, intent: SetupIntent, method: PaymentMethod): Promise<SetupIntent> {
  if (intent.customer !== null) await markAttached(context, method, intent.customer);
  const done = await save(context, {
    ...intent,
    last_setup_error: null,
    next_action: null,
    payment_method: method.id,
    status: 'succeeded',
  });
  await context.emit('setup_intent.succeeded', done);
  return done;
}

export async function createSetupIntent(context: Context): Promise<Answer> {
  const { params } = context;
  allowOnly(params, [
    'allowed_payment_method_types',
    'automatic_payment_methods',
    'confirm',
    'customer',
    'description',
    'metadata',
    'payment_method',
    'payment_method_data',
    'return_url',
    'usage',
    'use_stripe_sdk',
  ]);
  const id = newId('seti');
  const customer = nullableText(params, 'customer') ?? null;
  if (customer !== null) await requireCustomer(context, customer);
  const intent: SetupIntent = {
    id,
    object: 'setup_intent',
    application: null,
    ...readMethodTypes(params),
    cancellation_reason: null,
    client_secret: newClientSecret(id),
    created: context.now,
    customer,
    description: nullableText(params, 'description') ?? null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: mergeMetadata({}, params),
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    single_use_mandate: null,
    status: 'requires_payment_method',
    usage: optionalChoice(params, 'usage', ['off_session', 'on_session']) ?? 'off_session',
  };
  const method = await chosenMethod(context, intent);
  if (optionalFlag(params, 'confirm') === true) {
    if (method === undefined) throw invalidParameter('Missing required param: payment_method.', 'payment_method');
    return confirm(context, intent, method);
  }
  if (method === undefined) return ok(await save(context, intent));
  return ok(await save(context, { ...intent, payment_method: method.id, status: 'requires_confirmation' }));
}

export async function retrieveSetupIntent(context: Context): Promise<Answer> {
  return ok(viewOf(context, await loadIntent(context, 'setup_intent')));
}

export async function updateSetupIntent(context: Context): Promise<Answer> {
  allowOnly(context.params, ['client_secret', 'description', 'metadata']);
  const intent = await loadIntent(context, 'setup_intent');
  const description = nullableText(context.params, 'description');
  return ok(
    await save(context, {
      ...intent,
      description: description === undefined ? intent.description : description,
      metadata: mergeMetadata(intent.metadata, context.params),
    }),
  );
}

export async function confirmSetupIntent(context: Context): Promise<Answer> {
  allowOnly(context.params, [
    'client_secret',
    'mandate_data',
    'payment_method',
    'payment_method_data',
    'return_url',
    'use_stripe_sdk',
  ]);
  const intent = await loadIntent(context, 'setup_intent');
  if (intent.status === 'succeeded' || intent.status === 'canceled') throw unexpectedState(context, intent, 'confirm');
  const method = await chosenMethod(context, intent);
  if (method === undefined) {
    throw notAllowed(
      'You cannot confirm this SetupIntent because it is missing a payment method. To confirm it, provide a payment method.',
      { code: 'setup_intent_unexpected_state', setup_intent: viewOf(context, intent) },
    );
  }
  return confirm(context, intent, method);
}

function unexpectedState(context: Context, intent: SetupIntent, verb: string): Refusal {
  return notAllowed(`You cannot ${verb} this SetupIntent because it has a status of ${intent.status}.`, {
    code: 'setup_intent_unexpected_state',
    setup_intent: viewOf(context, intent),
  });
}

/** Ends the 3-D Secure step of a SetupIntent: `authenticated` says what the cardholder chose. */
export async function finishSetupAuthentication(context: Context, authenticated: boolean): Promise<Answer> {
  const intent = await loadIntent(context, 'setup_intent');
  const method = intent.payment_method && (await context.store.find('payment_method', intent.payment_method, true));
  if (intent.status !== 'requires_action' || !method) throw unexpectedState(context, intent, 'authenticate');
  if (authenticated) return ok(viewOf(context, await succeed(context, intent, method)));
  const failed = await save(context, {
    ...intent,
    last_setup_error: authenticationFailure('setup_intent', method),
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  });
  await context.emit('setup_intent.setup_failed', failed);
  return ok(viewOf(context, failed));
}

export async function cancelSetupIntent(context: Context): Promise<Answer> {
  allowOnly(context.params, ['cancellation_reason']);
  const intent = await loadIntent(context, 'setup_intent');
  if (intent.status === 'succeeded' || intent.status === 'canceled') throw unexpectedState(context, intent, 'cancel');
  const canceled = await save(context, {
    ...intent,
    cancellation_reason: optionalText(context.params, 'cancellation_reason') ?? null,
    next_action: null,
    status: 'canceled',
  });
  await context.emit('setup_intent.canceled', canceled);
  return ok(canceled);
}

export async function listSetupIntents(context: Context): Promise<Answer> {
  allowOnly(context.params, [...listParameters, 'customer', 'payment_method']);
  return ok(
    await context.store.list('setup_intent', '/v1/setup_intents', context.params, {
      customer: optionalText(context.params, 'customer'),
      payment_method: optionalText(context.params, 'payment_method'),
    }),
  );
}
