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
});
