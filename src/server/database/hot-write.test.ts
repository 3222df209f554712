import { DrizzleQueryError, eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { recordQueries } from '../testing/recorded-queries.ts';
import { yardpackTest as test } from '../testing/yardpack-test.ts';
import { type Queryable, violatesUnique } from './connection.ts';
import { hotRead } from './hot-read.ts';
import { asRows, hotUpdate, hotWrite, rowsOf } from './hot-write.ts';
import { messages } from './schema/messages.ts';

const insert = hotWrite('test_insert', (database) => database.insert(messages).select(rowsOf(messages)).returning());
const change = hotUpdate('test_change', messages, (database, set) =>
  database
    .update(messages)
    .set(set)
    .where(eq(messages.id, sql.placeholder('id')))
    .returning(),
);
const all = hotRead('test_all', (database) => database.select().from(messages).orderBy(messages.id));
const createdAt = Temporal.Instant.from('2027-03-01T12:00:00.123456Z');
const message = {
  channel: 'email' as const,
  basis: 'business' as const,
  recipient: 'casey@example.com',
  subject: 'A "quoted" \\ subject',
  text: 'Line\nline, {braces} and ünïcode',
  createdAt,
  dueAt: createdAt,
  giveUpAt: createdAt.add({ hours: 72 }),
};

test('a hot write inserts any number of rows by one statement, as the query builder does', async ({ yardpack }) => {
  const { database } = yardpack.world;
  const rows = ['a', 'b', 'c'].map((dedupeKey) => ({ ...message, dedupeKey }));
  const inserted = await insert(database, asRows(messages, rows));
  await database.insert(messages).values({ ...message, dedupeKey: 'd' });
  const isOne = sql`${messages.dedupeKey} in ('a', 'd')`;
  const [kept, byBuilder] = await database.select().from(messages).where(isOne).orderBy(messages.dedupeKey);
  expect(kept).toEqual({ ...byBuilder, id: kept?.id, dedupeKey: 'a', kind: 'a' });
  expect(inserted.map(({ dedupeKey }) => dedupeKey)).toEqual(['a', 'b', 'c']);
  expect(inserted[0]).toEqual(kept);
  const one = () => insert(database, asRows(messages, [{ ...message, dedupeKey: 'e' }]));
  expect(await recordQueries(one)).toMatchObject([{ prepared: true }]);
  const again: unknown = await one().catch((error: unknown) => error);
  expect(again).toBeInstanceOf(DrizzleQueryError);
  expect(violatesUnique(again, 'messages_dedupeKey_unique')).toBe(true);
});

test('hot statements of a transaction are its own, and go with it', async ({ yardpack }) => {
  const { database } = yardpack.world;
  const keysIn = async (where: Queryable) => (await all(where)).map(({ dedupeKey }) => dedupeKey);
  const failed = database.transaction(async (transaction) => {
    await insert(transaction, asRows(messages, [{ ...message, dedupeKey: 'a' }]));
    expect([await keysIn(transaction), await keysIn(database)]).toEqual([['a'], []]);
    throw new Error('It changed its mind');
  });
  await expect(failed).rejects.toThrow('changed its mind');
  expect(await keysIn(database)).toEqual([]);
  await database.transaction(async (transaction) => {
    await insert(transaction, asRows(messages, [{ ...message, dedupeKey: 'b' }]));
  });
  expect(await keysIn(database)).toEqual(['b']);
});

test('a hot update changes the columns that are given, null among them', async ({ yardpack }) => {
  const { database } = yardpack.world;
  const [row] = await insert(database, asRows(messages, [{ ...message, dedupeKey: 'a' }]));
  const id = row?.id ?? '';
  const update = async (changes: Partial<typeof messages.$inferInsert>) => {
    const [changed] = await change(changes)(database, { ...changes, id });
    return changed;
  };
  expect(await update({ attempts: 3, notAfter: createdAt, reason: undefined })).toEqual({
    ...row,
    attempts: 3,
    notAfter: createdAt,
  });
  expect(await update({ notAfter: null, attempts: 0 })).toEqual(row);
});
