import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '#contract/contract.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { buildCustomer, type Person, someAddress } from '../testing/factories.ts';
import { createTestWorld, type TestWorld } from '../testing/world.ts';

let yardpack: TestWorld;
beforeAll(async () => {
  yardpack = await createTestWorld();
});
afterAll(() => yardpack.close());

const address = { streetAddress1: '7 New St', city: 'Rogers', state: 'AR', zipCode: '72756', country: 'US' };
const addAddress = (person: Person) =>
  yardpack.call('createAddress', {
    as: person.accessToken,
    params: { profileId: person.profileId },
    body: address,
    address: someAddress(),
  });

test('a person adds sixty addresses in an hour, from wherever; others are no worse off', async () => {
  const [person, other] = [await buildCustomer(yardpack), await buildCustomer(yardpack)];
  for (let time = 0; time < 60; time += 1) expect((await addAddress(person)).status).toBe(200);
  const refused = await addAddress(person);
  expect([refused.status, refused.error.errorCode]).toEqual([429, 'TOO_MANY_REQUESTS']);
  expect((await addAddress(other)).status).toBe(200);
});

test('what costs us or others something has a limit for whoever is signed in', () => {
  const limited = Object.entries(contract as Record<string, Endpoint>)
    .filter(([, { limit }]) => limit?.by === 'user')
    .map(([name]) => name);
  expect(limited).toEqual(
    expect.arrayContaining(['createAddress', 'createEngagement', 'createPaymentMethodSetupIntent', 'createProfile']),
  );
  const writes = Object.entries(contract as Record<string, Endpoint>).filter(
    ([, { method, access }]) => method !== 'GET' && access.who === 'signedIn',
  );
  expect(writes.filter(([, { limit }]) => !limit).map(([name]) => name)).toEqual([]);
});

test('calls of people who are signed in are counted by person, all others by address', () => {
  const counted = Object.entries(contract as Record<string, Endpoint>).flatMap(([name, { access, limit }]) =>
    limit ? [{ name, isRight: limit.by === (access.who === 'signedIn' ? 'user' : 'address') }] : [],
  );
  expect(counted.filter(({ isRight }) => !isRight)).toEqual([]);
  expect(counted.map(({ name }) => name)).toEqual(expect.arrayContaining(['refundBill', 'giveCredit', 'signUp']));
});

test('whoever writes without end is told when to come back; others, and what only reads, go on', async () => {
  const [person, other] = [await buildCustomer(yardpack), await buildCustomer(yardpack)];
  const write = ({ accessToken, userId }: Person) =>
    yardpack.app.inject({
      method: 'DELETE',
      url: `/v1/users/${userId}/sessions/${randomUUID()}`,
      headers: { authorization: `Bearer ${accessToken}` },
    });
  const answers = await Promise.all(Array.from({ length: 241 }, () => write(person)));
  const refused = answers.filter(({ statusCode }) => statusCode === 429);
  expect(refused).toHaveLength(1);
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
  expect(Number(refused[0]?.headers['retry-after'])).toBeLessThanOrEqual(60);
  expect((await write(other)).statusCode).toBe(404);
  const params = { userId: person.userId };
  expect((await yardpack.call('listProfiles', { as: person.accessToken, params })).status).toBe(200);
  await yardpack.advance('PT1M');
  expect((await write(person)).statusCode).toBe(404);
});
