import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../database/connection.ts';
import { createTestDatabase, type TestDatabase } from '../testing/postgres.ts';
import { openHasty } from './store.ts';

let business: TestDatabase;
beforeEach(async () => {
  business = await createTestDatabase();
});
afterEach(() => business.drop());

test('a slow machine makes the demo wait, for connections and for statements, longer than a request would', async () => {
  const outside = openDatabase(business.socketUrl);
  const hasty = openHasty(outside);
  onTestFinished(async () => {
    await hasty.$client.end();
    await outside.$client.end();
  });
  // Three times as many as there are connections: the last ones wait for the others, longer than a request waits for a connection.
  const slow = Array.from({ length: 12 }, (_, place) =>
    hasty.transaction(async (transaction) => {
      await transaction.execute(sql`select pg_sleep(${place === 0 ? 2.8 : 1.2})`);
      return place;
    }),
  );
  expect(await Promise.all(slow)).toEqual(slow.keys().toArray());
  expect(hasty.$client.totalCount).toBeLessThanOrEqual(4);
});
