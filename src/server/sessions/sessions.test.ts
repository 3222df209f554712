import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildCustomer, buildEmployee, type Person, saveSettings, testPassword } from '../testing/factories.ts';
import { createTestWorld, type TestWorld } from '../testing/world.ts';

let yardpack: TestWorld;
beforeAll(async () => {
  yardpack = await createTestWorld();
});
afterAll(() => yardpack.close());

const refresh = (cookie: string) => yardpack.call('refreshToken', { cookie });
const readProfile = (person: Person, accessToken = person.accessToken) =>
  yardpack.call('getProfile', { as: accessToken, params: { profileId: person.profileId } });

test('an access token is good for 15 minutes, and a refresh gives another', async () => {
  const person = await buildCustomer(yardpack);
  expect((await readProfile(person)).status).toBe(200);
  await yardpack.advance('PT15M');
  expect((await readProfile(person)).error.errorCode).toBe('UNAUTHENTICATED');
  const refreshed = await refresh(person.cookie);
  expect((await readProfile(person, refreshed.body.accessToken)).status).toBe(200);
});

test('parallel refreshes of one cookie rotate it once, and none is refused', async () => {
  const person = await buildCustomer(yardpack);
  const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(person.cookie)));
  expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(200));
  expect(new Set(answers.map((answer) => answer.cookie)).size).toBe(1);
});

test('a refresh token that is replayed after the grace ends the whole session', async () => {
  const person = await buildCustomer(yardpack);
  const next = await refresh(person.cookie);
  await yardpack.advance('PT11S');
  expect((await refresh(person.cookie)).status).toBe(401);
  expect((await refresh(next.cookie ?? '')).status).toBe(401);
  expect((await readProfile(person, next.body.accessToken)).status).toBe(401);
});

test('a session that nobody refreshes for 30 days ends', async () => {
  const person = await buildCustomer(yardpack);
  await yardpack.advance('P30D');
  expect((await refresh(person.cookie)).error.errorCode).toBe('TOKEN_REFRESH_FAILED');
});

test('signing out ends the access token and the refresh token at once', async () => {
  const person = await buildCustomer(yardpack);
  await yardpack.call('signOut', { cookie: person.cookie });
  expect((await readProfile(person)).status).toBe(401);
  expect((await refresh(person.cookie)).status).toBe(401);
});

test('a wrong password and an unknown name are answered alike', async () => {
  const person = await buildCustomer(yardpack);
  const signIn = (username: string) => yardpack.call('signIn', { body: { username, password: `${testPassword}x` } });
  const [known, unknown] = [await signIn(person.username), await signIn('nobody-at-all')];
  expect([known.status, known.error.message, known.error.errorCode]).toEqual([
    unknown.status,
    unknown.error.message,
    unknown.error.errorCode,
  ]);
});

test('calls that a cookie proves are refused from another site', async () => {
  const person = await buildCustomer(yardpack);
  const response = await yardpack.app.inject({
    method: 'POST',
    url: '/v1/sign-out',
    headers: { cookie: person.cookie, 'sec-fetch-site': 'cross-site' },
  });
  expect(response.statusCode).toBe(403);
  expect((await readProfile(person)).status).toBe(200);
});

test("a stranger's profile answers as one that does not exist", async () => {
  const [owner, stranger] = [await buildCustomer(yardpack), await buildCustomer(yardpack)];
  const foreign = await yardpack.call('getProfile', {
    as: stranger.accessToken,
    params: { profileId: owner.profileId },
  });
  const unknown = await yardpack.call('getProfile', {
    as: stranger.accessToken,
    params: { profileId: '019aa000-0000-7000-8000-000000000000' },
  });
  expect([foreign.status, foreign.error.message]).toEqual([404, 'Profile not found']);
  expect([unknown.status, unknown.error.message]).toEqual([404, 'Profile not found']);
});

// The last one, since it leaves the business called otherwise.
test('a refresh says what the business is called and where it works by now, so that an open page learns it', async () => {
  const owner = await buildEmployee(yardpack);
  const person = await buildCustomer(yardpack);
  const first = await refresh(person.cookie);
  expect(first.body.business).toMatchObject({ businessName: 'Yardpack', shortName: 'Yardpack', logo: '/favicon.svg' });
  const saved = await saveSettings(yardpack, owner, { businessName: 'Scoop & Co', serviceCities: 'Lowell: 72745' });
  expect(saved.status).toBe(200);
  // So long settings can be taken back.
  await yardpack.advance('PT61S');
  const { business } = (await refresh(first.cookie ?? '')).body;
  expect(business?.businessName).toBe('Scoop & Co');
  expect(JSON.parse(business?.serviceArea ?? '').cities).toEqual([
    expect.objectContaining({ name: 'Lowell', zipCodes: ['72745'] }),
  ]);
});
