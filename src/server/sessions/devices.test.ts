import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  buildCustomer,
  buildEmployee,
  mailedResetToken,
  type Person,
  someAddress,
  testPassword,
} from '../testing/factories.ts';
import { createTestWorld, type TestWorld } from '../testing/world.ts';
import { deviceName } from './device.ts';

let yardpack: TestWorld;
beforeAll(async () => {
  yardpack = await createTestWorld();
});
afterAll(() => yardpack.close());

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1';
const wrong = `${testPassword}x`;

/** Signs in with a browser that sends these cookies. @returns the status, and all its cookies after that */
async function signIn(person: Person, password = testPassword, cookies: Record<string, string> = {}) {
  const response = await yardpack.app.inject({
    method: 'POST',
    url: '/v1/sign-in',
    remoteAddress: someAddress(),
    headers: { 'user-agent': iPhone },
    cookies,
    payload: { username: person.username, password },
  });
  const set = Object.fromEntries(response.cookies.map(({ name, value }) => [name, value]));
  return { status: response.statusCode, cookies: { ...cookies, ...set }, accessToken: response.json().accessToken };
}
const lockOut = async (person: Person) => {
  for (let time = 0; time < 10; time += 1) expect((await signIn(person, wrong)).status).toBe(401);
  expect((await signIn(person)).status).toBe(429);
};
const sessionsOf = async ({ userId }: Person, as: string) =>
  (await yardpack.call('listSessions', { as, params: { userId } })).body.sessions;
const refresh = (cookie: string) => yardpack.call('refreshToken', { cookie });

// Twenty wrong passwords, each of which is slow on purpose.
test('a browser that was signed in before gets in when ten wrong passwords have locked the name', {
  timeout: 60_000,
}, async () => {
  const person = await buildCustomer(yardpack);
  const { cookies } = await signIn(person);
  await lockOut(person);
  expect((await signIn(person, testPassword, cookies)).status).toBe(200);
  // It has its own count: it runs out of tries too, and takes none from the others.
  const other = await signIn(await buildCustomer(yardpack), testPassword, cookies);
  for (let time = 0; time < 10; time += 1) expect((await signIn(person, wrong, cookies)).status).toBe(401);
  expect((await signIn(person, testPassword, cookies)).status).toBe(429);
  expect(other.status).toBe(200);
});

test('a browser that somebody else was signed in with, or a made-up one, is not known', async () => {
  const [person, stranger] = [await buildCustomer(yardpack), await buildCustomer(yardpack)];
  const { cookies } = await signIn(stranger);
  await lockOut(person);
  expect((await signIn(person, testPassword, cookies)).status).toBe(429);
  expect((await signIn(person, testPassword, { 'yardpack-device': 'x'.repeat(43) })).status).toBe(429);
});

test('a new password and "sign out there" forget the browser', async () => {
  const person = await buildCustomer(yardpack);
  const { cookies } = await signIn(person);
  const token = await mailedResetToken(yardpack, person);
  await yardpack.call('setNewPassword', { body: { token, newPassword: testPassword }, address: someAddress() });
  await lockOut(person);
  expect((await signIn(person, testPassword, cookies)).status).toBe(429);
});

test('a person sees where they are signed in, and signs out there', async () => {
  const person = await buildCustomer(yardpack);
  await yardpack.advance('PT1M');
  const phone = await signIn(person);
  expect(await sessionsOf(person, person.accessToken)).toMatchObject([
    { device: 'Safari on an iPhone', isCurrent: false },
    { isCurrent: true },
  ]);
  const [there] = await sessionsOf(person, person.accessToken);
  const end = () =>
    yardpack.call('endSession', {
      as: person.accessToken,
      params: { userId: person.userId, sessionId: there?.id ?? '' },
    });
  expect([(await end()).status, (await end()).status]).toEqual([200, 200]);
  expect(await sessionsOf(person, person.accessToken)).toMatchObject([{ isCurrent: true }]);
  const read = await yardpack.call('listProfiles', { as: phone.accessToken, params: { userId: person.userId } });
  expect(read.status).toBe(401);
});

test('a session ends 90 days after it began, however often it is used', async () => {
  const person = await buildCustomer(yardpack);
  let { cookie } = person;
  for (let time = 0; time < 4; time += 1) {
    await yardpack.advance('PT480H');
    cookie = (await refresh(cookie)).cookie ?? '';
  }
  await yardpack.advance('PT239H50M');
  const last = await refresh(cookie);
  expect(last.status).toBe(200);
  await yardpack.advance('PT10M');
  expect((await refresh(last.cookie ?? '')).status).toBe(401);
  const late = await yardpack.call('listProfiles', { as: last.body.accessToken, params: { userId: person.userId } });
  expect(late.status).toBe(401);
});

test("an employee's session ends after 12 hours", async () => {
  const employee = await buildEmployee(yardpack);
  await yardpack.advance('PT11H59M');
  const { cookie, status } = await refresh(employee.cookie);
  expect(status).toBe(200);
  await yardpack.advance('PT1M');
  expect((await refresh(cookie ?? '')).status).toBe(401);
});

test.each([
  [iPhone, 'Safari on an iPhone'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36 Edg/143.0.0.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox on Linux'],
  ['Mozilla/5.0 (X11; Linux x86_64)', 'A browser on Linux'],
  ['curl/8.17.0', 'curl'],
  ['Mozilla/5.0', null],
  [undefined, null],
])('the browser %s is called %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});
