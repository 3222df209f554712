import type { PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract, type EndpointName } from '#contract/contract.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { workerFilters } from '#domain/approval.ts';
import { businessDay, isoWeekOf } from '#domain/calendar.ts';
import { customerFilters } from '#domain/customer-filters.ts';
import { dueParts, sweep } from '../sweep.ts';
import { handledEndpoints, inputOf, send } from '../testing/access-calls.ts';
import { type Call, recordOf } from '../testing/access-positions.ts';
import { type AccessWorld, createAccessWorld, type Role, type Side } from '../testing/access-world.ts';
import { withoutLimits } from '../testing/postgres.ts';
import { type Query, recordQueries } from '../testing/recorded-queries.ts';
import {
  fillBusiness,
  middleCustomer,
  middleWorker,
  type Part,
  type SeededPerson,
} from '../testing/seeded-business.ts';
import { findTableScans, isExplainable, largeTables } from '../testing/sequential-scans.ts';
import { reconciliations } from './schema/findings.ts';

/**
 * Every endpoint of the contract on a business with 50,000 engagements: Postgres is asked how it would run each
 * statement that it was sent, and no large table may be read from end to end. What to call with is in
 * src/server/testing/access-inputs.ts, so that a new endpoint is called as well.
 */

/** Endpoints that this test leaves out, and why. */
const notMeasured: Partial<Record<EndpointName, string>> = {
  eraseData: 'once for a person, it looks for their name in every text of every table',
  eraseInquiry: 'once for a person, it looks for their name in every text of every table',
  eraseOrder: 'once for a person, it looks for their name in every text of every table',
  getReady: 'it says no when the database takes two seconds, which may be on a busy machine; it reads the migrations',
  // Of payments that no ledger has it would find some 185,000 faults here, and did for a minute.
  startReconciliation:
    'it begins the check of the money, which reads the last forty days from end to end, once a night',
};

const usual = { proposals: 0, perCustomer: 2, perWorker: 30, mixed: true, weeks: 2, employees: 0 };
const business: Part = { ...usual, number: 0, engagements: 50_000, proposals: 750, employees: 25 };
/** One customer with 60 engagements among five, and their one worker, who has 300. */
const busy: Part = { ...usual, number: 1, engagements: 300, perCustomer: 60, perWorker: 300, mixed: false };
const quiet: Part = { ...usual, number: 2, engagements: 3, perCustomer: 3, perWorker: 3, mixed: false };

let access: AccessWorld;
let client: PoolClient;
let large: Map<string, number>;
beforeAll(async () => {
  access = await createAccessWorld();
  const { clock, database } = access.test.world;
  await withoutLimits(database.$client, (unlimited) => fillBusiness(unlimited, [business, busy, quiet], clock.now()));
  // The check of this night is made, so that no call or sweep begins it.
  const checked = { startedAt: clock.now(), finishedAt: clock.now() };
  const nights = [0, 1].map((days) => ({ ...checked, night: businessDay(clock.now()).subtract({ days }) }));
  await database.insert(reconciliations).values(nights);
  client = await database.$client.connect();
  large = await largeTables(client);
});
afterAll(async () => {
  client?.release();
  await access?.test.close();
});

/** More calls than the one of access-inputs.ts. */
const furtherCalls: Partial<Record<EndpointName, (call: Call) => Call[]>> = {
  search: () =>
    ['an', 'ada', '479555', 'fayetteville', '72712 dickson', 'nobody-at-all'].map((q) => ({ query: { q } })),
  listCustomers: () =>
    [{}, ...customerFilters.map((filter) => ({ filter }))].flatMap((query) => [
      { query },
      { query: { ...query, q: 'ada' } },
    ]),
  listWorkers: () =>
    [{}, ...workerFilters.map((filter) => ({ filter }))].flatMap((query) => [
      { query },
      { query: { ...query, q: 'ada' } },
    ]),
  listMessages: () => [
    {},
    { query: { state: 'dead', channel: 'email' } },
    { query: { q: 'ada' } },
    { query: { q: 'ada', state: 'waiting' } },
  ],
  listReportVisits: ({ query }) => {
    const { after: _, of: __, key: ___, ...days } = recordOf(query);
    return [{ query: { ...days, figure: 'begun' } }];
  },
  listInboundTexts: ({ query }) => [
    {},
    { query: { only: 'unread' } },
    { query: { profileId: recordOf(query).profileId, only: 'unread' } },
  ],
  listFailedPayments: () => [{ query: { state: 'confirmation-needed' } }, { query: { state: 'retrying' } }],
  listDeadMessages: () => [{ query: { channel: 'text' } }],
  listMissedVisits: () => [{ query: { seen: 'seen' } }],
  listInquiries: () => [{}, { query: { state: 'all' } }, { query: { state: 'open' } }],
};

const names = (Object.keys(contract) as EndpointName[]).filter((name) => notMeasured[name] === undefined);
// Calls that delete what others need come last.
const ending: EndpointName[] = ['updateCoupon', 'deleteCoupon', 'signOut', 'setNewPassword', 'deactivateEmployee'];
const order = [
  ...names.filter((name) => contract[name].method === 'GET'),
  ...names.filter((name) => contract[name].method !== 'GET' && !ending.includes(name)),
  ...ending,
];

