import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** The client that may use the bucket, and for where the server takes signatures. */
export type BucketAccess = { keyId: string; secret: string; region: string };

/**
 * Starts a server that keeps objects as S3 does: it checks the signature of each call, of an address that browsers use as of
 * our own calls, and takes conditional writes.
 * @param access whose signatures are good
 * @returns its address, what it keeps (by host and path), and the calls that it was asked
 */
export async function startBucket({ keyId, secret, region }: BucketAccess) {
  const objects = new Map<string, Buffer>();
  const asked: IncomingMessage[] = [];
  const time = { now: () => Date.now() };
  const server = createServer(async (request, response) => {
    asked.push(request);
    const bytes = await buffer(request);
    const answer = (status: number, body?: Buffer) => response.writeHead(status).end(body);
    const { pathname } = new URL(request.url ?? '/', 'http://bucket');
    const problem = signatureProblem(request, bytes, { keyId, secret, region }, time.now());
    if (problem)
      return answer(403, Buffer.from(`<Error><Code>AccessDenied</Code><Message>${problem}</Message></Error>`));
    const key = `${request.headers.host}${pathname}`;
    if (request.method === 'DELETE') return answer(objects.delete(key) ? 204 : 404);
    if (request.method !== 'PUT') return answer(objects.has(key) ? 200 : 404, objects.get(key));
    if (request.headers['if-none-match'] === '*' && objects.has(key)) return answer(412);
    objects.set(key, bytes);
    return answer(200);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    endpoint: `http://127.0.0.1:${port}`,
    objects,
    asked,
    time,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/**
 * Checks a call as S3 does.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-authenticating-requests.html
 * @returns what is wrong with its signature; undefined when it is good
 */
function signatureProblem(
  request: IncomingMessage,
  bytes: Buffer,
  { keyId, secret, region }: BucketAccess,
  now: number,
): string | undefined {
  const url = new URL(request.url ?? '/', 'http://bucket');
  const signed = url.searchParams.has('X-Amz-Signature') ? readAddress(url) : readHeaders(request);
  if (!signed) return 'it is not signed';
  const [id, day, place, ...rest] = signed.credential.split('/');
  const isOurs = id === keyId && place === region && rest.join('/') === 's3/aws4_request';
  if (!isOurs || !signed.time.startsWith(String(day))) return `it is signed for ${signed.credential}`;
  const age = (now - momentOf(signed.time)) / 1000;
  if (age > signed.life || age < -900) return 'it has expired';
  const body = signed.payload === 'UNSIGNED-PAYLOAD' ? signed.payload : sha256(bytes);
  if (body !== signed.payload) return 'its body is another one';
  const canonical = [
    request.method,
    url.pathname,
    canonicalQuery(url),
    ...signed.headers.map((name) => `${name}:${String(request.headers[name] ?? '').trim()}`),
    '',
    signed.headers.join(';'),
    signed.payload,
  ].join('\n');
  const scope = [day, region, 's3', 'aws4_request'];
  const key = scope.reduce<Buffer | string>((before, part) => hmac(before, String(part)), `AWS4${secret}`);
  const expected = hmac(key, ['AWS4-HMAC-SHA256', signed.time, scope.join('/'), sha256(canonical)].join('\n'));
  return expected.toString('hex') === signed.signature ? undefined : 'its signature is another one';
}

function readAddress(url: URL) {
  const read = (name: string) => url.searchParams.get(`X-Amz-${name}`) ?? '';
  return {
    credential: read('Credential'),
    time: read('Date'),
    life: Number(read('Expires')),
    headers: read('SignedHeaders').split(';'),
    payload: read('Content-Sha256') || 'UNSIGNED-PAYLOAD',
    signature: read('Signature'),
  };
}

function readHeaders({ headers }: IncomingMessage) {
  const parts = /Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)/.exec(headers.authorization ?? '');
  if (!parts) return undefined;
  const [, credential = '', names = '', signature = ''] = parts;
  const [time, payload] = [headers['x-amz-date'], headers['x-amz-content-sha256']].map(String);
  return { credential, time: time ?? '', life: 900, headers: names.split(';'), payload: payload ?? '', signature };
}

function canonicalQuery(url: URL): string {
  const strict = (text: string) =>
    encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  return [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${strict(name)}=${strict(value)}`)
    .sort()
    .join('&');
}

/** @param time such as 20260102T030405Z */
const momentOf = (time: string) =>
  Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
