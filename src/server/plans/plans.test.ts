import { asc, eq } from 'drizzle-orm';
import { expect } from 'vitest';
import type { WeekDay } from '#domain/calendar.ts';
import { planOn } from '#domain/wanted-days.ts';
import { engagements, scheduleTemplateDays, scheduleTemplates } from '../database/schema/engagements.ts';
import { plans, visits } from '../database/schema/visits.ts';
import { buildEngagement, buildOnboardedWorker } from '../testing/engagement-factories.ts';
import { buildCustomer } from '../testing/factories.ts';
import { ofTransaction, recordQueries } from '../testing/recorded-queries.ts';
import type { TestWorld } from '../testing/world.ts';
import { yardpackTest } from '../testing/yardpack-test.ts';
import { notePlan, selectTenures, takeBackPlan } from './plans.ts';

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
  const note = (options: Parameters<typeof notePlan>[3] = {}) =>
    database.transaction((transaction) => notePlan(yardpack.world, transaction, ids, options));
  const end = async (which: { workers: string[] } | { startDay: Temporal.PlainDate }) => {
    for (const id of ids)
      await database.transaction(async (transaction) => {
        if ('startDay' in which) return await takeBackPlan(yardpack.world, transaction, id, which);
        const all = await selectTenures(transaction, id);
        const tenures = all.filter(({ worker }) => which.workers.includes(worker));
        await takeBackPlan(yardpack.world, transaction, id, { tenures }, 'declined');
      });
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
  const begunAt = yardpack.world.clock.now();
  await put(['DAY_OF_WEEK_WEDNESDAY', 'DAY_OF_WEEK_FRIDAY']);
  await note();
  await database
    .update(visits)
    .set({ state: 'begun', step: 'WORK_STATUS_PENDING', begunAt })
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

/**
 * Wren has Mondays and Fridays, and from June 17 on only Fridays. From June 22 on another schedule is agreed, with one
 * visit a week, on Mondays. Then it is given to others, and given back.
 */
const [wren, walt, theo] = ['Wren', 'Walt', 'Theo'] as const;
type Name = 'Wren' | 'Walt' | 'Theo';
type Act =
  | { give: Name; from: string; on?: WeekDay[] }
  | { chooses: Name; on: WeekDay[] }
  | { declines: Name[]; before: Name }
  | { takesBack: string };
const before = ['Wren mon,fri from 10', 'Wren fri from 17', 'Wren mon from 22'];
const given: [what: string, acts: Act[], expected: string[]][] = [
  ['nobody', [], before],
  [
    'another worker before it begins',
    [{ give: walt, from: '2026-06-12' }],
    ['Wren mon,fri from 10', 'Walt mon,fri from 12', 'Walt fri from 17', 'Walt mon from 22'],
  ],
  [
    'another worker from its first day on',
    [{ give: walt, from: '2026-06-22' }],
    ['Wren mon,fri from 10', 'Wren fri from 17', 'Walt mon from 22'],
  ],
  [
    'another worker, and back from a later day on',
    [
      { give: walt, from: '2026-06-12' },
      { give: wren, from: '2026-06-19' },
    ],
    [
      ...['Wren mon,fri from 10', 'Walt mon,fri from 12', 'Walt fri from 17'],
      ...['Wren fri from 19', 'Wren mon from 22'],
    ],
  ],
  [
    'another worker, and back from an earlier day on',
    [
      { give: walt, from: '2026-06-19' },
      { give: wren, from: '2026-06-12' },
    ],
    ['Wren mon,fri from 10', 'Wren fri from 17', 'Wren mon from 22'],
  ],
  [
    'another worker, who takes other weekdays',
    [
      { give: walt, from: '2026-06-12' },
      { give: walt, from: '2026-06-12', on: ['DAY_OF_WEEK_TUESDAY'] },
    ],
    ['Wren mon,fri from 10', 'Walt mon,fri from 12', 'Walt fri from 17', 'Walt tue from 22'],
  ],
  [
    'its own worker on other weekdays from a later day on, who chooses others then',
    [
      { give: wren, from: '2026-06-26', on: ['DAY_OF_WEEK_THURSDAY'] },
      { chooses: wren, on: ['DAY_OF_WEEK_TUESDAY'] },
    ],
    [...before, 'Wren tue from 26'],
  ],
  [
    'another worker, and on other weekdays from a later day on, who chooses others then',
    [
      { give: walt, from: '2026-06-24' },
      { give: walt, from: '2026-06-26', on: ['DAY_OF_WEEK_THURSDAY'] },
      { chooses: walt, on: ['DAY_OF_WEEK_TUESDAY'] },
    ],
    [...before, 'Walt mon from 24', 'Walt tue from 26'],
  ],
  [
    'another worker, who declines',
    [
      { give: walt, from: '2026-06-12' },
      { declines: [walt], before: wren },
    ],
    before,
  ],
  [
    'two others, of whom the second declines',
    [
      { give: walt, from: '2026-06-12' },
      { give: theo, from: '2026-06-19' },
      { declines: [theo], before: walt },
    ],
    ['Wren mon,fri from 10', 'Walt mon,fri from 12', 'Walt fri from 17', 'Walt mon from 22'],
  ],
  [
    'another worker and back, and taken back then',
    [{ give: walt, from: '2026-06-12' }, { give: wren, from: '2026-06-19' }, { takesBack: '2026-06-22' }],
    ['Wren mon,fri from 10', 'Walt mon,fri from 12', 'Walt fri from 17', 'Wren fri from 19'],
  ],
];

yardpackTest.for(given)('a schedule that has not begun is given to %s', async ([, acts, expected], { yardpack }) => {
  const { put, note, end, database, profileId } = await openServices(yardpack);
  const profiles: Record<Name, string> = {
    ...{ Wren: profileId },
    Walt: (await buildOnboardedWorker(yardpack)).profileId,
    Theo: (await buildOnboardedWorker(yardpack)).profileId,
  };
  const agree = (startDay: string) => database.update(scheduleTemplates).set({ startDay: on(startDay) });
  await put(['DAY_OF_WEEK_MONDAY', 'DAY_OF_WEEK_FRIDAY']);
  await note();
  await put(['DAY_OF_WEEK_FRIDAY']);
  await note({ firstDay: on('2026-06-17') });
  const [own] = await database.select().from(scheduleTemplates);
  await agree('2026-06-22');
  await put(['DAY_OF_WEEK_MONDAY']);
  await note({ firstDay: on('2026-06-22') });
  for (const act of acts) {
    if ('give' in act) {
      await put(act.on ?? ['DAY_OF_WEEK_MONDAY'], { workerProfileId: profiles[act.give] });
      await note({ firstDay: on(act.from) });
    } else if ('chooses' in act) {
      await put(act.on, { workerProfileId: profiles[act.chooses] });
      await note();
    } else if ('declines' in act) {
      await end({ workers: act.declines.map((name) => profiles[name]) });
      await put(['DAY_OF_WEEK_MONDAY'], { workerProfileId: profiles[act.before] });
      await note();
    } else {
      await end({ startDay: on(act.takesBack) });
      await agree(own?.startDay.toString() ?? '');
      await put(['DAY_OF_WEEK_FRIDAY'], { workerProfileId: profileId });
      await note({ firstDay: on(act.takesBack) });
    }
  }
  const rows = await database.select().from(plans).orderBy(asc(plans.id));
  const versions = rows
    .filter(({ engagementId }) => engagementId === rows[0]?.engagementId)
    .map(({ workerProfileId, firstDay, startDay, endedOn, weekDays }) => ({
      ...{ worker: Object.entries(profiles).find(([, id]) => id === workerProfileId)?.[0] ?? null, weekDays },
      ...{ firstDay: firstDay.toString(), startDay: startDay.toString() },
      ...{ endedOn: endedOn?.toString() ?? null, interval: 1, weekOffset: 0 },
    }));
  const wordsOn = (day: Temporal.PlainDate) => {
    const { worker, weekDays = [] } = planOn(versions, day.toString()) ?? {};
    return `${worker} ${weekDays.map((one) => one.slice('DAY_OF_WEEK_'.length).slice(0, 3).toLowerCase())}`;
  };
  const days = Array.from({ length: 21 }, (_, ahead) => on('2026-06-10').add({ days: ahead }));
  const inForce = days.flatMap((day) => {
    const is = wordsOn(day);
    return day.equals(on('2026-06-10')) || is !== wordsOn(day.subtract({ days: 1 })) ? [`${is} from ${day.day}`] : [];
  });
  expect(inForce).toEqual(expected);
});

yardpackTest('two services take as many statements as one', async ({ yardpack }) => {
  const { put, note, database } = await openServices(yardpack);
  const noted = async () => ofTransaction(await recordQueries(() => note())).length;
  await put(['DAY_OF_WEEK_MONDAY']);
  const ofTwo = await noted();
  const [plan] = await database.select().from(plans);
  await database.delete(plans).where(eq(plans.id, plan?.id ?? ''));
  // Its visits are there already.
  expect(await noted()).toBe(ofTwo - 1);
  expect(await noted()).toBe(ofTwo - 2);
});
