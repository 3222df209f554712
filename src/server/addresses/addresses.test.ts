import { randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NewAddress } from '#contract/addresses.ts';
import { usStateCodes } from '#domain/us-states.ts';
import { buildCustomer, buildEmployee, type Person } from '../testing/factories.ts';
import { createTestWorld, type TestWorld } from '../testing/world.ts';

let yardpack: TestWorld;
beforeAll(async () => {
  yardpack = await createTestWorld();
});
afterAll(() => yardpack.close());

let shared: Promise<Person> | undefined;
/** For all tests that change nothing. */
const customer = () => {
  shared ??= buildCustomer(yardpack);
  return shared;
};

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

test('a label that is the street follows it, and one that somebody has given stays', async () => {
  const person = await buildCustomer(yardpack);
  const { address } = (await create(person)).body;
  expect(address.label).toBe('200 Main St');
  const change = async (details: object) => {
    const { version } = (await list(person)).find(({ id }) => id === address.id) ?? {};
    return (await update(person, address.id, { version, primaryAddress: false, ...details })).body.address;
  };
  const streetAddress1 = '500 Oak St';
  expect(await change({ label: '200 Main St', streetAddress1 })).toMatchObject({ label: '500 Oak St', streetAddress1 });
  expect(await change({ label: 'Home', streetAddress1 })).toMatchObject({ label: 'Home' });
  expect(await change({ label: 'Home', streetAddress1: '7 Elm St' })).toMatchObject({ label: 'Home' });
  expect(await change({ label: '7 Elm St', streetAddress1: '7 Elm St' })).toMatchObject({ label: '7 Elm St' });
  expect(await change({ label: '7 Elm St', streetAddress1: '9 Elm St' })).toMatchObject({ label: '9 Elm St' });
});

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

test("a stranger's address, one that nobody has and what is no id answer alike, or by their form", async () => {
  const [person, other] = [await buildCustomer(yardpack), await buildCustomer(yardpack)];
  const as = other.accessToken;
  for (const addressId of [person.addressId, randomUUIDv7()]) {
    const answers = [
      await update(other, addressId),
      await yardpack.call('getAddress', { as, params: { addressId } }),
      await yardpack.call('archiveAddress', { as, params: { addressId } }),
    ];
    expect(answers.map(({ status, error }) => [status, error.message])).toEqual(
      answers.map(() => [404, 'Address not found']),
    );
  }
  expect((await yardpack.call('archiveAddress', { as, params: { addressId: 'mine' } })).status).toBe(400);
  expect((await yardpack.call('archiveAddress', { params: { addressId: person.addressId } })).status).toBe(401);
  expect((await create(person, {})).status).toBe(200);
  const foreign = await yardpack.call('createAddress', { as, params: { profileId: person.profileId }, body: street });
  expect([foreign.status, foreign.error.message]).toEqual([404, 'Profile not found']);
  expect(await list(person)).toHaveLength(2);
});

const filled = (length: number) => 'x'.repeat(length);

test.each([
  ['streetAddress1', undefined, 'Address is required'],
  ['streetAddress1', '   ', 'Address is required'],
  ['streetAddress1', filled(201), 'Please use at most 200 characters.'],
  ['streetAddress1', '\u200b\u00a0', 'Address is required'],
  ['streetAddress2', filled(201), 'Please use at most 200 characters.'],
  ['city', '', 'City is required'],
  ['state', undefined, 'State is required.'],
  ['state', 'XX', 'Please give a state as two capital letters, such as AR.'],
  ['state', 'Arkansas', 'Please give a state as two capital letters, such as AR.'],
  ['state', 'ar', 'Please give a state as two capital letters, such as AR.'],
  ['zipCode', '', 'Zip Code is required.'],
  ['zipCode', '7271', 'Please give a zip code of five digits.'],
  ['zipCode', '72712-12', 'Please give a zip code of five digits.'],
  ['gateNotes', filled(1001), 'Please use at most 1000 characters.'],
  ['dogNotes', filled(1001), 'Please use at most 1000 characters.'],
])('%s is held to its rule on both ways in: %j', async (field, value, message) => {
  const person = await customer();
  for (const { status, error } of [
    await create(person, { [field]: value }),
    await update(person, person.addressId, { [field]: value }),
  ]) {
    expect([status, error.errorCode, error.fields]).toEqual([
      400,
      'INVALID_INPUT',
      [{ path: `body.${field}`, message }],
    ]);
  }
});

