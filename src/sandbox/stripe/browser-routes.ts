import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import qs from 'qs';
import { z } from 'zod';
import type { StripeSandbox } from './server.ts';

const clientSecret = z.string().max(200);
const intentSecret = clientSecret.regex(/^(seti|pi)_[0-9A-Za-z]+_secret_[0-9A-Za-z]+$/);
const sessionSecret = clientSecret.regex(/^accs_secret__[0-9A-Za-z]+$/);
const short = z.string().max(200);

const intentBody = z.object({ clientSecret: intentSecret });
const confirmBody = intentBody.extend({
  paymentMethod: short.optional(),
  card: z.object({ number: short, expMonth: short, expYear: short, cvc: short }).optional(),
  billingDetails: z
    .object({
      name: short.optional(),
      email: short.optional(),
      phone: short.optional(),
      address: z.record(z.string().max(20), short).optional(),
    })
    .optional(),
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
  'stripe.js': ['form.js', 'card.js', 'payment-element.js', 'stripe.js'],
  'connect.js': ['form.js', 'connect.js'],
};

/** The parts of a browser script, one after the other; each part is a classic script of its own. */
async function readScript(parts: string[]): Promise<string> {
  const texts = await Promise.all(parts.map((part) => readFile(new URL(`./browser/${part}`, import.meta.url), 'utf8')));
  return texts.join('\n');
}

/**
 * A Fastify plugin to be registered under `/sandbox/stripe`: the scripts that take the place of Stripe.js and
 * Connect.js, and the calls these scripts make. A call needs the client secret of the object it is about; the answer
 * is the stand-in's own, with its status. Card numbers are passed on and never stored or logged.
 */
export function createStripeBrowserRoutes(sandbox: Pick<StripeSandbox, 'url'>) {
  async function forward(reply: FastifyReply, method: 'GET' | 'POST', path: string, params: object) {
    const form = qs.stringify(params, { skipNulls: true });
    const response = await fetch(sandbox.url + path + (method === 'GET' ? `?${form}` : ''), {
      method,
      headers: { authorization: 'Bearer pk_test_sandbox', 'content-type': 'application/x-www-form-urlencoded' },
      ...(method === 'POST' ? { body: form } : {}),
    }).catch(() => undefined);
    reply.header('cache-control', 'no-store').type('application/json');
    if (response === undefined) {
      const message = 'The card service could not be reached. Please try again.';
      return reply.code(502).send(JSON.stringify({ error: { type: 'api_connection_error', message } }));
    }
    return reply.code(response.status).send(await response.text());
  }

  function refuse(reply: FastifyReply) {
    const error = { type: 'invalid_request_error', message: 'The client secret or the form is not valid.' };
    return reply.code(400).type('application/json').send(JSON.stringify({ error }));
  }

  /** The id of the intent that a client secret belongs to. */
  const idOf = (secret: string) => secret.slice(0, secret.indexOf('_secret_'));

  function intentPath(secret: string, action = ''): string {
    const id = idOf(secret);
    return `/v1/${id.startsWith('seti_') ? 'setup_intents' : 'payment_intents'}/${id}${action}`;
  }

  return async function stripeBrowserRoutes(app: FastifyInstance): Promise<void> {
    for (const [name, parts] of Object.entries(scripts)) {
      const text = await readScript(parts);
      app.get(`/${name}`, (_request: FastifyRequest, reply: FastifyReply) =>
        reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(text),
      );
    }

    app.post('/intents/retrieve', (request, reply) => {
      const body = intentBody.safeParse(request.body);
      if (!body.success) return refuse(reply);
      const secret = body.data.clientSecret;
      return forward(reply, 'GET', intentPath(secret), { client_secret: secret });
    });

    app.post('/intents/confirm', (request, reply) => {
      const body = confirmBody.safeParse(request.body);
      if (!body.success) return refuse(reply);
      const { clientSecret: secret, card, paymentMethod, billingDetails } = body.data;
      return forward(reply, 'POST', intentPath(secret, '/confirm'), {
        client_secret: secret,
        ...(paymentMethod === undefined ? {} : { payment_method: paymentMethod }),
        ...(card === undefined
          ? {}
          : {
              payment_method_data: {
                type: 'card',
                card: { number: card.number, exp_month: card.expMonth, exp_year: card.expYear, cvc: card.cvc },
                billing_details: billingDetails,
              },
            }),
      });
    });

    app.post('/intents/authenticate', (request, reply) => {
      const body = authenticateBody.safeParse(request.body);
      if (!body.success) return refuse(reply);
      const { clientSecret: secret, outcome } = body.data;
      return forward(reply, 'POST', `/v1/3ds2/${idOf(secret)}/authenticate`, { client_secret: secret, outcome });
    });

    app.post('/account-onboarding/claim', (request, reply) => {
      const body = claimBody.safeParse(request.body);
      if (!body.success) return refuse(reply);
      return forward(reply, 'POST', '/v1/account_sessions/claim', { client_secret: body.data.clientSecret });
    });

    app.post('/account-onboarding/submit', (request, reply) => {
      const body = onboardingBody.safeParse(request.body);
      if (!body.success) return refuse(reply);
      const form = body.data;
      return forward(reply, 'POST', '/v1/account_sessions/submit', {
        client_secret: form.clientSecret,
        individual: { first_name: form.firstName, last_name: form.lastName, dob: form.birthDate },
        bank_account: { routing_number: form.routingNumber, account_number: form.accountNumber },
        tos_accepted: form.agreesToTerms,
      });
    });
  };
}
