import { asc, eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { WeekDay } from '#domain/calendar.ts';
import type { IsoDay } from '#domain/iso-days.ts';
import { holds, holidays } from '../database/schema/calendar.ts';
import { engagements } from '../database/schema/engagements.ts';
import { plans, visitHistory, visits } from '../database/schema/visits.ts';
import { insertSkips, insertWork } from '../testing/begun-visits.ts';
import { buildEngagement, buildOnboardedWorker } from '../testing/engagement-factories.ts';
import { buildCustomer } from '../testing/factories.ts';
import { ofTransaction, recordQueries } from '../testing/recorded-queries.ts';
import type { TestWorld } from '../testing/world.ts';
import { yardpackTest } from '../testing/yardpack-test.ts';
import { fill, findUnfilled } from './fill.ts';

const on = (day: IsoDay) => Temporal.PlainDate.from(day);
const fridays: IsoDay[] = Array.from({ length: 15 }, (_, week) => on('2026-06-12').add({ weeks: week }).toString());

/** A service and its worker. It is Wednesday, June 10, 2026. */
async function openService(yardpack: TestWorld) {
  const { database, clock } = yardpack.world;
  await yardpack.advance('2026-06-10T10:00:00-05:00');
  const { id: engagementId } = await buildEngagement(yardpack, await buildCustomer(yardpack));
  const { profileId } = await buildOnboardedWorker(yardpack);
  const version = { engagementId, workerProfileId: profileId, firstDay: on('2026-06-10'), startDay: on('2026-06-10') };
  const plan = async (weekDays: WeekDay[], is: Partial<typeof plans.$inferInsert> = {}) => {
    const rest = { frequency: 1, interval: 1, weekOffset: 0, madeAt: clock.now() };
    await database.insert(plans).values({ ...version, weekDays, ...rest, ...is });
  };
  const refill = () => database.transaction((transaction) => fill(yardpack.world, transaction, [engagementId]));
  const rows = () => database.select().from(visits).orderBy(asc(visits.madeFor), asc(visits.nth));
  const days = async () =>
    (await rows()).map(({ day, state, offBy }) => (offBy ? `${day} ${state} by ${offBy}` : `${day} ${state}`));
  const set = (madeFor: IsoDay, is: Partial<typeof visits.$inferInsert>) =>
    database
      .update(visits)
      .set(is)
      .where(eq(visits.madeFor, on(madeFor)));
  const findings = () => findUnfilled(yardpack.world, database, [engagementId]);
  return { engagementId, profileId, database, clock, plan, refill, rows, days, set, findings };
}

yardpackTest('a plan has visits for 13 weeks ahead, and a second time there is nothing to do', async ({ yardpack }) => {
  const { plan, refill, rows, days, findings, profileId } = await openService(yardpack);
  expect(await findings()).toEqual([]);
  await plan(['DAY_OF_WEEK_FRIDAY']);
  expect(await findings()).toMatchObject([{ make: { length: 15 }, move: [], end: [] }]);
  expect(await rows()).toEqual([]);
  await refill();
  expect(await days()).toEqual(fridays.map((day) => `${day} planned`));
  expect((await rows())[0]).toMatchObject({
    madeFor: on('2026-06-12'),
    home: on('2026-06-12'),
    workerProfileId: profileId,
  });
  expect(await findings()).toEqual([]);
  const before = await rows();
  await refill();
  expect(await rows()).toEqual(before);
});

yardpackTest('two visits that change days do not meet', async ({ yardpack }) => {
  const { plan, refill, days, set, clock, database } = await openService(yardpack);
  await plan(['DAY_OF_WEEK_FRIDAY']);
  await refill();
  await set('2026-06-12', { setDay: on('2026-06-19'), setAt: clock.now() });
  await set('2026-06-19', { setDay: on('2026-06-12'), setAt: clock.now() });
  await refill();
  expect((await days()).slice(0, 2)).toEqual(['2026-06-19 planned', '2026-06-12 planned']);
  // That they were off for a moment is nowhere.
  const off = await database.select().from(visitHistory).where(eq(visitHistory.state, 'off'));
  expect(off).toEqual([]);
  await database.update(visits).set({ setDay: null, setAt: null });
  await refill();
  expect(await days()).toEqual(fridays.map((day) => `${day} planned`));
});

yardpackTest('a day off, days away and a pause have their visits, and give them back', async ({ yardpack }) => {
  const { engagementId, plan, refill, rows, days, database, clock } = await openService(yardpack);
  await plan(['DAY_OF_WEEK_FRIDAY']);
  await refill();
  const before = await rows();
  const dayOff = { name: 'Inventory', createdAt: clock.now() };
  await database.insert(holidays).values([
    { ...dayOff, day: on('2026-06-12'), movedTo: on('2026-06-13') },
    { ...dayOff, day: on('2026-06-19'), movedTo: null },
  ]);
  const away = { engagementId, firstDay: on('2026-06-24'), lastDay: on('2026-06-30'), createdAt: clock.now() };
  await database.insert(holds).values({ ...away, madeBy: 'customer' });
  await refill();
  expect((await days()).slice(0, 4)).toEqual([
    '2026-06-13 planned',
    '2026-06-19 off by holiday',
    '2026-06-26 off by hold',
    '2026-07-03 planned',
  ]);
  const isThisOne = eq(engagements.id, engagementId);
  await database.update(holidays).set({ takenBackAt: clock.now() });
  await database.update(holds).set({ lastDay: on('2026-06-23') });
  await database.update(engagements).set({ status: 'ENGAGEMENT_STATUS_PAUSED' }).where(isThisOne);
  await refill();
  expect(new Set((await rows()).map(({ offBy }) => offBy))).toEqual(new Set(['pause']));
  await database.update(engagements).set({ status: 'ENGAGEMENT_STATUS_PROPOSED' }).where(isThisOne);
  await refill();
  expect(await days()).toEqual(fridays.map((day) => `${day} planned`));
  expect((await rows()).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
});

yardpackTest('a visit that its customer took off is whoever’s has the service on its day', async ({ yardpack }) => {
  const { engagementId, profileId, plan, refill, rows, days, clock, database } = await openService(yardpack);
  await plan(['DAY_OF_WEEK_FRIDAY']);
  const skip = { engagementId, kind: 'skipped', skippedBy: 'customer', createdAt: clock.now() } as const;
  await insertSkips(database, ...[12, 19].map((day) => ({ ...skip, date: on(`2026-06-${day}`) })));
  await refill();
  const next = await buildOnboardedWorker(yardpack);
  await plan(['DAY_OF_WEEK_FRIDAY'], { workerProfileId: next.profileId, firstDay: on('2026-06-15') });
  await refill();
  expect((await days()).slice(0, 2)).toEqual(['2026-06-12 off by customer', '2026-06-19 off by customer']);
  const workers = (await rows()).slice(0, 2).map(({ workerProfileId }) => workerProfileId);
  expect(workers).toEqual([profileId, next.profileId]);
});

yardpackTest(
  'a visit that was begun stays as it is, and of one that only its plan moves nothing is noted',
  async ({ yardpack }) => {
    const { engagementId, profileId, plan, refill, rows, set, clock, database } = await openService(yardpack);
    await plan(['DAY_OF_WEEK_WEDNESDAY']);
    await refill();
    await insertWork(database, {
      ...{ engagementId, workerProfileId: profileId, date: on('2026-06-10'), createdAt: clock.now() },
      status: 'WORK_STATUS_WORK_STARTED',
    });
    await set('2026-06-17', { setDay: on('2026-06-16'), setAt: clock.now() });
    await refill();
    const [begun, moved] = await rows();
    const histories = await database.$count(visitHistory, eq(visitHistory.visitId, moved?.id ?? ''));
    await plan(['DAY_OF_WEEK_THURSDAY']);
    await refill();
    const [still, stayed, other] = await rows();
    expect(still).toEqual(begun);
    expect(stayed).toEqual({ ...moved, home: on('2026-06-18') });
    expect(other).toMatchObject({ madeFor: on('2026-06-24'), day: on('2026-06-25') });
    expect(await database.$count(visitHistory, eq(visitHistory.visitId, moved?.id ?? ''))).toBe(histories);
  },
);

yardpackTest('a week of long ago, of which one visit is still to come, gets no more visits', async ({ yardpack }) => {
  const { engagementId, plan, refill, rows, findings, database, clock } = await openService(yardpack);
  const ended = { endedOn: on('2026-02-09'), endedHow: 'released' } as const;
  const longAgo = { firstDay: on('2026-02-02'), startDay: on('2026-02-02'), ...ended };
  await plan(['DAY_OF_WEEK_MONDAY', 'DAY_OF_WEEK_THURSDAY'], longAgo);
  await plan(['DAY_OF_WEEK_FRIDAY']);
  const row = { engagementId, nth: 0, changedAt: clock.now() };
  await database.insert(visits).values([
    {
      ...row,
      ...{ madeFor: on('2026-02-02'), home: on('2026-02-02'), day: on('2026-07-01'), state: 'planned' },
      ...{ setDay: on('2026-07-01'), setAt: clock.now() },
    },
    {
      ...row,
      madeFor: on('2026-02-05'),
      home: on('2026-02-05'),
      day: on('2026-02-05'),
      state: 'done',
      step: 'WORK_STATUS_WORK_COMPLETED',
      begunAt: clock.now(),
    },
  ]);
  await refill();
  expect((await rows()).map(({ madeFor }) => madeFor.toString())).toEqual(['2026-02-02', '2026-02-05', ...fridays]);
  expect(await findings()).toEqual([]);
});

yardpackTest('a thousand services take as few statements as one', async ({ yardpack }) => {
  const { engagementId, database, plan } = await openService(yardpack);
  await plan(['DAY_OF_WEEK_FRIDAY']);
  await database.execute(sql`insert into engagements
    select (json_populate_record(one, json_build_object('id', gen_random_uuid()))).*
    from engagements one, generate_series(2, 1000) where one.id = ${engagementId}`);
  await database.execute(sql`insert into plans
    select (json_populate_record(one, json_build_object('id', gen_random_uuid(), 'engagement_id', engagements.id))).*
    from plans one, engagements where engagements.id <> ${engagementId}`);
  const ids = (await database.select({ id: engagements.id }).from(engagements)).map(({ id }) => id);
  const filled = async (services: string[]) => {
    const queries = await recordQueries(() =>
      database.transaction(async (transaction) => {
        await fill(yardpack.world, transaction, services);
        // As when another day off comes, all of them move.
        await transaction.update(plans).set({ weekDays: ['DAY_OF_WEEK_THURSDAY'] });
        await fill(yardpack.world, transaction, services);
      }),
    );
    return ofTransaction(queries);
  };
  const ofOne = (await filled([engagementId])).length;
  await database.update(plans).set({ weekDays: ['DAY_OF_WEEK_FRIDAY'] });
  const others = ids.filter((id) => id !== engagementId);
  const ofOthers = await filled(others);
  expect(ofOthers).toHaveLength(ofOne);
  expect(ofOne).toBe(15);
  expect(await database.$count(visits, eq(visits.state, 'planned'))).toBe(15_000);
  expect(await findUnfilled(yardpack.world, database, others)).toEqual([]);
});
