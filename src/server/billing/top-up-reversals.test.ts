import { randomUUID } from 'node:crypto';
import { expect, vi } from 'vitest';
import { businessTest, chargedVisit, intentsOf, proveBalanceAtStripe } from '../testing/billing-fixture.ts';
import { buildEmployee, mailsTo } from '../testing/factories.ts';
import { compareWithStripe } from './compare.ts';
import { hearReversedTransfer } from './top-up-reversals.ts';

businessTest(
  'what was added to a worker’s pay and is taken back at Stripe is booked and told once, and stands on the desk',
  async ({ business }) => {
    const { test, customer, worker } = business;
    const { accessToken: as } = await buildEmployee(test);
    const params = { customerProfileId: customer.profileId };
    const credit = { requestId: randomUUID(), isPreview: false, amount: 1500, reason: 'Sorry.', version: 0 };
    expect((await test.call('giveCredit', { as, params, body: credit })).status).toBe(200);
    await chargedVisit(business);
    await test.drain();
    const { data } = await test.world.stripe.transfers.list({ limit: 100 });
    const topUp = data.find(({ source_transaction }) => source_transaction === null);
    expect(topUp).toMatchObject({ amount: 1200 });
    await test.world.stripe.transfers.createReversal(topUp?.id ?? '', { amount: 500 });
    const found = async () => (await test.call('getStaffDesk', { as })).body.findings.rows;
    const wanted = { kind: 'top-up-reversed', amount: 500, person: { profileId: worker.profileId } };
    await vi.waitFor(async () => {
      await test.drain();
      expect(await found()).toMatchObject([wanted]);
    }, 10_000);
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
    const { test, customer } = business;
    const { accessToken: as } = await buildEmployee(test);
    const params = { customerProfileId: customer.profileId };
    const credit = { requestId: randomUUID(), isPreview: false, amount: 1000, reason: 'Sorry.', version: 0 };
    expect((await test.call('giveCredit', { as, params, body: credit })).status).toBe(200);
    await chargedVisit(business);
    await test.drain();
    const [intent] = await intentsOf(business);
    expect(intent).toMatchObject({ amount: 500, status: 'succeeded' });
    const { data } = await test.world.stripe.transfers.list({ limit: 100 });
    const topUp = data.find(({ source_transaction }) => source_transaction === null);
    await test.world.stripe.transfers.createReversal(topUp?.id ?? '', { amount: 300 });
    await hearReversedTransfer(test.world, topUp?.id ?? '');
    expect(await compareWithStripe(test.world, intent?.id ?? '')).toBeUndefined();
    await proveBalanceAtStripe(test);
  },
);
