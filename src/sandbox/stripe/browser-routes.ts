import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import qs from 'qs';
import { z } from 'zod';
import { methodTypes } from './objects.ts';
import type { StripeSandbox } from './server.ts';

const clientSecret = z.string().max(200);
const intentSecret = clientSecret.regex(/^(seti|pi)_[0-9A-Za-z]+_secret_[0-9A-Za-z]+$/);
const sessionSecret = clientSecret.regex(/^accs_secret__[0-9A-Za-z]+$/);
const short = z.string().max(200);

const intentBody = z.object({ clientSecret: intentSecret });
const confirmBody = intentBody.extend({
  paymentMethod: short.optional(),
  type: z.enum(methodTypes).optional(),
  bankAccount: z.object({ routingNumber: short, accountNumber: short }).optional(),
  card: z.object({ number: short, expMonth: short, expYear: short, cvc: short }).optional(),
  postalCode: short.optional(),
});
const authenticateBody = intentBody.extend({ outcome: z.enum(['succeeded', 'failed']) });
const claimBody = z.object({ clientSecret: sessionSecret });
const onboardingBody = claimBody.extend({
  firstName: short,
  lastName: short,
  birthDate: z.object({ year: short, month: short, day: short }),
  routingNumber: short,
  accountNumber: short,
  agreesToTerms: z.boolean(),
});

const scripts = {
  'stripe.js': ['form.js', 'card.js', 'ways.js', 'payment-element.js', 'stripe.js'],
  'connect.js': ['form.js', 'payouts.js', 'connect.js'],
};

/** @returns the parts of a browser script, one after the other; each part is a classic script by itself */
async function readScript(parts: string[]): Promise<string> {
  const texts = await Promise.all(parts.map((part) => readFile(new URL(`./browser/${part}`, import.meta.url), 'utf8')));
  return texts.join('\n');
}

/** @returns the id of the intent with this client secret */
const idOf = (secret: string) => secret.slice(0, secret.indexOf('_secret_'));

/**
 * A Fastify plugin for `/sandbox/stripe`. It serves the scripts that stand in for Stripe.js and Connect.js, and takes
 * their calls. A call needs the client secret of its object, and gets the stand-in's own answer and status. Card
 * numbers are passed on, and never stored or logged.
 */
export function createStripeBrowserRoutes(sandbox: Pick<StripeSandbox, 'url'>) {
  return async function stripeBrowserRoutes(app: FastifyInstance): Promise<void> {
    for (const [name, parts] of Object.entries(scripts)) {
      const text = await readScript(parts);
      app.get(`/${name}`, (_request, reply) =>
        reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(text),
      );
    }

    /** Takes a call of the scripts. `passOn` gives the stand-in's path and parameters. */
    function take<Body extends z.ZodType>(
      path: string,
      schema: Body,
      passOn: (body: z.output<Body>) => { to: string; params: object },
    ): void {
      app.post(path, async (request, reply) => {
        const fail = (status: number, type: string, message: string) =>
          reply.code(status).send(JSON.stringify({ error: { type, message } }));
        reply.header('cache-control', 'no-store').type('application/json');
        const body = schema.safeParse(request.body);
        if (!body.success) return fail(400, 'invalid_request_error', 'The client secret or the form is not valid.');
        const { to, params } = passOn(body.data);
        const response = await fetch(sandbox.url + to, {
          method: 'POST',
          headers: { authorization: 'Bearer pk_test_sandbox', 'content-type': 'application/x-www-form-urlencoded' },
          body: qs.stringify(params),
        }).catch(() => undefined);
        if (response) return reply.code(response.status).send(await response.text());
        return fail(502, 'api_connection_error', 'The card service could not be reached. Please try again.');
      });
    }

    const pathOf = (secret: string) =>
      `/v1/${secret.startsWith('seti_') ? 'setup_intents' : 'payment_intents'}/${idOf(secret)}`;

    take('/intents/retrieve', intentBody, ({ clientSecret }) => ({
      to: `${pathOf(clientSecret)}/look`,
      params: { client_secret: clientSecret },
    }));

    take('/intents/confirm', confirmBody, ({ clientSecret, card, bankAccount, type, paymentMethod, postalCode }) => ({
      to: `${pathOf(clientSecret)}/confirm`,
      params: {
        client_secret: clientSecret,
        payment_method: paymentMethod,
        payment_method_data: paymentMethod
          ? undefined
          : {
              type: type ?? 'card',
              ...(card && {
                card: { number: card.number, exp_month: card.expMonth, exp_year: card.expYear, cvc: card.cvc },
                billing_details: { address: { postal_code: postalCode } },
              }),
              ...(bankAccount && {
                us_bank_account: {
                  routing_number: bankAccount.routingNumber,
                  account_number: bankAccount.accountNumber,
                },
              }),
            },
      },
    }));

    take('/intents/authenticate', authenticateBody, ({ clientSecret, outcome }) => ({
      to: `/v1/3ds2/${idOf(clientSecret)}/authenticate`,
      params: { client_secret: clientSecret, outcome },
    }));

    take('/account-onboarding/claim', claimBody, ({ clientSecret }) => ({
      to: '/v1/account_sessions/claim',
      params: { client_secret: clientSecret },
    }));

    take('/account-payouts', claimBody, ({ clientSecret }) => ({
      to: '/v1/account_sessions/payouts',
      params: { client_secret: clientSecret },
    }));

    take('/account-onboarding/submit', onboardingBody, (form) => ({
      to: '/v1/account_sessions/submit',
      params: {
        client_secret: form.clientSecret,
        individual: { first_name: form.firstName, last_name: form.lastName, dob: form.birthDate },
        bank_account: { routing_number: form.routingNumber, account_number: form.accountNumber },
        tos_accepted: form.agreesToTerms,
      },
    }));
  };
}
