import { asc, eq, gt, gte, isNull, ne } from 'drizzle-orm';
import { expect } from 'vitest';
import { firstDayToCome } from '#domain/visit-class.ts';
import { closedDays } from '../database/schema/engagements.ts';
import { visits } from '../database/schema/visits.ts';
import { openLog } from '../log.ts';
import { buildEngagement, buildOnboardedWorker, claimEngagement } from '../testing/engagement-factories.ts';
import { buildCustomer } from '../testing/factories.ts';
import { untilStatementsWait } from '../testing/lock-waits.ts';
import type { TestWorld } from '../testing/world.ts';
import { yardpackTest } from '../testing/yardpack-test.ts';
import { fillAhead, fillAll, fillShort, findAllUnfilled } from './ahead.ts';
import { daysAhead, daysPromised } from './fill.ts';

async function openServices(yardpack: TestWorld, count: number) {
  const customer = await buildCustomer(yardpack);
  const worker = await buildOnboardedWorker(yardpack);
  for (let made = 0; made < count; made += 1) {
    await claimEngagement(yardpack, worker, await buildEngagement(yardpack, customer), ['DAY_OF_WEEK_FRIDAY']);
  }
  const { database } = yardpack.world;
  const days = async () =>
    (await database.select({ day: visits.day }).from(visits).orderBy(asc(visits.day))).map(({ day }) => day.toString());
  return { database, days };
}

yardpackTest('services that have a plan alone have their visits once, whoever starts', async ({ yardpack }) => {
  const { world } = yardpack;
  const { database, days } = await openServices(yardpack, 3);
  const had = await days();
  // Of one there is a visit, as of those that staff had moved before there were rows.
  const [first] = await database.select({ id: visits.id }).from(visits).orderBy(asc(visits.day)).limit(1);
  await database.delete(visits).where(ne(visits.id, first?.id ?? ''));
  await Promise.all([fillShort(world), fillShort(world)]);
  expect(await days()).toEqual(had);
  const before = await database.select().from(visits).orderBy(asc(visits.id));
  await fillShort(world);
  expect(await database.select().from(visits).orderBy(asc(visits.id))).toEqual(before);
});

yardpackTest('once a day has ended, the rows of a week more are there', async ({ yardpack }) => {
  const { world } = yardpack;
  const { database, days } = await openServices(yardpack, 2);
  const before = await days();
  await yardpack.advance('P7D');
  expect((await days()).slice(0, before.length)).toEqual(before);
  expect((await days()).slice(before.length)).toHaveLength(2);
  expect(await database.$count(closedDays, isNull(closedDays.filledAt))).toBe(0);
  expect(await findAllUnfilled(world)).toEqual([]);
});

yardpackTest.for([
  ['rows of the days since are filled without a word', daysAhead, 0],
  ['rows that were to be there before are filled, and logged', daysPromised - 14, 1],
] as const)('after three weeks without a sweep %s', async ([, ahead, logged], { yardpack }) => {
  const { world } = yardpack;
  const { database, days } = await openServices(yardpack, 1);
  await yardpack.advance('P21D');
  const before = await days();
  const lastFilled = firstDayToCome(world.clock.now()).subtract({ days: 21 });
  await database.update(closedDays).set({ filledAt: null }).where(gte(closedDays.day, lastFilled));
  await database.delete(visits).where(gt(visits.day, lastFilled.add({ days: ahead })));
  const lines: string[] = [];
  const log = openLog('error', { write: (line) => lines.push(line) });
  await fillAhead({ ...world, log });
  expect(lines).toHaveLength(logged);
  expect(await days()).toEqual(before);
});

yardpackTest('rows that are not as the plan says are found, and mended', async ({ yardpack }) => {
  const { world } = yardpack;
  const { database, days } = await openServices(yardpack, 2);
  const before = await days();
  const [wrong] = await database.select().from(visits).where(eq(visits.state, 'planned')).limit(1);
  await database.delete(visits).where(eq(visits.id, wrong?.id ?? ''));
  expect(await findAllUnfilled(world)).toMatchObject([
    { engagementId: wrong?.engagementId, make: [{}], move: [], end: [] },
  ]);
  await fillAll(world);
  expect(await days()).toEqual(before);
});

yardpackTest(
  'what is changed while the rows are compared with their plans is not found wrong',
  async ({ yardpack }) => {
    const { world } = yardpack;
    const { database, days } = await openServices(yardpack, 1);
    const [, friday] = await days();
    const other = await database.$client.connect();
    await other.query('begin; lock table holidays in access exclusive mode');
    const finding = findAllUnfilled(world);
    // It has read the rows of visits by then, and waits for the days off.
    await untilStatementsWait(yardpack);
    await other.query(
      'insert into holidays (id, day, name, created_at) values (gen_random_uuid(), $1::date, $2, $3::timestamptz)',
      [friday, 'Inventory', world.clock.now().toString()],
    );
    await other.query('commit');
    other.release();
    expect(await finding).toEqual([]);
    expect(await findAllUnfilled(world)).toHaveLength(1);
  },
);
