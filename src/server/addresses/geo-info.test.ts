import { once } from 'node:events';
import { createServer } from 'node:http';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addresses } from '../database/schema/profiles.ts';
import { buildCustomer, type Person } from '../testing/factories.ts';
import { createTestWorld, type TestWorld } from '../testing/world.ts';
import { locateAddresses } from './locating.ts';
import { pointOf } from './service.ts';

const found = { lat: '36.3500001', lon: '-94.2300002' };
const geocoder = createServer((request, response) => {
  streets.push(new URL(request.url ?? '', 'http://geocoder.test').searchParams.get('street'));
  if (isDown) response.writeHead(503);
  response.end(JSON.stringify([found]));
});
const streets: (string | null)[] = [];
let isDown = false;

let yardpack: TestWorld;
let person: Person;
beforeAll(async () => {
  geocoder.listen(0, '127.0.0.1');
  await once(geocoder, 'listening');
  const bound = geocoder.address();
  const port = typeof bound === 'object' ? bound?.port : undefined;
  yardpack = await createTestWorld({ GEOCODER_URL: `http://127.0.0.1:${port}/search` });
  person = await buildCustomer(yardpack);
});
afterAll(async () => {
  await yardpack.close();
  geocoder.close();
});

const ask = (query: { zipCode: string; streetAddress1?: string; city?: string; state?: string }) =>
  yardpack.call('getGeoInfo', { as: person.accessToken, query });

test('a zip code alone tells place, time zone and service area, without asking the geocoder', async () => {
  const before = streets.length;
  expect((await ask({ zipCode: '72712' })).body).toEqual({
    latitude: 36.3577,
    longitude: -94.2224,
    source: 'zip',
    precision: 'zip',
    timeZone: 'America/Chicago',
    inServiceArea: true,
    place: { city: 'Bentonville', state: 'AR' },
    matches: { city: true, state: true },
  });
  expect((await ask({ zipCode: '85001' })).body).toMatchObject({ timeZone: 'America/Phoenix', inServiceArea: false });
  expect(streets).toHaveLength(before);
});

test('a street is looked up', async () => {
  const { body } = await ask({ zipCode: '72712', streetAddress1: '200 Main St', city: 'Bentonville', state: 'AR' });
  expect(body).toMatchObject({ source: 'geocoder', latitude: 36.3500001, longitude: -94.2300002 });
  expect(streets.at(-1)).toBe('200 Main St');
});

test.each([
  ['Bentonville', 'AR', true, true],
  [' BENTONVILLE ', 'Arkansas', true, true],
  ['Rogers', 'AR', false, true],
  ['Bentonville', 'MO', true, false],
])('72712 and %j, %s: city %s, state %s', async (city, state, cityFits, stateFits) => {
  const { body } = await ask({ zipCode: '72712', city, state });
  expect(body.matches).toEqual({ city: cityFits, state: stateFits });
});

test.each([
  ['63103', 'St. Louis'],
  ['63103', 'Saint Louis'],
  ['72901', 'Ft Smith'],
  ['72901', 'fort-smith'],
])('%s fits %s, however it is written', async (zipCode, city) => {
  expect((await ask({ zipCode, city })).body.matches.city).toBe(true);
});

test('a zip code that does not exist, and one that is none, are refused by name', async () => {
  const unknown = await ask({ zipCode: '00000', streetAddress1: '1 Main St' });
  expect([unknown.status, unknown.error.errorCode, unknown.error.fields]).toEqual([
    400,
    'INVALID_INPUT',
    [{ path: 'querystring.zipCode', message: 'We do not know this zip code.' }],
  ]);
  const wrong = await ask({ zipCode: '7271' });
  expect(wrong.error.fields).toEqual([
    { path: 'querystring.zipCode', message: 'Please give a zip code of five digits.' },
  ]);
  expect((await yardpack.call('getGeoInfo', { query: { zipCode: '72712' } })).status).toBe(401);
});

const street = { streetAddress1: '9 Elm St', city: 'Rogers', state: 'AR', zipCode: '72756', country: 'US' };
const create = (details: object = {}) =>
  yardpack.call('createAddress', {
    as: person.accessToken,
    params: { profileId: person.profileId },
    body: { ...street, ...details },
  });
const update = (addressId: string, details: object) =>
  yardpack.call('updateAddress', {
    as: person.accessToken,
    params: { addressId },
    body: { ...street, label: 'Home', primaryAddress: false, ...details },
  });
async function placeOf(id: string) {
  const [row] = await yardpack.world.database.select().from(addresses).where(eq(addresses.id, id));
  return row && (await pointOf(row));
}

test('an address is located when it is added, and again only when it moves', async () => {
  const { id } = (await create()).body.address;
  expect(await placeOf(id)).toEqual({ latitude: 36.3500001, longitude: -94.2300002 });
  const before = streets.length;
  await update(id, { label: 'Shed', gateNotes: 'Round the back.' });
  expect(streets).toHaveLength(before);
  isDown = true;
  const moved = await update(id, { streetAddress1: '10 Elm St' });
  isDown = false;
  expect(moved.status).toBe(200);
  expect(await placeOf(id)).toEqual({ latitude: 36.3363, longitude: -94.1148 });
});

test('an address in a place that nobody knows is saved without one', async () => {
  isDown = true;
  const { status, body } = await create({ zipCode: '00000' });
  isDown = false;
  expect([status, await placeOf(body.address.id)]).toEqual([200, undefined]);
});

test('an address that was never located lies in the middle of its zip code', async () => {
  expect(await placeOf(person.addressId)).toEqual({ latitude: 36.3577, longitude: -94.2224 });
  await yardpack.world.database
    .update(addresses)
    .set({ latitude: null, longitude: null })
    .where(eq(addresses.id, person.addressId));
  expect(await placeOf(person.addressId)).toEqual({ latitude: 36.3577, longitude: -94.2224 });
});

test('the sweep locates what no geocoder has said anything of, and stops when it fails', async () => {
  const { database } = yardpack.world;
  await database.update(addresses).set({ precision: 'zip' });
  const newcomer = await buildCustomer(yardpack);
  const shown = async () =>
    (await yardpack.call('getAddress', { as: newcomer.accessToken, params: { addressId: newcomer.addressId } })).body
      .address;
  expect((await shown()).precision).toBeUndefined();
  isDown = true;
  await locateAddresses(yardpack.world);
  isDown = false;
  expect((await shown()).precision).toBeUndefined();
  await locateAddresses(yardpack.world);
  const { precision, version } = await shown();
  expect([precision, version]).toEqual(['street', 1]);
  expect(await placeOf(newcomer.addressId)).toEqual({ latitude: 36.3500001, longitude: -94.2300002 });
  const before = streets.length;
  await locateAddresses(yardpack.world);
  expect(streets).toHaveLength(before);
});

test.each([
  ['20001', 'Washington', 'DC', 'America/New_York'],
  ['00901', 'San Juan', 'PR', 'America/Puerto_Rico'],
  ['96910', 'Hagatna', 'GU', 'Pacific/Guam'],
  ['09009', 'APO', 'AE', null],
  ['96201', 'APO', 'AP', null],
])('%s is %s, %s', async (zipCode, city, state, timeZone) => {
  const { status, body } = await ask({ zipCode, city, state });
  expect([status, body.timeZone, body.matches]).toEqual([200, timeZone, { city: true, state: true }]);
  expect((await ask({ zipCode, state: 'AR' })).body.matches.state).toBe(false);
});
