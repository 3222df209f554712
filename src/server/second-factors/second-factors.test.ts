import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { issueSetupLink } from '../setup/service.ts';
import { accountCalls } from '../testing/account-calls.ts';
import { Authenticator } from '../testing/authenticator.ts';
import { addCodeApp, codeAt } from '../testing/factor-factories.ts';
import {
  buildCustomer,
  buildEmployee,
  mailedResetToken,
  mailsTo,
  type Person,
  saveSettings,
  signUpBody,
  someAddress,
  testPassword,
} from '../testing/factories.ts';
import { createTestWorld, type TestWorld } from '../testing/world.ts';

let yardpack: TestWorld;
beforeAll(async () => {
  yardpack = await createTestWorld({ STAFF_SECOND_FACTOR: '1' });
});
afterAll(() => yardpack.close());

const { signIn, setNewPassword } = accountCalls(() => yardpack);
const now = () => yardpack.world.clock.now();
const complete = (body: object) => yardpack.call('completeSignIn', { body, address: someAddress() });
const listEmployees = (as: string) => yardpack.call('listEmployees', { as });
const paramsOf = ({ userId }: Person) => ({ userId });

/** @returns the challenge of a sign-in with the right password */
async function askedFor({ username }: Person): Promise<string> {
  const { status, body } = await signIn(username);
  expect([status, body.accessToken]).toEqual([200, undefined]);
  return body.challenge ?? '';
}

/** Somebody who has a code app, half a minute later, so that the code is another one. */
async function buildWithApp() {
  const person = await buildEmployee(yardpack);
  const app = await addCodeApp(yardpack, person);
  await yardpack.advance('PT30S');
  return { person, ...app };
}

const codeNow = (secret: string) => codeAt(secret, now());
const otherCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

test('without a second factor an employee can do nothing as such but set one up, and then can', async () => {
  const person = await buildEmployee(yardpack);
  const { body: session } = await signIn(person.username);
  expect(session.needsSecondFactor).toBe(true);
  expect((await listEmployees(session.accessToken)).error.errorCode).toBe('SECOND_FACTOR_NEEDED');
  const own = { as: session.accessToken, params: { profileId: person.profileId } };
  expect((await yardpack.call('getProfile', own)).status).toBe(404);
  const { factors, recoveryCodes } = await addCodeApp(yardpack, { ...person, accessToken: session.accessToken });
  expect([factors.length, recoveryCodes.length, new Set(recoveryCodes).size]).toEqual([1, 10, 10]);
  expect((await listEmployees(session.accessToken)).status).toBe(200);
  // The session that was opened without it has ended.
  expect((await listEmployees(person.accessToken)).status).toBe(401);
  expect(await mailsTo(yardpack, person, /was added/)).toHaveLength(0);
  await yardpack.drain();
  expect(await mailsTo(yardpack, person, /A second factor was added/)).toHaveLength(1);
});

test('a customer who joins the staff keeps what is the customer’s, and gets no further without a second factor', async () => {
  const person = await buildCustomer(yardpack);
  const owner = await buildWithApp();
  const as = owner.person.accessToken;
  const { code: joinCode } = (await yardpack.call('createJoinCode', { as, body: { role: 'manager' } })).body;
  const { userId } = person;
  const { email } = person;
  const body = signUpBody('PROFILE_TYPE_EMPLOYEE', { userId, joinCode, email });
  const joined = await yardpack.call('createProfile', { as: person.accessToken, params: { userId }, body });
  expect([joined.status, joined.error.message]).toEqual([200, undefined]);
  expect((await listEmployees(person.accessToken)).error.errorCode).toBe('SECOND_FACTOR_NEEDED');
  const customers = { as: person.accessToken, params: { customerProfileId: person.profileId } };
  expect((await yardpack.call('getOverdue', customers)).status).toBe(200);
  await addCodeApp(yardpack, person);
  expect((await listEmployees(person.accessToken)).status).toBe(200);
});

