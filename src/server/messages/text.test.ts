import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { RefusedError, UnansweredError } from './refused.ts';
import { createSnsTexter } from './text.ts';

const servers: Server[] = [];
afterEach(() => {
  vi.unstubAllEnvs();
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

/** Starts a stand-in for SNS, which gets all texts from now on. @returns its requests */
async function startService(answer: string | undefined, status = 200): Promise<URLSearchParams[]> {
  const asked: URLSearchParams[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    asked.push(new URLSearchParams(Buffer.concat(chunks).toString()));
    if (answer !== undefined) response.writeHead(status, { 'content-type': 'text/xml' }).end(answer);
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  vi.stubEnv('AWS_ENDPOINT_URL_SNS', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'key');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  return asked;
}

const published =
  '<PublishResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/"><PublishResult><MessageId>1</MessageId></PublishResult></PublishResponse>';

test.each([
  ['(479) 555-0142', '+14795550142'],
  ['1 479 555 0142', '+14795550142'],
  ['+44 20 7946 0018', '+442079460018'],
])('a text for %s goes to %s', async (to, number) => {
  const asked = await startService(published);
  await createSnsTexter('us-east-1')({ id: '1', to, text: 'Woof' });
  expect(asked.map((one) => [one.get('PhoneNumber'), one.get('Message')])).toEqual([[number, 'Woof']]);
});

test('a service that takes the text and says nothing is given up on, so that the others are sent', async () => {
  const asked = await startService(undefined);
  const send = createSnsTexter('us-east-1', 100);
  // It was asked once: it may have sent the text.
  await expect(send({ id: '1', to: '4795550142', text: 'Woof' })).rejects.toThrow(UnansweredError);
  expect(asked).toHaveLength(1);
});

test('a number that is none, or of somebody who opted out, is refused for good', async () => {
  const error =
    '<ErrorResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/"><Error><Type>Sender</Type><Code>InvalidParameter</Code><Message>Invalid parameter: PhoneNumber</Message></Error></ErrorResponse>';
  await startService(error, 400);
  await expect(createSnsTexter('us-east-1')({ id: '1', to: '12', text: 'Woof' })).rejects.toThrow(RefusedError);
});
