import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { businessDay } from '#domain/calendar.ts';
import { buildCustomer } from '../testing/factories.ts';
import { createTestWorld, type TestWorld } from '../testing/world.ts';
import { demoSignIns, seedDemo } from './demo.ts';
import type { DemoTools } from './tools.ts';

let yardpack: TestWorld;
beforeEach(async () => {
  yardpack = await createTestWorld();
});
afterEach(() => yardpack.close());

/** What the demo said of itself. */
let told: string[];
const seed = async (changes: Partial<DemoTools> = {}, size: Parameters<typeof seedDemo>[2] = 'small') => {
  const { sandbox, world } = yardpack;
  told = [];
  await seedDemo(world, { ...sandbox, ...sandbox.stripe, ...changes }, size, (words) => told.push(words));
  return await demoSignIns(yardpack.world);
};

/** @returns what the demo's worker sees */
async function worksWeek() {
  const { body } = await yardpack.call('signIn', { body: { username: 'wren', password: 'bones4all!' } });
  const workerProfileId = body.profiles[0]?.id ?? '';
  const answer = await yardpack.call('listWorkerEngagements', { as: body.accessToken, params: { workerProfileId } });
  return answer.body.engagements.map(({ status, scheduleTemplate }) => [
    status,
    scheduleTemplate.scheduleTemplateDays.length,
  ]);
}
const wholeDemo = [
  ['ENGAGEMENT_STATUS_ACCEPTED', 7],
  ['ENGAGEMENT_STATUS_PROPOSED', 0],
];

test('an empty business gets people, products and a week of engagements', async () => {
  expect((await seed()).map(({ username }) => username)).toEqual(['casey', 'wren', 'walt', 'erin']);
  expect(await worksWeek()).toEqual(wholeDemo);
});

test("the demo's people have gone through the slides of a new profile", async () => {
  for (const { username, password } of await seed()) {
    const { body } = await yardpack.call('signIn', { body: { username, password } });
    expect(body.profiles.map(({ onboardingComplete }) => onboardingComplete)).toEqual([true]);
  }
});

test('a demo that was cut short is made anew by the next start, which then changes nothing', async () => {
  await expect(seed({ completeOnboarding: () => Promise.reject(new Error('the power went')) })).rejects.toThrow(
    'the power went',
  );
  await seed();
  expect(await worksWeek()).toEqual(wholeDemo);
  expect(told).toEqual(['Preparing the demo']);
  await seed();
  expect(await worksWeek()).toEqual(wholeDemo);
  expect(told).toEqual([]);
});

test('a demo from before second factors asks for none after an upgrade, unless somebody has decided that it should', async () => {
  await yardpack.close();
  yardpack = await createTestWorld({ STAFF_SECOND_FACTOR: '1' });
  await seed();
  const { $client: pool } = yardpack.world.database;
  await pool.query('delete from settings where saved_by is not null');
  await yardpack.world.settings.reload();
  const signIn = async () =>
    (await yardpack.call('signIn', { body: { username: 'erin', password: 'bones4all!' } })).body;
  const needs = async () => (await signIn()).needsSecondFactor;
  expect(await needs()).toBe(true);
  await seed();
  expect(await needs()).toBeUndefined();
  await pool.query(`update settings set "values" = '{"staffNeedSecondFactor": true}' where saved_by is not null`);
  await pool.query(`delete from sandbox.done where what = 'demo without second factor'`);
  await seed();
  const { rows } = await pool.query('select "values" from settings where saved_by is not null');
  expect(rows).toEqual([{ values: { staffNeedSecondFactor: true } }]);
});

test("somebody's own business is left alone", async () => {
  await buildCustomer(yardpack);
  expect(await seed()).toEqual([]);
  const erin = await yardpack.call('signIn', { body: { username: 'erin', password: 'bones4all!' } });
  expect(erin.status).toBe(401);
});

