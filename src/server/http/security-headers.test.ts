import { expect } from 'vitest';
import { yardpackTest as test } from '../testing/yardpack-test.ts';

test('what is no page and no file can be shown and framed by nobody, a failure too', async ({ yardpack }) => {
  for (const url of ['/v1/health-check', '/v1/nothing', '/v1/profiles/1?x=a.b', '/nothing']) {
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
