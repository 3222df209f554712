import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { plainDate, type WeekDay } from '#domain/calendar.ts';
import { openedVisitFigures, type VisitDimension } from '#domain/reports.ts';
import { addresses } from '../database/schema/profiles.ts';
import { reportTouches } from '../database/schema/reports.ts';
import { insertSkips } from '../testing/begun-visits.ts';
import { putEngagement } from '../testing/engagement-calls.ts';
import { buildEngagement, claimEngagement, workUntil } from '../testing/engagement-factories.ts';
import { type MarchPeople, march, marchTest as test } from '../testing/march-business.ts';
import { serve } from '../testing/served-business.ts';

const [tuesday, wednesday, thursday, friday]: WeekDay[] = [
  'DAY_OF_WEEK_TUESDAY',
  'DAY_OF_WEEK_WEDNESDAY',
  'DAY_OF_WEEK_THURSDAY',
  'DAY_OF_WEEK_FRIDAY',
];

/** @returns the figures of each worker or city of some days in March, once each of them was held to the rows to which it opens */
async function figuresOf({ yardpack, office }: MarchPeople, of: VisitDimension, first: number, last: number) {
  const days = { from: plainDate(march(first)).toString(), to: plainDate(march(last)).toString() };
  const as = office.accessToken;
  await yardpack.advance('PT1M');
  const { body: report } = await yardpack.call('getReport', { as, query: days });
  const list = { worker: report.workers, city: report.cities, product: report.products }[of];
  const counted: Record<string, Record<string, number>> = {};
  for (const { key, name, figures } of list) {
    const some: Record<string, number> = {};
    for (const figure of openedVisitFigures) {
      const query = { ...days, figure, of, key };
      const { visits } = (await yardpack.call('listReportVisits', { as, query })).body;
      expect(visits.length, `${figure} of ${name}`).toBe(figures[figure]);
      if (of === 'worker') expect(visits.filter(({ workerName }) => (workerName ?? 'Nobody') !== name)).toEqual([]);
      if (figures[figure] > 0) some[figure] = figures[figure];
    }
    counted[name] = some;
  }
  return counted;
}

/** Sums all days of March anew. */
const sumAnew = ({ yardpack }: MarchPeople) =>
  yardpack.world.database
    .insert(reportTouches)
    .values(Array.from({ length: 31 }, (_, index) => ({ day: plainDate(march(index + 1)) })));

test('a visit that was missed or taken off is its worker’s of that day, whoever gets the service later', async ({
  people,
}) => {
  const { wren, walt, office } = people;
  const { theo, later, give, takeOff } = await serve(people, [tuesday, wednesday, thursday]);
  await takeOff(10);
  await later('2027-03-11T09:00:00-06:00');
  await takeOff(11, office);
  await give(walt, [tuesday, wednesday, thursday], 16);
  await takeOff(17);
  await later('2027-03-18T20:00:00-05:00');
  const figures = {
    'Wren Okafor': { planned: 3, skipped: 1, takenOff: 1, missed: 1 },
    'Walt Berg': { planned: 2, skipped: 1, missed: 1 },
  };
  expect(await figuresOf(people, 'worker', 8, 17)).toEqual(figures);

  await give(theo, [tuesday, wednesday, thursday], 23);
  await later('2027-03-25T20:00:00-05:00');
  await give(wren, [tuesday, wednesday, thursday], 30);
  expect(await figuresOf(people, 'worker', 8, 17)).toEqual(figures);
  await sumAnew(people);
  expect(await figuresOf(people, 'worker', 8, 17)).toEqual(figures);
});

test('a visit that is made up for counts as missed on its day, and as made on the other', async ({ people }) => {
  const { wren, walt, yardpack } = people;
  const { service, later, move } = await serve(people, [tuesday]);
  await later('2027-03-10T09:00:00-06:00');
  expect(await figuresOf(people, 'worker', 8, 10)).toEqual({ 'Wren Okafor': { planned: 1, missed: 1 } });
  await move(wren, 9, 11, walt);
  await later('2027-03-11T09:00:00-06:00');
  await workUntil(yardpack, walt, service, 'WORK_STATUS_WORK_COMPLETED');
  const figures = { 'Wren Okafor': { planned: 1, missed: 1 }, 'Walt Berg': { planned: 1, done: 1 } };
  expect(await figuresOf(people, 'worker', 8, 11)).toEqual(figures);
  await sumAnew(people);
  expect(await figuresOf(people, 'worker', 8, 11)).toEqual(figures);
});

test('what was taken off before who was given the service begins is of who had it until then, also once it is given back', async ({
  people,
}) => {
  const { walt } = people;
  const { give, later, takeOff, decline } = await serve(people, [wednesday]);
  await give(walt, [wednesday], 15);
  await takeOff(10);
  await later('2027-03-11T09:00:00-06:00');
  const figures = { 'Wren Okafor': { planned: 1, skipped: 1 } };
  expect(await figuresOf(people, 'worker', 8, 10)).toEqual(figures);
  await decline(walt);
  await sumAnew(people);
  expect(await figuresOf(people, 'worker', 8, 10)).toEqual(figures);
});

test('what was taken off is its worker’s of that day also once that one’s account is closed', async ({ people }) => {
  const { wren, office, yardpack } = people;
  const { takeOff, later } = await serve(people, [tuesday, wednesday, thursday]);
  await takeOff(10);
  await later('2027-03-11T09:00:00-06:00');
  const before = await figuresOf(people, 'worker', 8, 10);
  const params = { profileId: wren.profileId };
  expect((await yardpack.call('closeAccount', { as: office.accessToken, params })).status).toBe(200);
  await sumAnew(people);
  expect(await figuresOf(people, 'worker', 8, 10)).toEqual(before);
});

