import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildCustomer, type Person } from '../testing/factories.ts';
import { createTestWorld, type TestWorld } from '../testing/world.ts';

let yardpack: TestWorld;
beforeAll(async () => {
  yardpack = await createTestWorld();
});
afterAll(() => yardpack.close());

const street = { streetAddress1: '200 Main St', city: 'Bentonville', state: 'AR', zipCode: '72712', country: 'US' };
const create = (person: Person, details: object = {}) =>
  yardpack.call('createAddress', {
    as: person.accessToken,
    params: { profileId: person.profileId },
    body: { ...street, ...details },
  });
const update = (person: Person, addressId: string, details: object = {}) =>
  yardpack.call('updateAddress', {
    as: person.accessToken,
    params: { addressId },
    body: { ...street, label: 'Home', primaryAddress: true, ...details },
  });
const list = async (person: Person) =>
  (await yardpack.call('listAddresses', { as: person.accessToken, params: { profileId: person.profileId } })).body
    .addresses;
const primaries = async (person: Person) => (await list(person)).filter(({ primaryAddress }) => primaryAddress);

test('a new primary address takes the place of the old one', async () => {
  const person = await buildCustomer(yardpack);
  const { body } = await create(person, { primaryAddress: true });
  expect(await primaries(person)).toEqual([body.address]);
  expect((await update(person, person.addressId)).status).toBe(200);
  expect((await primaries(person)).map(({ id }) => id)).toEqual([person.addressId]);
});

test('primary addresses that are added or changed at the same moment leave one', async () => {
  const person = await buildCustomer(yardpack);
  for (let round = 0; round < 5; round += 1) {
    const added = await Promise.all([1, 2, 3].map(() => create(person, { primaryAddress: true })));
    expect(added.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await primaries(person)).toHaveLength(1);
    const changed = await Promise.all(added.map(({ body }) => update(person, body.address.id)));
    expect(changed.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await primaries(person)).toHaveLength(1);
  }
});

test('an id in a body that differs from the one in the path is refused by name', async () => {
  const [person, other] = [await buildCustomer(yardpack), await buildCustomer(yardpack)];
  const added = await create(person, { profileId: other.profileId });
  expect([added.status, added.error.fields?.[0]?.path]).toEqual([400, 'body.profileId']);
  const changed = await update(person, person.addressId, { id: other.addressId });
  expect([changed.status, changed.error.fields?.[0]?.path]).toEqual([400, 'body.id']);
  expect((await update(person, person.addressId, { id: person.addressId.toUpperCase() })).status).toBe(200);
});

test("a stranger's address cannot be changed", async () => {
  const [person, other] = [await buildCustomer(yardpack), await buildCustomer(yardpack)];
  const { status, error } = await update(other, person.addressId);
  expect([status, error.message]).toEqual([404, 'Address not found']);
});
