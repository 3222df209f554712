import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildCustomer, type Person, testPassword } from '../testing/factories.ts';
import { createTestWorld, type TestWorld } from '../testing/world.ts';

let yardpack: TestWorld;
let person: Person;
beforeAll(async () => {
  yardpack = await createTestWorld({ PUBLIC_URL: 'https://yardpack.example', SANDBOX: '1' });
  person = await buildCustomer(yardpack);
});
afterAll(() => yardpack.close());

const evil = 'https://evil.example';
const form = {
  'content-type': 'application/x-www-form-urlencoded',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
};
/** The headers of a browser, with the cookie that SameSite would keep back. */
const callers: [string, Record<string, string>][] = [
  ['a form of another site', { ...form, origin: evil, 'sec-fetch-site': 'cross-site' }],
  [
    'a form of another host of ours',
    { ...form, origin: 'https://blog.yardpack.example', 'sec-fetch-site': 'same-site' },
  ],
  ["another site's fetch of text", { 'content-type': 'text/plain', origin: evil, 'sec-fetch-site': 'cross-site' }],
  [
    "another site's fetch of JSON",
    { 'content-type': 'application/json', origin: evil, 'sec-fetch-site': 'cross-site' },
  ],
  ['an older browser: form', { 'content-type': 'application/x-www-form-urlencoded', origin: evil }],
  ['an older browser: text', { 'content-type': 'text/plain', origin: evil }],
  ['an older browser: JSON', { 'content-type': 'application/json', origin: evil }],
  ['a frame without an origin', { 'content-type': 'application/json', origin: 'null' }],
  ['our host by http', { 'content-type': 'application/json', origin: 'http://yardpack.example' }],
  ['our host at another port', { 'content-type': 'application/json', origin: 'https://yardpack.example:8443' }],
  [
    'a host that begins like ours',
    { 'content-type': 'application/json', origin: `https://yardpack.example.evil.example` },
  ],
];
const calls = [
  ['/v1/refresh-token', {}],
  ['/v1/sign-out', {}],
  ['/v1/sign-in', 'credentials'],
] as const;

const send = (url: string, headers: Record<string, string>, payload: object | string) =>
  yardpack.app.inject({
    method: 'POST',
    url,
    headers: { host: 'yardpack.example', cookie: person.cookie, ...headers },
    payload:
      headers['content-type'] === 'application/x-www-form-urlencoded'
        ? new URLSearchParams({ ...(payload as Record<string, string>) }).toString()
        : JSON.stringify(payload),
  });
const state = async () => {
  const { $client } = yardpack.world.database;
  const tables = ['sessions', 'session_tokens', 'rate_limits'].map((table) =>
    $client.query(`select * from ${table} order by 1`).then(({ rows }) => rows),
  );
  return await Promise.all(tables);
};

for (const [path, body] of calls) {
  test.each(callers)(`${path} from %s changes nothing and sets no cookie`, async (_, headers) => {
    const before = await state();
    const payload = body === 'credentials' ? { username: person.username, password: testPassword } : body;
    const { statusCode, headers: answer, json } = await send(path, headers, payload);
    expect([statusCode, json().errorCode]).toEqual([403, 'FORBIDDEN']);
    expect(answer['set-cookie']).toBeUndefined();
    expect(Object.keys(answer).filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect(await state()).toEqual(before);
  });
}

test.each([
  ['our own page', { origin: 'https://yardpack.example', 'sec-fetch-site': 'same-origin' }],
  ['our own page in an older browser', { origin: 'https://yardpack.example' }],
  ['our own page under another name of this server', { host: 'localhost:3000', origin: 'http://localhost:3000' }],
  ['what is no browser', {}],
])('signing in from %s works', async (_, headers: Record<string, string>) => {
  const payload = { username: person.username, password: testPassword };
  const { statusCode } = await send('/v1/sign-in', { 'content-type': 'application/json', ...headers }, payload);
  expect(statusCode).toBe(200);
});

test('no other site is told that it may read or send anything', async () => {
  for (const [path] of calls) {
    const { statusCode, headers } = await yardpack.app.inject({
      method: 'OPTIONS',
      url: path,
      headers: {
        origin: evil,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,authorization',
      },
    });
    expect(statusCode).toBeGreaterThanOrEqual(400);
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  }
});

test('another site cannot use up what its visitors may sign in', async () => {
  for (let call = 0; call < 310; call += 1) {
    await send('/v1/sign-in', { origin: evil, 'content-type': 'application/json' }, { username: 'x', password: 'x' });
  }
  const payload = { username: person.username, password: testPassword };
  expect((await send('/v1/sign-in', { 'content-type': 'application/json' }, payload)).statusCode).toBe(200);
});
