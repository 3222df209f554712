import { behaviourOf } from './cards.ts';
import { type Answer, type Context, declined, ok } from './context.ts';
import { readCustomer } from './customers.ts';
import { newClientSecret, newId } from './ids.ts';
import {
  authenticationFailure,
  changeIntent,
  loadIntentToAuthenticate,
  loadIntentToConfirm,
  readMethodTypes,
  viewOf,
  waitingFor,
  withoutMethod,
} from './intents.ts';
import type { PaymentMethod, SetupIntent } from './objects.ts';
import { optionalChoice } from './parameters.ts';
import { asksForAuthentication, attach, attemptError } from './payment-methods.ts';

export async function createSetupIntent(context: Context): Promise<Answer> {
  const id = newId('seti');
  const intent: SetupIntent = {
    id,
    object: 'setup_intent',
    created: context.now,
    allowed_payment_method_types: readMethodTypes(context),
    client_secret: newClientSecret(id),
    customer: await readCustomer(context),
    last_setup_error: null,
    livemode: false,
    metadata: {},
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
    usage: optionalChoice(context.params, 'usage', ['off_session', 'on_session']) ?? 'off_session',
  };
  await context.store.save(intent);
  return ok(intent);
}

/** Confirms with a card, which is then saved to the customer, waits for 3-D Secure, or is declined with 402. */
export async function confirmSetupIntent(context: Context): Promise<Answer> {
  const { intent, method } = await loadIntentToConfirm(context, 'setup_intent');
  const decline = behaviourOf(method).declinedOnSetup;
  if (decline !== undefined) {
    const error = attemptError(decline, method);
    const changes = { ...withoutMethod, last_setup_error: error };
    const failed = await changeIntent(context, intent, changes, 'setup_failed');
    return declined({ ...error, setup_intent: viewOf(context, failed) });
  }
  if (!(await asksForAuthentication(context, method))) return succeed(context, intent, method);
  const changes = { ...waitingFor(intent, method), last_setup_error: null };
  return ok(viewOf(context, await changeIntent(context, intent, changes, 'requires_action')));
}

async function succeed(context: Context, intent: SetupIntent, method: PaymentMethod): Promise<Answer> {
  if (intent.customer !== null) await attach(context, method, intent.customer);
  const changes = {
    last_setup_error: null,
    next_action: null,
    payment_method: method.id,
    status: 'succeeded',
  } as const;
  return ok(viewOf(context, await changeIntent(context, intent, changes, 'succeeded')));
}

/** Ends the 3-D Secure step of a SetupIntent. `authenticated` is the cardholder's answer. */
export async function finishSetupAuthentication(context: Context, authenticated: boolean): Promise<Answer> {
  const { intent, method } = await loadIntentToAuthenticate(context, 'setup_intent');
  if (authenticated) return succeed(context, intent, method);
  const changes = { ...withoutMethod, last_setup_error: authenticationFailure(intent, method) };
  return ok(viewOf(context, await changeIntent(context, intent, changes, 'setup_failed')));
}
