import { expect } from 'vitest';
import { markSent } from '../messages/sending-store.ts';
import { untilStatementsWait } from '../testing/lock-waits.ts';
import { recordQueries } from '../testing/recorded-queries.ts';
import { yardpackTest as test } from '../testing/yardpack-test.ts';
import { gathered } from './gathered.ts';
import { messages } from './schema/messages.ts';

test('calls of one moment are done together, each with its own answer, and later ones apart', async ({ yardpack }) => {
  const { database } = yardpack.world;
  const asked: number[][] = [];
  const double = gathered(async (_, all: number[]) => {
    asked.push(all);
    if (all.includes(13)) throw new Error('Not 13');
    return all.map((one) => one * 2);
  });
  expect(await Promise.all([double(database, 1), double(database, 2)])).toEqual([2, 4]);
  expect(await double(database, 3)).toBe(6);
  const failed = await Promise.allSettled([double(database, 4), double(database, 13)]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(asked).toEqual([[1, 2], [3], [4, 13]]);
});

test('messages that are sent at one moment are marked by one statement; one that somebody has locked holds up no other', async ({
  yardpack,
}) => {
  const { database, clock } = yardpack.world;
  const createdAt = clock.now();
  const rows = ['a', 'b', 'c'].map((dedupeKey) => ({
    ...{ dedupeKey, channel: 'email' as const, basis: 'business' as const, recipient: 'casey@example.com' },
    ...{ subject: 'Hello', text: 'Hello', createdAt, dueAt: createdAt, giveUpAt: createdAt.add({ hours: 72 }) },
  }));
  const [a, b, c] = (await database.insert(messages).values(rows).returning()).map(({ id }) => ({
    id,
    now: createdAt,
  }));
  if (!a || !b || !c) throw new Error('Three are needed');
  const queries = await recordQueries(async () => {
    await Promise.all([markSent(database, a), markSent(database, b)]);
  });
  expect(queries).toHaveLength(1);
  const outcomes = async () =>
    (await database.select().from(messages).orderBy(messages.dedupeKey)).map(({ outcome }) => outcome);
  expect(await outcomes()).toEqual(['sent', 'sent', null]);
  await database.update(messages).set({ outcome: null, endedAt: null, dueAt: createdAt });
  const locked = await database.$client.connect();
  await locked.query('begin');
  await locked.query('select 1 from messages where id = $1 for update', [b.id]);
  const marking = Promise.all([markSent(database, a), markSent(database, b), markSent(database, c)]);
  await untilStatementsWait(yardpack);
  expect(await outcomes()).toEqual(['sent', null, 'sent']);
  await locked.query('commit');
  locked.release();
  await marking;
  expect(await outcomes()).toEqual(['sent', 'sent', 'sent']);
});
