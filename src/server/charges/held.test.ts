import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { refreshConnectedAccount } from '../connected-accounts/service.ts';
import { charges, payments } from '../database/schema/billing.ts';
import {
  accountOf,
  businessTest,
  chargeOf,
  chargeStatus,
  customerMails,
  intentsOf,
  paymentsOf,
  setRestricted,
  withCard,
} from '../testing/billing-fixture.ts';
import { advanceFor } from '../testing/engagement-factories.ts';
import { buildEmployee, buildWorker, mailsTo, type Person } from '../testing/factories.ts';
import { buildRunningEngagement, completeVisit, onboardWorker } from '../testing/payment-factories.ts';
import type { TestWorld } from '../testing/world.ts';

async function desk(test: TestWorld, employee: Person) {
  await advanceFor(test, 'PT1S', [employee]);
  return (await test.call('getStaffDesk', { as: employee.accessToken })).body;
}

businessTest(
  'what a restricted worker has earned is held, told once, and collected once when the account is mended',
  async ({ business }) => {
    const { test, worker } = business;
    const employee = await buildEmployee(test);
    const engagementId = await buildRunningEngagement(test, await withCard(business));
    const accountId = await accountOf(test, worker);
    await setRestricted(test, accountId, true);
    // Nobody has told us yet: Stripe refuses the payment.
    const workId = await completeVisit(test, { engagementId, worker });
    await test.drain();
    expect(await chargeStatus(business, workId)).toBe('open');
    const second = await completeVisit(test, { engagementId, worker, daysLater: 1 });
    await test.advance('P3D');
    await test.advance('P3D');
    expect(await paymentsOf(business, engagementId)).toHaveLength(1);
    expect(await intentsOf(business)).toEqual([]);
    expect(await mailsTo(test, worker, /Stripe needs something/)).toHaveLength(1);
    expect(await customerMails(business, /declined|paused|charge/)).toEqual([]);
    expect((await desk(test, employee)).unpayableWorkers).toMatchObject({
      count: 1,
      rows: [{ worker: { profileId: worker.profileId }, restrictedAt: expect.any(String), heldAmount: 3000 }],
    });
    expect((await desk(test, employee)).failedPayments.count).toBe(0);

    await setRestricted(test, accountId, false);
    await refreshConnectedAccount(test.world, accountId);
    await test.advance('PT1M');
    expect((await intentsOf(business)).map(({ amount, status }) => [amount, status])).toEqual([[3000, 'succeeded']]);
    for (const id of [workId, second]) expect(await chargeStatus(business, id)).toBe('paid');
    expect((await desk(test, employee)).unpayableWorkers).toMatchObject({ count: 0, rows: [] });
    await test.advance('P10D');
    expect(await intentsOf(business)).toHaveLength(1);
  },
);

businessTest('a worker who never finished onboarding is on the desk, and no error is logged', async ({ business }) => {
  const { test } = business;
  const employee = await buildEmployee(test);
  const newcomer = await buildWorker(test);
  const engagementId = await buildRunningEngagement(test, { ...(await withCard(business)), worker: newcomer });
  const workId = await completeVisit(test, { engagementId, worker: newcomer });
  const looks = async () => (await test.world.database.select().from(charges).where(eq(charges.workId, workId)))[0];
  const before = await looks();
  await test.advance('PT5M');
  expect(await looks()).toEqual(before);
  expect((await desk(test, employee)).unpayableWorkers.rows).toMatchObject([
    { worker: { profileId: newcomer.profileId }, restrictedAt: null, heldAmount: 1500 },
  ]);
  await advanceFor(test, 'P2D', [newcomer]);
  await onboardWorker(test, newcomer);
  await test.advance('PT1M');
  expect(await chargeStatus(business, workId)).toBe('paid');
});

businessTest(
  'a rest that is too small joins the customer’s next payment to the same worker, whichever engagement it is of',
  async ({ business }) => {
    const { test, worker } = business;
    const people = await withCard(business);
    const other = await buildWorker(test);
    await onboardWorker(test, other);
    const coupon = { term: 'TERM_ONCE', amountOff: 1480 } as const;
    const first = await buildRunningEngagement(test, people, { coupon });
    const small = await completeVisit(test, { engagementId: first, worker });
    await test.drain();
    expect(await chargeOf(business, small)).toMatchObject({ amount: 20, status: 'open' });

    const second = await buildRunningEngagement(test, people);
    await completeVisit(test, { engagementId: second, worker: other });
    await test.drain();
    expect(await chargeStatus(business, small)).toBe('open');
    await completeVisit(test, { engagementId: second, worker, daysLater: 1 });
    await test.drain();
    expect((await intentsOf(business)).map(({ amount }) => amount).sort()).toEqual([1500, 1520]);
    expect(await chargeStatus(business, small)).toBe('paid');
  },
);

businessTest('a rest that joins nothing for 30 days is written off, and staff see it', async ({ business }) => {
  const { test, worker } = business;
  const employee = await buildEmployee(test);
  const coupon = { term: 'TERM_ONCE', amountOff: 1480 } as const;
  const engagementId = await buildRunningEngagement(test, await withCard(business), { coupon });
  const workId = await completeVisit(test, { engagementId, worker });
  await test.advance('P29D');
  expect(await chargeStatus(business, workId)).toBe('open');
  await test.advance('P2D');
  expect(await chargeStatus(business, workId)).toBe('written-off');
  expect((await desk(test, employee)).writtenOffCharges).toMatchObject({
    count: 1,
    rows: [{ engagementId, amount: 20 }],
  });
  await completeVisit(test, { engagementId, worker, daysLater: 1 });
  await test.drain();
  expect((await intentsOf(business)).map(({ amount }) => amount)).toEqual([1500]);
  expect(await test.world.database.select().from(payments)).toHaveLength(1);
});
