import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  buildCustomer,
  buildEmployee,
  mailedResetToken,
  mailedToken,
  signUpBody,
  someAddress,
  testPassword,
} from './testing/factories.ts';
import { createTestWorld, type TestWorld } from './testing/world.ts';

let yardpack: TestWorld;
const lines: Record<string, unknown>[] = [];
beforeAll(async () => {
  yardpack = await createTestWorld({ LOG_LEVEL: 'info' }, { logTo: { write: (line) => lines.push(JSON.parse(line)) } });
});
afterAll(() => yardpack.close());

/** @returns the log's lines about security while this runs */
async function logged(act: () => Promise<unknown>): Promise<Record<string, unknown>[]> {
  lines.length = 0;
  await act();
  return lines
    .filter(({ security }) => security)
    .map(({ security, userId, by, url }) => ({ security, userId, by, url }));
}
/** @returns the whole of the only line of security while this runs */
async function line(act: () => Promise<unknown>): Promise<Record<string, unknown> | undefined> {
  await logged(act);
  return lines.find(({ security }) => security);
}
const signIn = (username: string, password = testPassword) =>
  yardpack.call('signIn', { body: { username, password }, address: someAddress() });

test('sign-in, refusal, lockout, a new password and a new email leave a line each', async () => {
  const person = await buildCustomer(yardpack);
  const { userId, username } = person;
  const wrong = `${testPassword}x`;
  expect(await logged(() => signIn(username))).toEqual([{ security: 'sign-in', userId }]);
  expect(await logged(() => signIn(username, wrong))).toEqual([{ security: 'sign-in-refused', userId }]);
  expect(await logged(() => signIn('nobody-at-all', wrong))).toEqual([{ security: 'sign-in-refused' }]);
  for (let time = 1; time < 10; time += 1) await signIn(username, wrong);
  expect(await logged(() => signIn(username, wrong))).toEqual([{ security: 'locked-out', userId }]);

  const tokens: string[] = [];
  expect(await logged(async () => tokens.push(await mailedResetToken(yardpack, person)))).toEqual([
    { security: 'reset-asked', userId },
  ]);
  const body = { token: tokens[0], newPassword: testPassword };
  expect(await logged(() => yardpack.call('setNewPassword', { body }))).toEqual([{ security: 'password-set', userId }]);

  const { accessToken, profiles } = (await signIn(username)).body;
  const { email } = signUpBody('PROFILE_TYPE_CUSTOMER');
  const params = { profileId: person.profileId };
  const change = () => yardpack.call('updateProfile', { as: accessToken, params, body: { ...profiles[0], email } });
  expect(await logged(change)).toEqual([{ security: 'email-change-asked', userId }]);
  await yardpack.drain();
  const token = await mailedToken(yardpack, email, 'confirm-sign-up');
  expect(await logged(() => yardpack.call('confirmSignUp', { body: { token, userId } }))).toEqual([
    { security: 'email-changed', userId },
  ]);
  expect(JSON.stringify(lines)).not.toContain(email);
});

test('a refused permission and a change of rights leave a line each', async () => {
  const customer = await buildCustomer(yardpack);
  const { userId } = customer;
  expect(await logged(() => yardpack.call('listEmployees', { as: customer.accessToken }))).toEqual([
    { security: 'forbidden', userId, url: '/v1/employees' },
  ]);
  const added = await logged(() => buildEmployee(yardpack));
  expect(added).toContainEqual({ security: 'employee-added', userId: expect.any(String) });
  const employee = await buildEmployee(yardpack);
  const params = { profileId: customer.profileId };
  const by = employee.userId;
  const twice = (name: 'closeAccount' | 'reopenAccount') => async () => {
    for (const _ of [1, 2]) expect((await yardpack.call(name, { as: employee.accessToken, params })).status).toBe(200);
  };
  expect(await logged(twice('closeAccount'))).toEqual([{ security: 'account-closed', userId, by }]);
  expect(await logged(twice('reopenAccount'))).toEqual([{ security: 'account-reopened', userId, by }]);
});

