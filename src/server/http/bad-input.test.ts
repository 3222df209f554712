import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract, type EndpointName } from '#contract/contract.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { ErrorBody } from '#contract/errors.ts';
import { buildCustomer, buildEmployee, buildWorker, type Person } from '../testing/factories.ts';
import { createTestWorld, type TestWorld } from '../testing/world.ts';

let yardpack: TestWorld;
let people: Person[];
let calls = 0;
beforeAll(async () => {
  yardpack = await createTestWorld();
  people = [await buildCustomer(yardpack), await buildWorker(yardpack), await buildEmployee(yardpack)];
});
afterAll(() => yardpack.close());

const endpoints = Object.entries(contract as Record<string, Endpoint>) as [EndpointName, Endpoint][];
const junk = fc.oneof(
  fc.anything({ withBigInt: false, withNullPrototype: false }),
  fc.constantFrom('\u0000', 'x'.repeat(100_000), -1, 1e308, 2 ** 53, '2026-02-30', { toString: 'x' }),
);
/** Bodies with the schema's names and junk as values. */
const bodyOf = (endpoint: Endpoint) => {
  const def = endpoint.body._zod.def as { shape?: Record<string, unknown> };
  const names = Object.keys(def.shape ?? {});
  const nearly = fc.record(Object.fromEntries(names.map((name) => [name, junk])), { requiredKeys: [] });
  return fc.oneof(junk, nearly);
};

const own = (endpoint: Endpoint, person: Person) =>
  endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => (name === 'userId' ? person.userId : person.profileId));

test.each(endpoints)('%s answers junk with a clear error, never with a failure of its own', async (name, endpoint) => {
  if (endpoint.method === 'GET') return await expectClearErrors(name, endpoint, undefined);
  await fc.assert(
    fc.asyncProperty(bodyOf(endpoint), async (body) => {
      await expectClearErrors(name, endpoint, JSON.stringify(body) ?? '{"":');
    }),
    { numRuns: 12 },
  );
});

async function expectClearErrors(name: EndpointName, endpoint: Endpoint, payload: string | undefined): Promise<void> {
  for (const person of people) {
    for (const url of [
      own(endpoint, person),
      own(endpoint, person).replace(/[0-9a-f-]{36}/, "'; drop table users; --"),
    ]) {
      calls += 1;
      const response = await yardpack.app.inject({
        // Each call comes from another address, so that limits do not refuse it.
        remoteAddress: `10.0.${calls >> 8}.${calls & 255}`,
        method: endpoint.method,
        url: encodeURI(url),
        headers: {
          authorization: `Bearer ${person.accessToken}`,
          ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(payload === undefined ? {} : { payload }),
      });
      if (response.statusCode < 400 || response.statusCode === 501) continue;
      expect(response.statusCode, `${name} ${url} ${payload} ${response.body}`).toBeLessThan(500);
      const error = ErrorBody.parse(response.json());
      if (response.statusCode === 400) expect(error.fields?.length, `${name} ${payload}`).toBeGreaterThan(0);
    }
  }
}

test('a body that is too large is refused', async () => {
  const { status, error } = await yardpack.call('signIn', { body: { username: 'x'.repeat(2_000_000), password: 'x' } });
  expect([status, error.errorCode]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
});

test('what is not JSON is refused', async () => {
  const post = (type: string, payload: string) =>
    yardpack.app.inject({ method: 'POST', url: '/v1/sign-in', headers: { 'content-type': type }, payload });
  expect((await post('text/plain', 'username=x')).statusCode).toBe(415);
  expect((await post('application/x-www-form-urlencoded', 'username=x')).statusCode).toBe(415);
  const broken = await post('application/json', '{"username":');
  expect(broken.statusCode).toBe(400);
  expect(ErrorBody.parse(broken.json()).fields?.[0]?.path).toBe('body');
});

test('a path that does not exist is a 404 in the shape of every error', async () => {
  const response = await yardpack.app.inject('/v1/no-such-thing');
  expect([response.statusCode, ErrorBody.parse(response.json()).errorCode]).toEqual([404, 'NOT_FOUND']);
});
