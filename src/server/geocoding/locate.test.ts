import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { areaOf, firstArea } from '#domain/service-cities.ts';
import { readConfig } from '../config.ts';
import { distanceKm } from './coordinates.ts';
import { locate } from './locate.ts';
import { findZip } from './zip-codes.ts';

const address = {
  streetAddress1: '200 Main St & 2nd',
  streetAddress2: 'Apt 3',
  city: 'Bentonville',
  state: 'AR',
  zipCode: '72712-1234',
  country: 'US',
};
const middleOfZip = { latitude: 36.3577, longitude: -94.2224, source: 'zip' };
const notAnswered = { ...middleOfZip, precision: null };
const notKnown = { ...middleOfZip, precision: 'zip' };
const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** Starts a geocoder, and makes a world that asks it. */
async function geocoder(answer: RequestListener) {
  const asked: { url: URL; userAgent: string | undefined }[] = [];
  const server = createServer((request, response) => {
    asked.push({
      url: new URL(request.url ?? '', 'http://geocoder.test'),
      userAgent: request.headers['user-agent'],
    });
    answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('It listens on no port');
  return { asked, ...worldOf(`http://127.0.0.1:${bound.port}/search?key=k%26y`) };
}

function worldOf(geocoderUrl: string) {
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  const config = readConfig({ GEOCODER_URL: geocoderUrl });
  return { lines, world: { config, log, publicUrl: 'https://yardpack.example' } };
}

const answering = (body: unknown, status = 200) =>
  geocoder((_, response) => response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body)));

test('the geocoder is asked in the form of Nominatim, and its answer is taken', async () => {
  const { world, asked, lines } = await answering([{ lat: '36.3728539', lon: '-94.2088172', place_rank: 30 }]);
  expect(await locate(world, address)).toEqual({
    latitude: 36.3728539,
    longitude: -94.2088172,
    source: 'geocoder',
    precision: 'rooftop',
  });
  expect(asked.map(({ url }) => [url.pathname, Object.fromEntries(url.searchParams)])).toEqual([
    [
      '/search',
      {
        key: 'k&y',
        street: '200 Main St & 2nd',
        city: 'Bentonville',
        state: 'Arkansas',
        postalcode: '72712',
        country: 'US',
        format: 'jsonv2',
        limit: '1',
      },
    ],
  ]);
  expect(asked[0]?.userAgent).toBe('Yardpack (https://yardpack.example)');
  expect(lines).toEqual([]);
});

test('without a street, or without a geocoder, the middle of the zip code is the answer', async () => {
  const { world, asked } = await answering([{ lat: '36.37', lon: '-94.2' }]);
  expect(await locate(world, { zipCode: '72712' })).toEqual(notAnswered);
  expect(asked).toEqual([]);
  expect(await locate(worldOf('').world, address)).toEqual(notAnswered);
});

test.each([
  ['an error', 'Too many requests', 429],
  ['another language', '<html>Hello</html>', 200],
  ['another shape', { results: [] }, 200],
  ['no number', [{ lat: '', lon: null }], 200],
  ['a place that is not on the earth', [{ lat: '361.2', lon: '-94.2' }], 200],
  ['another address of that name', [{ lat: '40.7484', lon: '-73.9967' }], 200],
])('a geocoder that answers with %s is passed over, which is logged', async (what, body, status) => {
  const { world, lines } = await answering(body, status);
  const isFarOff = what.startsWith('another address');
  expect(await locate(world, address)).toEqual(isFarOff ? notKnown : notAnswered);
  expect(lines).toHaveLength(1);
  expect(lines.join()).not.toMatch(/k%26y|Main St/);
});

test('an address that the geocoder does not know lies in the middle of its zip code', async () => {
  const { world, lines } = await answering([]);
  expect(await locate(world, address)).toEqual(notKnown);
  expect(lines).toEqual([]);
});

