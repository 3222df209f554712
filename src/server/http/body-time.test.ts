import { type AddressInfo, connect } from 'node:net';
import { expect } from 'vitest';
import type { TestWorld } from '../testing/world.ts';
import { yardpackTest } from '../testing/yardpack-test.ts';

/** Sends a request whose body never ends. @returns the answer */
async function sendHalf({ app }: TestWorld, method: string, path: string, until: 'answer' | 'close') {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(
    `${method} ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"a`,
  );
  let answer = '';
  await new Promise<void>((resolve) => {
    socket.on('data', (chunk) => {
      answer += chunk;
      if (until === 'answer') resolve();
    });
    socket.on('error', () => {}).on('close', () => resolve());
  });
  socket.destroy();
  return answer;
}

yardpackTest(
  'a body that does not come is not waited for longer than ten seconds',
  async ({ yardpack }) => {
    const [open, refused] = await Promise.all([
      sendHalf(yardpack, 'POST', '/v1/sign-in', 'close'),
      sendHalf(yardpack, 'POST', '/v1/products', 'close'),
    ]);
    expect(open).toMatch(/^HTTP\/1.1 408 /);
    expect(open).toContain('"errorCode":"REQUEST_TIMEOUT"');
    expect(refused).toMatch(/^HTTP\/1.1 401 /);
  },
  60_000,
);

yardpackTest('who calls is asked before the body is read', async ({ yardpack }) => {
  const answer = await sendHalf(yardpack, 'POST', '/v1/products', 'answer');
  expect(answer).toMatch(/^HTTP\/1.1 401 /);
});

yardpackTest('a body larger than its endpoint can need is refused unread', async ({ yardpack }) => {
  const deep = '['.repeat(70_000);
  const answer = await yardpack.app.inject({
    method: 'POST',
    url: '/v1/sign-in',
    headers: { 'content-type': 'application/json' },
    payload: deep,
  });
  expect([answer.statusCode, answer.json().errorCode]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
});
