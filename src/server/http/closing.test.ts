import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { expect } from 'vitest';
import { ErrorBody } from '#contract/errors.ts';
import { createApp } from '../app.ts';
import { yardpackTest } from '../testing/yardpack-test.ts';

yardpackTest('a request that arrives while the server closes is told to come back', async ({ yardpack }) => {
  const app = await createApp(yardpack.world);
  const gate = Promise.withResolvers<string>();
  app.get('/held', () => gate.promise);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  let answers = '';
  socket.setEncoding('utf8').on('data', (chunk) => {
    answers += chunk;
  });
  const ask = async (path: string) => {
    const arrived = once(app.server, 'request');
    socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`);
    await arrived;
  };
  // Under way when the server closes, so that its connection stays.
  await ask('/held');
  const closed = app.close();
  await expect.poll(() => app.server.listening).toBe(false);
  await ask('/v1/client-config');
  gate.resolve('done');
  await Promise.all([closed, once(socket, 'close')]);
  const late = answers.slice(answers.lastIndexOf('HTTP/1.1 '));
  const [head = '', body = ''] = late.split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1.1 503 /);
  expect(head).toMatch(/retry-after: 5/i);
  expect(ErrorBody.parse(JSON.parse(body)).errorCode).toBe('UNAVAILABLE');
});