test('a visit of which nobody knows whose it was is nobody’s, who opens to it', async ({ people }) => {
  const { later } = await serve(people, [tuesday]);
  await later('2027-03-11T09:00:00-06:00');
  const { id: engagementId } = await buildEngagement(people.yardpack, people.customer);
  await insertSkips(people.yardpack.world.database, {
    engagementId,
    date: plainDate(march(10)),
    skippedBy: 'customer',
    createdAt: people.yardpack.world.clock.now(),
  });
  expect(await figuresOf(people, 'worker', 10, 10)).toEqual({ Nobody: { planned: 1, skipped: 1 } });
  const query = { from: '2027-03-10', to: '2027-03-10', of: 'worker', key: 'nobody' } as const;
  const { body } = await people.yardpack.call('getReport', { as: people.office.accessToken, query });
  expect([body.of, body.visits.planned]).toEqual([{ dimension: 'worker', name: 'Nobody' }, 1]);
});

test('a visit to come that was taken off is whose the service is on its day', async ({ people }) => {
  const { wren, walt } = people;
  const { theo, service, later, decline, takeOff, give } = await serve(people, [thursday, friday]);
  await takeOff(11);
  await takeOff(12);
  await later('2027-03-10T09:00:00-06:00');
  await decline(wren);
  await later('2027-03-12T09:00:00-06:00');
  await claimEngagement(people.yardpack, walt, service, [friday as WeekDay]);
  const figures = { 'Wren Okafor': { planned: 1, skipped: 1 }, 'Walt Berg': { planned: 1, skipped: 1 } };
  expect(await figuresOf(people, 'worker', 8, 12)).toEqual(figures);
  await later('2027-03-15T09:00:00-05:00');
  await give(theo, [friday], 15);
  await sumAnew(people);
  expect(await figuresOf(people, 'worker', 8, 12)).toEqual(figures);
});

test('a visit counts in the city where its yard is by now, with the miles that were driven', async ({ people }) => {
  const { yardpack, customer, wren, office } = people;
  const { service, later, takeOff } = await serve(people, [tuesday, wednesday]);
  const north = { latitude: 36.45, longitude: -94.2 };
  await yardpack.world.database.update(addresses).set(north).where(eq(addresses.profileId, wren.profileId));
  await later('2027-03-09T09:00:00-06:00');
  await workUntil(yardpack, wren, service, 'WORK_STATUS_WORK_COMPLETED');
  await takeOff(10);
  await later('2027-03-11T09:00:00-06:00');
  const figures = { planned: 2, done: 1, onTime: 1, skipped: 1 };
  expect(await figuresOf(people, 'city', 8, 10)).toEqual({ Bentonville: figures });
  const query = { from: '2027-03-08', to: '2027-03-10' };
  const milesOf = async () => {
    const { visits } = (await yardpack.call('getReport', { as: office.accessToken, query })).body;
    const begun = { ...query, figure: 'begun' as const };
    const rows = (await yardpack.call('listReportVisits', { as: office.accessToken, query: begun })).body.visits;
    return [visits.miles, rows[0]?.miles];
  };
  const miles = await milesOf();
  expect(miles).toEqual([expect.closeTo(7.8, 0), miles[0]]);

  const as = customer.accessToken;
  const params = { profileId: customer.profileId };
  const [address] = (await yardpack.call('listAddresses', { as, params })).body.addresses;
  if (!address) throw new Error('There is no address');
  const there = {
    ...address,
    streetAddress1: '2000 W Walnut St',
    city: 'Rogers',
    zipCode: '72756',
    country: 'US' as const,
  };
  const edit = { as, params: { addressId: address.id }, body: there };
  expect((await yardpack.call('updateAddress', edit)).status).toBe(200);
  expect(await figuresOf(people, 'city', 8, 10)).toEqual({ Rogers: figures });
  expect(await milesOf()).toEqual(miles);

  const other = { ...there, streetAddress1: '1 Elm St', city: 'Centerton', zipCode: '72719', primaryAddress: false };
  const added = await yardpack.call('createAddress', { as, params, body: { ...other, profileId: customer.profileId } });
  const body = { serviceAddressId: added.body.address.id };
  expect((await putEngagement(yardpack, customer, service.id, body)).status).toBe(200);
  expect(await figuresOf(people, 'city', 8, 10)).toEqual({ Centerton: figures });
});

test('what a visit brought to which nobody knew the way counts in no mile, and its row has none', async ({
  people,
}) => {
  const { yardpack, wren, office } = people;
  const { service, later } = await serve(people, [tuesday]);
  const make = async (day: string) => {
    await later(`${day}T09:00:00-06:00`);
    await workUntil(yardpack, wren, service, 'WORK_STATUS_WORK_COMPLETED');
    await yardpack.advance('PT1M');
  };
  const counted = async (day: string) => {
    const query = { from: day, to: day };
    const as = office.accessToken;
    const { visits } = (await yardpack.call('getReport', { as, query })).body;
    const rows = (await yardpack.call('listReportVisits', { as, query: { ...query, figure: 'begun' } })).body.visits;
    return [visits.revenue, visits.revenueOfMiles, visits.miles, ...rows.map(({ miles }) => miles)];
  };
  await make('2027-03-09');
  const known = await counted('2027-03-09');
  expect(known).toEqual([1500, 1500, expect.any(Number), known[2]]);
  await yardpack.world.database.update(addresses).set({ latitude: null, longitude: null });
  await make('2027-03-16');
  expect([await counted('2027-03-09'), await counted('2027-03-16')]).toEqual([known, [1500, 0, 0, null]]);
});
