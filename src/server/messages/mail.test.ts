import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import { type Letter, letterShort, letterText, withPlainWords } from './letter.ts';
import { letterHtml } from './letter-html.ts';
import { createSmtpMailer } from './mail.ts';
import { RefusedError, UnansweredError } from './refused.ts';

const received: string[] = [];
let server: SMTPServer | undefined;
afterEach(async () => {
  received.length = 0;
  await new Promise<void>((resolve) => (server ? server.close(resolve) : resolve()));
});

/** Starts a mail server that keeps its mails. @returns its URL */
async function mailServer(options: SMTPServerOptions = {}): Promise<string> {
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    // The mailer keeps its connections open: without this, closing waits twenty seconds for them.
    closeTimeout: 50,
    onData(stream, _session, done) {
      let mail = '';
      stream.on('data', (chunk) => (mail += chunk));
      stream.on('end', () => {
        received.push(mail);
        done();
      });
    },
    ...options,
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address();
  if (!address || typeof address === 'string') throw new Error('The mail server has no port');
  return `smtp://127.0.0.1:${address.port}`;
}

const mail = {
  id: '019aa000-0000-7000-8000-000000000000',
  fromName: 'Scoop & Sons',
  to: 'carla@example.com',
  subject: 'Your yard is done',
  text: 'Enjoy!',
  html: '<p>Enjoy!</p>',
  replyTo: 'visitor@example.com',
  unsubscribe: null,
};

test('a mail goes to the configured server, from the business, with an id of its own', async () => {
  const send = createSmtpMailer(await mailServer(), 'Yardpack <hello@yardpack.example>');
  await send(mail);
  expect(received).toHaveLength(1);
  for (const line of [
    'From: Yardpack <hello@yardpack.example>',
    'To: carla@example.com',
    'Reply-To: visitor@example.com',
    'Subject: Your yard is done',
    `Message-ID: <${mail.id}@yardpack.example>`,
  ]) {
    expect(received[0]).toContain(line);
  }
});

test('without a name of its own the sender is called as the business is', async () => {
  await createSmtpMailer(await mailServer(), 'hello@yardpack.example')(mail);
  expect(received[0]).toMatch(/^From: "?Scoop & Sons"? <hello@yardpack\.example>$/m);
  expect(received[0]).toContain(`Message-ID: <${mail.id}@yardpack.example>`);
});

test('a mail that can be had no more says so to mail programs, which press for their reader', async () => {
  const send = createSmtpMailer(await mailServer(), 'Yardpack <hello@yardpack.example>');
  const token = 'k'.repeat(43);
  await send({ ...mail, unsubscribe: `https://yardpack.example/unsubscribe/${token}` });
  const unfolded = received[0]?.replaceAll(/\r\n[ \t]+/g, ' ');
  expect(unfolded).toContain(`List-Unsubscribe: <https://yardpack.example/unsubscribe/${token}>`);
  expect(unfolded).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  await send(mail);
  expect(received[1]).not.toContain('List-Unsubscribe');
});

test('a line break in a subject or an address makes no header of its own', async () => {
  const send = createSmtpMailer(await mailServer(), 'Yardpack <hello@yardpack.example>');
  await send({ ...mail, subject: 'Hello\r\nBcc: everybody@example.com', replyTo: 'a@example.com\r\nX-Evil: 1' });
  expect(received[0]).not.toMatch(/^(Bcc|X-Evil):/m);
});

test('a server that does not answer is a failure, so that the mail is tried again', async () => {
  const url = await mailServer();
  await new Promise<void>((resolve) => (server ? server.close(resolve) : resolve()));
  await expect(createSmtpMailer(url, 'hello@yardpack.example')(mail)).rejects.toThrow();
});

test('a server that takes the connection and says nothing is given up on', async () => {
  const mute = createServer().listen(0, '127.0.0.1');
  await once(mute, 'listening');
  const address = mute.address();
  if (!address || typeof address === 'string') throw new Error('The mute server has no port');
  const send = createSmtpMailer(`smtp://127.0.0.1:${address.port}`, 'hello@yardpack.example', { timeoutMs: 200 });
  // Either wait may end first: the one for the greeting or the one for any answer.
  await expect(send(mail)).rejects.toThrow(/Greeting never received|Timeout/);
  mute.close();
});

const refuse = (responseCode: number) => Object.assign(new Error('No'), { responseCode });
const answerContent =
  (responseCode: number): SMTPServerOptions['onData'] =>
  (stream, _session, done) =>
    stream.resume().on('end', () => done(refuse(responseCode)));

test.each<[string, number, SMTPServerOptions]>([
  ['an address that there is not', 550, { onRcptTo: (_to, _session, done) => done(refuse(550)) }],
  ['a content that is taken for harmful', 554, { onData: answerContent(554) }],
])('%s is refused for good', async (_, code, options) => {
  const send = createSmtpMailer(await mailServer(options), 'hello@yardpack.example');
  const failure = await send(mail).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(RefusedError);
  expect(String(failure)).toContain(String(code));
});

test.each<[string, SMTPServerOptions]>([
  ['a full mailbox', { onRcptTo: (_to, _session, done) => done(refuse(452)) }],
  ['a server that is busy', { onData: answerContent(451) }],
  ['a sender that the server does not know yet', { onMailFrom: (_from, _session, done) => done(refuse(550)) }],
])('%s is tried again', async (_, options) => {
  const send = createSmtpMailer(await mailServer(options), 'hello@yardpack.example');
  const failure = await send(mail).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Error);
  expect(failure).not.toBeInstanceOf(RefusedError);
  expect(failure).not.toBeInstanceOf(UnansweredError);
});

