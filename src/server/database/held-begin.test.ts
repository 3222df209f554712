import { randomUUIDv7 } from 'node:crypto';
import { DrizzleQueryError, eq, sql } from 'drizzle-orm';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { untilStatementsWait } from '../testing/lock-waits.ts';
import { recordQueries } from '../testing/recorded-queries.ts';
import { createTestWorld, type TestWorld } from '../testing/world.ts';
import type { Transaction } from './connection.ts';
import { hotRead, together } from './hot-read.ts';
import { asRows, hotWrite, rowsOf } from './hot-write.ts';
import { coupons } from './schema/catalog.ts';

let yardpack: TestWorld;
beforeEach(async () => {
  yardpack = await createTestWorld();
});
afterEach(() => yardpack.close());

const insert = hotWrite('test_begin_insert', (database) => database.insert(coupons).select(rowsOf(coupons)));
const read = hotRead('test_begin_read', (database) =>
  database.select({ name: coupons.name, redemptions: coupons.redemptions }).from(coupons),
);
const lock = hotRead('test_begin_lock', (database) =>
  database
    .select({ id: coupons.id })
    .from(coupons)
    .where(eq(coupons.name, sql.placeholder('name')))
    .for('update'),
);
const byId = hotRead('test_begin_by_id', (database) =>
  database
    .select({ name: coupons.name })
    .from(coupons)
    .where(eq(coupons.id, sql.placeholder('id'))),
);

const row = (name: string) => ({
  name,
  term: 'TERM_ONCE' as const,
  maxRedemptions: 9,
  percentOff: 1,
  createdAt: yardpack.world.clock.now(),
});
const add = (transaction: Transaction, name: string) => insert(transaction, asRows(coupons, [row(name)]));
const names = async () => (await read(yardpack.world.database)).map(({ name }) => name).sort();
const asked = async (act: () => Promise<unknown>) => (await recordQueries(act)).map(({ text }) => text.split(' ')[0]);

/** @returns how often something was sent and waited for, on the connection that reads or writes coupons */
async function countWays(act: () => Promise<unknown>): Promise<number> {
  const query = vi.spyOn(Client.prototype, 'query');
  try {
    await act();
    // The server's own work goes on meanwhile, on other connections.
    const { calls, contexts } = query.mock;
    const own = contexts[calls.findIndex(([statement]) => JSON.stringify(statement).includes('coupons'))];
    return contexts.filter((client) => client === own).length;
  } finally {
    query.mockRestore();
  }
}

test('a transaction begins with its first statement, in one way there and back', async () => {
  const { database } = yardpack.world;
  const work = (name: string) => database.transaction((transaction) => add(transaction, name));
  expect(await asked(() => work('ONE'))).toEqual(['begin', 'insert', 'commit']);
  expect(await countWays(() => work('TWO'))).toBe(2);
  expect(await names()).toEqual(['ONE', 'TWO']);
});

test('whatever comes first, what fails is taken back, and the connection goes on', async () => {
  const { database } = yardpack.world;
  const fail = () => Promise.reject(new Error('no'));
  const works: ((transaction: Transaction) => Promise<unknown>)[] = [
    async (transaction) => await add(transaction, 'HOT').then(fail),
    async (transaction) => await transaction.insert(coupons).values(row('PLAIN')).then(fail),
    async (transaction) => await transaction.transaction((inner) => add(inner, 'INNER')).then(fail),
    async (transaction) => await byId(transaction, { id: 'no id' }),
    async (transaction) => await transaction.execute(sql`select no_such_column`),
    async () => await fail(),
  ];
  // More often than there are connections.
  for (let round = 0; round < 4; round += 1) {
    for (const work of works) await expect(database.transaction(work)).rejects.toThrow();
  }
  expect(await names()).toEqual([]);
  await database.transaction(async (transaction) => {
    await transaction.transaction((inner) => add(inner, 'KEPT'));
    await expect(transaction.transaction((inner) => byId(inner, { id: 'no id' }))).rejects.toThrow(DrizzleQueryError);
    await add(transaction, 'KEPT TOO');
  });
  expect(await names()).toEqual(['KEPT', 'KEPT TOO']);
});

test('a transaction in which nothing is asked is none', async () => {
  const { database } = yardpack.world;
  expect(await asked(() => database.transaction(async () => undefined))).toEqual([]);
  const isolated = () => database.transaction(read, { isolationLevel: 'serializable' });
  expect(await asked(isolated)).toEqual(['begin', 'select', 'commit']);
});

test('what is read together with a lock is what there is once the lock is held', async () => {
  const { database } = yardpack.world;
  await database.transaction((transaction) => add(transaction, 'SHARED'));
  const [mayEnd, hasChanged] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const first = database.transaction(async (transaction) => {
    await transaction.update(coupons).set({ redemptions: 7 });
    hasChanged.resolve();
    await mayEnd.promise;
  });
  await hasChanged.promise;
  const both = (transaction: Transaction) => together(transaction, lock.with({ name: 'SHARED' }), read.with());
  const second = database.transaction(both);
  await untilStatementsWait(yardpack);
  mayEnd.resolve();
  await first;
  expect(await second).toEqual([[{ id: expect.any(String) }], [{ name: 'SHARED', redemptions: 7 }]]);
  const none = (transaction: Transaction) =>
    together(transaction, lock.with({ name: 'NONE' }), byId.with({ id: randomUUIDv7() }));
  expect(await database.transaction(none)).toEqual([[], []]);
  const failing = (transaction: Transaction) => together(transaction, byId.with({ id: 'no id' }), read.with());
  await expect(database.transaction(failing)).rejects.toMatchObject({ params: ['no id'] });
});
