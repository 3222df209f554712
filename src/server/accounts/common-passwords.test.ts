import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { passwordPattern } from '#domain/account-rules.ts';
import { accountCalls } from '../testing/account-calls.ts';
import { buildCustomer, mailedToken, signUpBody } from '../testing/factories.ts';
import { processorTimeOf } from '../testing/processor-time.ts';
import { createTestWorld, type TestWorld } from '../testing/world.ts';
import { isCommonPassword } from './common-passwords.ts';

let yardpack: TestWorld;
beforeAll(async () => {
  yardpack = await createTestWorld();
});
afterAll(() => yardpack.close());

const { signIn, signUp } = accountCalls(() => yardpack);
const message = 'This password is one of the most common ones. Please choose another.';

test.each([
  'p@ssw0rd',
  'P@ssw0rd',
  'Password1!',
  'password123!',
  'Passw0rd!',
  'P@$$w0rd1',
  'Welcome2024!',
  'Summer@2026',
  'qwerty123!',
  '1qaz@WSX',
  '!QAZ2wsx',
  'zaq1@WSX',
  'abc123!@#',
  'Iloveyou#1',
  '#1princess',
  'a123456!',
  'Admin@123',
  'Trustno1!',
  'Aa@123456',
  'abc@1234',
  'Yardpack1!',
])('%s fits the rules and is too common', (password) => {
  expect(password).toMatch(passwordPattern);
  expect(isCommonPassword(password)).toBe(true);
});

test.each([
  'bones4all!',
  'fresh-bones2!',
  'Correct-horse7',
  'tr0ub4dor&3',
  'four.dogs.2.cats',
  'x7#qvLm2p',
  'dragon846213!',
])('%s is not', (password) => {
  expect(password).toMatch(passwordPattern);
  expect(isCommonPassword(password)).toBe(false);
});

test('the 3,000 commonest that can be made of the words are all refused, and very manymore', () => {
  const words = readFileSync(new URL('../../domain/common-passwords.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  const endings = ['1!', '!1', '123!', '@123', '!', '@1', '#1', '1@', '2!', '12!', '!123', '1#'];
  const fitting = words
    .slice(0, 1000)
    .flatMap((word) => endings.map((ending) => word + ending))
    .filter((password) => passwordPattern.test(password));
  expect(fitting.length).toBeGreaterThan(3000);
  expect(fitting.filter((password) => !isCommonPassword(password))).toEqual([]);
  expect(words.filter((word) => passwordPattern.test(word) && !isCommonPassword(word))).toEqual([]);
});

test('a long one is looked at in no time', async () => {
  const took = await processorTimeOf(() => {
    for (let time = 0; time < 1000; time += 1) isCommonPassword(`a1!${'x'.repeat(253)}`);
  });
  expect(took).toBeLessThan(1000);
});

test('a sign-up with one is refused at its field, and nothing of it stays', async () => {
  const body = signUpBody('PROFILE_TYPE_CUSTOMER', { password: 'PaSSwORD1!' });
  const { status, error } = await signUp(body);
  expect([status, error.message, error.fields]).toEqual([400, message, [{ path: 'body.password', message }]]);
  expect((await signUp({ ...body, password: 'bones4all!' })).status).toBe(200);
});

test('a new password that is one is refused at its field, and the link can still be used', async () => {
  const person = await buildCustomer(yardpack);
  await yardpack.call('resetPassword', { body: { username: person.username } });
  await yardpack.drain();
  const token = await mailedToken(yardpack, person.email, 'set-new-password');
  const set = (newPassword: string) => yardpack.call('setNewPassword', { body: { token, newPassword } });
  const { status, error } = await set('Password1!');
  expect([status, error.fields]).toEqual([400, [{ path: 'body.newPassword', message }]]);
  expect((await signIn(person.username, 'bones4all!')).status).toBe(200);
  expect((await set('fresh-bones2!')).status).toBe(200);
});

test('apart from that a password is compared as it is typed', async () => {
  const person = await buildCustomer(yardpack);
  expect((await signIn(person.username, 'Bones4all!')).status).toBe(401);
  expect((await signIn(person.username, 'bones4all!')).status).toBe(200);
});
