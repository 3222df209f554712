import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { issueJoinCode } from '../join-codes/service.ts';
import { accountCalls } from '../testing/account-calls.ts';
import {
  buildEmployee,
  mailedToken,
  type Person,
  signUpBody,
  someAddress,
  testPassword,
} from '../testing/factories.ts';
import { buildOrder } from '../testing/order-factories.ts';
import { buildCard } from '../testing/payment-factories.ts';
import { createTestWorld, type TestWorld } from '../testing/world.ts';

let yardpack: TestWorld;
beforeAll(async () => {
  yardpack = await createTestWorld();
});
afterAll(() => yardpack.close());

const { confirm, signIn, signUp } = accountCalls(() => yardpack);
const formOf = (profileType = 'PROFILE_TYPE_CUSTOMER', details = {}) => ({
  ...signUpBody(profileType, details),
  signUpId: randomUUID(),
});
const mailsTo = async (email: string) => (await yardpack.messages()).filter((message) => message.to === email).length;
const follow = async (email: string) => {
  const token = await mailedToken(yardpack, email, 'confirm-sign-up');
  return await confirm(token);
};

test('a lost answer: the form sent again, or twice at once, makes one account and one mail', async () => {
  const form = formOf();
  const answers = [...(await Promise.all([signUp(form), signUp(form), signUp(form)])), await signUp(form)];
  expect(answers.map(({ status, body }) => [status, body.userId])).toEqual(Array(4).fill([200, form.signUpId]));
  await yardpack.drain();
  expect(await mailsTo(form.email)).toBe(1);
  expect((await follow(form.email)).status).toBe(200);
  expect((await signIn(form.username)).body.profiles).toHaveLength(1);
});

test('a form that was changed after its answer was lost counts as it was sent last', async () => {
  const form = formOf();
  await signUp(form);
  await yardpack.drain();
  const corrected = { ...form, ...formOf(), signUpId: form.signUpId, firstName: 'Ada' };
  expect((await signUp(corrected)).status).toBe(200);
  await yardpack.drain();
  // The link in the other mailbox confirms nothing.
  expect((await follow(form.email)).error.errorCode).toBe('LINK_EXPIRED');
  expect((await follow(corrected.email)).status).toBe(200);
  const { profiles } = (await signIn(corrected.username)).body;
  expect(profiles).toMatchObject([{ firstName: 'Ada', email: corrected.email }]);
  expect((await signIn(form.username)).status).toBe(401);
});

test('who knows the id of an account that nobody has confirmed, and not its password, changes nothing of it', async () => {
  const form = formOf();
  await signUp(form);
  for (const details of [formOf(), { firstName: 'Mallory' }]) {
    const { status, error } = await signUp({
      ...form,
      ...details,
      signUpId: form.signUpId,
      password: `${testPassword}x`,
    });
    expect([status, error.fields?.[0]?.path]).toEqual([400, 'body.password']);
  }
  await yardpack.drain();
  expect((await follow(form.email)).status).toBe(200);
  expect((await signIn(form.username)).body.profiles).toMatchObject([{ firstName: form.firstName }]);
});

test('an employee sends the form again with the code that it used', async () => {
  const joinCode = await issueJoinCode(yardpack.world, null);
  const form = formOf('PROFILE_TYPE_EMPLOYEE', { joinCode });
  expect((await signUp(form)).status).toBe(200);
  expect((await signUp({ ...form, firstName: 'Ada' })).status).toBe(200);
  expect((await signUp({ ...formOf('PROFILE_TYPE_EMPLOYEE', { joinCode }) })).error.fields?.[0]?.path).toBe(
    'body.joinCode',
  );
});

test('the same form sent after the link was followed is told so; another password, or too many of them, is told nothing', async () => {
  const form = formOf();
  await signUp(form);
  await yardpack.drain();
  await follow(form.email);
  const again = async (details = {}) => {
    const { status, body, error } = await signUp({ ...form, ...details });
    return status === 200 ? body : error.fields?.[0];
  };
  const known = { userId: form.signUpId, isConfirmed: true };
  const taken = { path: 'body.username', message: 'This username is already taken.' };
  expect(await again()).toEqual(known);
  // Another tab, or a draft that was lost.
  expect(await again({ signUpId: undefined, username: form.username.toUpperCase() })).toEqual(known);
  expect(await again({ email: formOf().email })).toEqual(taken);
  const wrong = { password: `${testPassword}x` };
  for (let time = 0; time < 10; time += 1) expect(await again(wrong)).toEqual(taken);
  expect(await again()).toEqual(taken);
  expect((await signIn(form.username)).status).toBe(429);
  await yardpack.drain();
  expect(await mailsTo(form.email)).toBe(1);
});

test("an account that somebody has confirmed is nobody else's to fill in", async () => {
  const form = formOf();
  await signUp(form);
  await yardpack.drain();
  await follow(form.email);
  const { status, error } = await signUp({ ...formOf(), signUpId: form.signUpId });
  expect([status, error.fields?.[0]?.path]).toEqual([409, 'body.username']);
  expect((await signIn(form.username)).status).toBe(200);
});

test('a sign-up sent again for an account with a service changes nothing of it', async () => {
  const erin = await buildEmployee(yardpack);
  const email = 'texted@example.com';
  const order = await buildOrder(yardpack, erin, { channel: 'text', email: undefined });
  const { body } = await yardpack.call('openOrderAccount', {
    body: { token: order.token, password: testPassword, email, phone: '4795550177', agreedToTerms: true },
    address: someAddress(),
  });
  const { userId } = body.profiles[0] ?? { userId: '' };
  const card = await buildCard(yardpack, { userId, accessToken: body.accessToken } as Person);
  const accepted = await yardpack.call('acceptOrder', {
    as: body.accessToken,
    body: {
      ...{ token: order.token, stripePaymentMethodId: card, quotedBaseCost: 1500 },
      ...{ withCoupon: false, agreedToTerms: true },
    },
  });
  expect(accepted.status).toBe(200);
  const { status, error } = await signUp({ ...formOf(), email, signUpId: userId });
  expect([status, error.fields?.[0]?.path]).toEqual([409, 'body.username']);
  const kept = await yardpack.call('listProfiles', { as: body.accessToken, params: { userId } });
  expect(kept.body.profiles).toMatchObject([{ firstName: 'Cal', phone: '+14795550177' }]);
});