test('asking for the sign-ins leaves no session', async () => {
  await seed();
  const sessions = async () =>
    (await yardpack.world.database.$client.query('select count(*)::int from sessions')).rows[0].count;
  const before = await sessions();
  expect(await demoSignIns(yardpack.world)).toHaveLength(4);
  expect(await sessions()).toBe(before);
});

/** @returns how often there is each of what a business has */
async function count() {
  const { rows } = await yardpack.world.database.$client.query(`select
    (select count(*)::int from profiles where type = 'PROFILE_TYPE_CUSTOMER') customers,
    (select count(distinct city)::int from addresses join profiles on profiles.id = profile_id
      where type = 'PROFILE_TYPE_CUSTOMER') cities,
    (select count(*)::int from profiles where approval = 'approved') workers,
    (select count(*)::int from visits where missed_on is not null) missed,
    (select count(*)::int from visits where state = 'could-not') "couldNot",
    (select count(*)::int from visits where state = 'off' and off_id is not null) "takenOff",
    (select count(*)::int from refunds) refunds,
    (select count(*)::int from inquiries) inquiries,
    (select count(*)::int from messages where outcome is distinct from 'sent') unsent`);
  return rows[0];
}

/** @returns how often there is something that cannot be: what lies ahead, or money that does not agree */
async function countFaults() {
  const { rows } = await yardpack.world.database.$client.query(
    `select (select count(*)::int from visits where greatest(begun_at, work_completed_at) > $1) ahead,
      (select count(*)::int from findings) findings,
      (select count(*)::int from reconciliations where finished_at is null or failure is not null) unchecked`,
    [yardpack.world.clock.now().toString()],
  );
  return rows[0];
}
const noFaults = { ahead: 0, findings: 0, unchecked: 0 };

test('a business with weeks behind it, at first cut short, agrees with Stripe, and goes on', async () => {
  const evening = '2027-03-19T23:10:00-05:00';
  await yardpack.advance(evening);
  let cards = 0;
  const { saveCard } = yardpack.sandbox.stripe;
  const cutShort: Partial<DemoTools> = {
    saveCard: (...card) => (++cards > 20 ? Promise.reject(new Error('the power went')) : saveCard(...card)),
  };
  await expect(seed(cutShort, 2)).rejects.toThrow('the power went');
  const reset = () => yardpack.sandbox.reset();
  await seed({ reset }, 2);
  expect(told).toEqual(['Preparing the demo', ...[1, 2].map((week) => `Preparing the demo: week ${week} of 2`)]);
  expect(await count()).toEqual({
    customers: 68,
    cities: 15,
    workers: 4,
    missed: 1,
    couldNot: 2,
    takenOff: 1,
    refunds: 1,
    inquiries: 9,
    // Texts about a tip and a refund of Friday: the demo's clock jumps over the weekend, and their readers get an email instead.
    unsent: 3,
  });
  expect(await countFaults()).toEqual(noFaults);
  expect((await routeOfToday()).slice(-5)).toEqual(leftOfRoute);
  const { body: erin } = await yardpack.call('signIn', { body: { username: 'erin', password: 'bones4all!' } });
  const { body: casey } = await yardpack.call('signIn', { body: { username: 'casey', password: 'bones4all!' } });
  const as = erin.accessToken;
  const { bills } = (
    await yardpack.call('listBills', { as, params: { customerProfileId: casey.profiles[0]?.id ?? '' } })
  ).body;
  const refund = { requestId: randomUUID(), isPreview: false, amount: 700, reason: 'A corner', refundedBefore: 0 };
  const { status } = await yardpack.call('refundBill', { as, params: { billId: bills[0]?.id ?? '' }, body: refund });
  expect(status).toBe(200);
  const { body: wanda } = await yardpack.call('signIn', { body: { username: 'wandapruitt', password: 'bones4all!' } });
  const params = { customerProfileId: wanda.profiles[0]?.id ?? '' };
  const { cards: ending } = (await yardpack.call('listCardsToReplace', { as: wanda.accessToken, params })).body;
  expect(ending).toMatchObject([{ name: 'Visa (4242)', expiresOn: { year: 2027, month: 3, day: 31 } }]);
  const { body: estelle } = await yardpack.call('signIn', {
    body: { username: 'estellerooks', password: 'bones4all!' },
  });
  const home = await yardpack.call('getCustomerHome', {
    as: estelle.accessToken,
    params: { customerProfileId: estelle.profiles[0]?.id ?? '' },
  });
  expect(home.body.services.map(({ priceToAgreeTo }) => priceToAgreeTo)).toEqual([5500]);
  yardpack.checkNights();
  await yardpack.advance('P1D');
  expect(await countFaults()).toEqual(noFaults);
}, 300_000);