describe.each(order)('%s', (name) => {
  const endpoint: Endpoint = contract[name];

  test('reads no large table from end to end', async () => {
    expect(handledEndpoints(access.test).map((one) => one.name)).toContain(name);
    const found = endpoint.method === 'GET' ? await scansOfReads(name, endpoint) : await scansOfWrite(name, endpoint);
    expect(found).toEqual([]);
  });
});

/** Reads as everybody who may, with and without the optional parts of the query. */
async function scansOfReads(name: EndpointName, endpoint: Endpoint): Promise<string[]> {
  const { test: world, ours } = access;
  const { as, call: callOf } = inputOf(name);
  const roles: readonly Role[] = typeof as === 'string' ? ['customer'] : as;
  const found: string[] = [];
  for (const role of roles) {
    const whole = callOf(ours.own(role), role, world.world.clock.now());
    const calls = [whole, withoutPlace(whole), ...(furtherCalls[name]?.(whole) ?? [])];
    for (const call of calls) found.push(...(await scansOf(`${name} as ${role}`, endpoint, call, proofOf(ours, role))));
  }
  return found;
}

/** Makes the call once, as the first person who still can, and runs the jobs that it adds. */
async function scansOfWrite(name: EndpointName, endpoint: Endpoint): Promise<string[]> {
  const { test: world, ours, strangers, both } = access;
  const { as, call: callOf } = inputOf(name);
  const roles: readonly Role[] = typeof as === 'string' ? ['customer'] : as;
  const refusals: string[] = [];
  for (const side of [ours, strangers, both]) {
    for (const role of roles) {
      const call = callOf(side.own(role), role, world.world.clock.now());
      try {
        return await scansOf(`${name} as ${role}`, endpoint, call, proofOf(side, role));
      } catch (error) {
        refusals.push(String(error));
      }
    }
  }
  throw new Error(`Nobody could call ${name}:\n${refusals.join('\n')}`);
}

/** @throws Error for another status than 200 */
async function scansOf(what: string, endpoint: Endpoint, call: Call, proof: object): Promise<string[]> {
  const queries = await recordQueries(async () => {
    const { status, body } = await send(access.test, endpoint, call, proof);
    if (status !== 200) throw new Error(`${what} answered ${status}: ${JSON.stringify(body)}`);
    if (endpoint.method !== 'GET') await access.test.drain();
  });
  return await findTableScans(client, what, queries, large);
}

const proofOf = (side: Side, role: Role) => {
  const { accessToken, cookie } = side.people[role];
  return { accessToken, cookie };
};

/** @returns the call for the first page */
function withoutPlace(call: Call): Call {
  const { after: _, ...query } = recordOf(call.query);
  return { ...call, query };
}

test('the minutely sweep reads no large table from end to end', async () => {
  const queries = await recordQueries(async () => {
    await sweep(access.test.world);
    // Each part, whether anything is due for it or not.
    for (const { run } of dueParts) await run(access.test.world);
    await access.test.drain();
  });
  expect(queries.filter(isExplainable).length).toBeGreaterThan(dueParts.length);
  expect(await findTableScans(client, 'sweep', queries, large)).toEqual([]);
});

describe('a list takes as many statements for many rows as for a few', () => {
  type List = { name: EndpointName; whose: (part: Part) => SeededPerson; rows: string; few: number; many: number };
  // The first statement of each call finds the caller.
  const lists: List[] = [
    { name: 'listCustomerEngagements', whose: middleCustomer, rows: 'engagements', few: 3, many: 60 },
    // A page of the proposals with the worker's own.
    { name: 'listWorkerEngagements', whose: middleWorker, rows: 'engagements', few: 53, many: 350 },
    { name: 'getItinerary', whose: middleWorker, rows: 'jobs', few: 3, many: 300 },
  ];

  test.each(lists)('$name', async ({ name, whose, rows, few, many }) => {
    const endpoint: Endpoint = contract[name];
    const read = async (part: Part) => {
      const { profileId, accessToken } = whose(part);
      const { year, week } = isoWeekOf(businessDay(access.test.world.clock.now()));
      const call = {
        params: { customerProfileId: profileId, workerProfileId: profileId },
        query: name === 'getItinerary' ? { year: String(year), week: String(week) } : {},
      };
      let length = 0;
      const queries = await recordQueries(async () => {
        const { body } = await send(access.test, endpoint, call, { accessToken });
        const list = recordOf(body)[rows];
        length = Array.isArray(list) ? list.length : -1;
      });
      expect(await findTableScans(client, name, queries, large)).toEqual([]);
      return { length, statements: queries.map(({ text }) => withoutLength(text)).sort() };
    };
    const [short, long] = [await read(quiet), await read(busy)];
    expect([short.length, long.length]).toEqual([few, many]);
    expect(long.statements).toEqual(short.statements);
    expect(long.statements).toHaveLength(2);
  });
});

/** A list of values counts as one, however long it is. */
const withoutLength = (text: string) => text.replaceAll(/\(\$\d+(, \$\d+)*\)/g, '($n)');

test('a table that is read from end to end is found', async () => {
  const query: Query = { text: 'select * from engagements where yard_size = $1', values: ['X'], prepared: false };
  expect(await findTableScans(client, 'this test', [query], large)).toEqual([
    expect.stringMatching(/^this test: Seq Scan on engagements \(50\d\d\d rows\)/),
  ]);
});
