import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { SetupCheck } from '#domain/setup.ts';
import { freePort } from '../free-port.ts';
import { issueJoinCode } from '../join-codes/service.ts';
import { createSmtpMailer } from '../messages/mail.ts';
import { RefusedError, UnansweredError } from '../messages/refused.ts';
import { createStripe } from '../stripe/client.ts';
import { keepEvents } from '../stripe/events.ts';
import { buildProduct } from '../testing/engagement-factories.ts';
import {
  buildCustomer,
  buildEmployee,
  mailedToken,
  type Person,
  signUpBody,
  testPassword,
} from '../testing/factories.ts';
import type { TestWorld } from '../testing/world.ts';
import { yardpackTest as test } from '../testing/yardpack-test.ts';
import { tryOut } from './checks.ts';
import { issueSetupLink, openSetup } from './service.ts';
import { keepCheck } from './store.ts';

const form = (token: string, details: object = {}) => ({
  ...{ token, signUpId: randomUUID(), firstName: 'Olive', lastName: 'Park', email: 'olive@example.com' },
  ...{ phone: '(479) 555-0188', password: testPassword },
  ...details,
});

async function link(yardpack: TestWorld): Promise<string> {
  const url = await issueSetupLink(yardpack.world, 'http://localhost:3000');
  return /^http:\/\/localhost:3000\/setup\?token=([\w-]+)$/.exec(url ?? '')?.[1] ?? '';
}

const isGood = async (yardpack: TestWorld, token: string) =>
  (await yardpack.call('checkSetupLink', { body: { token } })).body.valid;

test('the link of the command line lets the first owner in, once, and every other link ends', async ({ yardpack }) => {
  const [token, other] = [await link(yardpack), await link(yardpack)];
  expect([await isGood(yardpack, token), await isGood(yardpack, 'x'.repeat(43))]).toEqual([true, false]);
  const opened = await yardpack.call('openSetup', { body: form(token) });
  expect(opened.body.profiles).toMatchObject([
    { type: 'PROFILE_TYPE_EMPLOYEE', staffRole: 'owner', displayName: 'Olive P.', email: 'olive@example.com' },
  ]);
  const as = opened.body.accessToken;
  expect((await yardpack.call('getSettings', { as })).status).toBe(200);
  // No mail proved the address, because the mail server may not work yet.
  expect(await yardpack.messages()).toEqual([]);
  expect(
    (await yardpack.call('signIn', { body: { username: 'olive@example.com', password: testPassword } })).status,
  ).toBe(200);

  expect([await isGood(yardpack, token), await isGood(yardpack, other), await link(yardpack)]).toEqual([
    false,
    false,
    '',
  ]);
  for (const used of [token, other]) {
    const late = await yardpack.call('openSetup', { body: form(used, { email: 'late@example.com' }) });
    expect(late.error.errorCode).toBe('NOT_ALLOWED_NOW');
  }
  const { joinCodes } = (await yardpack.call('listJoinCodes', { as })).body;
  expect(joinCodes.map(({ state }) => state).sort()).toEqual(['expired', 'used']);
});

test('a link that was left when somebody joined in another way is no join code either', async ({ yardpack }) => {
  const [token, left] = [await link(yardpack), await link(yardpack)];
  const body = signUpBody('PROFILE_TYPE_EMPLOYEE', { joinCode: token });
  expect((await yardpack.call('signUp', { body })).status).toBe(200);
  // Nobody is in before the mailed link is opened.
  expect(await isGood(yardpack, left)).toBe(true);
  await yardpack.advance('PT1M');
  const mailed = await mailedToken(yardpack, body.email, 'confirm-sign-up');
  const confirming = { token: mailed, password: testPassword };
  expect((await yardpack.call('confirmSignUp', { body: confirming })).status).toBe(200);
  const valid = async (joinCode: string) =>
    (await yardpack.call('validateJoinCode', { body: { joinCode } })).body.valid;
  expect([await isGood(yardpack, left), await valid(left)]).toEqual([false, false]);
  const late = await yardpack.call('signUp', { body: signUpBody('PROFILE_TYPE_EMPLOYEE', { joinCode: left }) });
  expect(late.error.fields?.map(({ path }) => path)).toEqual(['body.joinCode']);
  // A code that the command line issues for one more owner is good, whoever else joins.
  const more = await issueJoinCode(yardpack.world, null);
  await buildEmployee(yardpack);
  expect(await valid(more)).toBe(true);
});

