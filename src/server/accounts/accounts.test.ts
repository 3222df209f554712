import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountLinks } from '../database/schema/accounts.ts';
import { messages } from '../database/schema/messages.ts';
import { newToken, owaspCost } from '../secrets.ts';
import { buildCustomer, mailedResetToken, mailedToken, signUpBody, testPassword } from '../testing/factories.ts';
import { processorTimeOf } from '../testing/processor-time.ts';
import { createTestWorld, type TestWorld } from '../testing/world.ts';

let yardpack: TestWorld;
beforeAll(async () => {
  yardpack = await createTestWorld({}, { hashCost: owaspCost });
});
afterAll(() => yardpack.close());

const signIn = (username: string, password = testPassword) => yardpack.call('signIn', { body: { username, password } });

test('a person signs up, confirms by the mailed link and signs in', async () => {
  const body = signUpBody('PROFILE_TYPE_CUSTOMER', { firstName: 'Ada', lastName: 'Lovelace' });
  expect((await yardpack.call('signUp', { body })).status).toBe(200);
  await yardpack.drain();

  const early = await signIn(body.username);
  expect([early.status, early.error.errorCode]).toEqual([403, 'ACCOUNT_NOT_CONFIRMED']);

  const token = await mailedToken(yardpack, body.email, 'confirm-sign-up');
  const confirm = async () => (await yardpack.call('confirmSignUp', { body: { token, password: testPassword } })).body;
  expect(await confirm()).toEqual({ confirmed: 'account', isRepeated: false });
  // The answer was lost, or the mail is opened again.
  expect(await confirm()).toEqual({ confirmed: 'account', isRepeated: true });

  const { body: session } = await signIn(body.username.toUpperCase());
  expect(session.profiles).toMatchObject([
    {
      type: 'PROFILE_TYPE_CUSTOMER',
      label: 'Customer',
      displayName: 'Ada L.',
      isDefault: true,
      onboardingComplete: false,
    },
  ]);
});

test('user names and emails are unique without regard to case', async () => {
  const first = signUpBody('PROFILE_TYPE_CUSTOMER');
  await yardpack.call('signUp', { body: first });
  const sameName = signUpBody('PROFILE_TYPE_CUSTOMER', { username: first.username.toUpperCase() });
  const byName = await yardpack.call('signUp', { body: sameName });
  expect([byName.status, byName.error.fields?.[0]?.path]).toEqual([409, 'body.username']);
  const sameMail = signUpBody('PROFILE_TYPE_CUSTOMER', { email: first.email.toUpperCase() });
  const byMail = await yardpack.call('signUp', { body: sameMail });
  expect([byMail.status, byMail.error.fields?.[0]?.path]).toEqual([409, 'body.email']);
});

test('a confirmation link ends after 24 hours, and signing in sends another', async () => {
  const body = signUpBody('PROFILE_TYPE_CUSTOMER');
  await yardpack.call('signUp', { body });
  await yardpack.drain();
  const old = await mailedToken(yardpack, body.email, 'confirm-sign-up');
  await yardpack.advance('PT24H');
  expect((await yardpack.call('confirmSignUp', { body: { token: old } })).status).toBe(400);

  await signIn(body.username);
  await yardpack.drain();
  const token = await mailedToken(yardpack, body.email, 'confirm-sign-up');
  expect((await yardpack.call('confirmSignUp', { body: { token, password: testPassword } })).status).toBe(200);
});

test('a worker must be 18, to the day', async () => {
  const today = yardpack.world.clock.now().toZonedDateTimeISO('America/Chicago').toPlainDate();
  const born = (date: Temporal.PlainDate) => ({ year: date.year, month: date.month, day: date.day });
  const eighteen = today.subtract({ years: 18 });
  const tooYoung = await yardpack.call('signUp', {
    body: signUpBody('PROFILE_TYPE_WORKER', { birthdate: born(eighteen.add({ days: 1 })) }),
  });
  expect([tooYoung.status, tooYoung.error.fields]).toEqual([
    400,
    [{ path: 'body.birthdate', message: 'You must be 18 or older to work with us.' }],
  ]);
  const missing = await yardpack.call('signUp', { body: signUpBody('PROFILE_TYPE_WORKER') });
  expect(missing.error.fields).toEqual([{ path: 'body.birthdate', message: 'Date of birth is required.' }]);
  const ofAge = await yardpack.call('signUp', {
    body: signUpBody('PROFILE_TYPE_WORKER', { birthdate: born(eighteen) }),
  });
  expect(ofAge.status).toBe(200);
});

test('nobody becomes an employee without a join code, and nothing of the account stays', async () => {
  const body = signUpBody('PROFILE_TYPE_EMPLOYEE');
  const without = await yardpack.call('signUp', { body });
  expect(without.error.fields).toEqual([{ path: 'body.joinCode', message: 'Join code is required.' }]);
  const wrong = await yardpack.call('signUp', { body: { ...body, joinCode: 'not-a-code' } });
  expect([wrong.status, wrong.error.fields?.[0]?.path]).toEqual([400, 'body.joinCode']);
  const customer = await yardpack.call('signUp', { body: { ...body, profileType: 'PROFILE_TYPE_CUSTOMER' } });
  expect(customer.status).toBe(200);
});

