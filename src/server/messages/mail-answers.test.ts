import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import { selfSigned } from '../testing/certificate.ts';
import { createSmtpMailer } from './mail.ts';
import { RefusedError, UnansweredError } from './refused.ts';

/** What a mail server is asked, in this order, and what it says when all is well. */
const well = {
  greeting: '220 mail.example',
  EHLO: '250-mail.example\r\n250 AUTH PLAIN',
  AUTH: '235 Welcome',
  'MAIL FROM': '250 Yes',
  'RCPT TO': '250 Yes',
  DATA: '354 Go on',
  content: '250 Taken',
};
type Step = keyof typeof well;
const steps = Object.keys(well) as Step[];
type Answer = '4xx' | '5xx' | 'nothing' | 'hangs up';

const servers: Server[] = [];
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) server.close();
});

async function listen(server: Server): Promise<number> {
  servers.push(server);
  server.on('connection', (socket) => sockets.push(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Starts a mail server that answers one step otherwise than well. */
async function startServer(step?: Step, answer?: Answer): Promise<{ port: number; taken: () => number }> {
  let taken = 0;
  const port = await listen(
    createServer((socket) => {
      const say = (asked: Step) => {
        if (asked !== step || !answer) {
          if (asked === 'content') taken += 1;
          socket.write(`${well[asked]}\r\n`);
        } else if (answer === 'hangs up') socket.destroy();
        else if (answer !== 'nothing') socket.write(`${answer === '4xx' ? 451 : 550} No\r\n`);
      };
      let isContent = false;
      let said = '';
      socket
        .on('error', () => {})
        .on('data', (chunk) => {
          said += chunk;
          for (;;) {
            const end = isContent ? said.indexOf('\r\n.\r\n') : said.indexOf('\r\n');
            if (end < 0) return;
            const line = said.slice(0, end);
            said = said.slice(end + (isContent ? 5 : 2));
            if (isContent) {
              isContent = false;
              say('content');
              continue;
            }
            // Whoever may not say EHLO says HELO.
            const asked = steps.find((one) => line.replace(/^HELO/, 'EHLO').startsWith(one));
            if (asked === 'DATA') isContent = step !== 'DATA';
            if (asked) say(asked);
            else socket.write('250 Yes\r\n');
          }
        });
      say('greeting');
    }),
  );
  return { port, taken: () => taken };
}

const mail = {
  ...{ id: '019aa000-0000-7000-8000-000000000000', fromName: 'Scoop & Sons', to: 'carla@example.com' },
  ...{ subject: 'Your yard is done', text: 'Enjoy!', html: null, replyTo: null, unsubscribe: null },
};
/** @returns how a try ends for the queue: taken, refused for good, to be tried again, or perhaps sent */
async function outcomeOf(url: string): Promise<string> {
  const send = createSmtpMailer(url, 'hello@yardpack.example', { timeoutMs: 250, wholeMs: 1500 });
  const error = await send(mail).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error === undefined) return 'taken';
  if (error instanceof RefusedError) return 'refused';
  return error instanceof UnansweredError ? 'perhaps' : 'again';
}

test('a server that answers as it should has taken the mail, once', async () => {
  const { port, taken } = await startServer();
  expect(await outcomeOf(`smtp://us:secret@127.0.0.1:${port}`)).toBe('taken');
  expect(taken()).toBe(1);
});

/** A refusal of the address or of the mail is about this mail; all else is about us or the server, and passes. */
const refusals: Step[] = ['RCPT TO', 'DATA', 'content'];
const cases = steps.flatMap((step) =>
  (['4xx', '5xx', 'nothing', 'hangs up'] as const).map((answer) => {
    const isLost = step === 'content' && (answer === 'nothing' || answer === 'hangs up');
    const isRefused = answer === '5xx' && refusals.includes(step);
    return [step, answer, isLost ? 'perhaps' : isRefused ? 'refused' : 'again'] as const;
  }),
);
test.each(cases)('to %s the server says %s: %s', async (step, answer, expected) => {
  const { port, taken } = await startServer(step, answer);
  expect(await outcomeOf(`smtp://us:secret@127.0.0.1:${port}`)).toBe(expected);
  expect(taken()).toBe(0);
});

test('a server that speaks no TLS, or has a certificate that nobody vouches for, gets neither password nor mail', async () => {
  const { port: plain, taken } = await startServer();
  expect(await outcomeOf(`smtps://us:secret@127.0.0.1:${plain}`)).toBe('again');
  expect(taken()).toBe(0);
  const heard: string[] = [];
  const tls = createTlsServer(selfSigned, (socket) => {
    socket.on('error', () => {}).on('data', (chunk) => heard.push(String(chunk)));
    socket.write(`${well.greeting}\r\n`);
  });
  expect(await outcomeOf(`smtps://us:secret@127.0.0.1:${await listen(tls)}`)).toBe('again');
  // STARTTLS, of a server of another make, which has a certificate of its own by default.
  const upgrading = new SMTPServer({
    authOptional: true,
    closeTimeout: 50,
    logger: false,
    onData: (stream, _session, done) => stream.on('data', (chunk) => heard.push(String(chunk))).on('end', () => done()),
  });
  upgrading.on('error', () => {});
  upgrading.listen(0, '127.0.0.1');
  await once(upgrading.server, 'listening');
  const { port } = upgrading.server.address() as AddressInfo;
  expect(await outcomeOf(`smtp://127.0.0.1:${port}`)).toBe('again');
  await new Promise<void>((resolve) => upgrading.close(resolve));
  expect(heard).toEqual([]);
});

test('nobody listens, and the name is none: it is tried again', async () => {
  const port = await listen(createServer());
  const closed = servers.pop();
  await new Promise((resolve) => closed?.close(resolve));
  expect(await outcomeOf(`smtp://127.0.0.1:${port}`)).toBe('again');
  expect(await outcomeOf('smtp://mail.invalid:25')).toBe('again');
});
