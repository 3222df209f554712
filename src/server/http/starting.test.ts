import { afterEach, beforeEach, expect, test } from 'vitest';
import { contract } from '#contract/contract.ts';
import { ErrorBody } from '#contract/errors.ts';
import { freePort } from '../free-port.ts';
import { answerWhileStarting, type Starting } from './starting.ts';

let port: number;
let starting: Starting;
beforeEach(async () => {
  port = await freePort();
  starting = await answerWhileStarting(port, '127.0.0.1');
});
afterEach(() => starting.end());

const get = (path: string, accept = '*/*') => fetch(`http://127.0.0.1:${port}${path}`, { headers: { accept } });

test('a start lives, and is not ready', async () => {
  const health = await get('/v1/health-check');
  expect(health.status).toBe(200);
  expect(contract.getHealth.response.parse(await health.json())).toEqual({
    status: 'starting',
    step: 'Starting the database',
    sweep: null,
  });
  const ready = await get('/v1/ready');
  expect([ready.status, ready.headers.get('retry-after')]).toEqual([503, '5']);
  expect(ErrorBody.parse(await ready.json()).errorCode).toBe('UNAVAILABLE');
});

test('a start says how far it has come, on a page that loads again by itself, and to programs', async () => {
  starting.tell('Preparing the demo: week 4 of 10');
  const page = await get('/', 'text/html');
  expect([page.status, page.headers.get('refresh')]).toEqual([503, '2']);
  const words = await page.text();
  expect(words).toContain('This site is starting');
  expect(words).toContain('Preparing the demo: week 4 of 10');
  const ready = ErrorBody.parse(await (await get('/v1/ready')).json());
  expect(ready.message).toBe('The server is starting. Preparing the demo: week 4 of 10.');
  expect(await (await get('/v1/health-check')).json()).toMatchObject({ step: 'Preparing the demo: week 4 of 10' });
});

test('a port that is taken is known at once, and is free after the end, however often that is asked for', async () => {
  await expect(answerWhileStarting(port, '127.0.0.1')).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await starting.end();
  await starting.end();
  await expect(get('/v1/health-check')).rejects.toThrow();
});
