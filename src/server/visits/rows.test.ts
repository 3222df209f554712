import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { plans, visitHistory, visits } from '../database/schema/visits.ts';
import { buildEngagement } from '../testing/engagement-factories.ts';
import { buildCustomer } from '../testing/factories.ts';
import type { TestWorld } from '../testing/world.ts';
import { yardpackTest } from '../testing/yardpack-test.ts';

/** What the database itself holds visits to, whoever writes them. */

const friday = Temporal.PlainDate.from('2026-06-12');

async function openRows(yardpack: TestWorld) {
  const { database, clock } = yardpack.world;
  const { id: engagementId } = await buildEngagement(yardpack, await buildCustomer(yardpack));
  const row = (is: Partial<typeof visits.$inferInsert> = {}) => {
    const day = is.day ?? friday;
    const rest = { nth: 0, state: 'planned', changedAt: clock.now() } as const;
    return { id: randomUUID(), engagementId, madeFor: day, home: day, day, ...rest, ...is };
  };
  const add = (is: Partial<typeof visits.$inferInsert> = {}) =>
    database.insert(visits).values(row(is)).returning({ id: visits.id });
  return { engagementId, database, add };
}

yardpackTest('a service has one open visit a day, and any number that are off', async ({ yardpack }) => {
  const { add } = await openRows(yardpack);
  const at = yardpack.world.clock.now();
  const stateOf = (state: 'planned' | 'begun' | 'done' | 'could-not') => ({
    ...{ state, ...(state !== 'planned' && { step: 'WORK_STATUS_PENDING' as const, begunAt: at }) },
    ...(state === 'could-not' && { offBy: 'worker' as const, offId: randomUUID(), offAt: at }),
  });
  await add({ state: 'off', offBy: 'plan' });
  const missed = () => ({ state: 'missed' as const, missedOn: friday, missedAt: at, missedId: randomUUID() });
  await add({ nth: 1, ...missed() });
  await add({ nth: 2 });
  for (const state of ['planned', 'begun', 'done', 'could-not'] as const)
    await expect(add({ nth: 3, ...stateOf(state) })).rejects.toMatchObject({
      cause: { constraint: 'visits_one_a_day' },
    });
  await expect(add({ nth: 2, ...missed() })).rejects.toMatchObject({
    cause: { constraint: 'visits_made_for_key' },
  });
});

yardpackTest('a row that contradicts itself is refused', async ({ yardpack }) => {
  const { engagementId, database, add } = await openRows(yardpack);
  const { clock } = yardpack.world;
  const refused: [string, Parameters<typeof add>[0]][] = [
    ['visits_off', { state: 'off' }],
    ['visits_off', { offBy: 'hold' }],
    ['visits_off_by', { state: 'off', offBy: 'rain' as never }],
    ['visits_state', { state: 'moved' as never }],
    ['visits_off_by_people', { state: 'off', offBy: 'customer' }],
    ['visits_in_steps', { state: 'begun' }],
    ['visits_not_begun', { step: 'WORK_STATUS_PENDING', begunAt: clock.now() }],
    ['visits_missed', { state: 'missed' }],
    ['visits_missed_day', { missedOn: friday }],
    ['visits_due', { dueAt: clock.now() }],
    ['visits_set', { setDay: friday }],
    ['visits_set', { setAt: clock.now() }],
    ['visits_set_worker', { setWorkerProfileId: randomUUID() }],
  ];
  for (const [constraint, row] of refused) await expect(add(row)).rejects.toMatchObject({ cause: { constraint } });
  const plan = { engagementId, firstDay: friday, startDay: friday, frequency: 1, madeAt: clock.now() };
  const right = { ...plan, weekDays: ['DAY_OF_WEEK_FRIDAY' as const], interval: 2, weekOffset: 1 };
  await database.insert(plans).values(right);
  const refusedPlans: [string, Partial<typeof plans.$inferInsert>][] = [
    ['plans_week_days', { weekDays: ['FRIDAY' as never] }],
    ['plans_interval', { interval: 3 }],
    ['plans_week_offset', { weekOffset: 2 }],
    ['plans_ended', { endedOn: friday }],
    ['plans_ended_how', { endedOn: friday, endedHow: 'gone' as never }],
  ];
  for (const [constraint, row] of refusedPlans)
    await expect(database.insert(plans).values({ ...right, ...row })).rejects.toMatchObject({ cause: { constraint } });
});

yardpackTest(
  'the history has each state that a transaction leaves, and what it left is never changed',
  async ({ yardpack }) => {
    const { database, add } = await openRows(yardpack);
    const [made] = await add();
    const id = made?.id ?? '';
    const isOne = eq(visits.id, id);
    const [saturday, sunday] = [friday.add({ days: 1 }), friday.add({ days: 2 })];
    const by = randomUUID();
    const changedAt = yardpack.world.clock.now();
    // Off for a moment, and on another day then: one row.
    await database.transaction(async (transaction) => {
      await transaction.update(visits).set({ state: 'off', offBy: 'plan' }).where(isOne);
      await transaction.update(visits).set({ day: saturday }).where(isOne);
      const back = { state: 'planned', offBy: null, changedAt, changedBy: by } as const;
      await transaction.update(visits).set(back).where(isOne);
    });
    // Elsewhere and back: none.
    await database.transaction(async (transaction) => {
      await transaction.update(visits).set({ day: sunday }).where(isOne);
      await transaction.update(visits).set({ day: saturday }).where(isOne);
    });
    // What the plan says of it alone, and one that is rolled back: none.
    await database.update(visits).set({ home: sunday }).where(isOne);
    const rolledBack = database.transaction(async (transaction) => {
      await transaction.update(visits).set({ day: sunday }).where(isOne);
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    const history = await database.select().from(visitHistory).orderBy(visitHistory.nth);
    expect(history).toMatchObject([
      { visitId: id, nth: 0, day: friday, state: 'planned', offBy: null, by: null },
      { visitId: id, nth: 1, day: saturday, state: 'planned', offBy: null, by, at: changedAt },
    ]);
    const refused = { cause: { message: 'The record of changes is never changed' } };
    await expect(database.update(visitHistory).set({ day: sunday })).rejects.toMatchObject(refused);
    await expect(database.delete(visitHistory)).rejects.toMatchObject(refused);
  },
);
