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
  const { rows } = await yardpack.world.database.$client.query(`select key from rate_limits`);
  expect(rows.map(({ key }) => key)).toContain('resetPassword 203.0.113.7');
  await yardpack.close();
});
