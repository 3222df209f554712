import {
  claimAccountSession,
  createAccount,
  createAccountSession,
  listAccounts,
  retrieveAccount,
  submitOnboarding,
  updateAccount,
} from './accounts.ts';
import type { Answer, Context, Endpoint } from './context.ts';
import { createCustomer, deleteCustomer, listCustomers, retrieveCustomer, updateCustomer } from './customers.ts';
import { allowOnly, optionalChoice, requiredText } from './parameters.ts';
import {
  cancelPaymentIntent,
  confirmPaymentIntent,
  createPaymentIntent,
  finishPaymentAuthentication,
  listPaymentIntents,
  retrievePaymentIntent,
  updatePaymentIntent,
} from './payment-intents.ts';
import {
  attach,
  createPaymentMethod,
  detach,
  listCustomerPaymentMethods,
  listPaymentMethods,
  retrieveCustomerPaymentMethod,
  retrievePaymentMethod,
  updatePaymentMethod,
} from './payment-methods.ts';
import { createRefund, listCharges, listRefunds, retrieveCharge, retrieveRefund } from './refunds.ts';
import {
  cancelSetupIntent,
  confirmSetupIntent,
  createSetupIntent,
  finishSetupAuthentication,
  listSetupIntents,
  retrieveSetupIntent,
  updateSetupIntent,
} from './setup-intents.ts';
import { createTransfer, listEvents, listTransfers, retrieveEvent, retrieveTransfer } from './transfers.ts';

type Route = { method: string; path: string; endpoint: Endpoint; publishable?: boolean };

const routes: Route[] = [
  { method: 'POST', path: '/v1/customers', endpoint: createCustomer },
  { method: 'GET', path: '/v1/customers', endpoint: listCustomers },
  { method: 'GET', path: '/v1/customers/:id', endpoint: retrieveCustomer },
  { method: 'POST', path: '/v1/customers/:id', endpoint: updateCustomer },
  { method: 'DELETE', path: '/v1/customers/:id', endpoint: deleteCustomer },
  { method: 'GET', path: '/v1/customers/:id/payment_methods', endpoint: listCustomerPaymentMethods },
  { method: 'GET', path: '/v1/customers/:id/payment_methods/:id', endpoint: retrieveCustomerPaymentMethod },

  { method: 'POST', path: '/v1/payment_methods', endpoint: createPaymentMethod },
  { method: 'GET', path: '/v1/payment_methods', endpoint: listPaymentMethods },
  { method: 'GET', path: '/v1/payment_methods/:id', endpoint: retrievePaymentMethod },
  { method: 'POST', path: '/v1/payment_methods/:id', endpoint: updatePaymentMethod },
  { method: 'POST', path: '/v1/payment_methods/:id/attach', endpoint: attach },
  { method: 'POST', path: '/v1/payment_methods/:id/detach', endpoint: detach },

  { method: 'POST', path: '/v1/setup_intents', endpoint: createSetupIntent },
  { method: 'GET', path: '/v1/setup_intents', endpoint: listSetupIntents },
  { method: 'GET', path: '/v1/setup_intents/:id', endpoint: retrieveSetupIntent, publishable: true },
  { method: 'POST', path: '/v1/setup_intents/:id', endpoint: updateSetupIntent },
  { method: 'POST', path: '/v1/setup_intents/:id/confirm', endpoint: confirmSetupIntent, publishable: true },
  { method: 'POST', path: '/v1/setup_intents/:id/cancel', endpoint: cancelSetupIntent },

  { method: 'POST', path: '/v1/payment_intents', endpoint: createPaymentIntent },
  { method: 'GET', path: '/v1/payment_intents', endpoint: listPaymentIntents },
  { method: 'GET', path: '/v1/payment_intents/:id', endpoint: retrievePaymentIntent, publishable: true },
  { method: 'POST', path: '/v1/payment_intents/:id', endpoint: updatePaymentIntent },
  { method: 'POST', path: '/v1/payment_intents/:id/confirm', endpoint: confirmPaymentIntent, publishable: true },
  { method: 'POST', path: '/v1/payment_intents/:id/cancel', endpoint: cancelPaymentIntent },

  { method: 'POST', path: '/v1/refunds', endpoint: createRefund },
  { method: 'GET', path: '/v1/refunds', endpoint: listRefunds },
  { method: 'GET', path: '/v1/refunds/:id', endpoint: retrieveRefund },
  { method: 'GET', path: '/v1/charges', endpoint: listCharges },
  { method: 'GET', path: '/v1/charges/:id', endpoint: retrieveCharge },

  { method: 'POST', path: '/v1/accounts', endpoint: createAccount },
  { method: 'GET', path: '/v1/accounts', endpoint: listAccounts },
  { method: 'GET', path: '/v1/accounts/:id', endpoint: retrieveAccount },
  { method: 'POST', path: '/v1/accounts/:id', endpoint: updateAccount },
  { method: 'POST', path: '/v1/account_sessions', endpoint: createAccountSession },

  { method: 'POST', path: '/v1/transfers', endpoint: createTransfer },
  { method: 'GET', path: '/v1/transfers', endpoint: listTransfers },
  { method: 'GET', path: '/v1/transfers/:id', endpoint: retrieveTransfer },
  { method: 'GET', path: '/v1/events', endpoint: listEvents },
  { method: 'GET', path: '/v1/events/:id', endpoint: retrieveEvent },

  // Not in Stripe's public API: what its browser scripts do over their own channels.
  { method: 'POST', path: '/v1/3ds2/:id/authenticate', endpoint: finishAuthentication, publishable: true },
  { method: 'POST', path: '/v1/account_sessions/claim', endpoint: claimAccountSession, publishable: true },
  { method: 'POST', path: '/v1/account_sessions/submit', endpoint: submitOnboarding, publishable: true },
];

const compiled = routes.map((route) => ({
  ...route,
  pattern: new RegExp(`^${route.path.replaceAll(':id', '([^/]+)')}$`),
}));

/** The endpoint for a request and the ids in its path, or undefined when Stripe has no such URL here. */
export function findEndpoint(
  method: string,
  path: string,
): { endpoint: Endpoint; pathIds: string[]; publishable: boolean } | undefined {
  for (const route of compiled) {
    const match = route.method === method ? route.pattern.exec(path) : null;
    if (match === null) continue;
    return { endpoint: route.endpoint, pathIds: match.slice(1), publishable: route.publishable === true };
  }
  return undefined;
}

/** The cardholder's answer to a 3-D Secure step: `client_secret` of the intent and `outcome`. */
async function finishAuthentication(context: Context): Promise<Answer> {
  const { params } = context;
  allowOnly(params, ['client_secret', 'outcome']);
  requiredText(params, 'outcome');
  const authenticated = optionalChoice(params, 'outcome', ['succeeded', 'failed']) === 'succeeded';
  return context.pathIds[0]?.startsWith('seti_')
    ? finishSetupAuthentication(context, authenticated)
    : finishPaymentAuthentication(context, authenticated);
}
