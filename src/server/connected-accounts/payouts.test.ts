import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, vi } from 'vitest';
import { connectedAccounts } from '../database/schema/profiles.ts';
import { type Business, businessTest, chargedVisit } from '../testing/billing-fixture.ts';
import { advanceFor } from '../testing/engagement-factories.ts';
import { buildEmployee, mailsTo } from '../testing/factories.ts';
import { refreshPayouts } from './payouts.ts';

const accountOf = async ({ test, worker }: Business) => {
  const { database } = test.world;
  const [row] = await database.select().from(connectedAccounts).where(eq(connectedAccounts.userId, worker.userId));
  return row?.stripeAccountId ?? '';
};

/** Stripe pays the worker out; the bank takes it or not. */
async function payOut({ test }: Business, account: string, outcome: 'paid' | 'failed'): Promise<void> {
  const response = await fetch(`${test.sandbox.stripe.apiUrl}/v1/accounts/${account}/payouts`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_any' },
    body: new URLSearchParams({ outcome }),
  });
  if (!response.ok) throw new Error(await response.text());
}

async function desk({ test }: Business) {
  const employee = await buildEmployee(test);
  const rows = async () => (await test.call('getStaffDesk', { as: employee.accessToken })).body.failedPayouts.rows;
  const see = async (workerProfileId: string, isSeen: boolean) => {
    const input = { as: employee.accessToken, params: { workerProfileId }, body: { isSeen } };
    return (await test.call('seeFailedPayout', input)).status;
  };
  return { employee, rows, see };
}

businessTest(
  'a payout that the bank did not take is told once, and stands on the desk until somebody has seen it or one is paid',
  async ({ business }) => {
    const { test, customer, worker } = business;
    await chargedVisit(business);
    const account = await accountOf(business);
    const { employee, rows, see } = await desk(business);
    const shown = [{ worker: { profileId: worker.profileId }, failedAt: expect.any(String) }];
    const heard = async (expected: unknown[]) =>
      await vi.waitFor(async () => {
        await test.drain();
        expect(await rows()).toMatchObject(expected);
        expect((await rows()).length).toBe(expected.length);
      }, 10_000);

    await payOut(business, account, 'failed');
    await heard(shown);
    for (let times = 0; times < 2; times += 1) await refreshPayouts(test.world, account);
    await test.drain();
    const [mail, ...more] = await mailsTo(test, worker, /did not take a payout/);
    expect([mail?.text, more]).toEqual([expect.stringContaining('Please check your bank details.'), []]);
    expect(mail?.text).toContain(`/workers/${worker.profileId}/earnings`);

    expect(await see(worker.profileId, true)).toBe(200);
    expect(await rows()).toEqual([]);
    expect(await see(worker.profileId, false)).toBe(200);
    expect(await rows()).toMatchObject(shown);
    for (const nobody of [randomUUID(), customer.profileId]) expect(await see(nobody, true)).toBe(404);

    // Another one is news again.
    expect(await see(worker.profileId, true)).toBe(200);
    await advanceFor(test, 'PT1H', [employee]);
    await payOut(business, account, 'failed');
    await heard(shown);
    await advanceFor(test, 'PT1H', [employee]);
    await payOut(business, account, 'paid');
    await heard([]);
    expect(await mailsTo(test, worker, /did not take a payout/)).toHaveLength(2);
    // An account that is not of ours.
    await refreshPayouts(test.world, 'acct_unknown');
  },
);
