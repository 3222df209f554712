import { Client } from 'pg';
import { afterEach, expect, test } from 'vitest';
import { createEmptyDatabase, startSandboxServer } from './testing.ts';

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function start(databaseUrl: string, clockMoved?: () => Promise<void>, patienceMs?: number) {
  const server = await startSandboxServer(databaseUrl, clockMoved, patienceMs);
  cleanups.push(server.close);
  const post = (payload: unknown) =>
    server.app.inject({
      method: 'POST',
      url: '/sandbox/clock.json',
      body: JSON.stringify(payload),
      headers: { 'content-type': 'application/json' },
    });
  return { ...server, post };
}

async function freshDatabase(): Promise<string> {
  const database = await createEmptyDatabase();
  cleanups.push(database.drop);
  return database.url;
}

test('an unmoved clock is the machine’s, to the millisecond', async () => {
  const { app, sandbox } = await start(await freshDatabase());
  const before = Temporal.Now.instant().epochMilliseconds - 1;
  const now = sandbox.clock.now();
  expect(now.epochMilliseconds).toBeGreaterThanOrEqual(before);
  expect(now.epochMilliseconds).toBeLessThanOrEqual(Temporal.Now.instant().epochMilliseconds + 1);
  expect(now.epochNanoseconds % 1_000_000n).toBe(0n);
  expect((await app.inject('/sandbox/clock.json')).json()).toEqual({
    now: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?-0[56]:00$/),
    offset: 'PT0S',
  });
});

test('moving runs what has fallen due, at the new time, before it is answered', async () => {
  const url = await freshDatabase();
  const ranAt: Temporal.Instant[] = [];
  const server = await start(url, async () => {
    ranAt.push(server.sandbox.clock.now());
  });
  const before = server.sandbox.clock.now();
  const answer = await server.post({ advance: 'PT1H' });
  expect(answer.statusCode).toBe(200);
  expect(answer.json().offset).toBe('PT1H');
  expect(ranAt).toHaveLength(1);
  expect(ranAt[0]?.since(before).total('minutes')).toBeGreaterThanOrEqual(60);
});

test('what has fallen due and does not end is not waited for', async () => {
  const { post } = await start(await freshDatabase(), () => new Promise(() => {}), 50);
  const answer = await post({ advance: 'PT1H' });
  expect([answer.statusCode, answer.json().offset]).toEqual([200, 'PT1H']);
});

test('a day later is the same time of day, also over a change to standard time', async () => {
  const { post, sandbox } = await start(await freshDatabase());
  expect((await post({ to: '2098-10-31T09:00:00-05:00' })).statusCode).toBe(200);
  const answer = await post({ advance: 'P3D' });
  expect(answer.json().now).toMatch(/^2098-11-03T09:00:/);
  expect(sandbox.clock.now().toString()).toMatch(/^2098-11-03T1[45]:00:/);
});

test('a restart and a second instance have the same clock', async () => {
  const url = await freshDatabase();
  const [first, second] = await Promise.all([start(url), start(url)]);
  await first.post({ to: '2098-12-28T09:00:00-06:00' });
  await expect.poll(() => second.sandbox.clock.now().toString()).toMatch(/^2098-12-28T15:00:/);
  const restarted = await start(url);
  expect(restarted.sandbox.clock.now().toString()).toMatch(/^2098-12-28T15:00:/);
  const moves = await Promise.all([first.post({ advance: 'PT1H' }), second.post({ advance: 'PT1H' })]);
  expect(moves.map((answer) => answer.statusCode)).toEqual([200, 200]);
  await expect.poll(() => first.sandbox.clock.now().toString()).toMatch(/^2098-12-28T17:00:/);
});

test('a clock that is behind the machine stays behind, moves forward from there, and says so', async () => {
  const url = await freshDatabase();
  const behind = (await start(url)).sandbox.clock.now().subtract({ hours: 24 * 200 });
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('update sandbox.clock set offset_ms = $1', [behind.epochMilliseconds - Date.now()]);
  await client.end();
  const { app, sandbox, post } = await start(url);
  const days = () => sandbox.clock.now().since(behind).total('days');
  expect(days()).toBeLessThan(1);
  expect((await app.inject('/sandbox')).body).toContain('Behind this machine by');
  expect((await post({ advance: 'PT48H' })).statusCode).toBe(200);
  expect(days()).toBeGreaterThanOrEqual(2);
  expect(days()).toBeLessThan(3);
});

