import { randomUUIDv7 } from 'node:crypto';
import { DrizzleQueryError, desc, eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { buildEngagement } from '../testing/engagement-factories.ts';
import { buildCustomer, buildWorker } from '../testing/factories.ts';
import { recordQueries } from '../testing/recorded-queries.ts';
import { yardpackTest as test } from '../testing/yardpack-test.ts';
import { openDatabase, type Queryable } from './connection.ts';
import { listOf } from './list-of.ts';
import { isUnavailable } from './pool.ts';
import { prepared } from './prepared.ts';
import { coupons } from './schema/catalog.ts';
import { shown } from './schema/columns.ts';
import { engagements, scheduleTemplateDays, scheduleTemplates } from './schema/engagements.ts';
import { addresses, profiles } from './schema/profiles.ts';

const person = {
  id: profiles.id,
  createdAt: profiles.createdAt,
  birthday: profiles.birthday,
  isDefault: profiles.isDefault,
};
let built = 0;
const read = prepared('test_every_kind', (database) => {
  built += 1;
  return database
    .select({
      id: engagements.id,
      createdAt: engagements.createdAt,
      coupon: { id: coupons.id, name: coupons.name },
      days: listOf(
        { id: scheduleTemplateDays.id, sequence: scheduleTemplateDays.sequence },
        sql`from ${scheduleTemplateDays} where ${scheduleTemplateDays.scheduleTemplateId} = ${scheduleTemplates.id}`,
      ),
      people: listOf(
        { ...person, yard: { id: addresses.id, city: addresses.city }, shown: shown(profiles.createdAt) },
        sql`from ${profiles} left join ${addresses} on ${addresses.profileId} = ${profiles.id}`,
        sql`${profiles.id} desc, ${addresses.id}`,
      ),
    })
    .from(engagements)
    .innerJoin(scheduleTemplates, eq(scheduleTemplates.engagementId, engagements.id))
    .leftJoin(coupons, eq(coupons.id, engagements.couponId))
    .where(eq(engagements.customerProfileId, sql.placeholder('customerProfileId')))
    .orderBy(desc(engagements.id));
});

test('a prepared query is built once on each connection, and a list has what rows would have', async ({ yardpack }) => {
  const { database } = yardpack.world;
  const customer = await buildCustomer(yardpack);
  const bare = await buildWorker(yardpack);
  await database.delete(addresses).where(eq(addresses.profileId, bare.profileId));
  const { id } = await buildEngagement(yardpack, customer);
  const values = { customerProfileId: customer.profileId };
  const rows = await read(database, values);
  expect(rows).toMatchObject([{ id, coupon: null, days: [] }]);
  expect(rows[0]?.createdAt).toBeInstanceOf(Temporal.Instant);
  const people = await database
    .select({ ...person, yard: { id: addresses.id, city: addresses.city }, shown: shown(profiles.createdAt) })
    .from(profiles)
    .leftJoin(addresses, eq(addresses.profileId, profiles.id))
    .orderBy(desc(profiles.id), addresses.id);
  expect(rows[0]?.people).toEqual(people);
  expect(people.find((one) => one.id === bare.profileId)?.yard).toBeNull();
  expect(await recordQueries(() => read(database, values))).toMatchObject([{ prepared: true }]);
  expect(built).toBe(1);
  const inside = (queryable: Queryable) => read(queryable, values);
  expect(await database.transaction(inside)).toEqual(rows);
  const before = built;
  expect(await database.transaction(inside)).toEqual(rows);
  expect(built - before).toBeLessThanOrEqual(1);
  expect(await database.transaction((transaction) => transaction.transaction(inside))).toEqual(rows);
});

test('a prepared query of a transaction is its own, and goes with it', async ({ yardpack }) => {
  const { database } = yardpack.world;
  const names = prepared('test_names', (queryable) => queryable.select({ name: coupons.name }).from(coupons));
  const row = { name: 'KEPT', term: 'TERM_ONCE' as const, maxRedemptions: 9, percentOff: 1 };
  const add = (queryable: Queryable) =>
    queryable.insert(coupons).values({ ...row, createdAt: yardpack.world.clock.now() });
  // More often than there are connections.
  for (let round = 0; round < 24; round += 1) {
    const failed = database.transaction(async (transaction) => {
      await add(transaction);
      expect([await names(transaction), await names(database)]).toEqual([[{ name: 'KEPT' }], []]);
      throw new Error('It changed its mind');
    });
    await expect(failed).rejects.toThrow('changed its mind');
  }
  await database.transaction(add);
  expect(await names(database)).toEqual([{ name: 'KEPT' }]);
});

const shownRead = prepared('test_shown', (database) =>
  database
    .select({ name: coupons.name, at: shown(coupons.createdAt), none: shown(coupons.deletedAt) })
    .from(coupons)
    .orderBy(coupons.createdAt),
);

test.for(['UTC', 'America/Chicago'])(
  'a moment that is only shown stands as the wire has it (%s)',
  async (zone, { yardpack }) => {
    const { world } = yardpack;
    const moments = ['2026-07-01T00:00:00Z', '2026-11-20T18:33:11.1Z', '2026-11-20T18:33:11.123Z'];
    for (const at of moments) {
      await world.database.insert(coupons).values({
        name: at,
        term: 'TERM_ONCE',
        maxRedemptions: 1,
        percentOff: 1,
        createdAt: Temporal.Instant.from(at),
      });
    }
    const options = `?options=-c%20timezone%3D${encodeURIComponent(zone)}`;
    const elsewhere = openDatabase(`${world.database.$client.options.connectionString}${options}`);
    const rows = await shownRead(elsewhere);
    await elsewhere.$client.end();
    expect(rows).toEqual(moments.map((at) => ({ name: at, at, none: null })));
  },
);

test('a prepared query says when a value is missing, and when the database cannot be asked', async ({ yardpack }) => {
  const { database } = yardpack.world;
  await expect(read(database, {})).rejects.toThrow('customerProfileId');
  const failed = await read(database, { customerProfileId: 'no id' }).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(DrizzleQueryError);
  expect(isUnavailable(failed)).toBe(false);
  expect(await read(database, { customerProfileId: randomUUIDv7() })).toEqual([]);
  for (const host of ['127.0.0.1', encodeURIComponent('/no/such/folder')]) {
    const nowhere = openDatabase(`postgres://${host}:1/nowhere`);
    const lost = await read(nowhere, { customerProfileId: randomUUIDv7() }).catch((error: unknown) => error);
    expect(isUnavailable(lost)).toBe(true);
  }
});
