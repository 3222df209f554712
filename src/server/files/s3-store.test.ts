import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../clock.ts';
import { readConfig } from '../config.ts';
import { pagePolicy } from '../http/site-policy.ts';
import { startBucket } from '../testing/s3-bucket.ts';
import { attachment } from './file-store.ts';
import { createFileStore } from './open-file-store.ts';
import { createS3Store } from './s3-store.ts';

const credentials = { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret', AWS_REGION: 'us-west-2' };
const before = { ...process.env };
let server: Awaited<ReturnType<typeof startBucket>>;

beforeAll(async () => {
  Object.assign(process.env, credentials);
  server = await startBucket({ keyId: 'key', secret: 'secret', region: 'us-east-1' });
});
afterAll(async () => {
  for (const name of Object.keys(credentials)) {
    if (before[name] === undefined) delete process.env[name];
    else process.env[name] = before[name];
  }
  await server.stop();
});

/** What the server keeps under a path of the bucket. */
const kept = (key: string) => server.objects.get(`127.0.0.1:${server.port}/photos/${key}`);
const put = (key: string, content: string) =>
  server.objects.set(`127.0.0.1:${server.port}/photos/${key}`, Buffer.from(content));
const store = () =>
  createS3Store({ bucket: 'photos', region: 'us-east-1', endpoint: server.endpoint, isPathStyle: true });
const photoOf = { fileId: 'there', contentType: 'image/png', contentLength: 3 };
const headers = { 'content-type': 'image/png', 'if-none-match': '*' };

test('an upload address is signed for the type and the size, and a browser can use it as it is', async () => {
  const url = new URL(await (await store()).uploadUrl(photoOf));
  expect(url.pathname).toBe('/photos/uploads/there');
  expect(url.searchParams.get('X-Amz-SignedHeaders')).toBe('content-length;content-type;host;if-none-match');
  expect(url.searchParams.get('X-Amz-Expires')).toBe('900');
  expect([...url.searchParams.keys()].filter((name) => /checksum/i.test(name))).toEqual([]);
  const bring = async (body: string) => (await fetch(url, { method: 'PUT', body, headers })).status;
  expect([await bring('abc'), await bring('xyz')]).toEqual([200, 412]);
  expect(String(await (await store()).readUpload('there'))).toBe('abc');
});

test('what was brought lies apart from what is shown, which is kept once', async () => {
  const bucket = await store();
  put('uploads/gate', 'brought');
  expect([await bucket.hasUpload('gate'), await bucket.has('gate')]).toEqual([true, false]);
  await bucket.keep('gate', Buffer.from('drawn'));
  await bucket.keep('gate', Buffer.from('drawn by another'));
  expect(String(kept('files/gate'))).toBe('drawn');
  expect(server.asked.at(-1)?.headers['content-type']).toBe('image/jpeg');
  await bucket.removeUpload('gate');
  expect([await bucket.hasUpload('gate'), await bucket.has('gate')]).toEqual([false, true]);
  expect(await bucket.readUpload('gate')).toBeUndefined();
  // A backup reads them, and what was deleted meanwhile is not there.
  expect([String(await bucket.read('gate')), await bucket.read('deleted')]).toEqual(['drawn', undefined]);
});

test('a download address names the file', async () => {
  const url = new URL(await (await store()).downloadUrl({ fileId: 'there', fileName: 'gate.png' }));
  expect(url.searchParams.get('response-content-disposition')).toBe(attachment('gate.png'));
  expect(url.searchParams.get('X-Amz-Expires')).toBe('3600');
});

test('a file is removed with what was brought for it', async () => {
  for (const place of ['uploads', 'files']) put(`${place}/old`, 'old');
  await (await store()).remove('old');
  expect([...server.objects.keys()].filter((key) => key.endsWith('old'))).toEqual([]);
});

test('the origin is where the SDK sends the browser, wherever the region is named and with dots in the name', async () => {
  for (const [bucket, region] of [
    ['photos', 'us-east-1'],
    ['photos', undefined],
    ['yard.photos', 'us-east-2'],
  ] as const) {
    const real = await createS3Store({ bucket, region });
    const url = new URL(await real.downloadUrl({ fileId: 'there', fileName: 'gate.png' }));
    expect(url.origin).toBe(real.origin);
    expect(url.host).toContain(region ?? 'us-west-2');
  }
  expect((await store()).origin).toBe(server.endpoint);
});

test('an address takes what it was signed for, by our key, for as long as it is good', async () => {
  const bucket = await store();
  const url = await bucket.uploadUrl({ ...photoOf, fileId: 'signed' });
  const bring = async (address: string | URL, type = 'image/png', body = 'abc') =>
    (await fetch(address, { method: 'PUT', body, headers: { ...headers, 'content-type': type } })).status;
  const elsewhere = new URL(url);
  elsewhere.pathname = '/photos/files/signed';
  expect([await bring(elsewhere), await bring(url, 'text/html'), await bring(url, 'image/png', 'abcd')]).toEqual([
    403, 403, 403,
  ]);
  server.time.now = () => Date.now() + 16 * 60_000;
  expect(await bring(url)).toBe(403);
  server.time.now = () => Date.now();
  expect(await bring(url)).toBe(200);
  expect((await fetch(await bucket.downloadUrl({ fileId: 'there', fileName: "Ada's (gate).png" }))).status).toBe(404);
  put('files/there', 'drawn');
  const download = await fetch(await bucket.downloadUrl({ fileId: 'there', fileName: "Ada's (gate).png" }));
  expect(await download.text()).toBe('drawn');
  const stranger = createS3Store({
    bucket: 'photos',
    region: 'eu-west-1',
    endpoint: server.endpoint,
    isPathStyle: true,
  });
  await expect((await stranger).keep('signed', Buffer.from('x'))).rejects.toThrow();
});

test('the settings say where the bucket is, and the pages let browsers go there', async () => {
  const open = (settings: Record<string, string>) =>
    createFileStore(readConfig({ S3_BUCKET: 'photos', S3_REGION: 'us-east-1', ...settings }), systemClock);
  const address = async (settings: Record<string, string>) => {
    const files = await open(settings);
    const policy = pagePolicy({ html: '', loadsPayments: false, photos: files, frameUrls: [], pictureUrls: [] });
    const sources = ['connect-src', 'img-src'].map((name) => new RegExp(`${name} ([^;]*)`).exec(policy)?.[1]);
    expect(sources.map((text) => text?.split(' ').includes(String(files.origin)))).toEqual([true, true]);
    const url = new URL(await files.uploadUrl(photoOf));
    expect(url.origin).toBe(files.origin);
    return `${url.origin}${url.pathname}`;
  };
  const own = 'https://objects.example';
  expect([
    await address({}),
    await address({ S3_REGION: '', SNS_REGION: 'us-east-2' }),
    await address({ S3_PATH_STYLE: '1' }),
    await address({ S3_ENDPOINT: own }),
    await address({ S3_ENDPOINT: `${own}/storage/s3` }),
    await address({ S3_ENDPOINT: own, S3_PATH_STYLE: '0' }),
  ]).toEqual([
    'https://photos.s3.us-east-1.amazonaws.com/uploads/there',
    'https://photos.s3.us-east-2.amazonaws.com/uploads/there',
    'https://s3.us-east-1.amazonaws.com/photos/uploads/there',
    `${own}/photos/uploads/there`,
    `${own}/storage/s3/photos/uploads/there`,
    'https://photos.objects.example/uploads/there',
  ]);
});

test('a bucket whose name is a part of the host takes what the address was signed for', async () => {
  const place = { bucket: 'yards', region: 'us-east-1', endpoint: `http://s3.localhost:${server.port}` };
  const url = new URL(await (await createS3Store(place)).uploadUrl(photoOf));
  expect(url.host).toBe(`yards.s3.localhost:${server.port}`);
  // Not every machine knows the names below localhost.
  const call = request({ host: '127.0.0.1', port: server.port, path: url.pathname + url.search, method: 'PUT' });
  const sent = { ...headers, host: url.host, 'content-length': 3 };
  for (const [name, value] of Object.entries(sent)) call.setHeader(name, value);
  const status = new Promise((resolve) => call.on('response', (answer) => resolve(answer.resume().statusCode)));
  call.end('abc');
  expect(await status).toBe(200);
  expect(String(server.objects.get(`${url.host}/uploads/there`))).toBe('abc');
});

test('where photos lie is a setting with the others', () => {
  const read = (settings: Record<string, string>) => () => readConfig(settings);
  expect(read({ S3_ENDPOINT: 'https://objects.example' })).toThrow('S3_BUCKET must be set too, since S3_ENDPOINT is');
  expect(read({ S3_BUCKET: 'b', S3_ENDPOINT: 'https://me:word@objects.example' })).toThrow('without a name');
  expect(read({ S3_BUCKET: 'b', S3_ENDPOINT: 'http://objects.example', NODE_ENV: 'production' })).toThrow(
    'S3_ENDPOINT must start with https:// in production',
  );
});
