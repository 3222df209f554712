import {
  claimAccountSession,
  createAccount,
  createAccountSession,
  deauthorize,
  retrieveAccount,
  retrieveOwnAccount,
  showPayouts,
  submitOnboarding,
} from './accounts.ts';
import { type Answer, type Context, type Endpoint, loadFromPath, ok } from './context.ts';
import { createCustomer, deleteCustomer, retrieveCustomer, updateCustomer } from './customers.ts';
import { closeDispute, updateDispute } from './disputes.ts';
import { invalidParameter } from './errors.ts';
import { loadIntent, viewOf } from './intents.ts';
import type { Kind } from './objects.ts';
import { allowOnly, optionalText, optionalTexts, requiredChoice } from './parameters.ts';
import {
  cancelPaymentIntent,
  confirmPaymentIntent,
  createPaymentIntent,
  finishPaymentAuthentication,
} from './payment-intents.ts';
import {
  declineLater,
  detachPaymentMethod,
  listPaymentMethods,
  retrievePaymentMethod,
  updatePaymentMethod,
} from './payment-methods.ts';
import { payOut, retrieveBalance, returnPayout } from './payouts.ts';
import { createRefund, reverseWithoutRefund } from './refunds.ts';
import { confirmSetupIntent, createSetupIntent, finishSetupAuthentication } from './setup-intents.ts';
import { createTransfer } from './transfers.ts';

/** One call: its endpoint, and the parameters that it takes besides `expand`. */
type Route = { endpoint: Endpoint; takes?: string; publishable?: true };

const page = 'limit starting_after';
const madePage = `${page} created`;
const card = 'client_secret payment_method payment_method_data return_url';
const payment = 'amount application_fee_amount currency customer description metadata payment_method transfer_data';
const refund = 'amount metadata payment_intent reason refund_application_fee reverse_transfer';
const transfer = 'amount currency description destination metadata transfer_group';
const account = 'business_type capabilities controller country email metadata';
const onboarding = 'bank_account client_secret individual tos_accepted';

/** What the browser's script asks of an intent before it shows its form. */
const lookAt =
  (kind: 'setup_intent' | 'payment_intent'): Endpoint =>
  async (context) =>
    ok(viewOf(context, await loadIntent(context, kind)));

