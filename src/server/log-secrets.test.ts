import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract, type EndpointName } from '#contract/contract.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { openLog } from './log.ts';
import { origins } from './origin.ts';
import { newToken } from './secrets.ts';
import { buildCustomer, buildEmployee, buildWorker, type Person } from './testing/factories.ts';
import { createTestWorld, type TestWorld } from './testing/world.ts';

const lines: string[] = [];
let yardpack: TestWorld;
let people: Person[];
beforeAll(async () => {
  yardpack = await createTestWorld({ LOG_LEVEL: 'trace' }, { logTo: { write: (line) => void lines.push(line) } });
  people = [await buildCustomer(yardpack), await buildWorker(yardpack), await buildEmployee(yardpack)];
});
afterAll(() => yardpack.close());

const token = newToken();
const secrets = {
  email: 'hazel.marker@private.example',
  phone: '+14795550177',
  card: '4242424242424242',
  password: 'grey-Wolves-42-run',
  token,
  link: `https://yard.example/reset?token=${token}`,
};
/** What must stand nowhere, in whatever form. */
const parts = ['hazel.marker', '4795550177', '5550177', secrets.card, 'grey-Wolves', token];
const names = Object.values(secrets);

const endpoints = Object.entries(contract as Record<string, Endpoint>) as [EndpointName, Endpoint][];

/** A body with every name of the schema, each with a secret as its value. */
function bodyOf({ body }: Endpoint, shift: number): Record<string, unknown> {
  const { shape = {} } = body._zod.def as { shape?: Record<string, unknown> };
  return Object.fromEntries(Object.keys(shape).map((name, index) => [name, names[(index + shift) % names.length]]));
}

let calls = 0;
async function sendSecrets(endpoint: Endpoint): Promise<number[]> {
  const statuses: number[] = [];
  for (const [shift, person] of people.entries()) {
    const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name) =>
      name === 'userId' ? person.userId : person.profileId,
    );
    const url = `${path}?token=${token}&search=${encodeURIComponent(secrets.email)}`;
    calls += 1;
    const answer = await yardpack.app.inject({
      method: endpoint.method,
      url,
      remoteAddress: `10.9.${calls >> 8}.${calls & 255}`,
      headers: { authorization: `Bearer ${person.accessToken}`, cookie: `refresh=${token}`, referer: secrets.link },
      ...(endpoint.method === 'GET' ? {} : { payload: bodyOf(endpoint, shift) }),
    });
    statuses.push(answer.statusCode);
  }
  return statuses;
}

const expectNoSecret = (what: string) => {
  const log = lines.join('');
  for (const part of parts) expect(log.includes(part), `${part} in the log of ${what}`).toBe(false);
  for (const person of people) expect(log, what).not.toContain(person.accessToken);
};

test('no call leaves a secret in the log, whatever becomes of it', async () => {
  for (const [name, endpoint] of endpoints) {
    lines.length = 0;
    await sendSecrets(endpoint);
    expectNoSecret(name);
  }
});

test('nor does a call that fails with all that it was given, and its line says whose it was', async () => {
  const { database } = yardpack.world;
  const { query } = database.$client;
  const broken = Object.assign(
    new Error(`insert failed: ${secrets.link} ${secrets.email} ${secrets.phone} ${secrets.card}`),
    {
      detail: `Key (password)=(${secrets.password})`,
      config: { headers: { authorization: `Bearer ${token}` } },
    },
  );
  lines.length = 0;
  const failed: number[] = [];
  const fail = (...args: unknown[]) => {
    const answer = args.findLast((one) => typeof one === 'function');
    if (!answer) return Promise.reject(broken);
    queueMicrotask(() => answer(broken));
  };
  database.$client.query = fail as unknown as typeof query;
  const { transaction } = database;
  database.transaction = () => Promise.reject(broken);
  try {
    for (const [, endpoint] of endpoints) failed.push(...(await sendSecrets(endpoint)));
  } finally {
    database.$client.query = query;
    database.transaction = transaction;
  }
  expect(failed.filter((status) => status >= 500).length).toBeGreaterThan(50);
  expect(lines.filter((line) => line.includes('request-failed')).length).toBeGreaterThan(50);
  expectNoSecret('failures');
});

test('a line says whose call it is about; fields with such names and texts of such a form are left out, however deep', () => {
  const written: string[] = [];
  const log = openLog('info', { write: (line) => void written.push(line) });
  const origin = { traceId: 'trace-1', userId: 'user-1', hashAddress: () => '' };
  origins.run(origin, () =>
    log.warn(
      { event: 'card-not-read', deep: { list: [secrets.link, { password: 'short' }] }, recipient: 'x', cardId: 'pm_1' },
      `To ${secrets.email} at ${secrets.phone}: card 4242 4242 4242 4242, password=hunter2, order 1234567890123456`,
    ),
  );
  log.info('Server listening');
  const [line = '', own = ''] = written;
  expect(JSON.parse(line)).toMatchObject({
    event: 'card-not-read',
    traceId: 'trace-1',
    userId: 'user-1',
    deep: { list: ['https://yard.example/reset?token=[secret]', { password: '[secret]' }] },
    recipient: '[secret]',
    cardId: 'pm_1',
    msg: 'To [email] at [phone]: card [card], password=[secret], order 1234567890123456',
  });
  expect(JSON.parse(own)).toMatchObject({ event: 'server', msg: 'Server listening' });
});