test('what was pasted is kept clean, whichever way it comes in', async () => {
  const person = await buildCustomer(yardpack);
  const typed = {
    streetAddress1: '\u202d200\u00a0 Main\u200b St\u202c ',
    streetAddress2: 'Apt 3\u20114\r\n',
    city: ' Benton\u00adville',
    zipCode: ' 727121234',
    gateNotes: 'Left.\r\n\u200ePush.\u0000',
  };
  const clean = {
    streetAddress1: '200 Main St',
    streetAddress2: 'Apt 3-4',
    city: 'Bentonville',
    zipCode: '72712-1234',
    gateNotes: 'Left.\nPush.',
  };
  expect((await create(person, typed)).body.address).toMatchObject(clean);
  expect((await update(person, person.addressId, typed)).body.address).toMatchObject(clean);
});

test('the label is required outside new mode, and the country is the United States', async () => {
  const person = await customer();
  const unnamed = await update(person, person.addressId, { label: ' ' });
  expect(unnamed.error.fields).toEqual([{ path: 'body.label', message: 'Label is required' }]);
  expect((await update(person, person.addressId, { country: 'CA' })).error.fields?.[0]?.path).toBe('body.country');
  expect((await create(person, { country: 'CA' })).error.fields?.[0]?.path).toBe('body.country');
});

test('what is exactly as long as it may be is kept', async () => {
  const person = await buildCustomer(yardpack);
  const longest = { streetAddress1: filled(200), city: filled(200), gateNotes: filled(1000), dogNotes: filled(1000) };
  const { status, body } = await create(person, longest);
  expect([status, body.address]).toEqual([200, expect.objectContaining({ ...longest, label: filled(200) })]);
});

test('the 50 states come first, then D.C., the territories and the military; each may be in an address', () => {
  expect(new Set(usStateCodes).size).toBe(59);
  expect(usStateCodes.slice(49)).toEqual(['WY', 'DC', 'PR', 'AS', 'GU', 'MP', 'VI', 'AA', 'AE', 'AP']);
  for (const state of usStateCodes) expect(NewAddress.safeParse({ ...street, state }).success, state).toBe(true);
});

test('notes are kept line by line, left alone by a form that does not speak of them, and taken away', async () => {
  const person = await buildCustomer(yardpack);
  const notes = { gateNotes: 'White gate.\nLift, then push.', dogNotes: 'Rex barks.' };
  const { body } = await create(person, notes);
  const addressId = body.address.id;
  expect(body.address).toMatchObject(notes);
  expect((await update(person, addressId)).body.address).toMatchObject(notes);
  const { gateNotes, dogNotes } = (await update(person, addressId, { gateNotes: '', dogNotes: 'Rex sleeps.' })).body
    .address;
  expect([gateNotes, dogNotes]).toEqual([undefined, 'Rex sleeps.']);
  const staff = await buildEmployee(yardpack);
  const seen = await yardpack.call('getAddress', { as: staff.accessToken, params: { addressId } });
  expect(seen.body.address.dogNotes).toBe('Rex sleeps.');
  const refused = await update(await buildCustomer(yardpack), addressId);
  expect([refused.status, refused.error.message]).toEqual([404, 'Address not found']);
});

test('of two people who change the same version, the second is told and nothing of the first is lost', async () => {
  const person = await buildCustomer(yardpack);
  const { version } = (await list(person))[0] ?? {};
  const change = (label: string) => update(person, person.addressId, { label, version });
  expect((await update(person, person.addressId, { version: 2_147_483_648 })).error.fields?.[0]?.path).toBe(
    'body.version',
  );
  const answers = await Promise.all(['A', 'B', 'C', 'D'].map(change));
  const [saved, ...more] = answers.filter(({ status }) => status === 200);
  expect(more).toEqual([]);
  const refused = answers.filter(({ status }) => status === 409);
  expect(refused.map(({ error }) => [error.errorCode, error.message])).toEqual(
    Array.from({ length: 3 }, () => [
      'CONFLICT',
      'This address was changed by somebody else in the meantime. What you typed is still here.',
    ]),
  );
  expect(await list(person)).toEqual([saved?.body.address]);
  const next = await update(person, person.addressId, { label: 'E', version: saved?.body.address.version });
  expect(next.status).toBe(200);
});

test('who takes the place of the primary address changes that one too', async () => {
  const person = await buildCustomer(yardpack);
  const [old] = await list(person);
  await create(person, { primaryAddress: true });
  const { status } = await update(person, person.addressId, { version: old?.version });
  expect(status).toBe(409);
});
