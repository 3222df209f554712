import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountLinks, users } from '../database/schema/accounts.ts';
import { newToken } from '../secrets.ts';
import { accountCalls } from '../testing/account-calls.ts';
import { buildCustomer, mailedResetToken, mailedToken, signUpBody, testPassword } from '../testing/factories.ts';
import { createTestWorld, type TestWorld } from '../testing/world.ts';

let yardpack: TestWorld;
beforeAll(async () => {
  yardpack = await createTestWorld();
});
afterAll(() => yardpack.close());

const { askForReset, checkPasswordLink, confirm, renew, setNewPassword, signIn, signUp } = accountCalls(() => yardpack);
const expired = 'Link expired. Please generate new link';
const newPassword = 'fresh-bones2!';
const setPassword = (token: unknown, password = newPassword) => setNewPassword(token, password);
const newcomer = async (details = {}) => {
  const body = signUpBody('PROFILE_TYPE_CUSTOMER', details);
  await signUp(body);
  await yardpack.drain();
  return body;
};
const lettersTo = async (email: string, subject: string) =>
  (await yardpack.messages()).filter((message) => message.to === email && message.subject === subject).length;
const confirmLetters = (email: string) => lettersTo(email, 'Confirm your Yardpack account');

test.each([
  ['no token', undefined],
  ['an empty token', ''],
  ['a token of another form', 'a b'],
  ['a token that was never mailed', newToken()],
  ['no text', 7],
  ['a list', [newToken()]],
])('%s is answered as an expired link', async (_, token) => {
  for (const { status, error } of [await confirm(token), await setPassword(token), await checkPasswordLink(token)]) {
    expect([status, error.message]).toEqual([400, expired]);
  }
});

test('a confirmation link is good for 24 hours and a reset link for one', async () => {
  const [early, late] = [await newcomer(), await newcomer()];
  const [inTime, tooLate] = [await buildCustomer(yardpack), await buildCustomer(yardpack)];
  const tokens = [await mailedResetToken(yardpack, inTime), await mailedResetToken(yardpack, tooLate)];
  await yardpack.advance('PT59M');
  expect((await checkPasswordLink(tokens[0])).status).toBe(200);
  expect((await setPassword(tokens[0])).status).toBe(200);
  expect((await checkPasswordLink(tokens[0])).error.errorCode).toBe('LINK_EXPIRED');
  expect((await checkPasswordLink(tokens[1])).status).toBe(200);
  await yardpack.advance('PT1M');
  expect((await checkPasswordLink(tokens[1])).error.errorCode).toBe('LINK_EXPIRED');
  const refused = await setPassword(tokens[1]);
  expect([refused.status, refused.error.errorCode, refused.error.message]).toEqual([400, 'LINK_EXPIRED', expired]);
  await yardpack.advance('PT22H');
  expect((await confirm(await mailedToken(yardpack, early.email, 'confirm-sign-up'))).status).toBe(200);
  await yardpack.advance('PT1H');
  expect((await confirm(await mailedToken(yardpack, late.email, 'confirm-sign-up'))).error.message).toBe(expired);
});

test('a link of one kind is not good for the other', async () => {
  const body = await newcomer();
  const person = await buildCustomer(yardpack);
  const confirmToken = await mailedToken(yardpack, body.email, 'confirm-sign-up');
  expect((await setPassword(confirmToken)).status).toBe(400);
  expect((await checkPasswordLink(confirmToken)).status).toBe(400);
  expect((await confirm(await mailedResetToken(yardpack, person))).status).toBe(400);
});

test('one confirmation link, twenty times at once: one confirms, the others are told that it is done', async () => {
  const body = signUpBody('PROFILE_TYPE_CUSTOMER');
  const { userId } = (await signUp(body)).body;
  await yardpack.drain();
  const token = await mailedToken(yardpack, body.email, 'confirm-sign-up');
  const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(token, { userId })));
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(answers.filter(({ body: { isRepeated } }) => !isRepeated)).toHaveLength(1);
  expect((await signIn(body.username)).status).toBe(200);
});

test('one reset link, twenty times at once with as many passwords: one is set', async () => {
  const person = await buildCustomer(yardpack);
  const token = await mailedResetToken(yardpack, person);
  const passwords = Array.from({ length: 20 }, (_, index) => `${newPassword}${index}`);
  const answers = await Promise.all(passwords.map((password) => setNewPassword(token, password)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(400)]);
  const taken = passwords[answers.findIndex(({ status }) => status === 200)] ?? '';
  expect((await signIn(person.username, taken)).status).toBe(200);
  await yardpack.drain();
  expect(await lettersTo(person.email, 'Your Yardpack password was changed')).toBe(1);
});

test('signing in unconfirmed, however often and all at once, mails one new link in five minutes', async () => {
  const body = await newcomer();
  const first = await Promise.all(Array.from({ length: 10 }, () => signIn(body.username)));
  await yardpack.drain();
  const messages = first.map(({ error }) => error.message).sort();
  expect(first.map(({ error }) => error.errorCode)).toEqual(Array(10).fill('ACCOUNT_NOT_CONFIRMED'));
  expect(messages).toEqual(
    [
      ...Array(9).fill('Please confirm your account first. We sent a link to your email address a few minutes ago.'),
      'Please confirm your account first. We have sent a new link to your email address.',
    ].sort(),
  );
  // One from the sign-up, and one more.
  expect(await confirmLetters(body.email)).toBe(2);
  await yardpack.advance('PT5M');
  await signIn(body.username);
  await signIn(body.username);
  await yardpack.drain();
  expect(await confirmLetters(body.email)).toBe(3);
  const texts = (await yardpack.messages()).filter(({ to }) => to === body.email).map(({ text }) => text);
  expect(texts.filter((text) => text.includes(`Hi ${body.firstName}, welcome`))).toHaveLength(3);
  expect((await confirm(await mailedToken(yardpack, body.email, 'confirm-sign-up'))).status).toBe(200);
});

