import { Pool } from 'pg';
import Stripe from 'stripe';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { shownTestCards } from './page.ts';
import { testCardByNumber } from './stripe/cards.ts';
import { createEmptyDatabase, startSandboxServer } from './testing.ts';

const database = await createEmptyDatabase();
const { app, sandbox, close } = await startSandboxServer(database.url);
const pool = new Pool({ connectionString: database.url, max: 1 });
// A connection that is still closing when the database is dropped is no failure.
pool.on('error', () => {}).on('connect', (client) => void client.on('error', () => {}));
afterAll(async () => {
  await pool.end();
  await close();
  await database.drop();
});

beforeEach(async () => {
  await pool.query('delete from sandbox.message');
});

const mail = { id: 'm1', to: 'Ann@example.com', subject: 'Hello', text: 'Hi', html: '<p>Hi</p>', replyTo: null };
const get = async (url: string) => (await app.inject(url)).json();
const setFaults = (faults: object[]) => app.inject({ method: 'POST', url: '/sandbox/faults.json', body: { faults } });

test('mail and texts are listed newest first, with the time of the clock', async () => {
  expect(await get('/sandbox/messages.json')).toEqual([]);
  await sandbox.sendMail({ ...mail, replyTo: 'bob@example.com' });
  await app.inject({ method: 'POST', url: '/sandbox/clock.json', body: { advance: 'P1D' } });
  const before = sandbox.clock.now();
  await sandbox.sendText({ id: 't1', to: '(479) 555-0100', text: 'On the way' });
  const messages = await get('/sandbox/messages.json');
  expect(messages).toEqual([
    {
      id: 't1',
      channel: 'text',
      to: '(479) 555-0100',
      subject: null,
      text: 'On the way',
      html: null,
      replyTo: null,
      sentAt: expect.any(String),
      arrivals: 1,
    },
    { ...mail, channel: 'email', replyTo: 'bob@example.com', sentAt: expect.any(String), arrivals: 1 },
  ]);
  expect(Temporal.Instant.compare(Temporal.Instant.from(messages[0].sentAt), before)).toBeGreaterThanOrEqual(0);
});

test('many that come at once are all kept, each with its words, and a repeat among them is another arrival', async () => {
  const ids = Array.from({ length: 40 }, (_, number) => `m${number}`);
  await Promise.all(
    [...ids, 'm7', 'm7'].map((id) => sandbox.sendMail({ ...mail, id, text: `half \ud83d, none \u0000, ${id}` })),
  );
  const messages: { id: string; text: string; arrivals: number }[] = await get('/sandbox/messages.json?limit=1000');
  expect(messages.map(({ id }) => id).sort()).toEqual(ids.toSorted());
  expect(messages.filter(({ arrivals }) => arrivals > 1)).toMatchObject([{ id: 'm7', arrivals: 3 }]);
  expect(messages.every(({ id, text }) => text === `half \ufffd, none \ufffd, ${id}`)).toBe(true);
});

test('the same id twice is one message that counts how often it arrived, also at the same time', async () => {
  await Promise.all([sandbox.sendMail(mail), sandbox.sendMail(mail), sandbox.sendMail({ ...mail, subject: 'Again' })]);
  expect(await get('/sandbox/messages.json')).toMatchObject([{ id: 'm1', arrivals: 3 }]);
  expect((await app.inject('/sandbox')).body).toContain('Arrived 3 times');
});

test('the list can be narrowed', async () => {
  await sandbox.sendMail(mail);
  await sandbox.sendMail({ ...mail, id: 'm2', to: 'bob@example.com' });
  await sandbox.sendText({ id: 't1', to: '4795550100', text: 'x' });
  const ids = async (query: string) =>
    (await get(`/sandbox/messages.json?${query}`)).map(({ id }: { id: string }) => id);
  expect(await ids('to=ann%40EXAMPLE.com')).toEqual(['m1']);
  expect(await ids('channel=text')).toEqual(['t1']);
  expect(await ids('channel=email&limit=1')).toEqual(['m2']);
  expect(await ids('to=%00')).toEqual([]);
  for (const query of ['limit=0', 'limit=1001', 'limit=x', 'channel=fax', 'from=a', 'to=a&to=b']) {
    const refused = await app.inject(`/sandbox/messages.json?${query}`);
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toMatchObject({
      errorCode: 'INVALID_INPUT',
      fields: [{ path: `query.${query.split('=')[0]}` }],
    });
  }
});

test('what Postgres cannot store is stored all the same', async () => {
  await sandbox.sendMail({ ...mail, subject: 'a\u0000b', text: '\u0000', html: '<p>\u0000</p>' });
  expect(await get('/sandbox/messages.json')).toMatchObject([{ subject: 'a\uFFFDb', text: '\uFFFD' }]);
});