test.each([
  [{ advance: '-P1D' }, 'body.advance'],
  [{ advance: 'PT0S' }, 'body.advance'],
  [{ advance: 'tomorrow' }, 'body.advance'],
  [{ advance: 'P9999999999Y' }, 'body.advance'],
  [{ advance: 86_400 }, 'body.advance'],
  [{ to: '2020-01-01T00:00:00Z' }, 'body.to'],
  [{ to: '2098-12-28T09:00:00' }, 'body.to'],
  [{ to: '2098-02-30T09:00:00Z' }, 'body.to'],
  [{ to: '2100-06-01T00:00:00Z' }, 'body.to'],
  [{ advance: 'P1D', to: '2098-01-01T00:00:00Z' }, 'body'],
  [{ advance: 'P1D', back: true }, 'body.back'],
  [{}, 'body'],
  [[], 'body'],
])('%j is refused and moves nothing', async (body, path) => {
  let ran = 0;
  const { app, post } = await start(await freshDatabase(), async () => {
    ran += 1;
  });
  const answer = await post(body);
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toEqual({
    message: expect.any(String),
    errorCode: 'INVALID_INPUT',
    traceId: expect.any(String),
    fields: [{ path, message: expect.any(String) }],
  });
  expect((await app.inject('/sandbox/clock.json')).json().offset).toBe('PT0S');
  expect(ran).toBe(0);
});

test('what is not JSON is refused', async () => {
  const { app } = await start(await freshDatabase());
  const send = (type: string | undefined, body: string) =>
    app.inject({ method: 'POST', url: '/sandbox/clock.json', body, headers: type ? { 'content-type': type } : {} });
  expect((await send('text/plain', '{"advance":"P1D"}')).statusCode).toBe(415);
  expect((await send('application/x-www-form-urlencoded', 'advance=P1D')).json().errorCode).toBe(
    'UNSUPPORTED_MEDIA_TYPE',
  );
  expect((await send(undefined, '')).statusCode).toBe(415);
  const broken = await send('application/json', '{"advance":');
  expect(broken.statusCode).toBe(400);
  expect(broken.json()).toMatchObject({ errorCode: 'INVALID_INPUT', fields: [{ path: 'body' }] });
  expect((await app.inject('/sandbox/clock.json')).json().offset).toBe('PT0S');
});

test('the form moves the clock for the sandbox’s own page, and for no other site', async () => {
  const { app } = await start(await freshDatabase());
  const send = (body: string, headers: Record<string, string>) =>
    app.inject({
      method: 'POST',
      url: '/sandbox/clock',
      body,
      headers: { 'content-type': 'application/x-www-form-urlencoded', host: 'localhost:3000', ...headers },
    });
  const foreign: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site', origin: 'http://localhost:3000' },
    { origin: 'http://evil.example' },
    { origin: 'http://localhost:4000' },
    { origin: 'null' },
    {},
  ];
  for (const headers of foreign) {
    expect((await send('advance=P1D', headers)).statusCode).toBe(403);
  }
  expect((await app.inject('/sandbox/clock.json')).json().offset).toBe('PT0S');

  const moved = await send('advance=P1D', { 'sec-fetch-site': 'same-origin' });
  expect(moved.statusCode).toBe(303);
  expect(moved.headers.location).toBe('/sandbox?moved=1#clock');
  expect((await send('to=2098-12-28T09%3A00', { origin: 'http://localhost:3000' })).statusCode).toBe(303);
  expect((await app.inject('/sandbox/clock.json')).json().now).toMatch(/^2098-12-28T09:00:/);

  const refused = await send('to=2030-01-01T09%3A00', { 'sec-fetch-site': 'same-origin' });
  expect(refused.statusCode).toBe(400);
  expect(refused.body).toContain('The clock only goes forward, and it is Dec 28, 2098, 9:00 AM now');
  expect(refused.body).toContain('value="2030-01-01T09:00"');
});
