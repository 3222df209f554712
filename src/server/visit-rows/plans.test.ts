import { asc, eq } from 'drizzle-orm';
import { expect } from 'vitest';
import type { WeekDay } from '#domain/calendar.ts';
import { engagements, scheduleTemplateDays, scheduleTemplates } from '../database/schema/engagements.ts';
import { plans, visits } from '../database/schema/visits.ts';
import { buildEngagement, buildOnboardedWorker } from '../testing/engagement-factories.ts';
import { buildCustomer } from '../testing/factories.ts';
import { recordQueries } from '../testing/recorded-queries.ts';
import type { TestWorld } from '../testing/world.ts';
import { yardpackTest } from '../testing/yardpack-test.ts';
import { notePlan, takeBackPlan } from './plans.ts';

const on = (day: string) => Temporal.PlainDate.from(day);

/** Two services of one worker, put on weekdays by hand. It is Wednesday, June 10, 2026. */
async function openServices(yardpack: TestWorld) {
  const { database } = yardpack.world;
  await yardpack.advance('2026-06-10T10:00:00-05:00');
  const customer = await buildCustomer(yardpack);
  const { profileId } = await buildOnboardedWorker(yardpack);
  const services = [await buildEngagement(yardpack, customer), await buildEngagement(yardpack, customer)];
  const ids = services.map(({ id }) => id);
  await database.delete(plans);
  const put = async (weekDays: WeekDay[], is: Partial<typeof engagements.$inferInsert> = {}) => {
    await database.update(engagements).set({ workerProfileId: profileId, status: 'ENGAGEMENT_STATUS_RUNNING', ...is });
    await database.delete(scheduleTemplateDays);
    const days = services.flatMap(({ scheduleTemplate: { id } }) =>
      weekDays.map((dayOfWeek, sequence) => ({ scheduleTemplateId: id, dayOfWeek, sequence })),
    );
    if (days.length > 0) await database.insert(scheduleTemplateDays).values(days);
  };
  const note = ({
    firstDay,
    ...options
  }: Omit<NonNullable<Parameters<typeof notePlan>[3]>, 'firstDays'> & { firstDay?: Temporal.PlainDate } = {}) => {
    const firstDays = new Map(ids.map((id) => [id, firstDay]));
    return database.transaction((transaction) => notePlan(yardpack.world, transaction, ids, { firstDays, ...options }));
  };
  const end = async (which: Parameters<typeof takeBackPlan>[3]) => {
    for (const id of ids)
      await database.transaction((transaction) => takeBackPlan(yardpack.world, transaction, id, which));
  };
  /** The versions of the first one; the other has the same. */
  const versions = async () => {
    const rows = await database.select().from(plans).orderBy(asc(plans.id));
    const of = (id: string | undefined) =>
      rows
        .filter(({ engagementId }) => engagementId === id)
        .map(({ workerProfileId, weekDays, firstDay, endedOn, endedHow }) => {
          const ended = endedOn ? `, ${endedHow} ${endedOn}` : '';
          const days = weekDays.map((day) => day.slice('DAY_OF_WEEK_'.length).toLowerCase());
          return `${workerProfileId === profileId ? 'worker' : workerProfileId} on ${days.join()} from ${firstDay}${ended}`;
        });
    expect(of(ids[1])).toEqual(of(ids[0]));
    return of(ids[0]);
  };
  return { database, profileId, put, note, end, versions };
}

