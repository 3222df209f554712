import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deactivateUser } from '../accounts/service.ts';
import { users } from '../database/schema/accounts.ts';
import { addresses, profiles } from '../database/schema/profiles.ts';
import { buildCustomer, buildEmployee, mailedResetToken, type Person, testPassword } from '../testing/factories.ts';
import { untilStatementsWait } from '../testing/lock-waits.ts';
import { createTestWorld, type TestWorld } from '../testing/world.ts';

let yardpack: TestWorld;
beforeAll(async () => {
  yardpack = await createTestWorld();
});
afterAll(() => yardpack.close());

const newPassword = 'fresh-bones2!';
const signIn = (person: Person, password = testPassword) =>
  yardpack.call('signIn', { body: { username: person.username, password } });
const refresh = (cookie: string | undefined) => yardpack.call('refreshToken', { cookie: cookie ?? '' });
const readProfile = (person: Person, accessToken = person.accessToken) =>
  yardpack.call('getProfile', { as: accessToken, params: { profileId: person.profileId } });
const deactivate = (person: Person) =>
  yardpack.world.database.transaction((transaction) => deactivateUser(yardpack.world, transaction, person.userId));

const endings: [string, (person: Person) => Promise<unknown>][] = [
  ['signing out', (person) => yardpack.call('signOut', { cookie: person.cookie })],
  [
    'a new password',
    async (person) =>
      yardpack.call('setNewPassword', { body: { token: await mailedResetToken(yardpack, person), newPassword } }),
  ],
  ['a deactivation', deactivate],
];

test.each(endings)('%s ends the access token and the refresh token at once', async (_, end) => {
  const person = await buildCustomer(yardpack);
  const refreshed = await refresh(person.cookie);
  expect((await readProfile(person)).status).toBe(200);
  await end({ ...person, cookie: refreshed.cookie ?? '' });
  for (const token of [person.accessToken, refreshed.body.accessToken]) {
    expect((await readProfile(person, token)).error).toMatchObject({ errorCode: 'UNAUTHENTICATED' });
  }
  // Within the grace too.
  for (const cookie of [person.cookie, refreshed.cookie]) expect((await refresh(cookie)).status).toBe(401);
});

test('signing out of one browser leaves the other signed in, a new password does not', async () => {
  const person = await buildCustomer(yardpack);
  const other = await signIn(person);
  await yardpack.call('signOut', { cookie: person.cookie });
  expect((await readProfile(person, other.body.accessToken)).status).toBe(200);
  await yardpack.call('setNewPassword', { body: { token: await mailedResetToken(yardpack, person), newPassword } });
  expect((await readProfile(person, other.body.accessToken)).status).toBe(401);
  expect((await refresh(other.cookie)).status).toBe(401);
});

test('signing in as somebody else ends the session that the browser had, and a wrong password does not', async () => {
  const [person, next] = [await buildCustomer(yardpack), await buildCustomer(yardpack)];
  const signInAs = (password: string) =>
    yardpack.call('signIn', { cookie: person.cookie, body: { username: next.username, password } });
  expect((await signInAs(`${testPassword}x`)).status).toBe(401);
  expect((await readProfile(person)).status).toBe(200);
  const replaced = await signInAs(testPassword);
  expect((await readProfile(person)).status).toBe(401);
  expect((await refresh(person.cookie)).status).toBe(401);
  expect((await readProfile(next, replaced.body.accessToken)).status).toBe(200);
  // Their own other browser goes on.
  expect((await readProfile(next)).status).toBe(200);
});

test('who was an employee is none from the next request on, and a refresh does not bring it back', async () => {
  const person = await buildEmployee(yardpack);
  const listInquiries = (accessToken: string) =>
    yardpack.app.inject({
      method: 'GET',
      url: '/v1/inquiries',
      headers: { authorization: `Bearer ${accessToken}` },
    });
  expect((await listInquiries(person.accessToken)).statusCode).toBe(200);
  const { database } = yardpack.world;
  await database.delete(addresses).where(eq(addresses.profileId, person.profileId));
  await database.delete(profiles).where(eq(profiles.id, person.profileId));
  expect((await listInquiries(person.accessToken)).statusCode).toBe(403);
  const refreshed = await refresh(person.cookie);
  expect(refreshed.body.profiles).toEqual([]);
  expect((await listInquiries(refreshed.body.accessToken)).statusCode).toBe(403);
});

test('who is shut out is answered as after a wrong password, and no link lets them in', async () => {
  const person = await buildCustomer(yardpack);
  const token = await mailedResetToken(yardpack, person);
  await deactivate(person);
  const right = await signIn(person);
  const wrong = await signIn(person, `${testPassword}x`);
  expect(right.status).toBe(401);
  expect({ ...right.error, traceId: '' }).toEqual({ ...wrong.error, traceId: '' });
  const set = await yardpack.call('setNewPassword', { body: { token, newPassword } });
  expect([set.status, set.error.errorCode]).toEqual([400, 'LINK_EXPIRED']);
  await yardpack.drain();
  const before = (await yardpack.messages()).length;
  await yardpack.call('resetPassword', { body: { username: person.username } });
  await yardpack.drain();
  expect(await yardpack.messages()).toHaveLength(before);
});

test('who is shut out twice keeps the time of the first', async () => {
  const person = await buildCustomer(yardpack);
  const deactivatedAt = async () => {
    const [user] = await yardpack.world.database.select().from(users).where(eq(users.id, person.userId));
    return user?.deactivatedAt?.toString();
  };
  await deactivate(person);
  const first = await deactivatedAt();
  await yardpack.advance('PT1M');
  await deactivate(person);
  expect([typeof first, await deactivatedAt()]).toEqual(['string', first]);
});

test.each([
  ['a new password', async () => ({ passwordHash: await yardpack.world.passwords.hash(newPassword) })],
  ['a deactivation', async () => ({ deactivatedAt: yardpack.world.clock.now() })],
])('a sign-in whose password was looked at just before %s opens no session', async (_, change) => {
  const person = await buildCustomer(yardpack);
  const { database } = yardpack.world;
  const changed = await change();
  const signingIn = await database.transaction(async (transaction) => {
    await transaction.update(users).set(changed).where(eq(users.id, person.userId));
    const pending = signIn(person);
    await untilStatementsWait(yardpack);
    return { pending };
  });
  const { status, error, cookie } = await signingIn.pending;
  expect([status, error.errorCode, cookie]).toEqual([401, 'INVALID_CREDENTIALS', undefined]);
});
