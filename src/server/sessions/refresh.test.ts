import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildCustomer, type Person } from '../testing/factories.ts';
import { createTestWorld, type TestWorld } from '../testing/world.ts';

let yardpack: TestWorld;
beforeAll(async () => {
  yardpack = await createTestWorld();
});
afterAll(() => yardpack.close());

const refresh = (cookie: string) => yardpack.call('refreshToken', { cookie });
const readProfile = (person: Person, accessToken: string) =>
  yardpack.call('getProfile', { as: accessToken, params: { profileId: person.profileId } });
/** @returns how many refresh tokens of a person's one sign-in were used, and how many were not */
const refreshTokens = async ({ userId }: Person) => {
  const { rows } = await yardpack.world.database.$client.query(
    `select count(rotated_at)::int as used, count(*)::int - count(rotated_at)::int as open
     from session_tokens join sessions on sessions.id = session_id where kind = 'refresh' and user_id = $1`,
    [userId],
  );
  return rows[0];
};

test('twenty tabs refresh one cookie at once, 25 times: one rotation each time, and nobody is signed out', async () => {
  const person = await buildCustomer(yardpack);
  let cookie = person.cookie;
  for (let round = 1; round <= 25; round += 1) {
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(cookie)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(answers.map(({ body }) => body.accessToken)).size).toBe(20);
    const rotated = new Set(answers.map((answer) => answer.cookie));
    expect(rotated.size).toBe(1);
    expect(await refreshTokens(person)).toEqual({ used: round, open: 1 });
    cookie = answers[0]?.cookie ?? '';
    const oneOfThem = answers[round % 20]?.body.accessToken ?? '';
    expect((await readProfile(person, oneOfThem)).status).toBe(200);
  }
});

test('whose answer was lost gets the same next token again, as long as nobody has used it', async () => {
  const person = await buildCustomer(yardpack);
  const lost = await refresh(person.cookie);
  await yardpack.advance('PT9S');
  const again = await refresh(person.cookie);
  expect(again.cookie).toBe(lost.cookie);
  await yardpack.advance('PT1M');
  expect((await refresh(again.cookie ?? '')).status).toBe(200);
  expect(await refreshTokens(person)).toEqual({ used: 2, open: 1 });

  const other = await buildCustomer(yardpack);
  const next = await refresh(other.cookie);
  expect((await refresh(next.cookie ?? '')).status).toBe(200);
  expect((await refresh(other.cookie)).cookie).toBeUndefined();
});

test('a replay after the grace ends every token that came of the sign-in', async () => {
  const person = await buildCustomer(yardpack);
  const atOnce = await Promise.all([refresh(person.cookie), refresh(person.cookie)]);
  const second = atOnce.find(({ cookie }) => cookie);
  const third = await refresh(second?.cookie ?? '');
  const accessTokens = [person.accessToken, ...atOnce.map(({ body }) => body.accessToken), third.body.accessToken];
  await yardpack.advance('PT5S');
  expect((await refresh(person.cookie)).status).toBe(200);
  await yardpack.advance('PT6S');
  for (const token of accessTokens) expect((await readProfile(person, token)).status).toBe(200);

  const replay = await refresh(person.cookie);
  expect([replay.status, replay.error.errorCode, replay.cookie]).toEqual([401, 'TOKEN_REFRESH_FAILED', undefined]);
  for (const token of accessTokens) expect((await readProfile(person, token)).status).toBe(401);
  for (const cookie of [third.cookie, second?.cookie, person.cookie]) {
    expect((await refresh(cookie ?? '')).status).toBe(401);
  }
});

test('a replay ends no other sign-in of the same person', async () => {
  const person = await buildCustomer(yardpack);
  const other = await yardpack.call('signIn', { body: { username: person.username, password: 'bones4all!' } });
  await refresh(person.cookie);
  await yardpack.advance('PT11S');
  expect((await refresh(person.cookie)).status).toBe(401);
  expect((await refresh(other.cookie ?? '')).status).toBe(200);
});

test.each(['', 'refresh=', 'refresh=nonsense', 'other=1'])('%j is no session', async (cookie) => {
  const { status, error } = await refresh(cookie);
  expect([status, error.message]).toEqual([401, 'Failed to refresh access token']);
});

test('an access token does not refresh, nor does a refresh token read', async () => {
  const person = await buildCustomer(yardpack);
  expect((await refresh(`refresh=${person.accessToken}`)).status).toBe(401);
  expect((await readProfile(person, person.cookie.split('=')[1] ?? '')).status).toBe(401);
});