test('a sign-in takes a second step, whose challenge is good once', async () => {
  const { person, secret } = await buildWithApp();
  const { body } = await signIn(person.username);
  expect(body).toEqual({ challenge: expect.any(String), takesCode: true, takesRecoveryCode: true, passkey: null });
  const proof = { challenge: body.challenge, code: codeNow(secret) };
  const { status, body: session, cookie } = await complete(proof);
  expect([status, session.needsSecondFactor, cookie?.startsWith('refresh=')]).toEqual([200, undefined, true]);
  expect((await listEmployees(session.accessToken)).status).toBe(200);
  expect((await complete(proof)).error.errorCode).toBe('CHALLENGE_ENDED');
});

test('a code counts once, also of two at the same time, and half a minute early or late', async () => {
  const { person, secret } = await buildWithApp();
  const code = codeNow(secret);
  const challenges = [await askedFor(person), await askedFor(person)];
  const both = await Promise.all(challenges.map((challenge) => complete({ challenge, code })));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  const replayed = await complete({ challenge: await askedFor(person), code });
  expect(replayed.error.fields?.[0]?.path).toBe('body.code');
  await yardpack.advance('PT2M');
  const at = (seconds: number) => codeAt(secret, now().add({ seconds }));
  const statusOf = async (seconds: number) =>
    (await complete({ challenge: await askedFor(person), code: at(seconds) })).status;
  expect(await statusOf(-60)).toBe(400);
  expect(await statusOf(60)).toBe(400);
  expect(await statusOf(-30)).toBe(200);
  expect(await statusOf(30)).toBe(200);
  // That of the half minute between is over with the later one.
  expect(await statusOf(0)).toBe(400);
});

test('a challenge ends after five wrong codes and after five minutes; its owner is told that the password is known', async () => {
  const { person, secret } = await buildWithApp();
  const challenge = await askedFor(person);
  const wrong = otherCode(codeNow(secret));
  const errors: string[] = [];
  for (let time = 0; time < 5; time += 1) errors.push((await complete({ challenge, code: wrong })).error.errorCode);
  expect(errors).toEqual([...Array(4).fill('INVALID_INPUT'), 'CHALLENGE_ENDED']);
  expect((await complete({ challenge, code: codeNow(secret) })).error.errorCode).toBe('CHALLENGE_ENDED');
  await yardpack.drain();
  expect(await mailsTo(yardpack, person, /Somebody knows your/)).toHaveLength(1);
  const late = await askedFor(person);
  await yardpack.advance('PT5M');
  expect((await complete({ challenge: late, code: codeNow(secret) })).error.errorCode).toBe('CHALLENGE_ENDED');
});

test('an account has ten wrong codes an hour, however many challenges and passwords, and may be right after', async () => {
  const { person, secret } = await buildWithApp();
  const wrong = otherCode(codeNow(secret));
  const challenges = await Promise.all([1, 2, 3].map(() => askedFor(person)));
  const answers = await Promise.all(
    challenges.flatMap((challenge) => [1, 2, 3, 4, 5].map(() => complete({ challenge, code: wrong }))),
  );
  const count = (status: number) => answers.filter((answer) => answer.status === status).length;
  expect([count(400), count(429)]).toEqual([10, 5]);
  // Whoever holds the mailbox sets a password, and gains nothing by it.
  await setNewPassword(await mailedResetToken(yardpack, person), 'fresh-bones2!');
  const tryAgain = async () => {
    const { challenge = '' } = (await signIn(person.username, 'fresh-bones2!')).body;
    return await complete({ challenge, code: codeNow(secret) });
  };
  const refused = await tryAgain();
  expect([refused.status, refused.error.message]).toEqual([429, expect.stringContaining('too many wrong tries')]);
  await yardpack.advance('PT1H');
  expect((await tryAgain()).status).toBe(200);
});

test('two proofs at once are refused, and neither is used up', async () => {
  const { person, secret, recoveryCodes } = await buildWithApp();
  const [recoveryCode] = recoveryCodes;
  const challenge = await askedFor(person);
  const both = await complete({ challenge, code: otherCode(codeNow(secret)), recoveryCode });
  expect([both.status, both.error.fields?.[0]?.path]).toEqual([400, 'body.recoveryCode']);
  expect((await complete({ challenge, recoveryCode })).status).toBe(200);
});