test('faults strike as often as asked, before or after sending, and are replaced as a whole', async () => {
  expect((await setFaults([{ service: 'mail', kind: 'fail', times: 2 }])).statusCode).toBe(200);
  await expect(sandbox.sendMail(mail)).rejects.toThrow('mail');
  await sandbox.sendText({ id: 't1', to: '4795550100', text: 'x' });
  await expect(sandbox.sendMail(mail)).rejects.toThrow('mail');
  expect(await get('/sandbox/messages.json?channel=email')).toEqual([]);
  await sandbox.sendMail(mail);
  expect(await get('/sandbox/messages.json?channel=email')).toHaveLength(1);

  await setFaults([{ service: 'text', kind: 'fail-after-sending' }]);
  await expect(sandbox.sendText({ id: 't2', to: '4795550100', text: 'y' })).rejects.toThrow('text');
  await setFaults([]);
  await sandbox.sendText({ id: 't2', to: '4795550100', text: 'y' });
  expect(await get('/sandbox/messages.json?channel=text')).toHaveLength(2);
});

test.each([
  [{ service: 'fax', kind: 'fail' }, 'body.faults.0.service'],
  [{ service: 'mail', kind: 'drop' }, 'body.faults.0.kind'],
  [{ service: 'mail', kind: 'fail', times: 0 }, 'body.faults.0.times'],
  [{ service: 'stripe', kind: 'drop', path: '/v1' }, 'body.faults.0.path'],
])('the fault %j is refused', async (fault, path) => {
  const refused = await setFaults([fault]);
  expect(refused.statusCode).toBe(400);
  expect(refused.json()).toMatchObject({ errorCode: 'INVALID_INPUT', fields: [{ path }] });
});

test('payments are shown as Stripe shows them, and faults reach the Stripe stand-in', async () => {
  const { hostname, port } = new URL(sandbox.stripe.apiUrl);
  const stripe = new Stripe(sandbox.stripe.secretKey, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0 });
  const customer = await stripe.customers.create({ email: 'ann@<example>.com' });
  const created = await stripe.paymentIntents.create({
    amount: 1500,
    currency: 'usd',
    customer: customer.id,
    payment_method: 'pm_card_visa',
    confirm: true,
  });
  await stripe.paymentIntents.create({ amount: 2500, currency: 'usd', customer: customer.id });
  const payments = await get('/sandbox/payments.json');
  expect(payments.map(({ amount }: { amount: number }) => amount)).toEqual([2500, 1500]);
  expect(payments[1]).toMatchObject({ id: created.id, object: 'payment_intent', status: 'succeeded', amount: 1500 });
  expect(await get('/sandbox/payments.json?limit=1')).toHaveLength(1);
  const page = (await app.inject('/sandbox')).body;
  expect(page).toContain('$15.00');
  expect(page).toContain('ann@&lt;example&gt;.com');

  await setFaults([{ service: 'stripe', kind: 'error-before-acting', match: { method: 'POST' }, times: 1 }]);
  expect(await get('/sandbox/payments.json')).toHaveLength(2);
  await expect(stripe.customers.create()).rejects.toMatchObject({ statusCode: 500 });
  await stripe.customers.create();
});

test('the page escapes everything and lets nothing run', async () => {
  const evil = '"><script>alert(1)</script>';
  await sandbox.sendMail({
    ...mail,
    id: `a/b?${evil}`,
    to: evil,
    subject: evil,
    text: evil,
    html: evil,
    replyTo: evil,
  });
  await sandbox.sendText({ id: 't1', to: evil, text: `${evil} http://localhost:3000/confirm?a=1&b=2` });
  const page = await app.inject('/sandbox');
  expect(page.headers['content-security-policy']).toContain("script-src 'self';");
  expect(page.headers['content-security-policy']).not.toContain('unsafe');
  expect(page.body).not.toContain('<script>');
  expect(page.body).not.toMatch(/ style="| on\w+="/);
  expect(page.body).toContain('href="http://localhost:3000/confirm?a=1&amp;b=2"');

  const body = await app.inject(`/sandbox/messages/${encodeURIComponent(`a/b?${evil}`)}/body`);
  expect(body.statusCode).toBe(200);
  expect(body.headers['content-security-policy']).toMatch(/^sandbox .*default-src 'none'/);
  expect(body.headers['content-security-policy']).not.toContain('script-src');
  expect(body.body).toContain('<script>alert(1)</script>');
  expect((await app.inject('/sandbox/messages/none/body')).json().errorCode).toBe('NOT_FOUND');
  expect((await app.inject('/sandbox/messages/t1/body')).statusCode).toBe(404);
});

test('the page’s files and the scripts for the payment screens are served', async () => {
  for (const path of ['/sandbox/page/page.css', '/sandbox/page/page.js', ...sandbox.stripe.scripts]) {
    const answer = await app.inject(path);
    expect(answer.statusCode, path).toBe(200);
    expect(answer.headers['content-type']).toMatch(path.endsWith('.css') ? /^text\/css/ : /^text\/javascript/);
  }
});

test('each test card the page shows is one the stand-in knows', () => {
  for (const { number } of shownTestCards) expect(testCardByNumber(number), number).toBeDefined();
});
