import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from './app.ts';
import { freePort } from './free-port.ts';
import { createJobHandlers } from './sweep.ts';
import { buildCustomer, type Person } from './testing/factories.ts';
import { createTestWorld, type TestWorld } from './testing/world.ts';
import { openTracing } from './tracing.ts';

type SpanSent = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  status?: { code?: number };
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
};

const port = await freePort();
const sent: { path: string | undefined; body: string }[] = [];
/** A collector of traces, as far as we ask one. */
const collector = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  sent.push({ path: request.url, body });
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
});

let yardpack: TestWorld;
let person: Person;
beforeAll(async () => {
  await new Promise<void>((resolve) => collector.listen(port, '127.0.0.1', resolve));
  yardpack = await createTestWorld();
  // What is traced of it stays so.
  yardpack.spoil();
  person = await buildCustomer(yardpack);
});
afterAll(async () => {
  await yardpack.close();
  collector.close();
});

/** @returns the spans of what happens meanwhile */
async function traced(
  act: (
    app: Awaited<ReturnType<typeof createApp>>,
    world: TestWorld['world'],
    jobs: ReturnType<typeof createJobHandlers>,
  ) => Promise<unknown>,
): Promise<SpanSent[]> {
  sent.length = 0;
  const tracing = openTracing(`http://127.0.0.1:${port}/`, ['web']);
  const world = tracing.traceOutside(yardpack.world);
  const app = await createApp(world, { tracing });
  await act(app, world, tracing.traceJobs(createJobHandlers(world)));
  await app.close();
  await tracing.stop();
  expect(new Set(sent.map(({ path }) => path))).toEqual(new Set(['/v1/traces']));
  return sent.flatMap(({ body }) =>
    JSON.parse(body).resourceSpans.flatMap((resource: { scopeSpans: { spans: SpanSent[] }[] }) =>
      resource.scopeSpans.flatMap(({ spans }) => spans),
    ),
  );
}

const attribute = (span: SpanSent | undefined, name: string) => {
  const { stringValue, intValue } = span?.attributes.find(({ key }) => key === name)?.value ?? {};
  return stringValue ?? intValue;
};

test('a call is a span under that of its caller, and its statements are spans under it, without any value', async () => {
  const spans = await traced(async (app) => {
    const answer = await app.inject({
      url: `/v1/profiles/${person.profileId}`,
      headers: {
        authorization: `Bearer ${person.accessToken}`,
        traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      },
    });
    expect(answer.statusCode).toBe(200);
  });
  const call = spans.find(({ name }) => name === 'GET /v1/profiles/:profileId');
  expect(call).toMatchObject({ traceId: '0af7651916cd43dd8448eb211c80319c', parentSpanId: 'b7ad6b7169203331' });
  expect(attribute(call, 'http.response.status_code')).toBe(200);
  const statements = spans.filter((span) => attribute(span, 'db.system.name') === 'postgresql');
  expect(statements.length).toBeGreaterThan(1);
  for (const { parentSpanId, traceId } of statements)
    expect([parentSpanId, traceId]).toEqual([call?.spanId, call?.traceId]);
  const all = sent.map(({ body }) => body).join('');
  for (const value of [person.profileId, person.accessToken, person.username, person.userId])
    expect(all).not.toContain(value);
});

test('a call with a body that writes has its statements, its calls to Stripe, and its mail is that of a job', async () => {
  const spans = await traced(async (app, world, jobs) => {
    const answer = await app.inject({
      method: 'POST',
      url: '/v1/send-inquiry',
      payload: { from: 'hazel@private.example', subject: 'Yard', message: 'How much is it?' },
    });
    expect(answer.statusCode).toBe(200);
    await jobs['deliver-messages']({});
    await world.stripe.customers.list({ limit: 1 });
    await expect(world.stripe.customers.retrieve('cus_none')).rejects.toThrow();
  });
  const byName = (name: string) => spans.filter((span) => span.name === name);
  const [call] = byName('POST /v1/send-inquiry');
  expect(spans.filter(({ parentSpanId }) => parentSpanId === call?.spanId).length).toBeGreaterThan(2);
  const [job] = byName('job deliver-messages');
  expect(new Set(byName('send mail').map(({ parentSpanId }) => parentSpanId))).toEqual(new Set([job?.spanId]));
  expect(byName('stripe GET /v1/customers')).toHaveLength(1);
  expect(byName('stripe GET /v1/customers/:id')).toMatchObject([{ status: { code: 2 } }]);
  expect(sent.map(({ body }) => body).join('')).not.toMatch(/hazel|How much|cus_none/);
});

test('a collector that is not there keeps nobody', async () => {
  const tracing = openTracing(`http://127.0.0.1:${await freePort()}`, ['web']);
  const app = await createApp(tracing.traceOutside(yardpack.world), { tracing });
  expect((await app.inject('/v1/client-config')).statusCode).toBe(200);
  await app.close();
  const begun = performance.now();
  await tracing.stop();
  expect(performance.now() - begun).toBeLessThan(9000);
});