test('a recovery code works once, however it is typed, and its owner is told how many are left', async () => {
  const { person, recoveryCodes } = await buildWithApp();
  const [first = '', second = ''] = recoveryCodes;
  expect((await complete({ challenge: await askedFor(person), recoveryCode: ` ${first.toUpperCase()} ` })).status).toBe(
    200,
  );
  const again = await complete({ challenge: await askedFor(person), recoveryCode: first });
  expect(again.error.fields?.[0]?.path).toBe('body.recoveryCode');
  const mixed = `${second.slice(0, 10)}${first.slice(10)}`;
  expect((await complete({ challenge: await askedFor(person), recoveryCode: mixed })).status).toBe(400);
  await yardpack.drain();
  const [mail] = await mailsTo(yardpack, person, /A recovery code was used/);
  expect(mail?.text).toContain('9 codes are left');
  const { rows } = await yardpack.world.database.$client.query('select lookup, hash from recovery_codes');
  for (const code of recoveryCodes) expect(JSON.stringify(rows)).not.toContain(code.slice(5, 9));
});

test('a passkey is made, signs in, and does not work for another challenge, site or copy', async () => {
  const person = await buildEmployee(yardpack);
  const origin = 'http://localhost:3000';
  const passkey = new Authenticator(origin);
  const params = paramsOf(person);
  const as = person.accessToken;
  const begin = async () => (await yardpack.call('beginSecondFactor', { as, params, body: { kind: 'passkey' } })).body;
  const { challenge, passkey: options } = await begin();
  expect(options).toMatchObject({ challenge, rp: { id: 'localhost' }, user: { name: person.username } });
  const add = (body: object) => yardpack.call('addSecondFactor', { as, params, body: { name: 'Laptop', ...body } });
  const elsewhere = new Authenticator('https://yardpack.example', 'localhost');
  expect((await add({ challenge, passkey: elsewhere.make(challenge) })).status).toBe(400);
  expect((await add({ challenge, passkey: passkey.make((await begin()).challenge) })).status).toBe(400);
  const added = await add({ challenge, passkey: passkey.make(challenge) });
  expect(added.body.factors).toMatchObject([{ kind: 'passkey', name: 'Laptop', isBackedUp: false, lastUsedAt: null }]);
  const again = (await begin()).challenge;
  expect((await add({ challenge: again, passkey: passkey.make(again) })).error.errorCode).toBe('ALREADY_EXISTS');

  const { body: step } = await signIn(person.username);
  expect(step.passkey?.allowCredentials.map(({ id }) => id)).toEqual([passkey.id.toString('base64url')]);
  const use = async (made: (challenge: string) => unknown) => {
    const asked = await askedFor(person);
    return await complete({ challenge: asked, passkey: made(asked) });
  };
  expect((await use((asked) => passkey.use(asked))).status).toBe(200);
  expect((await use(() => passkey.use(challenge))).error.fields?.[0]?.path).toBe('body.passkey');
  expect((await use((asked) => new Authenticator(origin).use(asked))).status).toBe(400);
  expect((await use((asked) => passkey.use(asked))).status).toBe(200);
  // A copy of the authenticator counts from where it was copied.
  passkey.counter = 1;
  expect((await use((asked) => passkey.use(asked))).status).toBe(400);
});

test('another password takes no second factor away, and ends a sign-in under way', async () => {
  const { person, secret } = await buildWithApp();
  const challenge = await askedFor(person);
  await setNewPassword(await mailedResetToken(yardpack, person), 'fresh-bones2!');
  expect((await complete({ challenge, code: codeNow(secret) })).error.errorCode).toBe('CHALLENGE_ENDED');
  const { body } = await signIn(person.username, 'fresh-bones2!');
  expect([body.accessToken, body.takesCode]).toEqual([undefined, true]);
});

