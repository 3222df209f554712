import { gunzipSync } from 'node:zlib';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { registerPacking } from './packing.ts';

const long = { text: 'Wednesday '.repeat(600) };

async function serve() {
  const app = fastify();
  registerPacking(app);
  app.get('/long', async () => long);
  app.get('/short', async () => ({ token: 'x'.repeat(600) }));
  await app.ready();
  return app;
}

test('a long answer is packed for who takes gzip', async () => {
  const app = await serve();
  const packed = await app.inject({ url: '/long', headers: { 'accept-encoding': 'gzip, deflate, br' } });
  expect(packed.headers).toMatchObject({
    'content-encoding': 'gzip',
    vary: 'accept-encoding',
    'content-length': String(packed.rawPayload.length),
    'content-type': 'application/json; charset=utf-8',
  });
  expect(JSON.parse(gunzipSync(packed.rawPayload).toString())).toEqual(long);
  expect(packed.rawPayload.length).toBeLessThan(500);
  await app.close();
});

test.each([undefined, 'br', 'gzip;q=0, br', 'gzip; q=0.0'])(
  'it is sent as it is for who takes %s',
  async (accepted) => {
    const app = await serve();
    const plain = await app.inject({ url: '/long', headers: accepted ? { 'accept-encoding': accepted } : {} });
    expect([plain.headers['content-encoding'], plain.json()]).toEqual([undefined, long]);
    expect(plain.headers.vary).toBe('accept-encoding');
    await app.close();
  },
);

test('a short answer, as all that hold tokens are, is never packed', async () => {
  const app = await serve();
  const { headers } = await app.inject({ url: '/short', headers: { 'accept-encoding': 'gzip' } });
  expect(headers['content-encoding']).toBeUndefined();
  await app.close();
});
