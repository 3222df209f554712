import { randomUUIDv7 } from 'node:crypto';
import { DrizzleQueryError, desc, eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { buildEngagement } from '../testing/engagement-factories.ts';
import { buildCustomer } from '../testing/factories.ts';
import { recordQueries } from '../testing/recorded-queries.ts';
import { yardpackTest as test } from '../testing/yardpack-test.ts';
import { openDatabase, type Queryable } from './connection.ts';
import { hotRead, listOf } from './hot-read.ts';
import { isUnavailable } from './pool.ts';
import { coupons } from './schema/catalog.ts';
import { shown } from './schema/columns.ts';
import { engagements, scheduleTemplateDays, scheduleTemplates } from './schema/engagements.ts';
import { addresses, profiles } from './schema/profiles.ts';

const everyKind = (database: Queryable) =>
  database
    .select({
      id: engagements.id,
      createdAt: engagements.createdAt,
      activeSince: engagements.activeSince,
      coupon: { id: coupons.id, name: coupons.name },
      customer: profiles,
      yard: { id: addresses.id, latitude: addresses.latitude, city: addresses.city },
      template: { id: scheduleTemplates.id, startDay: scheduleTemplates.startDay },
      others: sql`(select count(*) from ${profiles})`.mapWith(Number),
      days: listOf(
        { id: scheduleTemplateDays.id, sequence: scheduleTemplateDays.sequence },
        sql`from ${scheduleTemplateDays} where ${scheduleTemplateDays.scheduleTemplateId} = ${scheduleTemplates.id}`,
      ),
      people: listOf(
        { id: profiles.id, createdAt: profiles.createdAt, birthday: profiles.birthday, isDefault: profiles.isDefault },
        sql`from ${profiles}`,
        sql`${profiles.id} desc`,
      ),
    })
    .from(engagements)
    .innerJoin(profiles, eq(profiles.id, engagements.customerProfileId))
    .innerJoin(addresses, eq(addresses.id, engagements.serviceAddressId))
    .innerJoin(scheduleTemplates, eq(scheduleTemplates.engagementId, engagements.id))
    .leftJoin(coupons, eq(coupons.id, engagements.couponId))
    .where(eq(engagements.customerProfileId, sql.placeholder('customerProfileId')))
    .orderBy(desc(engagements.id));
const read = hotRead('test_every_kind', everyKind);

test('a hot read answers what the query builder would, in one prepared statement', async ({ yardpack }) => {
  const { database } = yardpack.world;
  const customer = await buildCustomer(yardpack);
  const [first, second] = [await buildEngagement(yardpack, customer), await buildEngagement(yardpack, customer)];
  const values = { customerProfileId: customer.profileId };
  const rows = await read(database, values);
  expect(rows.map(({ id }) => id)).toEqual([second.id, first.id]);
  expect(rows).toEqual(await everyKind(database).prepare('other_name').execute(values));
  expect(rows[0]).toMatchObject({ activeSince: null, coupon: null, days: [], others: 1 });
  expect(rows[0]?.createdAt).toBeInstanceOf(Temporal.Instant);
  expect(rows[0]?.template.startDay).toBeInstanceOf(Temporal.PlainDate);
  expect(rows[0]?.people).toEqual(
    await database
      .select({
        id: profiles.id,
        createdAt: profiles.createdAt,
        birthday: profiles.birthday,
        isDefault: profiles.isDefault,
      })
      .from(profiles),
  );
  expect(await read(database, { customerProfileId: randomUUIDv7() })).toEqual([]);
  expect(await recordQueries(() => read(database, values))).toMatchObject([{ prepared: true }]);
  // Each on a connection of its own, of which one only has been told what the columns are.
  const atOnce = await Promise.all([read(database, values), read(database, values), read(database, values)]);
  expect(atOnce).toEqual([rows, rows, rows]);
});

const shownRead = hotRead('test_shown', (database) =>
  database
    .select({ name: coupons.name, at: shown(coupons.createdAt), none: shown(coupons.deletedAt) })
    .from(coupons)
    .orderBy(coupons.createdAt),
);

const echo = hotRead('test_echo', (database) =>
  database
    .select({
      texts: sql<string[]>`${sql.placeholder('texts')}::text[]`,
      at: sql`${sql.placeholder('at')}::timestamptz`.mapWith(coupons.createdAt),
      whether: sql<boolean>`${sql.placeholder('whether')}::boolean`,
      number: sql<number>`${sql.placeholder('number')}::integer`,
      none: sql<string | null>`${sql.placeholder('none')}::text`,
    })
    .from(sql`(select 1) one`),
);

test('values of every kind reach Postgres as they are', async ({ yardpack }) => {
  const at = Temporal.Instant.from('2026-11-20T18:33:11.5Z');
  const values = { texts: ['a', 'b "c" \\ {d}, é\nf', ''], at, whether: false, number: -7, none: null };
  const [row] = await echo(yardpack.world.database, values);
  expect({ ...row, at: String(row?.at) }).toEqual({ ...values, at: String(at) });
});

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

test('a hot read says when a value is missing, and when the database cannot be asked', async ({ yardpack }) => {
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