test('ten minutes later each change asks for a proof; a password will do in a session with the second factor', async () => {
  const { person } = await buildWithApp();
  const [as, params] = [person.accessToken, paramsOf(person)];
  await yardpack.advance('PT10M');
  const renew = () => yardpack.call('makeRecoveryCodes', { as, params });
  expect((await renew()).error.errorCode).toBe('PROOF_NEEDED');
  const begin = async () => (await yardpack.call('beginProof', { as, params })).body;
  const prove = (body: object) => yardpack.call('prove', { as, params, body });
  const { challenge, takesPassword } = await begin();
  expect(takesPassword).toBe(true);
  expect((await prove({ challenge, password: `${testPassword}x` })).error.fields?.[0]?.path).toBe('body.password');
  expect((await renew()).error.errorCode).toBe('PROOF_NEEDED');
  expect((await prove({ challenge, password: testPassword })).status).toBe(200);
  expect((await renew()).body.recoveryCodes).toHaveLength(10);
});

test('after ten wrong passwords a proof says so, and does not call the right one wrong', async () => {
  const { person } = await buildWithApp();
  const [as, params] = [person.accessToken, paramsOf(person)];
  const prove = async (password: string) => {
    const { challenge } = (await yardpack.call('beginProof', { as, params })).body;
    return await yardpack.call('prove', { as, params, body: { challenge, password } });
  };
  for (let time = 0; time < 10; time += 1) expect((await prove(`${testPassword}x`)).status).toBe(400);
  const { status, error } = await prove(testPassword);
  expect([status, error.message]).toEqual([429, expect.stringContaining('too many wrong passwords')]);
});

test('ten wrong passwords of a stranger keep nobody who is signed in from proving who they are', async () => {
  const { person } = await buildWithApp();
  const [as, params] = [person.accessToken, paramsOf(person)];
  for (let time = 0; time < 10; time += 1)
    expect((await signIn(person.username, `${testPassword}x`)).error.errorCode).toBe('INVALID_CREDENTIALS');
  expect((await signIn(person.username)).status).toBe(429);
  const { challenge } = (await yardpack.call('beginProof', { as, params })).body;
  expect((await yardpack.call('prove', { as, params, body: { challenge, password: testPassword } })).status).toBe(200);
});

test('the last second factor stays while the business asks for one; each change ends the other sessions and is recorded', async () => {
  const { person, secret, factors } = await buildWithApp();
  const other = (await complete({ challenge: await askedFor(person), code: codeNow(secret) })).body.accessToken;
  const [as, params] = [person.accessToken, paramsOf(person)];
  const remove = (factorId = '') => yardpack.call('removeSecondFactor', { as, params: { ...params, factorId } });
  expect((await remove(factors[0]?.id)).error.errorCode).toBe('NOT_ALLOWED_NOW');
  expect((await listEmployees(other)).status).toBe(200);
  const { factors: two } = await addCodeApp(yardpack, person, 'Tablet');
  expect((await listEmployees(other)).status).toBe(401);
  expect((await remove(two[0]?.id)).body.factors).toMatchObject([{ name: 'Tablet' }]);
  const { changes } = (await yardpack.call('listChanges', { as, query: { aboutId: person.userId } })).body;
  const kinds = changes.map(({ kind }) => kind).filter((kind) => kind.startsWith('factor-'));
  expect(kinds).toEqual(['factor-removed', 'factor-added', 'factor-added']);
});

test('an owner takes a colleague’s away, who then begins anew; nobody takes their own', async () => {
  const { person: owner } = await buildWithApp();
  const { person, secret } = await buildWithApp();
  const take = (profileId: string, as = owner.accessToken) =>
    yardpack.call('takeFactorsAway', { as, params: { profileId }, body: { reason: 'lost' } });
  expect((await take(owner.profileId)).error.errorCode).toBe('NOT_ALLOWED_NOW');
  const challenge = await askedFor(person);
  expect((await take(person.profileId)).body.employee.hasSecondFactor).toBe(false);
  expect((await take(person.profileId)).status).toBe(200);
  expect((await listEmployees(person.accessToken)).status).toBe(401);
  expect((await complete({ challenge, code: codeNow(secret) })).error.errorCode).toBe('CHALLENGE_ENDED');
  expect((await signIn(person.username)).body.needsSecondFactor).toBe(true);
  await yardpack.drain();
  const [mail, ...more] = await mailsTo(yardpack, person, /were taken away/);
  expect([mail?.text.includes('is lost or broken'), more]).toEqual([true, []]);
});

