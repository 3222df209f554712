import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { attachment } from './file-store.ts';
import { createS3Store } from './s3-store.ts';

/** A server that keeps objects and requests, and takes conditional writes as S3 does. */
const asked: IncomingMessage[] = [];
const objects = new Map<string, Buffer>();
const server = createServer(async (request, response) => {
  asked.push(request);
  const key = request.url?.split('?')[0] ?? '';
  const bytes = await buffer(request);
  const answer = (status: number, body?: Buffer) => response.writeHead(status).end(body);
  if (request.method === 'DELETE') return answer(objects.delete(key) ? 204 : 404);
  if (request.method !== 'PUT') return answer(objects.has(key) ? 200 : 404, objects.get(key));
  if (request.headers['if-none-match'] === '*' && objects.has(key)) return answer(412);
  objects.set(key, bytes);
  return answer(200);
});
const credentials = { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret', AWS_REGION: 'us-west-2' };
const before = { ...process.env };
let endpoint: string;

beforeAll(async () => {
  Object.assign(process.env, credentials);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  for (const name of Object.keys(credentials)) {
    if (before[name] === undefined) delete process.env[name];
    else process.env[name] = before[name];
  }
  server.close();
  await once(server, 'close');
});

const store = () => createS3Store('photos', 'us-east-1', endpoint);

test('an upload address is signed for the type and the size, and a browser can use it as it is', async () => {
  const url = new URL(await (await store()).uploadUrl({ fileId: 'there', contentType: 'image/png', contentLength: 3 }));
  expect(url.pathname).toBe('/photos/uploads/there');
  expect(url.searchParams.get('X-Amz-SignedHeaders')).toBe('content-length;content-type;host;if-none-match');
  expect(url.searchParams.get('X-Amz-Expires')).toBe('900');
  expect([...url.searchParams.keys()].filter((name) => /checksum/i.test(name))).toEqual([]);
  const headers = { 'content-type': 'image/png', 'if-none-match': '*' };
  const put = async (body: string) => (await fetch(url, { method: 'PUT', body, headers })).status;
  expect([await put('abc'), await put('xyz')]).toEqual([200, 412]);
  expect(String(await (await store()).readUpload('there'))).toBe('abc');
});

test('what was brought lies apart from what is shown, which is kept once', async () => {
  const bucket = await store();
  objects.set('/photos/uploads/gate', Buffer.from('brought'));
  expect([await bucket.hasUpload('gate'), await bucket.has('gate')]).toEqual([true, false]);
  await bucket.keep('gate', Buffer.from('drawn'));
  await bucket.keep('gate', Buffer.from('drawn by another'));
  expect(String(objects.get('/photos/files/gate'))).toBe('drawn');
  expect(asked.at(-1)?.headers['content-type']).toBe('image/jpeg');
  await bucket.removeUpload('gate');
  expect([await bucket.hasUpload('gate'), await bucket.has('gate')]).toEqual([false, true]);
  expect(await bucket.readUpload('gate')).toBeUndefined();
});

test('a download address names the file', async () => {
  const url = new URL(await (await store()).downloadUrl({ fileId: 'there', fileName: 'gate.png' }));
  expect(url.searchParams.get('response-content-disposition')).toBe(attachment('gate.png'));
  expect(url.searchParams.get('X-Amz-Expires')).toBe('3600');
});

test('a file is removed with what was brought for it', async () => {
  for (const place of ['uploads', 'files']) objects.set(`/photos/${place}/old`, Buffer.from('old'));
  await (await store()).remove('old');
  expect([...objects.keys()].filter((key) => key.endsWith('old'))).toEqual([]);
});

test('the origin is where the SDK sends the browser, wherever the region is named and with dots in the name', async () => {
  for (const [bucket, region] of [
    ['photos', 'us-east-1'],
    ['photos', undefined],
    ['yard.photos', 'us-east-2'],
  ] as const) {
    const real = await createS3Store(bucket, region);
    const url = new URL(await real.downloadUrl({ fileId: 'there', fileName: 'gate.png' }));
    expect(url.origin).toBe(real.origin);
    expect(url.host).toContain(region ?? 'us-west-2');
  }
  expect((await store()).origin).toBe(endpoint);
});
