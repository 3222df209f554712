import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildCustomer, mailedResetToken, type Person, someAddress, testPassword } from '../testing/factories.ts';
import { createTestWorld, type TestWorld } from '../testing/world.ts';

let yardpack: TestWorld;
beforeAll(async () => {
  yardpack = await createTestWorld();
});
afterAll(() => yardpack.close());

const wrong = `${testPassword}x`;
const post = (username: string, password: string, headers: Record<string, string> = {}, address = someAddress()) =>
  yardpack.app.inject({
    method: 'POST',
    url: '/v1/sign-in',
    remoteAddress: address,
    headers,
    payload: { username, password },
  });
const statusesOf = async (times: number, once: (time: number) => Promise<{ statusCode: number }>) => {
  const statuses: number[] = [];
  for (let time = 0; time < times; time += 1) statuses.push((await once(time)).statusCode);
  return statuses;
};
const setNewPassword = async (person: Person, newPassword: string) => {
  const token = await mailedResetToken(yardpack, person);
  return await yardpack.call('setNewPassword', { body: { token, newPassword }, address: someAddress() });
};

test('after ten wrong passwords from as many addresses even the right one has to wait', async () => {
  const person = await buildCustomer(yardpack);
  expect(await statusesOf(10, () => post(person.username, wrong))).toEqual(Array(10).fill(401));
  const refused = await post(person.username, testPassword);
  expect(refused.statusCode).toBe(429);
  const seconds = Number(refused.headers['retry-after']);
  expect(seconds).toBeGreaterThan(3500);
  expect(seconds).toBeLessThanOrEqual(3600);
  expect(refused.json()).toMatchObject({
    errorCode: 'TOO_MANY_REQUESTS',
    message:
      'There were too many wrong passwords for this username. Please try again in 60 minutes, or set a new password with "Forgot password?".',
  });
  await yardpack.advance('PT60M');
  expect((await post(person.username, testPassword)).statusCode).toBe(200);
});

test('a hundred wrong passwords at once: ten are looked at', async () => {
  const person = await buildCustomer(yardpack);
  const answers = await Promise.all(Array.from({ length: 100 }, () => post(person.username, wrong)));
  const count = (status: number) => answers.filter(({ statusCode }) => statusCode === status).length;
  expect([count(401), count(429)]).toEqual([10, 90]);
});

test('neither X-Forwarded-For nor another spelling of the name gives more tries', async () => {
  const person = await buildCustomer(yardpack);
  const spellings = [person.username, person.username.toUpperCase(), ` ${person.username} `];
  const statuses = await statusesOf(12, (time) =>
    post(spellings[time % 3] ?? '', wrong, { 'x-forwarded-for': `198.51.100.${time}` }),
  );
  expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
});

test('a name that nobody has runs out of tries as well, with the same answer', async () => {
  const person = await buildCustomer(yardpack);
  for (const username of [person.username, 'nobody-of-that-name']) {
    expect(await statusesOf(11, () => post(username, wrong))).toEqual([...Array(10).fill(401), 429]);
  }
  const [known, unknown] = [await post(person.username, wrong), await post('nobody-of-that-name', wrong)];
  expect({ ...known.json(), traceId: '' }).toEqual({ ...unknown.json(), traceId: '' });
  expect(Object.keys(known.headers)).toEqual(Object.keys(unknown.headers));
});

test('a right password does not use up a try, nor does it give wrong ones back', async () => {
  const person = await buildCustomer(yardpack);
  expect(await statusesOf(15, () => post(person.username, testPassword))).toEqual(Array(15).fill(200));
  expect(await statusesOf(9, () => post(person.username, wrong))).toEqual(Array(9).fill(401));
  expect(await statusesOf(3, () => post(person.username, testPassword))).toEqual(Array(3).fill(200));
  const spellings = [person.username, person.username.toUpperCase(), person.email, person.email.toUpperCase()];
  const typed = Array.from({ length: 28 }, (_, nth) => spellings[nth % spellings.length] ?? '');
  const atOnce = await Promise.all(typed.map((name) => post(name, testPassword)));
  expect(atOnce.map(({ statusCode }) => statusCode)).toEqual(Array(28).fill(200));
  expect(await statusesOf(2, () => post(person.username, wrong))).toEqual([401, 429]);
});