test.each<[string, (socket: Socket) => void]>([
  ['says nothing', () => {}],
  ['hangs up', (socket) => socket.destroy()],
])('a server that has the whole mail and %s has perhaps sent it', async (_, end) => {
  const losing = createServer((socket) => {
    socket.on('error', () => {}).write('220 mail.example\r\n');
    let said = '';
    socket.on('data', (chunk) => {
      said += chunk;
      if (said.endsWith('\r\n.\r\n')) end(socket);
      else if (/^DATA\r\n/m.test(said)) socket.write(said.endsWith('DATA\r\n') ? '354 Go on\r\n' : '');
      else socket.write('250 Yes\r\n');
    });
  }).listen(0, '127.0.0.1');
  await once(losing, 'listening');
  const { port } = losing.address() as AddressInfo;
  const send = createSmtpMailer(`smtp://127.0.0.1:${port}`, 'hello@yardpack.example', { timeoutMs: 300 });
  await expect(send(mail)).rejects.toThrow(UnansweredError);
  losing.close();
});

test('a server that drips its answer is given up on, though it never falls silent', async () => {
  const drips: NodeJS.Timeout[] = [];
  const dripping = createServer((socket) => {
    socket.on('error', () => {});
    socket.write('220-mail.example');
    drips.push(setInterval(() => socket.write('.'), 20));
  }).listen(0, '127.0.0.1');
  await once(dripping, 'listening');
  const address = dripping.address();
  if (!address || typeof address === 'string') throw new Error('The dripping server has no port');
  const limits = { timeoutMs: 10_000, wholeMs: 300 };
  const send = createSmtpMailer(`smtp://127.0.0.1:${address.port}`, 'hello@yardpack.example', limits);
  await expect(send(mail)).rejects.toThrow(/abort|timeout/i);
  for (const drip of drips) clearInterval(drip);
  dripping.close();
});

test('a hundred mails go over ten connections, several at a time', async () => {
  const seen = { connections: 0, underWay: 0, most: 0, mails: 0 };
  const url = await mailServer({
    onConnect(_session, done) {
      seen.connections += 1;
      done();
    },
    onData(stream, _session, done) {
      seen.most = Math.max(seen.most, ++seen.underWay);
      const taken = () => {
        seen.underWay -= 1;
        seen.mails += 1;
        done();
      };
      stream.resume().on('end', () => setTimeout(taken, 20));
    },
  });
  const send = createSmtpMailer(url, 'hello@yardpack.example');
  await Promise.all(Array.from({ length: 100 }, (_, index) => send({ ...mail, id: `${index}` })));
  expect(seen).toMatchObject({ mails: 100, connections: 10 });
  expect(seen.most).toBeGreaterThan(5);
});

const sender = {
  name: 'Yardpack',
  url: 'https://yardpack.example',
  email: 'hello@yardpack.example',
  phone: '(800) 555-0142',
  accentColor: '#f6b02d',
  logo: '/icon-192.png',
};

test('what people typed is text in a letter, never markup or a link', () => {
  const typed: Letter = {
    subject: 'Hi <script>',
    paragraphs: ['“<b>Rex</b>” & co at evil.example'],
    facts: [['Where', 'http://evil.example']],
    action: { label: 'Look', url: 'https://yardpack.example/?a=1&b="' },
    sections: [{ title: 'Notes', rows: [['Gate', 'www.evil.example\nWhere: here']] }],
    short: 'Done at evil.example. https://yardpack.example/?a=1&b="',
  };
  const letter = withPlainWords(typed, sender);
  const html = letterHtml(letter, sender);
  expect(html).toContain('&lt;b&gt;Rex&lt;/b&gt;” &amp; co');
  expect(html).toContain('href="https://yardpack.example/?a=1&amp;b=&quot;"');
  expect(html).not.toContain('<script>');
  expect(letterText(letter, sender)).toBe(
    [
      '“<b>Rex</b>” & co at evil. example',
      'Where: http: //evil. example',
      'Notes\nGate: www. evil. example\n  Where: here',
      'Look: https://yardpack.example/?a=1&b="',
      'Yardpack\nCall (800) 555-0142\nhello@yardpack.example\nhttps://yardpack.example',
    ].join('\n\n'),
  );
  expect(letterShort(letter, sender.name)).toBe('Yardpack: Done at evil. example. https://yardpack.example/?a=1&b="');
  expect(html).not.toContain('evil.example');
});

test('a business called otherwise is named so, and not like a link', () => {
  const typed = {
    subject: 'Your %businessName% account',
    paragraphs: ['Write to %businessName%.'],
    action: { label: 'Go to %businessName%', url: 'https://yard.example' },
    short: '%businessName%: your account is open. https://yard.example',
  };
  const name = 'Scoop.com & Sons';
  const letter = withPlainWords(typed, { ...sender, name }, 'Scoop.com');
  expect(letterShort(letter, 'Scoop.com')).toBe('Scoop.com: your account is open. https://yard.example');
  const text = letterText(letter, { ...sender, name });
  expect([letter.subject, text]).toEqual([
    'Your Scoop.com & Sons account',
    expect.stringContaining('Go to Scoop.com & Sons'),
  ]);
  const html = letterHtml(letter, { ...sender, name });
  expect(html).toContain('Scoop.com &amp; Sons</p>');
  expect(`${text}${html}`).not.toMatch(/%businessName%|Yardpack/);
});

test('a letter has the logo, a way to reach us, and colours for the dark', () => {
  const html = letterHtml({ subject: 'Done', paragraphs: [], short: 'Done' }, sender);
  for (const part of [
    'src="https://yardpack.example/icon-192.png"',
    'href="tel:8005550142"',
    'href="mailto:hello@yardpack.example"',
    'prefers-color-scheme: dark',
  ]) {
    expect(html).toContain(part);
  }
});
