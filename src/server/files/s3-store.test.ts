import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { attachment } from './file-store.ts';
import { createS3Store } from './s3-store.ts';

/** A server with one object, that keeps what it was asked. */
const asked: IncomingMessage[] = [];
const server = createServer((request, response) => {
  asked.push(request);
  response.writeHead(request.url?.startsWith('/photos/files/there') ? 200 : 404).end();
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
  expect(url.pathname).toBe('/photos/files/there');
  expect(url.searchParams.get('X-Amz-SignedHeaders')).toBe('content-length;content-type;host');
  expect(url.searchParams.get('X-Amz-Expires')).toBe('900');
  expect([...url.searchParams.keys()].filter((name) => /checksum/i.test(name))).toEqual([]);
  const answer = await fetch(url, { method: 'PUT', body: 'abc', headers: { 'content-type': 'image/png' } });
  expect(answer.status).toBe(200);
});

test('a download address names the file', async () => {
  const url = new URL(await (await store()).downloadUrl({ fileId: 'there', fileName: 'gate.png' }));
  expect(url.searchParams.get('response-content-disposition')).toBe(attachment('gate.png'));
  expect(url.searchParams.get('X-Amz-Expires')).toBe('3600');
});

test('the bucket is asked whether a file is there, and to remove it', async () => {
  expect(await (await store()).has('there')).toBe(true);
  expect(await (await store()).has('gone')).toBe(false);
  await (await store()).remove('there');
  expect(asked.at(-1)).toMatchObject({ method: 'DELETE', url: '/photos/files/there?x-id=DeleteObject' });
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