test('signing out leaves a line, once', async () => {
  const { userId, cookie } = await buildCustomer(yardpack);
  const signOut = () => yardpack.call('signOut', { cookie });
  expect(await logged(signOut)).toEqual([{ security: 'sign-out', userId }]);
  expect(await logged(signOut)).toEqual([]);
});

test('a line says which request it was, and from where without the address', async () => {
  const { accessToken } = await buildCustomer(yardpack);
  const body = { username: 'nobody', password: testPassword };
  const lineFrom = (address: string) => line(() => yardpack.call('signIn', { body, address }));
  const first = await lineFrom('203.0.113.7');
  const same = await lineFrom('203.0.113.7');
  const other = await lineFrom('203.0.113.8');
  expect(first).toMatchObject({
    traceId: expect.stringMatching(/^[\da-f-]{36}$/),
    address: expect.stringMatching(/^[\w-]{16}$/),
  });
  expect([same?.address, same?.traceId === first?.traceId]).toEqual([first?.address, false]);
  expect(other?.address).not.toBe(first?.address);
  const forbidden = () => yardpack.call('listEmployees', { as: accessToken, address: '203.0.113.7' });
  expect(await line(forbidden)).toMatchObject({ traceId: expect.any(String), address: first?.address });
});

test('a join code that is issued, used or revoked, and a session that is ended elsewhere, leave a line each', async () => {
  const { accessToken: as, userId: by } = await buildEmployee(yardpack);
  const issued = async () => (await yardpack.call('createJoinCode', { as, body: { role: 'owner' } })).body;
  expect(await logged(issued)).toEqual([{ security: 'join-code-issued', by }]);
  const [used, revoked, left] = [await issued(), await issued(), await issued()];
  const form = signUpBody('PROFILE_TYPE_EMPLOYEE', { joinCode: used.code });
  const userId = expect.any(String);
  expect(await logged(() => yardpack.call('signUp', { body: form, address: someAddress() }))).toEqual([
    { security: 'join-code-used', userId },
    { security: 'employee-added', userId },
  ]);
  const revoke = () => yardpack.call('revokeJoinCode', { as, params: { joinCodeId: revoked.joinCode.id } });
  expect(await logged(revoke)).toEqual([{ security: 'join-code-revoked', by }]);
  expect(await logged(revoke)).toEqual([]);
  expect(JSON.stringify(lines)).not.toContain(left.code);

  const person = await buildCustomer(yardpack);
  const device = (await signIn(person.username)).body.accessToken;
  const params = { userId: person.userId };
  const { sessions } = (await yardpack.call('listSessions', { as: device, params })).body;
  const sessionId = sessions.find(({ isCurrent }) => !isCurrent)?.id ?? '';
  const end = () => yardpack.call('endSession', { as: device, params: { ...params, sessionId } });
  expect(await logged(end)).toEqual([{ security: 'session-ended', userId: person.userId }]);
});

test('an account that is closed takes its open join codes along, each with its line', async () => {
  const [employee, leaver] = [await buildEmployee(yardpack), await buildEmployee(yardpack)];
  await yardpack.call('createJoinCode', { as: leaver.accessToken, body: { role: 'owner' } });
  const params = { profileId: leaver.profileId };
  const close = () => yardpack.call('closeAccount', { as: employee.accessToken, params });
  const by = employee.userId;
  expect(await logged(close)).toEqual([
    { security: 'join-code-revoked', by },
    { security: 'account-closed', userId: leaver.userId, by },
  ]);
  expect(await logged(close)).toEqual([]);
});

test('neither passwords nor tokens stand in the log', async () => {
  const person = await buildCustomer(yardpack);
  const text = JSON.stringify(lines);
  expect(text).toContain(person.userId);
  for (const secret of [testPassword, person.accessToken, person.cookie.split('=')[1] ?? '']) {
    expect(text).not.toContain(secret);
  }
});