yardpackTest('a plan that differs from the last one is a version, and none otherwise', async ({ yardpack }) => {
  const { put, note, versions, database } = await openServices(yardpack);
  await note();
  expect(await versions()).toEqual([]);
  await put(['DAY_OF_WEEK_FRIDAY', 'DAY_OF_WEEK_MONDAY']);
  await note();
  const first = 'worker on monday,friday from 2026-06-10';
  expect(await versions()).toEqual([first]);
  await put(['DAY_OF_WEEK_MONDAY', 'DAY_OF_WEEK_FRIDAY'], { status: 'ENGAGEMENT_STATUS_PAUSED' });
  await note({ firstDay: on('2026-07-01') });
  expect(await versions()).toEqual([first]);
  await put(['DAY_OF_WEEK_MONDAY']);
  await note({ firstDay: on('2026-07-01') });
  const second = 'worker on monday from 2026-07-01';
  expect(await versions()).toEqual([first, second]);
  await database.update(scheduleTemplates).set({ interval: 2, startDay: on('2026-06-22') });
  // No version counts for days that are over.
  await note({ firstDay: on('2026-06-01') });
  expect(await versions()).toEqual([first, second, 'worker on monday from 2026-06-10']);
});

yardpackTest('by night a version counts from the next day on', async ({ yardpack }) => {
  const { put, note, versions } = await openServices(yardpack);
  await yardpack.advance('2026-06-10T21:30:00-05:00');
  await put(['DAY_OF_WEEK_MONDAY']);
  await note();
  expect(await versions()).toEqual(['worker on monday from 2026-06-11']);
});

yardpackTest('without a worker, and once a service is over, no version counts', async ({ yardpack }) => {
  const { put, note, versions } = await openServices(yardpack);
  await put(['DAY_OF_WEEK_MONDAY']);
  await note();
  await put([], { workerProfileId: null, status: 'ENGAGEMENT_STATUS_PROPOSED' });
  await note();
  await note({ endedHow: 'closed' });
  const released = 'worker on monday from 2026-06-10, released 2026-06-10';
  expect(await versions()).toEqual([released]);
  await put(['DAY_OF_WEEK_MONDAY']);
  await note();
  await put(['DAY_OF_WEEK_MONDAY'], { status: 'ENGAGEMENT_STATUS_CANCELLED' });
  await note({ endedHow: 'ended' });
  expect(await versions()).toEqual([released, 'worker on monday from 2026-06-10, ended 2026-06-10']);
});

yardpackTest('a worker who leaves has today’s visit still if it is begun', async ({ yardpack }) => {
  const { put, note, versions, database } = await openServices(yardpack);
  await put(['DAY_OF_WEEK_WEDNESDAY', 'DAY_OF_WEEK_FRIDAY']);
  await note();
  await database
    .update(visits)
    .set({ state: 'begun' })
    .where(eq(visits.day, on('2026-06-10')));
  await put([], { workerProfileId: null, status: 'ENGAGEMENT_STATUS_PROPOSED' });
  await note();
  expect(await versions()).toEqual(['worker on wednesday,friday from 2026-06-10, released 2026-06-11']);
});

yardpackTest('the versions of a worker who declines end, and the one before counts again', async ({ yardpack }) => {
  const { put, note, end, versions, profileId } = await openServices(yardpack);
  const other = (await buildOnboardedWorker(yardpack)).profileId;
  await put(['DAY_OF_WEEK_MONDAY']);
  await note();
  await put(['DAY_OF_WEEK_TUESDAY'], { workerProfileId: other });
  await note({ firstDay: on('2026-06-15') });
  await end({ startDay: on('2026-06-30') });
  const first = 'worker on monday from 2026-06-10';
  const second = `${other} on tuesday from 2026-06-15`;
  expect(await versions()).toEqual([first, second]);
  await end({ workers: [other] });
  await put(['DAY_OF_WEEK_MONDAY'], { workerProfileId: profileId });
  await note();
  expect(await versions()).toEqual([first, `${second}, declined 2026-06-10`]);
});

yardpackTest('two services take as many statements as one', async ({ yardpack }) => {
  const { put, note, database } = await openServices(yardpack);
  const noted = async () => (await recordQueries(() => note())).length;
  await put(['DAY_OF_WEEK_MONDAY']);
  const ofTwo = await noted();
  const [plan] = await database.select().from(plans);
  await database.delete(plans).where(eq(plans.id, plan?.id ?? ''));
  // Its visits are there already.
  expect(await noted()).toBe(ofTwo - 1);
  expect(await noted()).toBe(ofTwo - 2);
});
