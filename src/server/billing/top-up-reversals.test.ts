import { randomUUID } from 'node:crypto';
import { expect, vi } from 'vitest';
import {
  type Business,
  businessTest,
  chargedVisit,
  intentsOf,
  proveBalanceAtStripe,
} from '../testing/billing-fixture.ts';
import { buildEmployee, mailsTo } from '../testing/factories.ts';
import { compareWithStripe } from './compare.ts';
import { hearReversedTransfer } from './top-up-reversals.ts';

/** A visit that credit has paid so much of. */
async function toppedUp(business: Business, amount: number) {
  const { test, customer } = business;
  const { accessToken: as } = await buildEmployee(test);
  const params = { customerProfileId: customer.profileId };
  const body = { requestId: randomUUID(), isPreview: false, amount, reason: 'Sorry.', version: 0 };
  expect((await test.call('giveCredit', { as, params, body })).status).toBe(200);
  await chargedVisit(business);
  await test.drain();
  const { data } = await test.world.stripe.transfers.list({ limit: 100 });
  return { as, topUp: data.find(({ source_transaction }) => source_transaction === null) };
}

businessTest(
  'what was added to a worker’s pay and is taken back at Stripe is booked and told once, and stands on the desk',
  async ({ business }) => {
    const { test, worker } = business;
    const { as, topUp } = await toppedUp(business, 1500);
    expect(topUp).toMatchObject({ amount: 1200 });
    await test.world.stripe.transfers.createReversal(topUp?.id ?? '', { amount: 500 });
    const found = async () => (await test.call('getStaffDesk', { as })).body.findings.rows;
    const wanted = { kind: 'top-up-reversed', amount: 500, person: { profileId: worker.profileId } };
    await vi.waitFor(async () => {
      await test.drain();
      expect(await found()).toMatchObject([wanted]);
    }, 60_000);
    await Promise.all([1, 2, 3].map(() => hearReversedTransfer(test.world, topUp?.id ?? '')));
    expect(await found()).toMatchObject([wanted]);
    await test.drain();
    expect(await mailsTo(test, worker, /\$5\.00 of your pay was taken back/)).toHaveLength(1);
    const ofWorker = { as: worker.accessToken, params: { workerProfileId: worker.profileId } };
    expect((await test.call('getEarnings', ofWorker)).body.day).toMatchObject({
      share: 700,
      paid: 700,
      givenBack: 500,
    });
    const { lines } = (await test.call('listEarnings', ofWorker)).body;
    expect(lines).toMatchObject([
      { kind: 'bill', share: -500 },
      { kind: 'visit', share: 1200 },
    ]);
    await proveBalanceAtStripe(test);
    // One that is no top-up of ours.
    await hearReversedTransfer(test.world, 'tr_unknown');
  },
);

businessTest(
  'what is taken back of what was added is no difference of the card’s part of the bill',
  async ({ business }) => {
    const { test } = business;
    const { topUp } = await toppedUp(business, 1000);
    const [intent] = await intentsOf(business);
    expect(intent).toMatchObject({ amount: 500, status: 'succeeded' });
    await test.world.stripe.transfers.createReversal(topUp?.id ?? '', { amount: 300 });
    await hearReversedTransfer(test.world, topUp?.id ?? '');
    expect(await compareWithStripe(test.world, intent?.id ?? '')).toBeUndefined();
    await proveBalanceAtStripe(test);
  },
);
