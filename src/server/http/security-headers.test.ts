import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect } from 'vitest';
import { ErrorBody } from '#contract/errors.ts';
import { yardpackTest as test } from '../testing/yardpack-test.ts';

test('what is no page and no file can be shown and framed by nobody, a failure too', async ({ yardpack }) => {
  for (const url of [
    '/v1/health-check',
    '/v1/nothing',
    '/v1/profiles/1?x=a.b',
    '/v1/openapi.json',
    '/v1/%ff',
    '/nothing',
  ]) {
    const { headers } = await yardpack.app.inject(url);
    expect(headers['content-security-policy'], url).toContain("default-src 'none'");
    expect(headers['content-security-policy'], url).toContain("frame-ancestors 'none'");
    expect(headers['x-content-type-options'], url).toBe('nosniff');
  }
});

test('what is text says in which letters it is written', async ({ yardpack }) => {
  for (const url of [
    '/v1/health-check',
    '/v1/openapi.json',
    '/v1/nothing',
    '/docs',
    '/p/nobody',
    '/unsubscribe/nobody',
    '/v1/calendar-feeds/nobody.ics',
    '/files/nothing',
  ]) {
    const { headers } = await yardpack.app.inject(url);
    expect(headers['content-type'], url).toMatch(/^(text|application)\/[\w+-]+; charset=utf-8$/);
  }
});

test('other sites are told of no permission, and neither TRACE nor OPTIONS is answered', async ({ yardpack }) => {
  for (const method of ['TRACE', 'OPTIONS'] as const) {
    const headers = { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' };
    const answer = await yardpack.app.inject({ method: method as 'OPTIONS', url: '/v1/sign-in', headers });
    expect(answer.statusCode).toBe(404);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  }
});

test('what the router cannot read is refused in the shape of every failure, and NUL is no link', async ({
  yardpack,
}) => {
  const tooLong = `/v1/profiles/${'a'.repeat(5000)}`;
  for (const url of ['/v1/%ff', tooLong]) {
    const answer = await yardpack.app.inject(url);
    expect([url, answer.json().errorCode]).toEqual([url, 'INVALID_INPUT']);
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([400, 'no-store']);
    expect(answer.json().traceId).toEqual(expect.any(String));
  }
  for (const method of ['GET', 'POST'] as const) {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await yardpack.app.inject({ method, url: '/unsubscribe/%00', headers })).statusCode).toBe(404);
  }
});

test.for([
  [
    'headers that are too large',
    `GET /v1/ready HTTP/1.1\r\nhost: x\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`,
    431,
    'PAYLOAD_TOO_LARGE',
  ],
  ['what is no request', 'what is this\r\n\r\n', 400, 'INVALID_INPUT'],
  [
    'a body that ends in two ways',
    'POST /v1/sign-in HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
    'INVALID_INPUT',
  ],
  [
    'a body of two lengths',
    'POST /v1/sign-in HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}x',
    400,
    'INVALID_INPUT',
  ],
] as const)(
  '%s: refused in the shape of every failure, before the router',
  async ([, sent, status, code], { yardpack }) => {
    const socket = connect((yardpack.app.server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(sent);
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    for (const header of [
      'nosniff',
      "default-src 'none'",
      'no-store',
      'application/json; charset=utf-8',
      'connection: close',
    ]) {
      expect(head).toContain(header);
    }
    expect(ErrorBody.parse(JSON.parse(body))).toMatchObject({ errorCode: code });
  },
);
