import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { businessTest, withCard } from '../testing/billing-fixture.ts';
import { jobsOf } from '../testing/engagement-calls.ts';
import { buildEmployee } from '../testing/factories.ts';
import { buildRunningEngagement, completeVisit } from '../testing/payment-factories.ts';

businessTest('each visit of the week says what it has earned, as the day’s earnings do', async ({ business }) => {
  const { test, worker } = business;
  const card = await withCard(business);
  const [plain, firstFree, off] = [
    await buildRunningEngagement(test, card),
    await buildRunningEngagement(test, card, { coupon: { term: 'TERM_ONCE', percentOff: 100 } }),
    await buildRunningEngagement(test, card, { billingCycle: 'BILLING_CYCLE_WEEKLY' }),
  ];
  for (const engagementId of [plain, firstFree]) await completeVisit(test, { engagementId, worker });
  const workId = await completeVisit(test, { engagementId: off, worker });
  const shareOfDay = async () => {
    const params = { workerProfileId: worker.profileId };
    return (await test.call('getEarnings', { as: worker.accessToken, params })).body.day.share;
  };
  const earned = async () => {
    const jobs = (await jobsOf(test, worker)).filter(({ work }) => work);
    return [plain, firstFree, off].map((id) => jobs.find(({ engagement }) => engagement.id === id)?.earned);
  };
  expect(await earned()).toEqual([1200, 0, 1200]);
  expect(await shareOfDay()).toBe(2400);
  await test.call('doNotBill', {
    as: (await buildEmployee(test)).accessToken,
    params: { workId },
    body: { requestId: randomUUID(), isPreview: false, reason: 'The mower had spread it.' },
  });
  expect(await earned()).toEqual([1200, 0, 0]);
  expect(await shareOfDay()).toBe(1200);
  // What the next visit brings is something else.
  const next = (await jobsOf(test, worker)).map(({ engagement }) => engagement.pay);
  expect(new Set(next)).toEqual(new Set([1200]));
});