/** The calls of the product and of its tests, and of those who act at Stripe's dashboard. */
const routes: Record<string, Route> = {
  'POST /v1/customers': { endpoint: createCustomer, takes: 'email metadata name' },
  'GET /v1/customers': list('customer', 'email'),
  'GET /v1/customers/:id': { endpoint: retrieveCustomer },
  'POST /v1/customers/:id': { endpoint: updateCustomer, takes: 'email name' },
  'DELETE /v1/customers/:id': { endpoint: deleteCustomer },
  'GET /v1/customers/:id/payment_methods': { endpoint: listPaymentMethods, takes: page },
  'GET /v1/customers/:id/payment_methods/:id': { endpoint: retrievePaymentMethod },
  'GET /v1/payment_methods/:id': { endpoint: async (context) => ok(await loadFromPath(context, 'payment_method')) },
  'POST /v1/payment_methods/:id': { endpoint: updatePaymentMethod, takes: 'card' },
  'POST /v1/payment_methods/:id/detach': { endpoint: detachPaymentMethod },

  'POST /v1/setup_intents': {
    endpoint: createSetupIntent,
    takes: 'allowed_payment_method_types customer payment_method_options usage',
  },
  'POST /v1/setup_intents/:id/confirm': { endpoint: confirmSetupIntent, takes: card, publishable: true },

  'POST /v1/payment_intents': {
    endpoint: createPaymentIntent,
    takes: `${payment} allowed_payment_method_types capture_method confirm off_session`,
  },
  'GET /v1/payment_intents': list('payment_intent', 'customer'),
  'GET /v1/payment_intents/:id': retrieve('payment_intent'),
  'POST /v1/payment_intents/:id/confirm': {
    endpoint: confirmPaymentIntent,
    takes: `${card} off_session`,
    publishable: true,
  },
  'POST /v1/payment_intents/:id/cancel': { endpoint: cancelPaymentIntent },

  'POST /v1/refunds': { endpoint: createRefund, takes: refund },
  'GET /v1/refunds': list('refund', 'charge', 'payment_intent'),
  'GET /v1/refunds/:id': retrieve('refund'),
  'GET /v1/charges/:id': retrieve('charge'),
  'POST /v1/transfers': { endpoint: createTransfer, takes: transfer },
  'GET /v1/transfers': list('transfer', 'destination', 'transfer_group'),
  'GET /v1/transfers/:id': retrieve('transfer'),
  'POST /v1/transfers/:id/reversals': { endpoint: reverseWithoutRefund, takes: 'amount refund_application_fee' },
  'GET /v1/balance_transactions': list('balance_transaction', 'source', 'type'),
  'GET /v1/disputes': list('dispute', 'charge', 'payment_intent'),
  'GET /v1/disputes/:id': retrieve('dispute'),
  'POST /v1/disputes/:id': { endpoint: updateDispute, takes: 'evidence submit' },
  'POST /v1/disputes/:id/close': { endpoint: closeDispute },
  'GET /v1/radar/early_fraud_warnings/:id': retrieve('radar.early_fraud_warning'),

  'GET /v1/account': { endpoint: retrieveOwnAccount },
  'POST /v1/accounts': { endpoint: createAccount, takes: account },
  'GET /v1/accounts': list('account'),
  'GET /v1/accounts/:id': { endpoint: retrieveAccount },
  // On behalf of the account of the header Stripe-Account.
  'GET /v1/payouts': list('payout', 'account'),
  'GET /v1/balance': { endpoint: retrieveBalance, takes: 'account' },
  'POST /v1/account_sessions': { endpoint: createAccountSession, takes: 'account components' },

  'GET /v1/events': { endpoint: listEvents, takes: `${madePage} types account` },
  'GET /v1/events/:id': retrieve('event'),

  // Not in Stripe's public API: Stripe pays out by itself.
  'POST /v1/accounts/:id/payouts': { endpoint: payOut, takes: 'outcome' },
  'POST /v1/payouts/:id/return': { endpoint: returnPayout },

  // Not in Stripe's public API: its browser scripts and its dashboard do this in ways of their own.
  'POST /v1/setup_intents/:id/look': { endpoint: lookAt('setup_intent'), takes: 'client_secret', publishable: true },
  'POST /v1/payment_intents/:id/look': {
    endpoint: lookAt('payment_intent'),
    takes: 'client_secret',
    publishable: true,
  },
  'POST /v1/3ds2/:id/authenticate': {
    endpoint: finishAuthentication,
    takes: 'client_secret outcome',
    publishable: true,
  },
  'POST /v1/payment_methods/:id/decline': { endpoint: declineLater, takes: 'as' },
  'POST /v1/accounts/:id/deauthorize': { endpoint: deauthorize },
  'POST /v1/account_sessions/claim': { endpoint: claimAccountSession, takes: 'client_secret', publishable: true },
  'POST /v1/account_sessions/payouts': { endpoint: showPayouts, takes: 'client_secret', publishable: true },
  'POST /v1/account_sessions/submit': { endpoint: submitOnboarding, takes: onboarding, publishable: true },
};

function retrieve(kind: Kind): Route {
  return { endpoint: async (context) => ok(await loadFromPath(context, kind)) };
}

/** Lists a kind, newest first; callers may filter by each of the fields. */
function list(kind: Kind, ...fields: string[]): Route {
  return {
    endpoint: async ({ store, params, path }) => {
      const asked = Object.fromEntries(fields.map((field) => [field, optionalText(params, field)]));
      return ok({ object: 'list', ...(await store.list(kind, params, asked)), url: path });
    },
    takes: [madePage, ...fields].join(' '),
  };
}

/** Those of connected accounts are listed by them only. */
async function listEvents({ store, params, path }: Context): Promise<Answer> {
  const types = optionalTexts(params, 'types');
  if (types && types.length > 20) throw invalidParameter('You may only specify up to 20 types.', 'types');
  const events = await store.list('event', params, { type: types, account: optionalText(params, 'account') ?? null });
  return ok({ object: 'list', ...events, url: path });
}

/** Takes the cardholder's answer to a 3-D Secure step: the intent's `client_secret`, and `outcome`. */
async function finishAuthentication(context: Context): Promise<Answer> {
  const authenticated = requiredChoice(context.params, 'outcome', ['succeeded', 'failed']) === 'succeeded';
  return context.pathIds[0]?.startsWith('seti_')
    ? finishSetupAuthentication(context, authenticated)
    : finishPaymentAuthentication(context, authenticated);
}

const compiled = Object.entries(routes).map(([call, { endpoint, takes = '', publishable = false }]) => ({
  pattern: new RegExp(`^${call.replaceAll(':id', '([^/]+)')}$`),
  publishable,
  endpoint: async (context: Context) => {
    allowOnly(context.params, takes.split(' '));
    return endpoint(context);
  },
}));

/** @returns the endpoint of a request, and the ids in its path; undefined for an unknown URL */
export function findEndpoint(
  method: string,
  path: string,
): { endpoint: Endpoint; pathIds: string[]; publishable: boolean } | undefined {
  for (const { pattern, ...found } of compiled) {
    const match = pattern.exec(`${method} ${path}`);
    if (match !== null) return { ...found, pathIds: match.slice(1) };
  }
  return undefined;
}