test('a geocoder that says nothing is given up on after three seconds, one that is not there at once', async () => {
  const { world, lines } = await geocoder(() => {});
  expect(await locate(world, address)).toEqual(notAnswered);
  expect(lines).toHaveLength(1);

  const gone = worldOf('http://127.0.0.1:1/search');
  expect(await locate(gone.world, address)).toEqual(notAnswered);
  expect(gone.lines).toHaveLength(1);
});

/** A geocoder that knows one house, by its street alone. */
const knowing = (match: object) =>
  geocoder((request, response) => {
    const street = new URL(request.url ?? '', 'http://geocoder.test').searchParams.get('street');
    response.end(JSON.stringify(street === '200 Main St' ? [{ lat: '36.3728', lon: '-94.2088', ...match }] : []));
  });

test.each([
  ['200 Main St', 'Apt 3', 1],
  ['200 Main St Apt 3', undefined, 2],
  ['200 Main St, Unit #4', undefined, 2],
  ['200 Main St Lot 12', 'Gate B', 2],
  ['Apt 3', '200 Main St', 2],
  ['Casa Blanca', '200 Main St #3', 2],
])('%j with %j is found at its house, after %d questions', async (streetAddress1, streetAddress2, questions) => {
  const { world, asked } = await knowing({ place_rank: 30 });
  expect(await locate(world, { ...address, streetAddress1, streetAddress2 })).toMatchObject({
    source: 'geocoder',
    precision: 'rooftop',
  });
  expect(asked).toHaveLength(questions);
});

test.each([
  [{ place_rank: 30 }, 'rooftop'],
  [{ place_rank: 26 }, 'street'],
  [{ place_rank: 16 }, 'zip'],
  [{ category: 'building' }, 'rooftop'],
  [{ class: 'place', type: 'house' }, 'rooftop'],
  [{ class: 'highway', type: 'residential' }, 'street'],
  [{ class: 'place', type: 'postcode' }, 'zip'],
  [{ category: 'boundary', type: 'administrative' }, 'zip'],
  [{}, 'street'],
])(
  'a match like %j is known to the %s; the middle of a town is no better than that of the zip code',
  async (match, precision) => {
    const { world } = await knowing(match);
    const found = await locate(world, { ...address, streetAddress1: '200 Main St' });
    expect(found).toMatchObject(precision === 'zip' ? notKnown : { source: 'geocoder', precision });
  },
);

test('a geocoder that cannot read an address is asked again without the unit, and does not count as failed', async () => {
  const { world, asked, lines } = await answering('Bad request', 400);
  expect(await locate(world, { ...address, streetAddress1: '200 Main St #4' })).toEqual(notKnown);
  expect([asked.length, lines]).toEqual([2, []]);
});

test('a zip code that the table lacks is left to the geocoder', async () => {
  const { world } = await answering([{ lat: '36.4', lon: '-94.3' }]);
  expect(await locate(world, { ...address, zipCode: '00000' })).toMatchObject({ source: 'geocoder' });
  expect(await locate(worldOf('').world, { ...address, zipCode: '00000' })).toBeUndefined();
});

test('every zip code that the business serves has a place, military post offices have none', async () => {
  for (const { name, zipCodes } of areaOf(firstArea).cities) {
    for (const zipCode of zipCodes) expect(await findZip(zipCode), zipCode).toMatchObject({ city: name, state: 'AR' });
  }
  for (const military of ['34001', '96201']) expect(await findZip(military)).toBeUndefined();
  expect(await findZip('__proto__')).toBeUndefined();
});

test('distances are those of a globe', () => {
  const bentonville = { latitude: 36.3728, longitude: -94.2088 };
  const fayetteville = { latitude: 36.0626, longitude: -94.1574 };
  expect(distanceKm(bentonville, fayetteville)).toBeCloseTo(34.8, 0);
  expect(distanceKm(bentonville, bentonville)).toBe(0);
  expect(distanceKm({ latitude: 0, longitude: 179.5 }, { latitude: 0, longitude: -179.5 })).toBeCloseTo(111.2, 0);
});