test('a wrong password of an unconfirmed account mails nothing', async () => {
  const body = await newcomer();
  expect((await signIn(body.username, `${testPassword}x`)).status).toBe(401);
  await yardpack.drain();
  expect(await confirmLetters(body.email)).toBe(1);
});

test('a mailbox gets five reset links in an hour at most, and the last can be used', async () => {
  const person = await buildCustomer(yardpack);
  for (let time = 0; time < 4; time += 1) await askForReset(person.username);
  await askForReset(person.email);
  await askForReset(person.username.toUpperCase());
  expect(await lettersTo(person.email, 'Set a new Yardpack password')).toBe(5);
  const token = await mailedToken(yardpack, person.email, 'set-new-password');
  await yardpack.advance('PT55M');
  expect((await setPassword(token)).status).toBe(200);
  await yardpack.advance('PT6M');
  await askForReset(person.username);
  expect(await lettersTo(person.email, 'Set a new Yardpack password')).toBe(6);
});

test('a user name that is the email of somebody else does not keep them from a new password', async () => {
  const victim = await buildCustomer(yardpack);
  const squatter = await buildCustomer(yardpack, { username: victim.email });
  await askForReset(victim.email);
  expect(await lettersTo(squatter.email, 'Set a new Yardpack password')).toBe(1);
  expect((await setPassword(await mailedToken(yardpack, victim.email, 'set-new-password'))).status).toBe(200);
  expect((await signIn(victim.username, newPassword)).status).toBe(200);
  // As a name it belongs to the squatter, but the password shows that the owner of the email is meant.
  expect((await signIn(squatter.username, newPassword)).body.user.id).toBe(victim.userId);
  expect((await signIn(squatter.username)).body.user.id).toBe(squatter.userId);
});

test('what is mailed to an address that nobody has confirmed carries no words of a stranger', async () => {
  const mailTo = async (firstName: string) => {
    const body = await newcomer({ firstName });
    return (await yardpack.messages()).find((message) => message.to === body.email)?.text ?? '';
  };
  expect(await mailTo('Zoë O’Hara-Lee')).toContain('Hi Zoë O’Hara-Lee, welcome to the pack!');
  for (const bait of ['You won, see https://evil.test', 'evil.test', 'Call +1 900 555 0100', 'x'.repeat(41)]) {
    const text = await mailTo(bait);
    expect(text).not.toContain(bait);
    expect(text).toContain('Hi there, welcome to the pack!');
  }
});

test('a link is stored as a hash of its token only, and marked when it is used', async () => {
  const body = await newcomer();
  const token = await mailedToken(yardpack, body.email, 'confirm-sign-up');
  await confirm(token);
  const { database } = yardpack.world;
  const [user] = await database.select().from(users).where(eq(users.email, body.email));
  const links = await database
    .select()
    .from(accountLinks)
    .where(and(eq(accountLinks.userId, user?.id ?? ''), eq(accountLinks.purpose, 'confirm')));
  expect(links).toHaveLength(1);
  expect(links[0]?.usedAt).not.toBeNull();
  expect(JSON.stringify(links)).not.toContain(token);
});

test('the answer to a new password was lost: sending it again says that it is set, another one is refused', async () => {
  const person = await buildCustomer(yardpack);
  const token = await mailedResetToken(yardpack, person);
  expect((await setPassword(token)).status).toBe(200);
  expect((await setPassword(token)).status).toBe(200);
  expect((await setPassword(token, 'other-bones3!')).error.errorCode).toBe('LINK_EXPIRED');
  await yardpack.advance('PT1H');
  expect((await setPassword(token)).error.errorCode).toBe('LINK_EXPIRED');
});

test('a link that has expired brings a new one, within the limits of such letters; an unknown one brings nothing', async () => {
  const body = await newcomer();
  const person = await buildCustomer(yardpack);
  const [old, oldReset] = [
    await mailedToken(yardpack, body.email, 'confirm-sign-up'),
    await mailedResetToken(yardpack, person),
  ];
  await yardpack.advance('PT24H');
  const renewed = async (token: string) => {
    const { status } = await renew(token);
    await yardpack.drain();
    return status;
  };
  expect([await renewed(old), await renewed(old), await renewed(oldReset)]).toEqual([200, 200, 200]);
  expect(await confirmLetters(body.email)).toBe(2);
  expect((await confirm(await mailedToken(yardpack, body.email, 'confirm-sign-up'))).status).toBe(200);
  expect((await setPassword(await mailedToken(yardpack, person.email, 'set-new-password'))).status).toBe(200);
  expect(await renewed(newToken())).toBe(400);
  // Confirmed by now: there is nothing to mail.
  expect(await renewed(old)).toBe(200);
  expect(await confirmLetters(body.email)).toBe(2);
});
