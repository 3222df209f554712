import { expect, test } from 'vitest';
import { createTestWorld } from '../testing/world.ts';
import { withoutPorts } from './forwarded.ts';

test.each([
  ['203.0.113.7:51234', '203.0.113.7'],
  ['203.0.113.7:51234, 10.0.0.1:80', '203.0.113.7, 10.0.0.1'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['2001:db8::1', '2001:db8::1'],
  ['2001:db8::1:443', '2001:db8::1:443'],
  ['unknown, [x]:1', 'unknown, [x]:1'],
])('%s names %s', (header, addresses) => {
  expect(withoutPorts(header)).toBe(addresses);
});

test('a caller behind a proxy that adds ports is one caller', async () => {
  const yardpack = await createTestWorld({ TRUST_PROXY: 'loopback, 10.0.0.0/8' });
  const { app } = yardpack;
  const call = (port: number) =>
    app.inject({
      method: 'POST',
      url: '/v1/reset-password',
      payload: { usernameOrEmail: 'nobody' },
      remoteAddress: '127.0.0.1',
      headers: { 'x-forwarded-for': `203.0.113.7:${port}, 10.0.0.1:${port + 1}` },
    });
  const statuses: number[] = [];
  for (let port = 50_000; port < 50_100 && !statuses.includes(429); port += 1)
    statuses.push((await call(port)).statusCode);
  expect(statuses.at(-1)).toBe(429);
  const counted = async () =>
    (await yardpack.world.database.$client.query(`select key from rate_limits`)).rows.map(({ key }) => key);
  expect(await counted()).toContain('resetPassword 203.0.113.7');
  // What somebody says who is no proxy of ours counts for nothing.
  const body = { usernameOrEmail: 'nobody' };
  const headers = { 'x-forwarded-for': '203.0.113.8' };
  await app.inject({
    method: 'POST',
    url: '/v1/reset-password',
    payload: body,
    remoteAddress: '198.51.100.9',
    headers,
  });
  expect(await counted()).toContain('resetPassword 198.51.100.9');
  expect(await counted()).not.toContain('resetPassword 203.0.113.8');
  await yardpack.close();
});

test.each([
  ['the CDN is trusted', 'loopback, 192.0.2.0/24', '203.0.113.7'],
  ['the CDN is not, so that all of its visitors are one', 'loopback', '192.0.2.4'],
])('behind a CDN and a proxy that appends: %s', async (_name, TRUST_PROXY, counted) => {
  const yardpack = await createTestWorld({ TRUST_PROXY });
  await yardpack.app.inject({
    method: 'POST',
    url: '/v1/reset-password',
    payload: { usernameOrEmail: 'nobody' },
    remoteAddress: '127.0.0.1',
    // The first is what the visitor wrote.
    headers: { 'x-forwarded-for': '198.51.100.1, 203.0.113.7, 192.0.2.4' },
  });
  const { rows } = await yardpack.world.database.$client.query(
    `select key from rate_limits where key like 'resetPassword %'`,
  );
  expect(rows).toEqual([{ key: `resetPassword ${counted}` }]);
  await yardpack.close();
});