test('a session with a second factor lives as long as anybody’s, one without twelve hours', async () => {
  const { person, secret } = await buildWithApp();
  const { cookie = '' } = await complete({ challenge: await askedFor(person), code: codeNow(secret) });
  const without = await signIn((await buildEmployee(yardpack)).username);
  await yardpack.advance('PT13H');
  const refresh = (one = '') => yardpack.call('refreshToken', { cookie: one });
  expect((await refresh(cookie)).status).toBe(200);
  expect((await refresh(without.cookie)).status).toBe(401);
});

test('as each likes: who has none works with the password alone, who has one is asked', async () => {
  const { person: owner, secret } = await buildWithApp();
  await saveSettings(yardpack, owner, { staffNeedSecondFactor: false });
  await yardpack.advance('PT1M');
  const plain = await buildEmployee(yardpack);
  expect((await listEmployees(plain.accessToken)).status).toBe(200);
  const step = await askedFor(owner);
  expect((await complete({ challenge: step, code: codeNow(secret) })).status).toBe(200);
});

test('the first owner sets the business up without one, for twelve hours, and is asked at the next sign-in', async () => {
  const fresh = await createTestWorld({ STAFF_SECOND_FACTOR: '1' });
  const url = await issueSetupLink(fresh.world, 'http://localhost:3000');
  const token = /token=([\w-]+)/.exec(url ?? '')?.[1];
  const person = { firstName: 'Olive', lastName: 'Park', email: 'olive@example.com', phone: '4795550188' };
  const form = { token, signUpId: randomUUID(), password: testPassword, ...person };
  const opened = await fresh.call('openSetup', { body: form });
  expect([opened.status, opened.body.needsSecondFactor]).toEqual([200, undefined]);
  expect((await fresh.call('getSettings', { as: opened.body.accessToken })).status).toBe(200);
  const again = await fresh.call('signIn', { body: { username: person.email, password: testPassword } });
  expect(again.body.needsSecondFactor).toBe(true);
  await fresh.advance('PT13H');
  expect((await fresh.call('refreshToken', { cookie: opened.cookie ?? '' })).status).toBe(401);
  // Once there is a second factor, the link and the password open nothing: only a sign-in asks for the factor.
  const owner = { ...(await buildEmployee(fresh)), ...(await personOf(fresh, person.email)) };
  await addCodeApp(fresh, owner);
  expect((await fresh.call('openSetup', { body: form })).status).toBe(409);
  await fresh.close();
});

async function personOf(fresh: TestWorld, username: string) {
  const { body } = await fresh.call('signIn', { body: { username, password: testPassword }, address: someAddress() });
  return { accessToken: body.accessToken, userId: body.user.id };
}

test('the command of the server takes away what the only owner has lost, and says when there is nothing', async () => {
  const { person } = await buildWithApp();
  const { connectionString = '' } = yardpack.world.database.$client.options;
  const run = async (name: string) => {
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const env = { PATH, NODE_COMPILE_CACHE, DATABASE_URL: connectionString };
    const command = promisify(execFile)(process.execPath, ['src/server/staff-reset-factor.ts', name], { env });
    return await command.catch(({ code, stderr }) => ({ stdout: `${code}: ${stderr}` })).then(({ stdout }) => stdout);
  };
  expect(await run(person.username)).toContain(`The second factors of ${person.username} are taken away.`);
  expect((await listEmployees(person.accessToken)).status).toBe(401);
  // The password alone is asked for again.
  expect((await signIn(person.username)).body.accessToken).toEqual(expect.any(String));
  expect(await run(person.email)).toBe(`1: ${person.username} has no second factor.\n`);
  expect(await run('nobody-at-all')).toBe('1: Nobody can sign in as nobody-at-all.\n');
  expect(await run('--help')).toMatch(/^npm run staff:reset-factor -- NAME/);
  // The command's time goes by itself, and so is ahead of the test's.
  await yardpack.advance('P1D');
  const [mail] = await mailsTo(yardpack, person, /were taken away/);
  expect(mail?.text).toContain('Somebody who runs the server');
});