/** @returns how the business stood at the end of each of so many weeks, the first week first */
async function lookAtWeeks(as: string, weeks: number) {
  const today = businessDay(yardpack.world.clock.now());
  const found = [];
  for (let ago = weeks - 1; ago >= 0; ago -= 1) {
    const to = today.subtract({ weeks: ago });
    const query = { from: to.subtract({ days: 6 }).toString(), to: to.toString() };
    const { recurring, visits } = (await yardpack.call('getReport', { as, query })).body;
    found.push({ revenue: recurring.end, done: visits.done });
  }
  return found;
}

test('ten weeks of the whole business grow gently, week by week, and agree with Stripe', async () => {
  await yardpack.advance('2027-03-18T16:00:00-05:00');
  await seed({}, 'whole');
  const { body: erin } = await yardpack.call('signIn', { body: { username: 'erin', password: 'bones4all!' } });
  const weeks = await lookAtWeeks(erin.accessToken, 10);
  const growth = (of: 'revenue' | 'done') =>
    weeks.slice(1).map((week, index) => week[of] / (weeks[index]?.[of] ?? Number.NaN) - 1);
  for (const share of growth('revenue')) {
    expect(share).toBeGreaterThan(0);
    expect(share).toBeLessThan(0.09);
  }
  // A week has its holds, holidays and weeks in which nobody comes every other week.
  for (const share of growth('done')) expect(Math.abs(share)).toBeLessThan(0.15);
  expect(weeks.at(-1)?.done).toBeGreaterThan(100);
  const { rows } = await yardpack.world.database.$client.query(
    `select
    (select count(*)::int from visits where step is not null and work_completed_at is null) open,
    (select count(*)::int from visits left join charges on work_id = visits.id
      where work_completed_at is not null and charges.id is null) uncharged,
    (select count(*)::int from visits where not begun_at <= travel_started_at and travel_started_at < travel_completed_at
      and travel_completed_at < work_started_at and work_started_at < work_completed_at) jumbled,
    (select count(distinct reason)::int from visits) >= 5 reasons, (select count(*)::int from refunds) refunds,
    (select count(*)::int from payments where decline_message is not null) > 0 declined,
    (select count(*)::int from messages where dedupe_key like 'work-completed:%' and about_id is null) "aboutNothing",
    (select count(*)::int from messages where outcome is distinct from 'sent' and due_at < $1::timestamptz - interval '1 hour') unsent`,
    [yardpack.world.clock.now().toString()],
  );
  expect(rows).toEqual([
    {
      open: expect.any(Number),
      uncharged: 0,
      jumbled: 0,
      reasons: true,
      refunds: 1,
      declined: true,
      aboutNothing: 0,
      unsent: 0,
    },
  ]);
  expect(await countFaults()).toEqual(noFaults);
}, 300_000);

/** Who waits for whoever looks at the demo. */
const leftOfRoute = ['Casey', 'Jonah', 'Opal', 'Amara', 'Tamika'];