test('a new password ends every session and the old password', async () => {
  const person = await buildCustomer(yardpack);
  await yardpack.call('resetPassword', { body: { username: person.username } });
  await yardpack.drain();
  const token = await mailedToken(yardpack, person.email, 'set-new-password');
  const newPassword = 'fresh-bones2!';
  expect((await yardpack.call('setNewPassword', { body: { token, newPassword } })).status).toBe(200);

  const old = await yardpack.call('getProfile', { as: person.accessToken, params: { profileId: person.profileId } });
  expect(old.status).toBe(401);
  expect((await signIn(person.username)).error.errorCode).toBe('INVALID_CREDENTIALS');
  expect((await signIn(person.username, newPassword)).status).toBe(200);
});

test('a new password ends the links that were mailed before it', async () => {
  const person = await buildCustomer(yardpack);
  const [older, used] = [await mailedResetToken(yardpack, person), await mailedResetToken(yardpack, person)];
  const setNewPassword = (token: string) =>
    yardpack.call('setNewPassword', { body: { token, newPassword: 'fresh-bones2!' } });
  expect((await setNewPassword(used)).status).toBe(200);
  const again = await setNewPassword(older);
  expect([again.status, again.error.errorCode]).toEqual([400, 'LINK_EXPIRED']);
  expect((await setNewPassword(await mailedResetToken(yardpack, person))).status).toBe(200);
});

test('two links that are used at the same moment change the password once', async () => {
  const person = await buildCustomer(yardpack);
  const tokens = [await mailedResetToken(yardpack, person), await mailedResetToken(yardpack, person)];
  const answers = await Promise.all(
    tokens.map((token) => yardpack.call('setNewPassword', { body: { token, newPassword: 'fresh-bones2!' } })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
});

test('a link that is no good is refused before the costly hash of the password', async () => {
  const times = 8;
  const cost = (work: () => Promise<unknown>) =>
    processorTimeOf(async () => {
      for (let done = 0; done < times; done += 1) await work();
    });
  const refuse = () => yardpack.call('setNewPassword', { body: { token: newToken(), newPassword: 'fresh-bones2!' } });
  expect((await refuse()).error.errorCode).toBe('LINK_EXPIRED');
  expect(await cost(refuse)).toBeLessThan(await cost(() => yardpack.world.passwords.hash('fresh-bones2!')));
});

test('a reset looks nobody up while the caller waits, so its time tells nothing', async () => {
  const person = await buildCustomer(yardpack);
  const resetLinks = async () => {
    const links = await yardpack.world.database
      .select()
      .from(accountLinks)
      .where(eq(accountLinks.userId, person.userId));
    return links.filter(({ purpose }) => purpose === 'reset').length;
  };
  await yardpack.call('resetPassword', { body: { username: person.email.toUpperCase() } });
  expect(await resetLinks()).toBe(0);
  await yardpack.drain();
  expect(await resetLinks()).toBe(1);
});

test('the token of a mailed link is not kept once the mail is sent', async () => {
  const newcomer = signUpBody('PROFILE_TYPE_CUSTOMER');
  expect((await yardpack.call('signUp', { body: newcomer })).status).toBe(200);
  await yardpack.drain();
  const person = await buildCustomer(yardpack);
  const tokens = [
    await mailedToken(yardpack, newcomer.email, 'confirm-sign-up'),
    await mailedResetToken(yardpack, person),
  ];
  const kept = JSON.stringify(await yardpack.world.database.select().from(messages));
  for (const { email } of [newcomer, person]) expect(kept).toContain(email);
  for (const token of tokens) expect(kept).not.toContain(token);
});

test('a reset answers alike for known and unknown names', async () => {
  const person = await buildCustomer(yardpack);
  expect((await yardpack.call('resetPassword', { body: { username: 'half a character \ud83d' } })).status).toBe(200);
  const known = await yardpack.call('resetPassword', { body: { username: person.username } });
  const unknown = await yardpack.call('resetPassword', { body: { username: 'nobody-at-all' } });
  expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
});

test('every field that is wrong is named, with the message of the form', async () => {
  const { status, error } = await yardpack.call('signUp', {
    body: signUpBody('PROFILE_TYPE_CUSTOMER', { username: 'no spaces', password: 'short', state: 'XX', zipCode: '' }),
  });
  expect(status).toBe(400);
  expect(error.fields?.map((field) => field.path)).toEqual([
    'body.username',
    'body.password',
    'body.state',
    'body.zipCode',
  ]);
  expect(error.fields?.[2]?.message).toBe('Please give a state as two capital letters, such as AR.');
});
