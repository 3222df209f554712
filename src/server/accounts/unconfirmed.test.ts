import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noEmail } from '#domain/no-email.ts';
import { users } from '../database/schema/accounts.ts';
import { creditBalances } from '../database/schema/credits.ts';
import { profiles } from '../database/schema/profiles.ts';
import { accountCalls } from '../testing/account-calls.ts';
import { buildEmployee, mailedToken, signUpBody } from '../testing/factories.ts';
import { createTestWorld, type TestWorld } from '../testing/world.ts';

let yardpack: TestWorld;
beforeAll(async () => {
  yardpack = await createTestWorld();
});
afterAll(() => yardpack.close());

const { confirm, signIn, signUp } = accountCalls(() => yardpack);

test('an account that nobody confirmed lets its names go a week after its last link, one that was confirmed stays', async () => {
  const mistyped = signUpBody('PROFILE_TYPE_CUSTOMER');
  const confirmed = signUpBody('PROFILE_TYPE_CUSTOMER');
  for (const body of [mistyped, confirmed]) expect((await signUp(body)).status).toBe(200);
  await yardpack.drain();
  const token = await mailedToken(yardpack, confirmed.email, 'confirm-sign-up');
  expect((await confirm(token)).status).toBe(200);

  await yardpack.advance('P7D');
  expect((await signUp(mistyped)).error.errorCode).toBe('ALREADY_EXISTS');
  // The link was good for a day.
  await yardpack.advance('P1DT1M');
  expect((await signUp(mistyped)).status).toBe(200);
  expect((await signUp(confirmed)).body.isConfirmed).toBe(true);
});

test('nobody signs up with the stand-in for no email address, or gets in unconfirmed with one from before', async () => {
  for (const email of [noEmail('abc'), noEmail('abc').toUpperCase()]) {
    const { status, error } = await signUp(signUpBody('PROFILE_TYPE_CUSTOMER', { email }));
    expect([status, error.fields]).toEqual([400, [{ path: 'body.email', message: 'Invalid email address' }]]);
  }
  const body = signUpBody('PROFILE_TYPE_CUSTOMER');
  const { userId } = (await signUp(body)).body;
  await yardpack.world.database
    .update(users)
    .set({ email: noEmail('abc') })
    .where(eq(users.id, userId));
  expect((await signIn(body.username, body.password)).error.errorCode).toBe('ACCOUNT_NOT_CONFIRMED');
});

test('who asks for a new link in time keeps the names', async () => {
  const body = signUpBody('PROFILE_TYPE_CUSTOMER');
  expect((await signUp(body)).status).toBe(200);
  await yardpack.advance('P5D');
  const { username, password } = body;
  const answer = await signIn(username, password);
  expect(answer.error.errorCode).toBe('ACCOUNT_NOT_CONFIRMED');
  await yardpack.advance('P4D');
  expect((await signUp(body)).error.errorCode).toBe('ALREADY_EXISTS');
});

test('who has not confirmed gets no credit, which would keep the account from ever being forgotten', async () => {
  const body = signUpBody('PROFILE_TYPE_CUSTOMER');
  expect((await signUp(body)).status).toBe(200);
  const [customer] = await yardpack.world.database.select().from(profiles).where(eq(profiles.email, body.email));
  const staff = await buildEmployee(yardpack);
  const gift = { requestId: randomUUID(), amount: 500, reason: 'The gate was locked.', version: 0 };
  for (const isPreview of [true, false]) {
    const answer = await yardpack.call('giveCredit', {
      as: staff.accessToken,
      params: { customerProfileId: customer?.id ?? '' },
      body: { ...gift, isPreview },
    });
    expect(answer.error).toMatchObject({
      errorCode: 'NOT_ALLOWED_NOW',
      message: expect.stringContaining('has not confirmed'),
    });
  }
  await yardpack.advance('P8DT1M');
  expect((await signUp(body)).status).toBe(200);
});

test('one whose credit is from before that does not keep the others from being forgotten', async () => {
  const [withCredit, other] = [signUpBody('PROFILE_TYPE_CUSTOMER'), signUpBody('PROFILE_TYPE_CUSTOMER')];
  for (const body of [withCredit, other]) expect((await signUp(body)).status).toBe(200);
  const { database } = yardpack.world;
  const [customer] = await database.select().from(profiles).where(eq(profiles.email, withCredit.email));
  await database.insert(creditBalances).values({ customerProfileId: customer?.id ?? '', amount: 500, version: 1 });
  await yardpack.advance('P8DT1M');
  expect((await signUp(withCredit)).error.errorCode).toBe('ALREADY_EXISTS');
  expect((await signUp(other)).status).toBe(200);
});
