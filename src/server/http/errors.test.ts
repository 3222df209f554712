import Fastify, { type FastifyInstance, LogController } from 'fastify';
import Stripe from 'stripe';
import { afterEach, expect, test } from 'vitest';
import { invalid, registerErrors } from './errors.ts';

let app: FastifyInstance;
afterEach(() => app.close());

/** @returns the answer and the log of a call whose handler throws this */
async function answerTo(error: unknown) {
  const logged: string[] = [];
  app = Fastify({ logger: { level: 'error', stream: { write: (line: string) => logged.push(line) } } });
  registerErrors(app);
  app.get('/', () => Promise.reject(error));
  const response = await app.inject('/');
  return { status: response.statusCode, body: response.json(), logged };
}

test.each([400, 402, 404, 413, 415, 429])(
  "an answer %i of Stripe is not the caller's fault, and is logged",
  async (statusCode) => {
    const error = Stripe.errors.StripeError.generate({
      type: 'invalid_request_error',
      message: 'No such customer: cus_secret',
      code: 'resource_missing',
      statusCode,
    });
    const { status, body, logged } = await answerTo(error);
    expect([status, body.errorCode]).toEqual([500, 'INTERNAL_ERROR']);
    expect(JSON.stringify(body)).not.toContain('cus_secret');
    expect(logged.join()).toContain('cus_secret');
  },
);

test('what the server could not read is the fault of the caller', async () => {
  app = Fastify({ bodyLimit: 20 });
  registerErrors(app);
  app.post('/', () => 'ok');
  const post = async (type: string, payload: string) =>
    (await app.inject({ method: 'POST', url: '/', headers: { 'content-type': type }, payload })).statusCode;
  expect(await post('application/json', '{"a":')).toBe(400);
  expect(await post('application/json', '{"__proto__":{}}')).toBe(400);
  expect(await post('application/json', '')).toBe(400);
  expect(await post('application/json', '"'.repeat(21))).toBe(413);
  expect(await post('image/png', 'x')).toBe(415);
});

test('a call that is refused is found in the log by its trace id, at debug level only, without what was typed', async () => {
  for (const [level, lines] of [
    ['debug', 1],
    ['info', 0],
  ] as const) {
    const logged: string[] = [];
    app = Fastify({
      ...{ genReqId: () => '01926f00-0000-7000-8000-000000000001' },
      logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'traceId' }),
      logger: { level, stream: { write: (line: string) => logged.push(line) } },
    });
    registerErrors(app);
    app.post('/things', () => Promise.reject(invalid('body.name', 'Ada Secret is no name')));
    const { body, statusCode } = await app.inject({ method: 'POST', url: '/things' });
    expect([statusCode, JSON.parse(body).traceId]).toEqual([400, '01926f00-0000-7000-8000-000000000001']);
    expect(logged).toHaveLength(lines);
    for (const line of logged) {
      expect(JSON.parse(line)).toMatchObject({
        ...{ traceId: '01926f00-0000-7000-8000-000000000001', event: 'refused', status: 400, method: 'POST' },
        ...{ errorCode: 'INVALID_INPUT', url: '/things', fields: ['body.name'] },
      });
      expect(line).not.toContain('Secret');
    }
    await app.close();
  }
});
