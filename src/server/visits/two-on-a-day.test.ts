import { and, eq, ne } from 'drizzle-orm';
import { expect } from 'vitest';
import { plainDate } from '#domain/calendar.ts';
import { visits } from '../database/schema/visits.ts';
import { insertSkips, insertWork } from '../testing/begun-visits.ts';
import { buildEngagement, claimEngagement } from '../testing/engagement-factories.ts';
import { downloadExport } from '../testing/exports.ts';
import { march, marchTest } from '../testing/march-business.ts';

/** A service can have two visits on one day, one of which is off: what became of the one is not said of the other. */

marchTest('a visit under way is not shown as the one that was taken off on its day', async ({ people }) => {
  const { yardpack, customer, wren, office } = people;
  const { database, clock } = yardpack.world;
  const engagement = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, wren, engagement, ['DAY_OF_WEEK_WEDNESDAY']);
  const ofDay = { engagementId: engagement.id, date: plainDate(march(8)), createdAt: clock.now() };
  const [off] = await insertSkips(database, { ...ofDay, skippedBy: 'customer', reason: 'We are in Paris.' });
  const { id } = await insertWork(database, {
    ...{ ...ofDay, workerProfileId: wren.profileId, status: 'WORK_STATUS_WORK_STARTED' },
    ...{ travelStartedAt: clock.now(), travelCompletedAt: clock.now(), workStartedAt: clock.now() },
  });
  const ofService = { engagementId: engagement.id };
  const ofCustomer = { customerProfileId: customer.profileId };

  const { body: record } = await yardpack.call('getCustomer', { as: office.accessToken, params: ofCustomer });
  const inRecord = record.visits.map((visit) => [visit.id, visit.status, visit.skip?.kind ?? null]);
  expect(inRecord.toSorted((a, b) => `${a[1]}`.localeCompare(`${b[1]}`))).toEqual([
    [off?.id, null, 'skipped'],
    [id, 'WORK_STATUS_WORK_STARTED', null],
  ]);
  const { body: page } = await yardpack.call('listVisits', { as: customer.accessToken, params: ofService });
  expect(page.visits).toMatchObject([{ visitId: id, work: { id } }]);
  expect(page.skips).toMatchObject([{ date: march(8), visitId: expect.not.stringMatching(id) }]);
  const { body: home } = await yardpack.call('getCustomerHome', { as: customer.accessToken, params: ofCustomer });
  expect(home.services).toMatchObject([{ next: { date: march(8), step: { status: 'WORK_STATUS_WORK_STARTED' } } }]);
  const { body: week } = await yardpack.call('getItinerary', {
    as: wren.accessToken,
    params: { workerProfileId: wren.profileId },
    query: { week: '10', year: '2027' },
  });
  expect(week.jobs).toMatchObject([
    { visitId: id, skip: null },
    { work: null, skip: null },
  ]);
  const { body: calendar } = await yardpack.call('getCalendar', {
    as: office.accessToken,
    query: { from: '2027-03-08', days: '1' },
  });
  const states = calendar.cells.flatMap(({ visits }) => visits.map(({ state }) => state));
  expect(states.toSorted()).toEqual(['skipped', 'under-way']);
  const { data } = await downloadExport(yardpack, office, customer);
  expect(data.visits).toHaveLength(1);
  expect(data.visitsThatDidNotTakePlace).toHaveLength(1);
});

marchTest('of two visits on a day, a tap is about the one that it names', async ({ people }) => {
  const { yardpack, customer, wren, walt } = people;
  const { database, clock } = yardpack.world;
  const engagement = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, wren, engagement, ['DAY_OF_WEEK_WEDNESDAY']);
  const other = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, walt, other, ['DAY_OF_WEEK_MONDAY']);
  const day = plainDate(march(8));
  await insertSkips(database, {
    engagementId: engagement.id,
    date: day,
    createdAt: clock.now(),
    skippedBy: 'customer',
  });
  const ofService = and(eq(visits.engagementId, engagement.id), eq(visits.day, day));
  const [off] = await database.select().from(visits).where(ofService);
  const set = { setDay: day, setWorkerProfileId: wren.profileId, setAt: clock.now(), changedAt: clock.now() };
  const [due] = await database
    .insert(visits)
    .values({
      ...set,
      engagementId: engagement.id,
      madeFor: day,
      nth: 9,
      home: day,
      day,
      state: 'planned',
      workerProfileId: wren.profileId,
    })
    .returning();
  const [elsewhere] = await database
    .select()
    .from(visits)
    .where(and(eq(visits.engagementId, engagement.id), eq(visits.state, 'planned'), ne(visits.day, day)))
    .orderBy(visits.day);
  const [anothers] = await database.select().from(visits).where(eq(visits.engagementId, other.id)).limit(1);

  const ofDay = { date: march(8), engagementId: engagement.id };
  const as = wren.accessToken;
  const start = async (visitId: string | undefined) =>
    await yardpack.call('createWork', { as, params: { workerProfileId: wren.profileId }, body: { ...ofDay, visitId } });
  const skip = async (visitId: string | undefined) =>
    await yardpack.call('createSkip', {
      as,
      params: { engagementId: engagement.id },
      body: { ...ofDay, visitId, reason: 'The car broke down.' },
    });
  expect((await start(off?.id)).error).toMatchObject({ message: "Today's visit is skipped." });
  expect((await skip(off?.id)).body.skip).toMatchObject({ skippedBy: 'customer' });
  expect((await start(anothers?.id)).status).toBe(404);
  // One that was never there is not what is on the screen.
  const refused = [await start(elsewhere?.id), await skip(elsewhere?.id)];
  const fields = [{ path: 'body.visitId', message: 'This is the visit of Wed, Mar 10, and not of Mon, Mar 8.' }];
  expect(refused.map(({ status, error }) => [status, error.fields])).toEqual(Array(2).fill([400, fields]));
  // It was there, and is on another day by now: the one that is there is meant.
  const isElsewhere = eq(visits.id, elsewhere?.id ?? '');
  await database.update(visits).set({ day, state: 'off', offBy: 'plan' }).where(isElsewhere);
  await database.update(visits).set({ day: elsewhere?.day, state: 'planned', offBy: null }).where(isElsewhere);
  expect((await start(elsewhere?.id)).body.work.id).toBe(due?.id);
  expect((await start(due?.id)).body.work.id).toBe(due?.id);
  expect((await skip(due?.id)).body.skip).toMatchObject({ skippedBy: 'worker' });
});
