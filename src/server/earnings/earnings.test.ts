import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { businessDay, calendarDay } from '#domain/calendar.ts';
import { engagements, works } from '../database/schema/engagements.ts';
import { type Business, businessTest, chargedVisit, declinedCard, withCard } from '../testing/billing-fixture.ts';
import { advanceFor } from '../testing/engagement-factories.ts';
import { buildEmployee, buildWorker, type Person } from '../testing/factories.ts';
import { buildRunningEngagement, completeVisit, onboardWorker } from '../testing/payment-factories.ts';

const of = (worker: Person, as = worker) => ({
  as: as.accessToken,
  params: { workerProfileId: worker.profileId },
});
const earningsOf = async ({ test, worker }: Business) => (await test.call('getEarnings', of(worker))).body;
const visitsOf = async ({ test, worker }: Business) => (await test.call('listEarnings', of(worker))).body.visits;

const none = { visits: 0, price: 0, fee: 0, share: 0, paid: 0, onItsWay: 0, expected: 0 };
const paid = { visits: 1, price: 1500, fee: 300, share: 1200, paid: 1200, onItsWay: 0, expected: 0 };

businessTest('a worker sees what each visit earns: paid, on its way, or expected', async ({ business }) => {
  const { test, customer, worker } = business;
  expect(await earningsOf(business)).toMatchObject({ day: none, year: none });
  expect(await visitsOf(business)).toEqual([]);

  const { workId, engagementId } = await chargedVisit(business);
  const monthly = await buildRunningEngagement(test, await withCard(business), {
    billingCycle: 'BILLING_CYCLE_MONTHLY',
    coupon: { term: 'TERM_FOREVER', percentOff: 50 },
  });
  await completeVisit(test, { engagementId: monthly, worker });
  const all = { visits: 2, price: 2250, fee: 450, share: 1800, paid: 1200, onItsWay: 0, expected: 600 };
  const today = calendarDay(businessDay(test.world.clock.now()));
  expect(await earningsOf(business)).toEqual({ today, day: all, week: all, month: all, year: all });
  const street = expect.any(String);
  const whose = { engagementId, customerProfileId: customer.profileId };
  expect(await visitsOf(business)).toEqual([
    expect.objectContaining({ price: 750, fee: 150, share: 600, status: 'expected' }),
    { workId, ...whose, date: today, street, kind: 'visit', price: 1500, fee: 300, share: 1200, status: 'paid' },
  ]);

  // What a card has refused is not on its way, though it is tried again.
  await advanceFor(test, 'P35D', [customer, worker]);
  const declined = await chargedVisit(business, declinedCard);
  expect((await earningsOf(business)).day).toEqual({ ...paid, paid: 0, expected: 1200 });
  expect((await visitsOf(business))[0]).toMatchObject({ workId: declined.workId, status: 'expected' });
  // The month has ended, and the half price was collected.
  expect((await earningsOf(business)).year).toMatchObject({ visits: 3, share: 3000, paid: 1800 });
});

businessTest(
  'a week, a month and a year begin on their own days; a visit counts on its own day',
  async ({ business }) => {
    const { test, customer, worker } = business;
    await advanceFor(test, '2027-01-02T12:00:00-06:00', [customer, worker]);
    const { workId } = await chargedVisit(business);
    const onDay = async (date: string) => {
      await test.world.database
        .update(works)
        .set({ date: Temporal.PlainDate.from(date) })
        .where(eq(works.id, workId));
      const { day, week, month, year } = await earningsOf(business);
      return [day, week, month, year].map(({ visits }) => visits);
    };
    expect(await onDay('2027-01-02')).toEqual([1, 1, 1, 1]);
    expect(await onDay('2027-01-01')).toEqual([0, 1, 1, 1]);
    // The week has begun in the old year.
    expect(await onDay('2026-12-28')).toEqual([0, 1, 0, 0]);
    expect(await onDay('2026-12-27')).toEqual([0, 0, 0, 0]);
  },
);

businessTest('for taxes a year has what was collected in it, and as a file too', async ({ business }) => {
  const { test, customer, worker } = business;
  await advanceFor(test, '2027-12-31T12:00:00-06:00', [customer, worker]);
  await chargedVisit(business);
  const yearly = await buildRunningEngagement(test, await withCard(business), { billingCycle: 'BILLING_CYCLE_YEARLY' });
  await completeVisit(test, { engagementId: yearly, worker });
  await advanceFor(test, 'P2D', [customer, worker]);
  const months = async (year: string) =>
    (await test.call('getYearOfEarnings', { ...of(worker), query: { year } })).body.months;
  expect(await months('2027')).toEqual([{ month: 12, price: 1500, fee: 300, share: 1200 }]);
  expect(await months('2028')).toEqual([{ month: 1, price: 1500, fee: 300, share: 1200 }]);
  expect(await months('2029')).toEqual([]);

  const { body } = await test.call('exportEarnings', { ...of(worker), query: { year: '2028' } });
  expect(body.fileName).toBe('earnings-2028.csv');
  const [header, line, end] = body.csv.split('\r\n');
  expect(header).toBe('Collected on,Visit on,Street,Price,Fee,Your share');
  expect(line).toMatch(/^2028-01-0\d,2027-12-31,[^,]+,15,3,12$/);
  expect(end).toBe('');
});

businessTest('staff see anybody’s earnings, and another worker nobody’s', async ({ business }) => {
  const { test, worker } = business;
  await chargedVisit(business);
  const employee = await buildEmployee(test);
  expect((await test.call('getEarnings', of(worker, employee))).body.day).toEqual(paid);
  const other = await buildWorker(test);
  for (const endpoint of ['getEarnings', 'listEarnings'] as const) {
    expect((await test.call(endpoint, of(worker, other))).status).toBe(404);
  }
});

businessTest(
  'before and after a claim its worker reads what the next visit pays, the customer never',
  async ({ business }) => {
    const { test, customer, worker } = business;
    const coupon = { term: 'TERM_ONCE', amountOff: 500 } as const;
    const engagementId = await buildRunningEngagement(test, await withCard(business), { coupon });
    const payFor = async ({ accessToken }: Person) =>
      (await test.call('getEngagement', { as: accessToken, params: { engagementId } })).body.engagement.pay;
    expect(await payFor(worker)).toBe(800);
    await completeVisit(test, { engagementId, worker });
    // The coupon is used.
    expect(await payFor(worker)).toBe(1200);
    expect(await payFor(customer)).toBeNull();
    expect(await payFor(await buildEmployee(test))).toBeNull();

    await test.world.database
      .update(engagements)
      .set({ status: 'ENGAGEMENT_STATUS_PROPOSED', workerProfileId: null })
      .where(eq(engagements.id, engagementId));
    const other = await buildWorker(test);
    await onboardWorker(test, other);
    expect(await payFor(other)).toBe(1200);
    const { body } = await test.call('listWorkerEngagements', of(other));
    expect(body.engagements.map(({ pay }) => pay)).toEqual([1200]);
  },
);
