import { afterEach, expect, test } from 'vitest';
import { contract } from '#contract/contract.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { inquiryBody, inquiryData } from '../testing/inquiry-factories.ts';
import { createTestWorld, type TestWorld } from '../testing/world.ts';
import { createCallCounter, networkOf } from './rate-limit.ts';
import { countCall, takeTry } from './rate-limit-store.ts';

let yardpack: TestWorld;
let close = async () => {};
afterEach(async () => {
  await close();
  close = async () => {};
});

const start = async (...how: Parameters<typeof createTestWorld>) => {
  yardpack = await createTestWorld(...how);
  close = yardpack.close;
};
const send = (address: string, headers: Record<string, string> = {}) =>
  yardpack.app.inject({
    method: 'POST',
    url: '/v1/send-inquiry',
    remoteAddress: address,
    headers,
    payload: inquiryBody(inquiryData()),
  });
const statuses = async (times: number, address: string, headers?: (call: number) => Record<string, string>) => {
  const found: number[] = [];
  for (let call = 0; call < times; call += 1) found.push((await send(address, headers?.(call))).statusCode);
  return found;
};
const most = contract.sendInquiry.limit?.calls ?? 0;
const mostThenRefused = [...Array(most).fill(200), 429];
const counts = async () =>
  (await yardpack.world.database.$client.query("select key from rate_limits where key like 'sendInquiry %'")).rows;

test('one inquiry too many within an hour from one address is refused, and says when to come back', async () => {
  await start();
  expect(await statuses(most, '203.0.113.1')).toEqual(Array(most).fill(200));
  await yardpack.advance('PT45M30S');
  const refused = await send('203.0.113.1');
  expect(refused.statusCode).toBe(429);
  const seconds = Number(refused.headers['retry-after']);
  expect(seconds).toBeGreaterThan(14 * 60);
  expect(seconds).toBeLessThanOrEqual(14.5 * 60);
  expect(refused.json()).toMatchObject({
    errorCode: 'TOO_MANY_REQUESTS',
    message: 'Too many requests. Please try again in 15 minutes.',
  });
  expect((await send('203.0.113.2')).statusCode).toBe(200);
  await yardpack.advance('PT14M30S');
  expect(await statuses(most + 1, '203.0.113.1')).toEqual(mostThenRefused);
});

test('what anybody may call has a limit, but for the questions of those who watch', () => {
  const endpoints = Object.entries(contract as Record<string, Endpoint>);
  const open = endpoints.filter(([, { access, limit }]) => access.who !== 'signedIn' && !limit).map(([name]) => name);
  expect(open.sort()).toEqual(['getHealth', 'getReady']);
});

test.each([
  ['POST', '/v1/refresh-token', 401],
  ['GET', '/v1/client-config', 200],
  ['GET', '/unsubscribe/nobody', 404],
  ['POST', '/unsubscribe/nobody', 404],
  ['GET', '/v1/calendar-feeds/nobody.ics', 404],
  ['GET', '/v1/personal-data/nobody.zip', 404],
  ['GET', '/p/nobody', 404],
  ['GET', '/p/nobody.jpg', 404],
] as const)('%s %s is answered six hundred times a minute for one address', async (method, url, usual) => {
  await start();
  const call = (remoteAddress: string) => yardpack.app.inject({ method, url, remoteAddress });
  const answers = await Promise.all(Array.from({ length: 610 }, () => call('203.0.113.1')));
  const count = (status: number) => answers.filter(({ statusCode }) => statusCode === status).length;
  expect([count(usual), count(429)]).toEqual([600, 10]);
  expect((await call('203.0.113.2')).statusCode).toBe(usual);
  await yardpack.advance('PT1M');
  expect((await call('203.0.113.1')).statusCode).toBe(usual);
});

test('calls at once are each counted', async () => {
  await start();
  const left = 5;
  await statuses(most - left, '203.0.113.1');
  const answers = await Promise.all(Array.from({ length: 15 }, () => send('203.0.113.1')));
  expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBe(left);
});

test('a call with bad input counts, and one too many is refused before its body is read', async () => {
  await start();
  const post = (payload: string) =>
    yardpack.app.inject({
      method: 'POST',
      url: '/v1/send-inquiry',
      headers: { 'content-type': 'application/json' },
      payload,
    });
  for (let call = 0; call < most; call += 1) expect((await post('{"')).statusCode).toBe(400);
  expect((await post('x'.repeat(10_000_000))).statusCode).toBe(429);
});

/** Lets the database refuse each inquiry. @returns what lets it take them again */
async function refuseInquiries(code: string): Promise<() => Promise<unknown>> {
  const { $client: client } = yardpack.world.database;
  await client.query(
    `create function refuse() returns trigger language plpgsql as $$ begin raise exception using errcode = '${code}'; end $$;
     create trigger refuse before insert on inquiries for each row execute function refuse()`,
  );
  return () => client.query('drop function refuse cascade');
}

