import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { acts } from '../database/schema/acts.ts';
import { postedTo, recordOf } from '../testing/act-fixture.ts';
import {
  type Business,
  businessTest,
  chargedVisit,
  chargeOf,
  customerMails,
  planVisit,
  withCard,
} from '../testing/billing-fixture.ts';
import { advanceFor } from '../testing/engagement-factories.ts';
import { buildEmployee, mailsTo } from '../testing/factories.ts';
import { buildRunningEngagement, completeVisit } from '../testing/payment-factories.ts';

const effect = { customer: 1000, worker: -800, business: -200 };
const reason = 'The mower had spread it.';

/** A visit that comes on the next bill, and an employee. */
async function unbilledVisit(business: Business) {
  const { test, customer, worker } = business;
  const details = {
    billingCycle: 'BILLING_CYCLE_WEEKLY',
    coupon: { term: 'TERM_FOREVER', amountOff: 500 },
  } as const;
  const engagementId = await buildRunningEngagement(test, await withCard(business), details);
  const workId = await completeVisit(test, { engagementId, worker });
  const staff = await buildEmployee(test);
  const doNotBill = async (body: object = {}) =>
    await test.call('doNotBill', {
      as: staff.accessToken,
      params: { workId },
      body: { requestId: randomUUID(), isPreview: false, reason, ...body },
    });
  const visits = async () =>
    (await test.call('listVisits', { as: customer.accessToken, params: { engagementId } })).body.visits;
  return { engagementId, workId, staff, doNotBill, visits };
}

businessTest('a visit is taken off the next bill once, and nothing charges it again', async ({ business }) => {
  const { test, customer, worker } = business;
  const { engagementId, workId, staff, doNotBill, visits } = await unbilledVisit(business);
  const body = { requestId: randomUUID() };
  expect((await doNotBill({ ...body, isPreview: true })).body).toEqual({ effect, isDone: false });
  expect(await test.world.database.select().from(acts)).toEqual([]);
  const answers = await Promise.all([doNotBill(body), doNotBill(body), doNotBill(body)]);
  expect(answers.map((answer) => answer.body)).toEqual(answers.map(() => ({ effect, isDone: true })));
  expect((await doNotBill()).error.message).toMatch(/ took this visit off the bill, \w+ \d+/);
  expect((await doNotBill({ ...body, reason: 'Other.' })).error.message).toBe(
    'This was sent before with something else in it.',
  );
  await test.drain();
  expect(await postedTo(business, 'not-billed')).toBe(1000);
  expect(await visits()).toMatchObject([{ work: { id: workId }, charge: { amount: 1000, status: 'not-billed' } }]);
  const own = { as: customer.accessToken, params: { customerProfileId: customer.profileId } };
  expect((await test.call('getBilling', own)).body).toMatchObject({ openAmount: 0, unbilled: null });
  expect(await customerMails(business, /^You do not pay for the visit on/)).toMatchObject([
    { text: expect.stringContaining(reason) },
  ]);
  expect(await mailsTo(test, worker, /^\$8\.00 will not be paid/)).toHaveLength(1);
  const as = staff.accessToken;
  const ofWorker = { as, params: { workerProfileId: worker.profileId } };
  expect((await test.call('listEarnings', ofWorker)).body.lines).toMatchObject([{ status: 'not-billed', share: 0 }]);
  expect((await test.call('getEarnings', ofWorker)).body.day).toMatchObject({ share: 0, expected: 0 });
  expect((await test.call('getStaffDesk', { as })).body.writtenOffCharges.count).toBe(0);
  const ofCustomer = { as, params: { customerProfileId: customer.profileId } };
  expect((await test.call('listCustomerActs', ofCustomer)).body).toMatchObject({
    acts: [{ kind: 'not-billed', amount: 1000, reason, by: expect.any(String) }],
    next: null,
  });
  expect(await recordOf(business, staff)).toEqual([['not-billed', workId, '1000']]);
  // The next visit is billed as ever.
  await completeVisit(test, { engagementId, worker, daysLater: 1 });
  await advanceFor(test, 'P9D', [customer]);
  const { bills } = (await test.call('listBills', { ...own, as: customer.accessToken })).body;
  expect(bills).toMatchObject([{ amount: 1000, visits: 1, state: 'paid' }]);
});

businessTest('of two people one takes it off; a visit on a bill says which one it is on', async ({ business }) => {
  const { test, customer, worker } = business;
  const { doNotBill } = await unbilledVisit(business);
  const answers = await Promise.all([doNotBill(), doNotBill()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await postedTo(business, 'not-billed')).toBe(1000);

  const billed = await chargedVisit(business);
  const { accessToken: as } = await buildEmployee(test);
  const body = { requestId: randomUUID(), isPreview: true, reason };
  const ask = (workId: string) => test.call('doNotBill', { as, params: { workId }, body });
  expect((await ask(billed.workId)).error).toMatchObject({
    errorCode: 'NOT_ALLOWED_NOW',
    message: expect.stringMatching(/^It is on bill Y-\d{4}-\d{6} by now: please refund it there\.$/),
  });
  const unpaid = await chargedVisit(business, '4000000000000341');
  expect((await ask(unpaid.workId)).error.message).toMatch(/by now: please write it off there\.$/);
  expect((await ask(randomUUID())).status).toBe(404);
  expect((await ask(await planVisit(test, billed))).status).toBe(404);
  for (const person of [customer, worker]) {
    const answer = await test.call('doNotBill', { as: person.accessToken, params: { workId: billed.workId }, body });
    expect(answer.status).toBe(403);
  }
  expect((await chargeOf(business, billed.workId))?.status).toBe('paid');
});
