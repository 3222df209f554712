import { expect } from 'vitest';
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