test('within no hour there are more than ten, wherever it starts', async () => {
  const person = await buildCustomer(yardpack);
  await post(person.username, wrong);
  await yardpack.advance('PT59M');
  expect(await statusesOf(9, () => post(person.username, wrong))).toEqual(Array(9).fill(401));
  await yardpack.advance('PT2M');
  expect((await post(person.username, wrong)).statusCode).toBe(429);
  await yardpack.advance('PT58M');
  expect((await post(person.username, wrong)).statusCode).toBe(401);
});

test('whoever is out of tries sets a new password and is in at once', async () => {
  const person = await buildCustomer(yardpack);
  await statusesOf(11, () => post(person.username, wrong));
  expect((await setNewPassword(person, 'fresh-bones2!')).status).toBe(200);
  expect((await post(person.username, 'fresh-bones2!')).statusCode).toBe(200);
});

test('what was typed as a name is not kept readable', async () => {
  await post('my-secret-not-my-name', wrong);
  const { rows } = await yardpack.world.database.$client.query('select key from rate_limits');
  expect(JSON.stringify(rows)).toContain('wrong-password ');
  expect(JSON.stringify(rows)).not.toContain('my-secret');
});

test('an office behind one address signs in, a machine that guesses from it does not', async () => {
  const person = await buildCustomer(yardpack);
  const office = '203.0.113.7';
  const statuses = await statusesOf(60, () => post(person.username, testPassword, {}, office));
  expect(statuses).toEqual(Array(60).fill(200));
  // Bad input counts too, and costs less here.
  const guesses = await statusesOf(241, (time) => post(`guess ${time}`, wrong, {}, office));
  expect(guesses).toEqual([...Array(240).fill(400), 429]);
  expect((await post(person.username, testPassword, {}, '203.0.113.8')).statusCode).toBe(200);
});

test('one address has a hundred wrong passwords in a quarter of an hour, whatever the names, and no more are looked at', async () => {
  const person = await buildCustomer(yardpack);
  const office = '203.0.113.20';
  const guess = (time: number) => post(`guessed-${time}`, wrong, {}, office);
  const answers = await Promise.all(Array.from({ length: 130 }, (_, time) => guess(time)));
  const count = (status: number) => answers.filter(({ statusCode }) => statusCode === status).length;
  expect([count(401), count(429)]).toEqual([100, 30]);
  const refused = await post(person.username, testPassword, {}, office);
  expect(refused.json()).toMatchObject({
    message: 'There were too many wrong passwords from this network. Please try again in 15 minutes.',
  });
  expect((await post(person.username, testPassword)).statusCode).toBe(200);
  await yardpack.advance('PT15M');
  expect((await post(person.username, testPassword, {}, office)).statusCode).toBe(200);
});

test('what is refused for the guesses of others at its address uses up no try of an account, nor of a name that nobody has', async () => {
  const person = await buildCustomer(yardpack);
  const office = '203.0.113.22';
  await Promise.all(Array.from({ length: 100 }, (_, time) => post(`guessed-${time}`, wrong, {}, office)));
  for (const name of [person.username, 'nobody-has-this']) {
    const statuses = await statusesOf(11, () => post(name, testPassword, {}, office));
    expect(statuses).toEqual(Array(11).fill(429));
  }
  expect((await post(person.username, testPassword)).statusCode).toBe(200);
  expect((await post('nobody-has-this', testPassword)).statusCode).toBe(401);
});

test('a guess at an account that is out of tries is not looked at, and does not count for its address', async () => {
  const person = await buildCustomer(yardpack);
  await statusesOf(10, () => post(person.username, wrong));
  const office = '203.0.113.23';
  for (const name of [person.username, 'nobody-has-this-one']) {
    if (name !== person.username) await statusesOf(10, () => post(name, wrong));
    expect(await statusesOf(55, () => post(name, wrong, {}, office))).toEqual(Array(55).fill(429));
  }
  expect((await post((await buildCustomer(yardpack)).username, testPassword, {}, office)).statusCode).toBe(200);
});

test('a browser that is known gets in though others have guessed at its address, and right passwords count for nothing', async () => {
  const person = await buildCustomer(yardpack);
  const office = '203.0.113.21';
  const first = await post(person.username, testPassword, {}, office);
  const device = first.cookies.find(({ name }) => name === 'device');
  expect(await statusesOf(120, () => post(person.username, testPassword, {}, office))).toEqual(Array(120).fill(200));
  await Promise.all(Array.from({ length: 100 }, (_, time) => post(`guessed-${time}`, wrong, {}, office)));
  expect((await post(person.username, testPassword, {}, office)).statusCode).toBe(429);
  const known = await post(person.username, testPassword, { cookie: `device=${device?.value}` }, office);
  expect(known.statusCode).toBe(200);
});
