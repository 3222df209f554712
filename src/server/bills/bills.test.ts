import { expect, vi } from 'vitest';
import type { BillSummary } from '#contract/bills.ts';
import { businessDay, calendarDay } from '#domain/calendar.ts';
import {
  asksEveryTime,
  type Business,
  businessTest,
  chargedVisit,
  customerMails,
  declinedCard,
  giveUp,
  intentsOf,
  withCard,
} from '../testing/billing-fixture.ts';
import { advanceFor } from '../testing/engagement-factories.ts';
import { buildCustomer, buildEmployee, type Person } from '../testing/factories.ts';
import { buildRunningEngagement, completeVisit } from '../testing/payment-factories.ts';

const of = (customer: Person, as = customer) => ({
  as: as.accessToken,
  params: { customerProfileId: customer.profileId },
});
const billingOf = async ({ test, customer }: Business) => (await test.call('getBilling', of(customer))).body;
const billsOf = async ({ test, customer }: Business) => (await test.call('listBills', of(customer))).body.bills;
const billOf = async (business: Business, { id = '' }: Partial<BillSummary> = {}) => {
  const { as, params } = of(business.customer);
  return (await business.test.call('getBill', { as, params: { ...params, billId: id } })).body;
};
const after = ({ test }: Business, wait: Temporal.DurationLike) => test.world.clock.now().add(wait).toString();

businessTest('a bill says what each visit was, what it cost, and how it was paid', async ({ business }) => {
  const { test, worker, customer } = business;
  await advanceFor(test, '2027-03-10T12:00:00-06:00', [customer, worker]);
  expect(await billingOf(business)).toMatchObject({ openAmount: 0, nextStep: null, unbilled: null, paidTwice: 0 });
  const engagementId = await buildRunningEngagement(test, await withCard(business), {
    billingCycle: 'BILLING_CYCLE_WEEKLY',
    coupon: { term: 'TERM_ONCE', amountOff: 500 },
  });
  const first = await completeVisit(test, { engagementId, worker });
  const second = await completeVisit(test, { engagementId, worker, daysLater: 1 });
  const { unbilled } = await billingOf(business);
  expect(unbilled).toEqual({ amount: 2500, on: { year: 2027, month: 3, day: 15 } });
  expect(await billsOf(business)).toEqual([]);

  await advanceFor(test, 'P7D', [customer]);
  const today = businessDay(test.world.clock.now());
  const [bill, ...others] = await billsOf(business);
  expect(others).toEqual([]);
  expect(bill).toMatchObject({ amount: 2500, state: 'paid', nextAt: null, declineMessage: null, visits: 2 });
  expect(bill?.firstDay).toEqual(calendarDay(today.subtract({ days: 7 })));
  const whole = await billOf(business, bill);
  expect(whole).toMatchObject({
    number: expect.stringMatching(/^Y-20\d\d-000001$/),
    business: { name: 'Yardpack', legalName: null, address: 'Northwest Arkansas', taxLine: null },
    customer: { name: expect.any(String), addressLines: expect.any(Array) },
    visits: [
      { workId: first, engagementId, kind: 'visit', amount: 1000, discount: 500, couponName: 'WELCOME', photos: [] },
      { workId: second, amount: 1500, discount: 0, couponName: null, completedAt: expect.any(String) },
    ],
    attempts: [{ status: 'paid', declineMessage: null }],
    refunded: 0,
    refundedAt: null,
    owedBack: 0,
    dispute: null,
    refunds: [],
  });

  const [intent] = await intentsOf(business);
  await test.world.stripe.refunds.create({ payment_intent: intent?.id ?? '', amount: 333 });
  await vi.waitFor(async () => {
    await test.drain();
    const refund = { amount: 333, state: 'done', reason: null, createdAt: expect.any(String) };
    expect(await billOf(business, bill)).toMatchObject({ state: 'paid', refunded: 333, refunds: [refund] });
  }, 60_000);
  expect(await billsOf(business)).toMatchObject([{ state: 'paid', refunded: 333, refundedAt: expect.any(String) }]);
});

businessTest('each state says what is next: tried again, given up, to be confirmed, paid', async ({ business }) => {
  const { test, customer } = business;
  await chargedVisit(business, declinedCard);
  const [declined] = await billsOf(business);
  expect(declined).toMatchObject({ state: 'retrying', declineMessage: 'Your card was declined.' });
  expect(declined?.nextAt?.slice(0, 16)).toBe(after(business, { hours: 24 }).slice(0, 16));
  expect(await billingOf(business)).toMatchObject({ openAmount: 1500, nextStep: { state: 'retrying' } });

  await giveUp(business);
  expect(await billsOf(business)).toMatchObject([{ state: 'declined', nextAt: null }]);
  const { attempts } = await billOf(business, declined);
  expect(attempts.map(({ status, declineMessage }) => [status, declineMessage])).toEqual(
    Array.from({ length: 4 }, () => ['declined', 'Your card was declined.']),
  );

  await chargedVisit(business, asksEveryTime);
  expect(await billingOf(business)).toMatchObject({ openAmount: 3000, nextStep: null });
  expect((await billsOf(business)).map(({ state }) => state)).toEqual(['to-confirm', 'declined']);
  await advanceFor(test, 'P20D', [customer]);
  // Both are given up, one declined and one not confirmed: each bill says its own reason.
  expect(await billingOf(business)).toMatchObject({ openAmount: 3000, nextStep: null });
});

businessTest(
  'of two bills that are declined together, page and letter say what comes of both',
  async ({ business }) => {
    await chargedVisit(business, declinedCard);
    await chargedVisit(business, declinedCard);
    expect(await billingOf(business)).toMatchObject({
      openAmount: 3000,
      nextStep: { state: 'retrying', nextAt: expect.any(String), declineMessage: 'Your card was declined.' },
    });
    const letters = await customerMails(business, /declined/);
    expect(letters.filter(({ text }) => text.includes('With your other unpaid bills, you owe $30.00.'))).toHaveLength(
      1,
    );
  },
);

businessTest('staff see anybody’s bills, and another customer nobody’s', async ({ business }) => {
  const { test, customer } = business;
  await chargedVisit(business);
  const [bill] = await billsOf(business);
  const stranger = await buildCustomer(test);
  const employee = await buildEmployee(test);
  const billId = bill?.id ?? '';
  const read = async (owner: Person, as: Person) => {
    const { params } = of(owner);
    return (await test.call('getBill', { as: as.accessToken, params: { ...params, billId } })).status;
  };
  expect(await read(customer, employee)).toBe(200);
  expect(await read(customer, stranger)).toBe(404);
  // A bill that is there, below somebody whose it is not.
  expect(await read(stranger, stranger)).toBe(404);
  expect(await read(stranger, employee)).toBe(404);
  for (const endpoint of ['getBilling', 'listBills'] as const) {
    expect((await test.call(endpoint, of(customer, employee))).status).toBe(200);
    expect((await test.call(endpoint, of(customer, stranger))).status).toBe(404);
    expect((await test.call(endpoint, of(employee, employee))).status).toBe(404);
  }
});