/** @returns who is left on the worker's route of today, in its order */
async function routeOfToday() {
  const { body } = await yardpack.call('signIn', { body: { username: 'wren', password: 'bones4all!' } });
  const date = businessDay(yardpack.world.clock.now());
  const itinerary = await yardpack.call('getItinerary', {
    as: body.accessToken,
    params: { workerProfileId: body.profiles[0]?.id ?? '' },
    query: { week: String(date.weekOfYear), year: String(date.yearOfWeek) },
  });
  return itinerary.body.jobs
    .filter(({ scheduleInstance, work }) => scheduleInstance.date.day === date.day && !work)
    .map(({ customerProfile }) => customerProfile.firstName.split(' ')[0]);
}

/** @returns of each worker, the most first, on how many of the next seven days there are six stops or more */
async function countFullDays(as: string) {
  const from = businessDay(yardpack.world.clock.now()).toString();
  const { workers, cells } = (await yardpack.call('getCalendar', { as, query: { from, days: '7' } })).body;
  return workers
    .map(({ profileId }) => cells.filter((cell) => cell.workerProfileId === profileId && cell.count - cell.off >= 6))
    .map((full) => full.length)
    .sort((one, other) => other - one);
}

/** @returns how many workers have visits today */
async function countWorking(as: string) {
  const today = businessDay(yardpack.world.clock.now());
  const { cells } = (await yardpack.call('getCalendar', { as, query: { from: today.toString(), days: '1' } })).body;
  return new Set(cells.flatMap(({ workerProfileId }) => workerProfileId ?? [])).size;
}

/** @returns what a worker's visits brought in two weeks, as the report sums it, and as its rows say */
async function bothSums(as: string, key: string) {
  const to = businessDay(yardpack.world.clock.now());
  const query = { from: to.subtract({ weeks: 2 }).toString(), to: to.toString(), of: 'worker' as const, key };
  const { revenue, fees, minutes, miles } = (await yardpack.call('getReport', { as, query })).body.visits;
  const { visits } = (await yardpack.call('listReportVisits', { as, query: { ...query, figure: 'begun' } })).body;
  const sumOf = (name: 'amount' | 'fee' | 'minutes' | 'miles') =>
    visits.reduce((sum, visit) => sum + (visit[name] ?? 0), 0);
  const rounded = (sums: number[]) => sums.map((sum) => Math.round(sum * 1000) / 1000);
  return [
    rounded([revenue, fees, minutes, miles]),
    rounded([sumOf('amount'), sumOf('fee'), sumOf('minutes'), sumOf('miles')]),
  ];
}

test.each([
  ['a Sunday, in the night after which the clock goes forward', '2027-03-14T01:30:00-06:00', 1],
  ['a Monday, before the first visit of the week', '2027-03-15T01:30:00-05:00', 4],
])(
  'on %s, weeks are full, and a route of today waits for who looks at the demo',
  async (_, moment, working) => {
    await yardpack.advance(moment);
    await seed({}, 1);
    expect((await routeOfToday()).slice(-5)).toEqual(leftOfRoute);
    const { body: erin } = await yardpack.call('signIn', { body: { username: 'erin', password: 'bones4all!' } });
    const as = erin.accessToken;
    expect(await countFullDays(as)).toEqual([5, 5, 5, 5]);
    expect(await countWorking(as)).toBe(working);
    const { joined, left } = (await yardpack.call('getStaffHome', { as })).body.customers;
    const { totals } = (await yardpack.call('getMoney', { as, query: { range: 'this-week' } })).body;
    expect(Math.min(joined, left, totals.collected)).toBeGreaterThan(0);
    const { body: wren } = await yardpack.call('signIn', { body: { username: 'wren', password: 'bones4all!' } });
    const [summed, ofRows] = await bothSums(as, wren.profiles[0]?.id ?? '');
    expect(ofRows).toEqual(summed);
    expect(summed?.every((sum) => sum > 0)).toBe(true);
    expect(await countFaults()).toEqual(noFaults);
  },
  300_000,
);
