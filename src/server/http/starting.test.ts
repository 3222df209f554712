import { expect, test } from 'vitest';
import { ErrorBody } from '#contract/errors.ts';
import { freePort } from '../free-port.ts';
import { answerWhileStarting } from './starting.ts';

test('who is only starting lives, is not ready, and tells people to wait; then the port is free', async () => {
  const port = await freePort();
  const end = await answerWhileStarting(port, '127.0.0.1');
  const get = (path: string, accept = '*/*') => fetch(`http://127.0.0.1:${port}${path}`, { headers: { accept } });
  expect((await get('/v1/health-check')).status).toBe(200);
  const ready = await get('/v1/ready');
  expect([ready.status, ready.headers.get('retry-after')]).toEqual([503, '5']);
  expect(ErrorBody.parse(await ready.json()).errorCode).toBe('UNAVAILABLE');
  const page = await get('/', 'text/html');
  expect([page.status, page.headers.get('refresh'), await page.text()]).toEqual([
    503,
    '5',
    expect.stringContaining('This site is starting'),
  ]);
  await expect(answerWhileStarting(port, '127.0.0.1')).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await end();
  await expect(get('/v1/health-check')).rejects.toThrow();
});