test.each([
  // What makes every call fail has one line for all, so that a full disk is not filled by the log.
  ['a full disk', '53100', 503, 'disk-full', 1],
  ['a database that is going', '57P01', 503, 'database-away', 1],
  ['a statement that took too long', '57014', 503, 'statement-too-long', 1],
  ['a defect of ours', '42601', 500, 'request-failed', 12],
])('calls that fail by %s use up nobody’s limit', async (_what, code, status, event, lines) => {
  const events: string[] = [];
  await start({ LOG_LEVEL: 'warn' }, { logTo: { write: (line) => events.push(JSON.parse(line).event) } });
  const mend = await refuseInquiries(code);
  expect(await statuses(12, '203.0.113.1')).toEqual(Array(12).fill(status));
  expect(events).toEqual(Array(lines).fill(event));
  await mend();
  const calls = async () =>
    (
      await yardpack.world.database.$client.query("select calls from rate_limits where key like 'sendInquiry %'")
    ).rows.map((row) => row.calls);
  await expect.poll(calls).toEqual([0]);
  expect(await statuses(most + 1, '203.0.113.1')).toEqual(mostThenRefused);
});

test('an endpoint without a limit is not counted', async () => {
  await start();
  for (let call = 0; call < 20; call += 1) expect((await yardpack.app.inject('/v1/health-check')).statusCode).toBe(200);
  expect(await counts()).toEqual([]);
});

test('without a proxy to trust, a forged X-Forwarded-For changes nothing', async () => {
  await start();
  expect(await statuses(most + 1, '203.0.113.1', (call) => ({ 'x-forwarded-for': `198.51.100.${call}` }))).toEqual(
    mostThenRefused,
  );
});

test('behind a trusted proxy, callers are told apart, and what they forge themselves is not believed', async () => {
  await start({ TRUST_PROXY: '10.0.0.0/8' });
  const forwarded = (call: number) => ({ 'x-forwarded-for': `198.51.100.${call}, 203.0.113.1` });
  expect(await statuses(most + 1, '10.1.2.3', forwarded)).toEqual(mostThenRefused);
  expect((await send('10.1.2.3', { 'x-forwarded-for': '203.0.113.2' })).statusCode).toBe(200);
  // Not from the proxy.
  expect(await statuses(most + 1, '192.0.2.9', (call) => ({ 'x-forwarded-for': `198.51.100.${call}` }))).toEqual(
    mostThenRefused,
  );
});

test('counts are forgotten once their time is over', async () => {
  await start();
  await send('203.0.113.1');
  await yardpack.advance('PT59M');
  expect(await counts()).toEqual([{ key: 'sendInquiry 203.0.113.1' }]);
  await yardpack.advance('PT1M');
  expect(await counts()).toEqual([]);
});

test('a count of a window that is over starts again, though nobody has deleted it', async () => {
  await start();
  const { database, clock } = yardpack.world;
  const now = clock.now();
  const count = (minutes: number) =>
    countCall(database, 'x', now.add({ minutes }), now.add({ minutes: minutes + 10 })).then(({ calls, resetsAt }) => [
      calls,
      now.until(resetsAt).total('minutes'),
    ]);
  expect([await count(0), await count(9), await count(10), await count(11)]).toEqual([
    [1, 10],
    [2, 10],
    [1, 20],
    [2, 20],
  ]);
});

test('a clock that is set back by two hours leaves nobody without calls or tries until it is there again', async () => {
  await start();
  const { database, clock } = yardpack.world;
  const now = clock.now();
  const count = async (minutes: number) =>
    (await countCall(database, 'x', now.add({ minutes }), now.add({ minutes: minutes + 10 }))).calls;
  expect([await count(120), await count(121), await count(0), await count(1)]).toEqual([1, 2, 1, 2]);
  const isFree = async (minutes: number) =>
    (await takeTry(database, 'y', 1, now.add({ minutes }), now.add({ minutes: minutes + 10 }))) === undefined;
  expect([await isFree(120), await isFree(121), await isFree(0), await isFree(1)]).toEqual([true, false, true, false]);
});

test('IPv6 callers are counted by the network that is theirs', () => {
  expect(networkOf('203.0.113.1')).toBe('203.0.113.1');
  expect(networkOf('::ffff:203.0.113.1')).toBe('203.0.113.1');
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
  expect(networkOf('2001:0DB8:1:2::99')).toBe('2001:db8:1:2::/64');
  expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0::/64');
  expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
  expect(networkOf('::1')).toBe('0:0:0:0:0:0:0:1');
  expect(networkOf('::ffff:cb00:7101')).toBe('0:0:0:0:0:ffff:cb00:7101');
  expect(networkOf('unknown')).toBe('unknown');
});

test('a caller whose connection is gone already is counted like any other', async () => {
  await start();
  const countCall = createCallCounter(yardpack.world);
  expect(await countCall('sendInquiry', { calls: 1, minutes: 60 }, undefined)).toBe(0);
  expect(await countCall('sendInquiry', { calls: 1, minutes: 60 }, undefined)).toBeGreaterThan(0);
});
