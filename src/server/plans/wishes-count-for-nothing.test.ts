import { asc, eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { selectVersions } from '../database/plan-versions.ts';
import { engagements } from '../database/schema/engagements.ts';
import { plans, visits } from '../database/schema/visits.ts';
import { ask, type Business, later, rhythmTest as test, waiting, wish } from '../testing/rhythm-business.ts';
import { findAllUnfilled } from '../visits/ahead.ts';
import { wantedBeyond, wantedInWeek } from '../visits/days.ts';
import { fill, markKnown } from '../visits/fill.ts';
import { selectPlans, selectRules } from '../visits/fill-store.ts';
import { markPlanTold, selectKnown, selectPlanTold } from '../visits/known-store.ts';
import { notePlan, passDays, selectTenures, takeBackPlan } from './plans.ts';
import { selectPlansToNote } from './plans-store.ts';

/** Three visits a week from tomorrow on, for which the worker was asked; Wren comes on Wednesdays and Fridays. */
const tomorrow = { frequency: 3, from: 9 };
const asked = async (business: Business) => {
  expect((await ask(business, tomorrow)).status).toBe(200);
  await later(business, 'PT61S');
};
const within = <Of>({ yardpack }: Business, act: Parameters<typeof yardpack.world.database.transaction<Of>>[0]) =>
  yardpack.world.database.transaction(act);

/** All that decides about visits, and what people are told. */
const read = async (business: Business) => {
  const { world } = business.yardpack;
  const { database } = world;
  const ids = [business.service.id];
  return {
    rows: await database.select().from(visits).orderBy(asc(visits.id)),
    unfilled: await findAllUnfilled(world),
    plans: await selectPlans(database, ids),
    rules: (await selectRules(database, ids, '2027-03-08')).map(({ plans: versions }) => versions),
    versions: await selectVersions(database, ids),
    beyond: await wantedBeyond(world, ids),
    week: await wantedInWeek(database, ids, '2027-09-06'),
    toNote: await within(business, (transaction) => selectPlansToNote(transaction, ids)),
    known: (await within(business, (transaction) => selectKnown(world, transaction, business.service.id))).plans,
    told: await within(business, (transaction) => selectPlanTold(transaction, business.service.id)),
    tellAfter: await database.select({ tellAfter: engagements.tellAfter }).from(engagements),
  };
};

test('what is wanted and not agreed changes no visit, no plan and nothing that people are told', async ({
  business,
}) => {
  const before = await read(business);
  await asked(business);
  expect(await read(business)).toEqual(before);
  const { world } = business.yardpack;
  await within(business, (transaction) => notePlan(world, transaction, [business.service.id]));
  expect(await read(business)).toEqual(before);
});

test.for<[string, (business: Business) => Promise<unknown>]>([
  [
    'visits are filled',
    (business) => within(business, (it) => fill(business.yardpack.world, it, [business.service.id])),
  ],
  [
    'people know all that is so',
    (business) => within(business, (it) => markKnown(business.yardpack.world, it, [business.service.id])),
  ],
  [
    'a letter tells of the plan',
    ({ yardpack, ...business }) =>
      within({ yardpack, ...business }, (it) => markPlanTold(it, business.service.id, yardpack.world.clock.now())),
  ],
  [
    'versions of the plan end',
    ({ yardpack, service, ...business }) =>
      within({ yardpack, service, ...business }, async (it) =>
        takeBackPlan(yardpack.world, it, service.id, { tenures: await selectTenures(it, service.id) }),
      ),
  ],
  [
    'the worker who was asked leaves the days of others’ services',
    async (business) => {
      const { world } = business.yardpack;
      const { walt, wren, service } = business;
      await world.database
        .update(engagements)
        .set({ workerProfileId: walt.profileId })
        .where(eq(engagements.id, service.id));
      await within(business, (it) => passDays(world, it, [wren.profileId]));
    },
  ],
])('what is wanted stays as it is while %s', async ([, act], { business }) => {
  await asked(business);
  const one = async () =>
    (await business.yardpack.world.database.select().from(plans)).filter(({ wantedAt }) => wantedAt !== null);
  const before = await one();
  expect(before).toMatchObject([
    { workerProfileId: business.wren.profileId, frequency: 3, toldAt: null, endedOn: null },
  ]);
  await act(business);
  expect(await one()).toEqual(before);
});

test('what is agreed is the version that was made last, and says who wanted and who accepted it', async ({
  business,
}) => {
  const { yardpack, wren, service } = business;
  await asked(business);
  const weekDays = ['DAY_OF_WEEK_MONDAY', 'DAY_OF_WEEK_WEDNESDAY', 'DAY_OF_WEEK_FRIDAY'] as const;
  const body = { ...wish(tomorrow), weekDays: [...weekDays] };
  const call = { as: wren.accessToken, params: { engagementId: service.id }, body };
  expect((await yardpack.call('acceptRhythm', call)).status).toBe(200);
  expect(await waiting(business)).toBeNull();
  const versions = await selectVersions(yardpack.world.database, [service.id]);
  expect(versions.map(({ madeHow }) => madeHow)).toEqual(['claim', 'rhythm']);
  const acceptedAt = yardpack.world.clock.now();
  expect(versions.at(-1)).toMatchObject({
    ...{ workerProfileId: wren.profileId, weekDays, firstDay: '2027-03-09', startDay: '2027-03-09', endedOn: null },
    ...{ wantedBy: 'customer', wantedAt: acceptedAt.subtract({ seconds: 61 }), acceptedAt, madeBy: wren.profileId },
  });
});