test('of several who open their links at once one gets in, and the others are told', async ({ yardpack }) => {
  const shared = await link(yardpack);
  const tokens = [shared, shared, await link(yardpack), await link(yardpack)];
  const answers = await Promise.all(
    tokens.map((token, index) => yardpack.call('openSetup', { body: form(token, { email: `o${index}@example.com` }) })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  const { accessToken: as } = answers.find(({ status }) => status === 200)?.body ?? {};
  expect((await yardpack.call('listEmployees', { as: as ?? '' })).body.employees).toHaveLength(1);
});

test('an answer that was lost comes again with the same link, id and password, and with nothing else', async ({
  yardpack,
}) => {
  const body = form(await link(yardpack));
  const first = await yardpack.call('openSetup', { body });
  const again = await yardpack.call('openSetup', { body });
  expect(again.body.user.id).toBe(first.body.user.id);
  const customer = await buildCustomer(yardpack);
  for (const wrong of [{ password: 'Other-words-9!' }, { token: 'y'.repeat(43) }, { signUpId: customer.userId }]) {
    const refused = await yardpack.call('openSetup', { body: { ...body, ...wrong } });
    expect(refused.error.errorCode).toBe('NOT_ALLOWED_NOW');
  }
});

test('a link ends after seven days, and bad input is named at its field', async ({ yardpack }) => {
  const token = await link(yardpack);
  const bad = { firstName: ' ', email: 'nobody', phone: '12', password: 'short' };
  const refused = await yardpack.call('openSetup', { body: form(token, bad) });
  expect(refused.error.fields?.map(({ path }) => path).sort()).toEqual(
    ['email', 'firstName', 'password', 'phone'].map((name) => `body.${name}`),
  );
  const common = await yardpack.call('openSetup', { body: form(token, { password: 'Password1!' }) });
  expect(common.error.fields).toMatchObject([{ path: 'body.password' }]);
  await yardpack.advance('P8D');
  expect(await isGood(yardpack, token)).toBe(false);
  expect((await yardpack.call('openSetup', { body: form(token) })).error.errorCode).toBe('LINK_EXPIRED');
});

test('who signs up with the code and never confirms does not shut the first owner out', async ({ yardpack }) => {
  const joinCode = await issueJoinCode(yardpack.world, null);
  expect((await yardpack.call('signUp', { body: signUpBody('PROFILE_TYPE_EMPLOYEE', { joinCode }) })).status).toBe(200);
  expect((await yardpack.call('openSetup', { body: form(await link(yardpack)) })).status).toBe(200);
});

const statesOf = async (yardpack: TestWorld, { accessToken: as }: Person) =>
  Object.fromEntries(
    (await yardpack.call('getSetup', { as })).body.checks.map(({ check, state, reason }) => [check, reason ?? state]),
  );
const run = (yardpack: TestWorld, { accessToken: as }: Person, check: SetupCheck) =>
  yardpack.call('runSetupCheck', { as, params: { check } });

test('each check is tried in earnest', async ({ yardpack }) => {
  const owner = await buildEmployee(yardpack);
  expect(await statesOf(yardpack, owner)).toEqual({
    ...{ business: 'open', area: 'open', payments: 'open', webhook: 'open', mail: 'open', text: 'open' },
  });
  for (const check of ['business', 'area', 'payments', 'mail', 'text'] as const) {
    const { body } = await run(yardpack, owner, check);
    const isStandIn = !['business', 'area'].includes(check);
    expect(body.checks.find((one) => one.check === check)).toMatchObject({ state: 'good', reason: null, isStandIn });
  }
  const sent = await yardpack.messages();
  expect(sent.map(({ channel, to }) => [channel, to]).sort()).toEqual([
    ['email', owner.email],
    ['text', owner.phone],
  ]);
  expect((await yardpack.call('getSetup', { as: owner.accessToken })).body.hasProduct).toBe(false);
  await buildProduct(yardpack);
  expect((await yardpack.call('getSetup', { as: owner.accessToken })).body.hasProduct).toBe(true);
});

test('the webhook is good once Stripe has told us of what we did there', async ({ yardpack }) => {
  const owner = await buildEmployee(yardpack);
  await run(yardpack, owner, 'webhook');
  const heard = async () => {
    await yardpack.drain();
    return (await statesOf(yardpack, owner)).webhook;
  };
  await expect.poll(heard).toBe('good');
});

test('a webhook that nobody calls fails after two minutes, and turns good when the call comes late', async ({
  yardpack,
}) => {
  const { world } = yardpack;
  const owner = await buildEmployee(yardpack);
  const [reference, checkedAt, checkedBy] = ['cus_unheard', world.clock.now(), owner.userId];
  const row = { check: 'webhook', state: 'waiting', reason: null, isStandIn: true } as const;
  await keepCheck(world.database, { ...row, reference, checkedAt, checkedBy });
  expect(await statesOf(yardpack, owner)).toMatchObject({ webhook: 'waiting' });
  await yardpack.advance('PT3M');
  expect(await statesOf(yardpack, owner)).toMatchObject({ webhook: 'not-heard' });
  await keepEvents(world, [{ id: 'evt_other', subject: 'customer', subjectId: 'cus_other' }]);
  await yardpack.drain();
  expect(await statesOf(yardpack, owner)).toMatchObject({ webhook: 'not-heard' });
  await keepEvents(world, [{ id: 'evt_late', subject: 'customer', subjectId: reference }]);
  await yardpack.drain();
  expect(await statesOf(yardpack, owner)).toMatchObject({ webhook: 'good' });
});

test('a service that does not work is told by its reason', async ({ yardpack }) => {
  const owner = await buildEmployee(yardpack);
  const closed = await freePort();
  const fails = async (check: SetupCheck, change: Partial<TestWorld['world']>, reason: string) => {
    const before = { ...yardpack.world };
    Object.assign(yardpack.world, change);
    try {
      const { body } = await run(yardpack, owner, check);
      expect(body.checks.find((one) => one.check === check)).toMatchObject({ state: 'failed', reason });
    } finally {
      Object.assign(yardpack.world, before);
    }
  };
  const rejects = (error: unknown) => async () => Promise.reject(error);
  const coded = (fields: object) => Object.assign(new Error('It failed'), fields);
  const { sandbox } = yardpack;
  const { apiUrl } = sandbox.stripe;
  await fails('mail', { sendMail: createSmtpMailer(`smtp://127.0.0.1:${closed}`, 'a@example.com') }, 'unreachable');
  await fails('mail', { sendMail: rejects(coded({ code: 'EAUTH', command: 'AUTH PLAIN' })) }, 'login-refused');
  await fails('mail', { sendMail: rejects(coded({ code: 'EENVELOPE', command: 'MAIL FROM' })) }, 'sender-refused');
  await fails('mail', { sendMail: rejects(new RefusedError('No such mailbox')) }, 'address-refused');
  await fails('mail', { sendMail: rejects(new UnansweredError('No answer')) }, 'unanswered');
  await fails('text', { sendText: rejects(coded({ name: 'CredentialsProviderError' })) }, 'login-refused');
  await fails('text', { sendText: rejects(coded({ $metadata: { httpStatusCode: 403 } })) }, 'login-refused');
  await fails('text', { sendText: rejects(coded({ name: 'TimeoutError' })) }, 'unreachable');
  await fails('text', { sendText: rejects(coded({})) }, 'unknown');
  await fails('text', { sendText: undefined }, 'no-provider');
  await fails('payments', { stripe: createStripe({ secretKey: 'sk_live_wrong', apiUrl }) }, 'key-refused');
  const nowhere = createStripe({ secretKey: 'sk_test_x', apiUrl: `http://127.0.0.1:${closed}` });
  await fails('payments', { stripe: nowhere }, 'unreachable');
  await fails('webhook', { stripe: nowhere }, 'unreachable');
  const config = { ...yardpack.world.config, STRIPE_SECRET_KEY: 'sk_live_1' };
  await fails('payments', { config }, 'other-mode');
});

test('texts that are off on purpose are in order, and said to be off', async ({ yardpack }) => {
  const { world } = yardpack;
  const config = { ...world.config, TEXT_PROVIDER: 'none' as const };
  const asking = { id: randomUUID(), email: 'olive@example.com', phone: '4795550188' };
  expect(await tryOut({ ...world, config, sendText: undefined }, asking, 'text')).toEqual({
    state: 'good',
    reason: 'texts-off',
  });
});

test('a service that answers nobody counts as unreachable before the browser gives up', async ({ yardpack }) => {
  const mute = { ...yardpack.world, sendMail: () => new Promise<void>(() => undefined) };
  const asking = { id: randomUUID(), email: 'olive@example.com', phone: '4795550188' };
  expect(await tryOut(mute, asking, 'mail', 20)).toEqual({ state: 'failed', reason: 'unreachable' });
});

test('what a stand-in answered does not count for the service that is configured later', async ({ yardpack }) => {
  const owner = await buildEmployee(yardpack);
  await run(yardpack, owner, 'mail');
  expect(await statesOf(yardpack, owner)).toMatchObject({ mail: 'good' });
  const before = yardpack.world.config;
  Object.assign(yardpack.world, { config: { ...before, SMTP_URL: 'smtp://mail.example' } });
  expect(await statesOf(yardpack, owner)).toMatchObject({ mail: 'open' });
  Object.assign(yardpack.world, { config: before });
});

test('who is no owner sees and tries nothing', async ({ yardpack }) => {
  const { world } = yardpack;
  const joinCode = await issueJoinCode(world, null, 'manager');
  const manager = await buildEmployee(yardpack, { joinCode });
  expect((await yardpack.call('getSetup', { as: manager.accessToken })).status).toBe(403);
  expect((await run(yardpack, manager, 'mail')).status).toBe(403);
  await expect(openSetup(world, form(joinCode) as never, {})).rejects.toMatchObject({ errorCode: 'NOT_ALLOWED_NOW' });
});
