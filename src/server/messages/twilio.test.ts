import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { asc } from 'drizzle-orm';
import { afterEach, expect } from 'vitest';
import { inboundTexts, refusedNumbers } from '../database/schema/consents.ts';
import { messages } from '../database/schema/messages.ts';
import { buildCustomer, type Person } from '../testing/factories.ts';
import type { TestWorld } from '../testing/world.ts';
import { yardpackTest as test } from '../testing/yardpack-test.ts';
import { textStateOf } from './consents.ts';
import { deliverDueMessages } from './deliver.ts';
import { type MessageOptions, tell } from './service.ts';
import { createTwilioTexter } from './twilio.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

type Answer = { status: number; body: object; location?: string } | 'stall' | 'drop' | 'take-and-drop';
const taken = { status: 201, body: { sid: 'SM1', status: 'queued' } };
const refusal = (status: number, code: number) => ({
  status,
  body: { status, code, message: `Error ${code}`, more_info: '' },
});

/**
 * Starts a server that speaks Twilio's wire form: a form with Basic authentication, answered in JSON.
 * @param answers what it answers, one after the other; the last one again and again
 */
async function startTwilio(answers: Answer[]) {
  const calls: { authorization: string | undefined; path: string | undefined; form: URLSearchParams }[] = [];
  const server = createServer(async (request, response: ServerResponse) => {
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer === 'drop') return request.socket.destroy();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const form = new URLSearchParams(Buffer.concat(chunks).toString());
    calls.push({ authorization: request.headers.authorization, path: request.url, form });
    if (answer === 'take-and-drop') return request.socket.destroy();
    if (answer === undefined || answer === 'stall') return;
    const headers = { 'content-type': 'application/json', ...(answer.location && { location: answer.location }) };
    response.writeHead(answer.status, headers).end(JSON.stringify(answer.body));
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const account = {
    accountSid: 'AC1',
    authToken: 'token',
    from: '+14795550100',
    statusUrl: 'https://yards.example/status',
  };
  return { calls, sendText: createTwilioTexter({ ...account, apiUrl }, 300), account: { ...account, apiUrl } };
}

const letter = { subject: 'Your yard is done', paragraphs: ['Enjoy!'], short: 'Done. Enjoy!' };
async function write({ world }: TestWorld, to: Person, event = 'done:1', options: MessageOptions = { class: 'now' }) {
  const reader = { ...to, notificationPreference: 'NOTIFICATION_PREFERENCE_TEXT' } as const;
  await world.database.transaction((transaction) => tell(world, transaction, event, reader, letter, options));
}
const rows = ({ world }: TestWorld) =>
  world.database.select().from(messages).orderBy(asc(messages.createdAt), asc(messages.channel));
const stateOf = async (yardpack: TestWorld) =>
  (await rows(yardpack))
    .filter(({ dedupeKey }) => dedupeKey.startsWith('done:'))
    .map(({ channel, outcome, unanswered }) => [channel, outcome, unanswered]);

test('a text goes to Twilio as a form, with where it reports what became of it', async ({ yardpack }) => {
  const casey = await buildCustomer(yardpack);
  const { calls, sendText, account } = await startTwilio([taken]);
  await write(yardpack, casey);
  await deliverDueMessages({ ...yardpack.world, sendText });
  const [row] = await rows(yardpack);
  expect(calls).toMatchObject([
    { authorization: `Basic ${btoa('AC1:token')}`, path: '/2010-04-01/Accounts/AC1/Messages.json' },
  ]);
  expect(Object.fromEntries(calls[0]?.form ?? [])).toEqual({
    To: casey.phone,
    From: '+14795550100',
    Body: 'Yardpack: Done. Enjoy!',
    StatusCallback: `https://yards.example/status?message=${row?.id}`,
  });
  const service = createTwilioTexter({ ...account, from: undefined, messagingServiceSid: 'MG1' }, 300);
  await service({ id: '1', to: casey.phone, text: 'Woof' });
  expect([calls[1]?.form.get('MessagingServiceSid'), calls[1]?.form.has('From')]).toEqual(['MG1', false]);
});

test('a text goes to the host that was set, wherever that sends us on to', async () => {
  const { calls, sendText } = await startTwilio([{ status: 307, body: {}, location: '/elsewhere' }, taken]);
  await expect(sendText({ id: '1', to: '+14795550177', text: 'On my way' })).rejects.toThrow('Twilio 307');
  expect(calls.map(({ path }) => path)).toEqual(['/2010-04-01/Accounts/AC1/Messages.json']);
});

test.each([
  ['takes it', [taken], [['text', 'sent', 1]], 1],
  [
    'refuses the text for good',
    [refusal(400, 21617)],
    [
      ['email', null, 0],
      ['text', 'dead', 0],
    ],
    1,
  ],
  ['is busy, and then takes it', [refusal(429, 20429), taken], [['text', 'sent', 1]], 2],
  ['fails, and then takes it', [{ status: 503, body: {} }, taken], [['text', 'sent', 1]], 2],
  ['does not know us, and then does', [refusal(401, 20003), taken], [['text', 'sent', 1]], 2],
  ['takes it, and its answer is lost once', ['take-and-drop', taken], [['text', 'sent', 2]], 2],
  [
    'stalls for ever',
    ['stall'],
    [
      ['email', null, 0],
      ['text', 'dead', 2],
    ],
    2,
  ],
  [
    'drops every call',
    ['drop'],
    [
      ['email', null, 0],
      ['text', 'dead', 2],
    ],
    0,
  ],
] as [string, Answer[], unknown[], number][])('when Twilio %s', async (_, answers, expected, asked) => {
  const { createTestWorld } = await import('../testing/world.ts');
  const yardpack = await createTestWorld();
  const casey = await buildCustomer(yardpack);
  const { calls, sendText } = await startTwilio([...answers]);
  // Nothing else is to send the mail that comes instead.
  const failing = { sendMail: () => Promise.reject(new Error('not now')), sendText };
  await write(yardpack, casey);
  for (let time = 0; time < 4; time += 1) {
    await deliverDueMessages({ ...yardpack.world, ...failing });
    const later = yardpack.world.clock.now().add({ minutes: 30 });
    const clock = { now: () => later.add({ minutes: 30 * time }) };
    await deliverDueMessages({ ...yardpack.world, ...failing, clock });
  }
  const standing = (await stateOf(yardpack)).toSorted();
  expect(
    standing.map(([channel, outcome, unanswered]) => [channel, outcome, channel === 'email' ? 0 : unanswered]),
  ).toEqual(expected);
  expect(calls).toHaveLength(asked);
  await yardpack.close();
});

test('a number that has said STOP at its carrier is never tried again, and one that its carrier refuses is marked', async ({
  yardpack,
}) => {
  const casey = await buildCustomer(yardpack);
  const stopped = await startTwilio([refusal(400, 21610)]);
  await write(yardpack, casey);
  await write(yardpack, casey, 'done:2', { class: 'service', notBefore: yardpack.world.clock.now().add({ hours: 1 }) });
  await deliverDueMessages({ ...yardpack.world, sendText: stopped.sendText });
  const { world } = yardpack;
  expect(await textStateOf(world, world.database, casey.phone)).toMatchObject({ purposes: [], isStopped: true });
  expect((await stateOf(yardpack)).map(([channel, outcome]) => [channel, outcome])).toEqual([
    ['text', 'dropped'],
    ['text', 'dropped'],
    ['email', 'sent'],
    ['email', 'sent'],
  ]);
  expect(stopped.calls).toHaveLength(1);
  const reasons = (await rows(yardpack)).flatMap(({ channel, reason }) => (channel === 'text' ? [reason] : []));
  expect(new Set(reasons)).toEqual(new Set(['They have stopped texts to this number at their carrier.']));
  const pat = await buildCustomer(yardpack);
  await world.database.delete(inboundTexts);
  await world.database.insert(refusedNumbers).values({ number: '+14795550199', code: '30006', at: world.clock.now() });
  await write(yardpack, { ...pat, phone: '+14795550199' }, 'done:3');
  expect(
    (await rows(yardpack))
      .filter(({ dedupeKey }) => dedupeKey.startsWith('done:3'))
      .map(({ channel, outcome }) => [channel, outcome]),
  ).toEqual([
    ['email', null],
    ['text', 'dropped'],
  ]);
});

test('a process that is killed while it sends loses nothing, and repeats at most once what may have gone out', async ({
  yardpack,
}) => {
  const casey = await buildCustomer(yardpack);
  const { calls, sendText } = await startTwilio([taken]);
  await write(yardpack, casey);
  const { world } = yardpack;
  const start = world.clock.now();
  // It sends, and ends before it writes that down: its own statements after that come when nobody looks anymore.
  const isOver = Promise.withResolvers<void>();
  const underWay: Promise<void>[] = [];
  const killed = async (minutes: number) => {
    const clock = { now: () => start.add({ minutes }) };
    const died = Promise.withResolvers<void>();
    const delivering = deliverDueMessages({
      ...world,
      clock,
      sendText: async (text, handOver) => {
        await sendText(text, handOver);
        died.resolve();
        await isOver.promise;
      },
    });
    underWay.push(delivering);
    await died.promise;
  };
  await killed(0);
  await killed(3);
  await deliverDueMessages({ ...world, clock: { now: () => start.add({ minutes: 6 }) }, sendText });
  expect(calls).toHaveLength(2);
  const [text] = await rows(yardpack);
  expect(text).toMatchObject({
    outcome: 'dead',
    unanswered: 2,
    reason: expect.stringMatching(/^It was perhaps sent twice/),
  });
  isOver.resolve();
  await Promise.all(underWay);
});
